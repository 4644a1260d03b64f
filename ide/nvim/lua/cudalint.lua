-- cudalint's language server in Neovim's own client, for Neovim 0.7 and newer.
--
-- setup() starts it for CUDA files. From Neovim 0.11 on, vim.lsp.enable('cudalint') does so, too (see
-- lsp/cudalint.lua); the command :Cudalint works with either.
local M = {}

local defaults = {
  cmd = { 'cudalint', 'lsp' },
  filetypes = { 'cuda' },
  root_markers = { '.git', 'compile_commands.json', '.cudalint.yml' },
  settings = {}, -- as in the table of ide/README.md: arch, select, ...
  lens = true, -- show above each kernel what it would cost
  hints = false, -- the same as inlay hints (Neovim 0.10)
  on_attach = nil, -- function(client, buffer)
  capabilities = nil, -- of your completion plugin, for example
}

local options = defaults
local is_set_up = false -- by setup(), not by vim.lsp.enable()
local clients = {} -- by root, where vim.lsp.start() isn't there to keep them

local function say(text, level)
  vim.notify('cudalint: ' .. text, level or vim.log.levels.INFO)
end

-- Those that have been initialized.
local function all_clients()
  local list = (vim.lsp.get_clients or vim.lsp.get_active_clients)()
  return vim.tbl_filter(function(client)
    return client.name == 'cudalint'
  end, list)
end

-- ---- starting ---------------------------------------------------------------------------------------------------

-- The folder that holds the first marker that is found from the file upward; else the file's own.
local function root_of(path)
  local folder = vim.fn.fnamemodify(path, ':p:h')
  local upward = vim.fn.escape(folder, ' ,;\\') .. ';'
  for _, marker in ipairs(options.root_markers) do
    local found = vim.fn.finddir(marker, upward)
    if found == '' then
      found = vim.fn.findfile(marker, upward)
    end
    if found ~= '' then
      return vim.fn.fnamemodify(vim.fn.fnamemodify(found, ':p'):gsub('/$', ''), ':h')
    end
  end
  return folder
end

-- A server that is about to start can't be asked, and asking none is an error.
local function has_lenses(buffer)
  for _, client in ipairs(all_clients()) do
    local can = client.server_capabilities
    if vim.lsp.buf_is_attached(buffer, client.id) and can and can.codeLensProvider then
      return true
    end
  end
  return false
end

local function refresh_lenses(buffer)
  if vim.api.nvim_get_current_buf() ~= buffer or not has_lenses(buffer) then
    return
  end
  vim.lsp.codelens.refresh()
end

local function show_lenses(buffer)
  if vim.lsp.codelens.enable then -- Neovim 0.12 keeps them up to date itself
    vim.lsp.codelens.enable(true, { bufnr = buffer })
    return
  end
  vim.api.nvim_create_autocmd({ 'BufEnter', 'InsertLeave', 'TextChanged', 'BufWritePost' }, {
    group = vim.api.nvim_create_augroup('cudalint_lens_' .. buffer, {}),
    buffer = buffer,
    callback = function()
      refresh_lenses(buffer)
    end,
  })
  refresh_lenses(buffer)
end

local function on_attach(client, buffer)
  if options.lens then
    show_lenses(buffer)
  end
  if options.hints and vim.lsp.inlay_hint then
    vim.lsp.inlay_hint.enable(true, { bufnr = buffer })
  end
  if options.on_attach then
    options.on_attach(client, buffer)
  end
end

local function client_config(root)
  local settings = vim.tbl_extend('keep', options.settings, { lens = options.lens, hints = options.hints })
  local capabilities = options.capabilities or vim.lsp.protocol.make_client_capabilities()
  -- Rules' pages are shown below, in a window of their own.
  capabilities = vim.tbl_deep_extend('force', capabilities, { window = { showDocument = { support = false } } })
  return {
    name = 'cudalint',
    cmd = options.cmd,
    root_dir = root,
    settings = { cudalint = settings },
    init_options = settings,
    capabilities = capabilities,
    on_attach = on_attach,
    get_language_id = function()
      return 'cuda-cpp'
    end,
  }
end

-- Starts the server for a buffer, or hands it to the one that runs for its root.
function M.start(buffer)
  buffer = buffer or vim.api.nvim_get_current_buf()
  local path = vim.api.nvim_buf_get_name(buffer)
  if vim.bo[buffer].buftype ~= '' or path == '' then
    return
  end
  if vim.fn.executable(options.cmd[1]) == 0 then
    return say(("the program '%s' is not there; say where it is: setup({ cmd = { 'PATH', 'lsp' } })"):format(
      options.cmd[1]), vim.log.levels.ERROR)
  end
  local root = root_of(path)
  if vim.lsp.start then
    return vim.lsp.start(client_config(root), { bufnr = buffer })
  end
  local id = clients[root]
  if not id or not vim.lsp.get_client_by_id(id) or vim.lsp.client_is_stopped(id) then
    id = vim.lsp.start_client(client_config(root))
    clients[root] = id
  end
  if id then
    vim.lsp.buf_attach_client(buffer, id)
  end
end

-- Starts the server for every CUDA file from now on, and for those that are open.
function M.setup(user)
  options = vim.tbl_extend('force', defaults, user or {})
  is_set_up = true
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('cudalint', {}),
    pattern = options.filetypes,
    callback = function(event)
      M.start(event.buf)
    end,
  })
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.tbl_contains(options.filetypes, vim.bo[buffer].filetype) then
      M.start(buffer)
    end
  end
