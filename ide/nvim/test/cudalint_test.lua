-- The module in a headless Neovim: what is found is at the right columns, edits move it, fixes make it vanish.
local program = os.getenv('CUDALINT_PROGRAM')
vim.opt.runtimepath:prepend(os.getenv('CUDALINT_NVIM'))
vim.cmd('filetype plugin on')
vim.cmd('runtime plugin/cudalint.lua')

local passed, failed = 0, 0
local cudalint = require('cudalint')

-- ---- helpers ----------------------------------------------------------------------------------------------------

local function check(what, condition, detail)
  if not condition then
    error(('%s%s'):format(what, detail and ': ' .. vim.inspect(detail) or ''), 2)
  end
end

-- Waits until `ready` returns something; returns that.
local function await(what, ready)
  local value
  vim.wait(60000, function()
    value = ready()
    return value
  end, 20)
  check(what, value, vim.diagnostic.get(0))
  return value
end

local function code_of(diagnostic)
  return diagnostic.code or diagnostic.user_data.lsp.code
end

local function of_code(code)
  return vim.tbl_filter(function(each)
    return code_of(each) == code
  end, vim.diagnostic.get(0))
end

local function await_count(code, count)
  await(('%d of %s'):format(count, code), function()
    return #of_code(code) == count
  end)
  return of_code(code)
end

local function edit(name, lines)
  vim.fn.writefile(lines, name)
  vim.cmd('edit! ' .. name)
end

-- Where `text` begins in a line, in bytes from 0.
local function byte_of(line, text)
  local content = vim.api.nvim_buf_get_lines(0, line, line + 1, true)[1]
  return content:find(text, 1, true) - 1
end

local function test(name, run)
  local ok, message = xpcall(run, debug.traceback)
  passed, failed = passed + (ok and 1 or 0), failed + (ok and 0 or 1)
  io.stderr:write(('%s %s%s\n'):format(ok and 'ok  ' or 'FAIL', name, ok and '' or '\n' .. message))
end

-- One finding; the text before it has characters of two, three and four bytes.
local ANY = { '__global__ void any(int *out)', '{', '    /* 🔥 ä € */ out[threadIdx.x] = __any(threadIdx.x < 3);', '}' }
local TWO = { '__global__ void two(int *out)', '{', '    int a = __any(threadIdx.x < 3);',
  '    out[threadIdx.x] = a + __all(threadIdx.x < 3);', '}' }
local CLEAN = { '__global__ void clean(int *out)', '{', '    out[threadIdx.x] = 0;', '}' }

-- Neovim 0.11 and newer start a server by its name, too.
local function test_enable()
  vim.lsp.config('cudalint', { cmd = { program, 'lsp' } })
  vim.lsp.enable('cudalint')
  edit('enabled.cu', TWO)
  await_count('CU401', 2)
  vim.cmd('Cudalint restart')
  await('another', function()
    return vim.lsp.get_clients()[1]
  end)
  vim.cmd('Cudalint fix')
  await_count('CU401', 0)
  vim.lsp.enable('cudalint', false)
  vim.cmd('bwipeout!')
  await('stopped', function()
    return #vim.lsp.get_clients() == 0
  end)
end

-- ---- the tests --------------------------------------------------------------------------------------------------

if vim.lsp.enable then
  test('vim.lsp.enable', test_enable)
end

test('setup', function()
  cudalint.setup({ cmd = { program, 'lsp' }, settings = { arch = { 'sm_80' } } })
  edit('any.cu', ANY)
  check('filetype', vim.bo.filetype == 'cuda', vim.bo.filetype)
end)

