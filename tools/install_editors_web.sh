#!/bin/sh
# Install what the web page and the Overleaf extension are built with: esbuild, TypeScript and CodeMirror, in the versions
# of editors/web/package-lock.json. Say loudly what does not work; the committed page still runs, its tests still test it.
# The tests also want openssl, for the certificate of a page that pretends to be Overleaf.
# Usage: tools/install_editors_web.sh FOLDER, where node_modules goes.
set -u
folder=$1
here=$(cd "$(dirname "$0")/../editors/web" && pwd)
installed() { command -v "$1" >/dev/null; }

if ! installed node || ! installed npm || ! installed openssl; then
    if [ "$(id -u)" = 0 ] && installed apt-get; then
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nodejs npm openssl >/dev/null
    fi
fi
mkdir -p "$folder"
if ! cmp -s "$here/package-lock.json" "$folder/installed.json"; then
    cp "$here/package.json" "$here/package-lock.json" "$folder/"
    installed npm && npm ci --silent --prefix "$folder" --ignore-scripts --no-audit --no-fund >/dev/null &&
        cp "$here/package-lock.json" "$folder/installed.json"
fi
[ -f "$folder/installed.json" ] || {
    echo "LOUD SKIP: esbuild and CodeMirror cannot be had from here (node, npm); the web page is not built anew." >&2
}
exit 0
