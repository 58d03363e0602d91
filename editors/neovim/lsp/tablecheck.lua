-- tablecheck in Neovim 0.11 or newer. Put this file into ~/.config/nvim/lsp/ and write into ~/.config/nvim/init.lua:
--     vim.lsp.enable('tablecheck')
return {
  cmd = { 'tablecheck', 'serve' },
  filetypes = { 'tex', 'plaintex' },
  root_markers = { 'tablecheck.toml', '.tablecheck.toml', '.latexmkrc', '.git' },
  init_options = {}, -- what may stand here is in editors/protocol.md
}
