#!/bin/sh
# Install what the report formats are checked with, where that needs nobody's password: a browser, Microsoft's SARIF
# validator and the axe accessibility checker. Say loudly what does not work; its tests will be skipped.
# Usage: tools/install_report_checkers.sh FOLDER, where the two npm packages go.
set -u
folder=$1
is_root() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; }
installed() { command -v "$1" >/dev/null; }

if ! installed chromium || ! installed npm; then
    if is_root; then
        packages=""
        installed chromium || packages="chromium"
        installed npm || packages="$packages npm"
        # shellcheck disable=SC2086 # two words, two packages
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null
    fi
fi
installed chromium || {
    echo "LOUD SKIP: chromium is not installed and cannot be installed from here; the HTML report is not opened." >&2
    echo "           On Debian or Ubuntu: sudo apt-get install chromium." >&2
}

validator=$folder/node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool
if [ ! -x "$validator" ] || [ ! -f "$folder/node_modules/axe-core/axe.min.js" ]; then
    mkdir -p "$folder"
    installed npm && npm install --silent --prefix "$folder" --no-save --no-package-lock --no-audit --no-fund --ignore-scripts \
        axe-core@4.14.1 @microsoft/sarif-multitool@5.7.0 >/dev/null
    if [ -f "$validator" ]; then chmod u+x "$validator"; fi
fi
[ -x "$validator" ] || echo "LOUD SKIP: the SARIF validator cannot be had from here (Linux, npm); SARIF is not validated." >&2
exit 0
