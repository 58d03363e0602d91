# tablecheck in Kakoune with kakoune-lsp 18 or newer: copy these lines into ~/.config/kak/kakrc, below `eval %sh{kak-lsp}`.
hook global BufSetOption filetype=latex %{
    set-option -add buffer lsp_servers %{
[tablecheck]
root_globs = ["tablecheck.toml", ".tablecheck.toml", ".latexmkrc", ".git"]
command = "tablecheck"
args = ["serve"]
    }
}
hook global WinSetOption filetype=latex lsp-enable-window
