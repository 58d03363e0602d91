-- tablecheck in Neovim 0.7 to 0.10. Put this file into ~/.config/nvim/plugin/ as tablecheck.lua.
local root_markers = { 'tablecheck.toml', '.tablecheck.toml', '.latexmkrc', '.git' }

local function root_of(file)
  local folder = vim.fn.fnamemodify(file, ':p:h')
  for _, marker in ipairs(root_markers) do
    local found = vim.fn.findfile(marker, folder .. ';')
    if found == '' then
      found = vim.fn.finddir(marker, folder .. ';')
    end
    if found ~= '' then
      return vim.fn.fnamemodify(found, ':p:h')
    end
  end
  return folder
end

local clients = {} -- one server for each project

vim.api.nvim_create_autocmd('FileType', {
  pattern = { 'tex', 'plaintex' },
  callback = function(event)
    local root = root_of(vim.api.nvim_buf_get_name(event.buf))
    if not clients[root] then
      clients[root] = vim.lsp.start_client({
        name = 'tablecheck',
        cmd = { 'tablecheck', 'serve' },
        root_dir = root,
        on_exit = function()
          clients[root] = nil
        end,
      })
    end
    if clients[root] then
      vim.lsp.buf_attach_client(event.buf, clients[root])
    end
  end,
})