test('columns in bytes', function()
  local found = await_count('CU401', 1)[1]
  check('line', found.lnum == 2, found)
  check('column', found.col == byte_of(2, '__any'), found)
  check('end', found.end_col == byte_of(2, '__any') + #'__any(threadIdx.x < 3)', found)
  check('source', found.source == 'cudalint', found)
end)

test('an edit moves it', function()
  local old = byte_of(2, '__any')
  vim.api.nvim_buf_set_text(0, 2, 4, 2, 4, { '/* 𝄞𝄞 */ ' })
  vim.api.nvim_buf_set_lines(0, 0, 0, true, { '// ä' })
  await('moved', function()
    local found = of_code('CU401')[1]
    return found and found.lnum == 3 and found.col == byte_of(3, '__any') and found.col > old
  end)
end)

test('a fix makes it vanish', function()
  vim.ui.select = function(items, prompt, choose)
    for i, item in ipairs(items) do
      local action = item[2] or item.action
      if action and action.title:find('__any_sync', 1, true) then
        return choose(item, i)
      end
    end
    check('the fix is offered', false, items)
  end
  vim.api.nvim_win_set_cursor(0, { 4, byte_of(3, '__any') + 2 })
  vim.lsp.buf.code_action()
  await('fixed', function()
    return vim.api.nvim_buf_get_lines(0, 3, 4, true)[1]:find('__any_sync(0xffffffff, threadIdx.x < 3)', 1, true)
  end)
  await_count('CU401', 0)
end)

test('an edit brings it back', function()
  vim.cmd('undo')
  await_count('CU401', 1)
  vim.cmd('edit!')
  await_count('CU401', 1)
end)

test(':Cudalint fix', function()
  edit('two.cu', TWO)
  await_count('CU401', 2)
  vim.cmd('Cudalint fix')
  await_count('CU401', 0)
  check('second', vim.api.nvim_buf_get_lines(0, 3, 4, true)[1]:find('__all_sync', 1, true))
  vim.cmd('edit!')
  await_count('CU401', 2)
end)

test('fixed before it is written', function()
  local id = vim.api.nvim_create_autocmd('BufWritePre', {
    callback = function(event)
      cudalint.fix(event.buf, 30000)
    end,
  })
  vim.cmd('write written.cu')
  vim.api.nvim_del_autocmd(id)
  local written = table.concat(vim.fn.readfile('written.cu'), '\n')
  check('both', written:find('__any_sync', 1, true) and written:find('__all_sync', 1, true), written)
  vim.cmd('edit!')
  await_count('CU401', 2)
end)

test(':Cudalint explain', function()
  vim.api.nvim_win_set_cursor(0, { 3, 0 })
  vim.cmd('Cudalint explain')
  await('page', function()
    return vim.bo.filetype == 'markdown'
  end)
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n')
  check('its text', text:find('CU401', 1, true) and text:find('Why is this bad', 1, true), text)
  vim.cmd('bwipeout')
  check('back', vim.bo.filetype == 'cuda')
  local choices = vim.fn.getcompletion('Cudalint explain CU40', 'cmdline')
  check('completion', vim.tbl_contains(choices, 'CU401'), choices)
end)

test('hover', function()
  local params = vim.lsp.util.make_position_params(0, 'utf-16')
  params.position = { line = 2, character = byte_of(2, '__any') }
  local client = (vim.lsp.get_clients or vim.lsp.get_active_clients)()[1]
  local answer
  vim.lsp.buf_request(0, 'textDocument/hover', params, function(_, result)
    answer = result or false
  end)
  await('hover', function()
    return answer
  end)
  check('its text', answer.contents.value:find('CU401', 1, true), answer)
  check('name', client.name == 'cudalint')
end)

test('lenses', function()
  edit('lens.cu', TWO)
  await_count('CU401', 2)
  await('lens', function()
    local lens = vim.lsp.codelens.get(vim.lsp.codelens.enable and { bufnr = 0 } or 0)[1]
    if lens and lens.lens then
      lens = lens.lens
    end
    return lens and lens.command and lens.command.title:find('occupancy', 1, true)
  end)
end)

test(':Cudalint restart', function()
  local old = (vim.lsp.get_clients or vim.lsp.get_active_clients)()[1].id
  vim.cmd('Cudalint restart')
  await('another client', function()
    local now = (vim.lsp.get_clients or vim.lsp.get_active_clients)()[1]
    return now and now.id ~= old
  end)
  vim.diagnostic.reset()
  vim.cmd('edit!')
  await_count('CU401', 2)
end)

test('settings', function()
  cudalint.setup({ cmd = { program, 'lsp' }, settings = { ignore = { 'CU401' } } })
  vim.cmd('Cudalint restart')
  vim.diagnostic.reset()
  edit('clean.cu', CLEAN)
  vim.api.nvim_buf_set_lines(0, 2, 3, true, { '    int a = __any(threadIdx.x < 3);',
    '    out[threadIdx.x] = __shfl_down_sync(0xffffffff, a, 1, 20);' })
  await_count('CU415', 1)
  check('the other is silent', #of_code('CU401') == 0, vim.diagnostic.get(0))
end)

test('a program that is not there', function()
  local said
  local notify = vim.notify
  vim.notify = function(text)
    said = text
  end
  cudalint.setup({ cmd = { '/nowhere/cudalint', 'lsp' } })
  vim.notify = notify
  check('told', said and said:find("'/nowhere/cudalint' is not there", 1, true), said)
end)

io.stderr:write(('%d passed, %d failed\n'):format(passed, failed))
vim.cmd(failed == 0 and 'qall!' or 'cquit 1')
