-- Plays the scenario of tests/editors/expected.json in the Neovim that runs this, and writes down what is seen.
-- TABLECHECK_EXPECTED is the scenario, TABLECHECK_SEEN the file that is written.
local expected = vim.fn.json_decode(vim.fn.readfile(vim.env.TABLECHECK_EXPECTED))
local seen = { version = vim.fn.matchstr(vim.fn.execute('version'), 'v\\zs[0-9.]*'), steps = {} }
local patience = 30000

local function finish()
  vim.fn.writefile({ vim.fn.json_encode(seen) }, vim.env.TABLECHECK_SEEN)
  vim.cmd('qa!')
end

local function marked()
  local found = {}
  for _, one in ipairs(vim.diagnostic.get(0)) do
    if one.source == 'tablecheck' then
      local text = vim.api.nvim_buf_get_text(0, one.lnum, one.col, one.end_lnum, one.end_col, {})[1]
      table.insert(found, { code = one.code, line = one.lnum, byte = one.col, text = text, message = one.message })
    end
  end
  table.sort(found, function(a, b)
    return a.line < b.line
  end)
  return found
end

-- Waits until the numbers of some findings are marked and no others, and writes down what is marked then.
local function step(name, indices)
  local wanted = vim.tbl_map(function(index)
    return expected.findings[index + 1].text
  end, indices)
  vim.wait(patience, function()
    local texts = vim.tbl_map(function(one)
      return one.text
    end, marked())
    return vim.deep_equal(texts, wanted)
  end, 20)
  seen.steps[name] = marked()
end

local function client()
  local list = (vim.lsp.get_clients or vim.lsp.get_active_clients)()
  return list[1]
end

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, patience) or {}
  for _, answer in pairs(answers) do
    return answer.result, answer.err or answer.error
  end
end

local function units(finding)
  local encoding = client().offset_encoding or 'utf-16'
  return encoding, encoding == 'utf-8' and finding.utf8 or encoding == 'utf-16' and finding.utf16 or finding.column
end

local function at(finding)
  local encoding, start = units(finding)
  seen.encoding = encoding
  return {
    textDocument = vim.lsp.util.make_text_document_params(0),
    position = { line = finding.line, character = start },
  }
end

local function act(finding, title)
  local params = at(finding)
  local stop = { line = finding.line, character = params.position.character + #finding.text }
  params.range = { start = params.position, ['end'] = stop }
  params.position = nil
  params.context = { diagnostics = {} }
  for _, action in ipairs(ask('textDocument/codeAction', params) or {}) do
    if action.title == title then
      if not action.edit then
        action = ask('codeAction/resolve', action) or action
      end
      vim.lsp.util.apply_workspace_edit(action.edit, client().offset_encoding or 'utf-16')
      return
    end
  end
  seen.missing_action = title
end

local function line(finding)
  return vim.api.nvim_buf_get_lines(0, finding.line, finding.line + 1, false)[1]
end

local findings = expected.findings
local first, fixed = findings[expected.hover.finding + 1], findings[expected.fix.finding + 1]
local ignored = findings[expected.ignore.finding + 1]

local all = { 0, 1 }
step('open', all)
if #seen.steps.open == 0 then
  finish()
end
local hover = ask('textDocument/hover', at(first))
seen.hover = hover and (hover.contents.value or hover.contents)

act(fixed, expected.fix.title)
seen.fixed_line = line(fixed)
step('after_fix', expected.after_fix)

vim.cmd('undo')
step('after_undo', all)
vim.cmd('redo')
step('after_redo', expected.after_fix)

-- Half a command stands in the text while somebody types.
vim.api.nvim_buf_set_lines(0, 0, 0, false, { '\\newcommand{\\half}[1]{ \\begin{tabular' })
vim.wait(1000)
seen.steps.while_broken = marked()
vim.api.nvim_buf_set_lines(0, 0, 1, false, {})
step('after_mending', expected.after_fix)

-- The server dies, and is started again by the same configuration.
if vim.env.TABLECHECK_RESTART == '1' then
  client().stop(true)
  vim.wait(patience, function()
    return client() == nil
  end, 20)
  vim.cmd('doautocmd FileType')
  step('after_restart', expected.after_fix)
end

act(ignored, expected.ignore.title)
seen.ignored_line = line(ignored)
step('after_ignore', expected.after_ignore)
finish()
