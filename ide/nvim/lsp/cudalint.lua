-- The server as Neovim 0.11 and newer configure it: `vim.lsp.enable('cudalint')`, and `vim.lsp.config` for settings.
local capabilities = vim.lsp.protocol.make_client_capabilities()
capabilities.window.showDocument = { support = false } -- :Cudalint shows rules' pages in a window of its own

return {
  cmd = { 'cudalint', 'lsp' },
  filetypes = { 'cuda' },
  root_markers = { '.git', 'compile_commands.json', '.cudalint.yml' },
  capabilities = capabilities,
  get_language_id = function()
    return 'cuda-cpp'
  end,
  settings = { cudalint = { lens = true } },
}