end

-- ---- the command ------------------------------------------------------------------------------------------------

-- The buffer's client; any, where the buffer has none. Nil: the user has been told that there is none.
local function client_of(buffer)
  local all = all_clients()
  for _, client in ipairs(all) do
    if vim.lsp.buf_is_attached(buffer, client.id) then
      return client
    end
  end
  if not all[1] then
    say('the language server does not run', vim.log.levels.WARN)
  end
  return all[1]
end

-- Calls `done` with the result of a request; a failure is told. The client's functions became methods in 0.11.
local function request(client, method, params, buffer, done)
  local function handle(failure, result)
    if failure then
      return say(failure.message, vim.log.levels.ERROR)
    end
    done(result)
  end
  if vim.fn.has('nvim-0.11') == 1 then
    client:request(method, params, handle, buffer)
  else
    client.request(method, params, handle, buffer)
  end
end

local function run_command(client, name, argument, buffer, done)
  request(client, 'workspace/executeCommand', { command = name, arguments = { argument } }, buffer, done)
end

local function apply(client, actions)
  local action = actions and actions[1]
  if action then
    vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
  end
  return action ~= nil
end

-- Makes every fix that is safe. With `wait_ms` it is done on return, as before a file is written; else soon.
function M.fix(buffer, wait_ms)
  local client = client_of(buffer)
  if not client then
    return
  end
  local method = 'textDocument/codeAction'
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(buffer),
    range = { start = { line = 0, character = 0 }, ['end'] = { line = 0, character = 0 } },
    context = { diagnostics = {}, only = { 'source.fixAll.cudalint' } },
  }
  if wait_ms then
    local answer = vim.lsp.buf_request_sync(buffer, method, params, wait_ms) or {}
    apply(client, answer[client.id] and answer[client.id].result)
    return
  end
  request(client, method, params, buffer, function(actions)
    if not apply(client, actions) then
      say('there is nothing here that is safe to fix')
    end
  end)
end

-- The codes of the findings at the cursor's line.
local function codes_here(buffer)
  local codes = {}
  for _, each in ipairs(vim.diagnostic.get(buffer, { lnum = vim.fn.line('.') - 1 })) do
    local lsp = each.user_data and each.user_data.lsp
    if each.source == 'cudalint' then
      table.insert(codes, each.code or (lsp and lsp.code))
    end
  end
  return codes
end

local function show_page(page)
  vim.cmd('new')
  local buffer = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(page.markdown, '\n', { plain = true }))
  vim.bo[buffer].buftype = 'nofile'
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].swapfile = false
  vim.bo[buffer].modifiable = false
  pcall(vim.api.nvim_buf_set_name, buffer, 'cudalint://' .. page.code)
  vim.bo[buffer].filetype = 'markdown'
end

local function explain(buffer, code)
  local client = client_of(buffer)
  code = code or codes_here(buffer)[1]
  if not client then
    return
  end
  if not code then
    return say('there is no finding on this line; say a code, as :Cudalint explain CU101', vim.log.levels.WARN)
  end
  run_command(client, 'cudalint.explain', { code = code }, buffer, show_page)
end

local function report(buffer, path)
  local client = client_of(buffer)
  if not client then
    return
  end
  local argument = { format = 'html', path = vim.fn.fnamemodify(path or 'cudalint.html', ':p'),
    folder = client.config.root_dir }
  say('checking the folder for the report')
  run_command(client, 'cudalint.exportReport', argument, buffer, function(result)
    say(result.path .. ' is written')
  end)
end

-- Ends the servers; each buffer that had one gets a new one.
local function restart()
  local again = {}
  for _, client in ipairs(all_clients()) do
    for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
      if vim.lsp.buf_is_attached(buffer, client.id) then
        table.insert(again, { buffer = buffer, config = client.config })
      end
    end
    if vim.fn.has('nvim-0.11') == 1 then
      client:stop()
    else
      client.stop()
    end
  end
  vim.wait(2000, function()
    return #all_clients() == 0
  end)
  for _, each in ipairs(again) do
    if is_set_up then
      M.start(each.buffer)
    else
      vim.lsp.start(each.config, { bufnr = each.buffer })
    end
  end
end

local function fix(buffer)
  M.fix(buffer)
end

local words = { fix = fix, explain = explain, report = report, restart = restart }

-- :Cudalint WORD [ARGUMENT]
function M.command(args)
  local run = words[args[1]]
  if not run then
    return say(("'%s' is none of fix, explain, report, restart"):format(args[1]), vim.log.levels.ERROR)
  end
  run(vim.api.nvim_get_current_buf(), args[2])
end

-- The code action "Explain" is a command of the server's; the page is shown here.
vim.lsp.commands['cudalint.explain'] = function(command, context)
  explain(context.bufnr, command.arguments[1].code)
end

function M.complete(lead, line)
  local choices = vim.tbl_keys(words)
  if line:match('^%s*%S+%s+explain%s') then
    choices = {}
    local client = all_clients()[1]
    local program = client and client.config.cmd[1] or options.cmd[1]
    local list = vim.fn.system({ program, 'rules', '--format=json' })
    for code in list:gmatch('"code": "(CU%d+)"') do
      table.insert(choices, code)
    end
  elseif line:match('^%s*%S+%s+report%s') then
    return vim.fn.getcompletion(lead, 'file')
  end
  table.sort(choices)
  return vim.tbl_filter(function(choice)
    return vim.startswith(choice:lower(), lead:lower())
  end, choices)
end

return M
