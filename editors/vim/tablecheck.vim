" tablecheck in Vim with ALE. Put this file into ~/.vim/after/plugin/.
call ale#linter#Define('tex', {
\   'name': 'tablecheck',
\   'lsp': 'stdio',
\   'executable': 'tablecheck',
\   'command': '%e serve',
\   'language': 'latex',
\   'project_root': {buffer -> fnamemodify(bufname(buffer), ':p:h')},
\})
