-- The command :Cudalint; the module is loaded when it is first used.
if vim.g.loaded_cudalint then
  return
end
vim.g.loaded_cudalint = true

vim.api.nvim_create_user_command('Cudalint', function(call)
  require('cudalint').command(call.fargs)
end, {
  nargs = '+',
  desc = 'cudalint: fix, explain [CODE], report [FILE], restart',
  complete = function(lead, line)
    return require('cudalint').complete(lead, line)
  end,
})
