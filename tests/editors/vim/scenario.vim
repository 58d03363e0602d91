" Plays the scenario in Vim with ALE, as far as ALE can: it has diagnostics, hover and code actions.
set nocompatible hidden
set rtp+=/usr/share/vim-ale
filetype plugin on
let g:ale_linters_explicit = 1
let g:ale_linters = {'tex': ['tablecheck']}
let g:ale_lint_delay = 0
let g:ale_echo_cursor = 0
let g:tex_flavor = 'latex'
runtime plugin/ale.vim
exe 'source ' . $TABLECHECK_SETTINGS . '/vim/tablecheck.vim'

let s:expected = json_decode(join(readfile($TABLECHECK_EXPECTED), "\n"))
let s:seen = {'steps': {}}

function! s:marked() abort
    let found = []
    for one in getloclist(0)
        let found += [{'code': matchstr(one.text . ' ' . get(one, 'nr', ''), 'TC\d\+'), 'line': one.lnum - 1, 'byte': one.col - 1,
        \   'text': matchstr(one.text, '\d\+\.\d\+'), 'message': one.text}]
    endfor
    return found
endfunction

function! s:step(name, indices) abort
    let wanted = map(copy(a:indices), {_, index -> s:expected.findings[index].text})
    let i = 0
    while i < 300 && map(s:marked(), {_, one -> one.text}) != wanted
        sleep 100m
        let i += 1
    endwhile
    let s:seen.steps[a:name] = s:marked()
endfunction

edit paper.tex
set filetype=tex
call ale#Queue(0, 'lint_file')
call s:step('open', [0, 1])
let s:fix = s:expected.findings[s:expected.fix.finding]
let s:ignored = s:expected.findings[s:expected.ignore.finding]

" ALE shows code actions in a menu, which a script cannot choose from; the same edit is typed.
call setline(s:fix.line + 1, s:expected.fix.line_after)
call ale#Queue(0)
call s:step('after_fix', s:expected.after_fix)
undo
call ale#Queue(0)
call s:step('after_undo', [0, 1])
redo
call ale#Queue(0)
call s:step('after_redo', s:expected.after_fix)
call append(0, '\newcommand{\half}[1]{ \begin{tabular')
call ale#Queue(0)
sleep 1
let s:seen.steps['while_broken'] = s:marked()
1delete
call ale#Queue(0)
call s:step('after_mending', s:expected.after_fix)
call setline(s:ignored.line + 1, s:expected.ignore.line_after)
call ale#Queue(0)
call s:step('after_ignore', s:expected.after_ignore)
call writefile([json_encode(s:seen)], $TABLECHECK_SEEN)
qa!
