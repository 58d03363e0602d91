#!/bin/sh
# Build the VS Code extension with the wheel of tablecheck inside, and put it into editors/vscode/dist/.
# Usage: tools/build_vsix.sh PYTHON FOLDER [OUT], where FOLDER is that of install_editors_vscode.sh.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
python=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
folder=$(cd "$2" && pwd)
out=${3:-$root/editors/vscode/dist}
PATH=$folder/bin:$PATH
export PATH

build=$folder/build
rm -rf "$build"
mkdir -p "$build" "$out"
out=$(cd "$out" && pwd)
cp -R "$root/editors/vscode/." "$build"
rm -rf "$build/dist" "$build/node_modules"
ln -s "$folder/npm/node_modules" "$build/node_modules"
cp "$root/LICENSE" "$build/LICENSE"

# The README shows the pictures of the documentation; in the extension they lie beside it, so that they need no network.
mkdir -p "$build/pictures"
for picture in "$root"/docs/pictures/vscode-*.png; do
    [ ! -e "$picture" ] || cp "$picture" "$build/pictures/"
done
sed -e 's#\.\./\.\./docs/pictures/#pictures/#g' -e 's#(\.\./\.\./#(https://github.com/tablecheck-dev/tablecheck/blob/main/#g' \
    "$root/editors/vscode/README.md" >"$build/README.md"

"$python" -m build --wheel --no-isolation --outdir "$build/wheel" "$root" >/dev/null
cd "$build"
node node_modules/typescript/bin/tsc
node esbuild.mjs
version=$(node -p 'require("./package.json").version')
node node_modules/@vscode/vsce/vsce package --no-dependencies --no-rewrite-relative-links --out "$out/tablecheck-$version.vsix"
