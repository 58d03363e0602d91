#!/bin/sh
# Build the wheel, install it in an empty environment, and run the command from there.
set -eu
python=$1
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$python" -m build --quiet --wheel --no-isolation --outdir "$work/dist" "$here"
"$python" -m venv "$work/env"
"$work/env/bin/python" -m pip install --quiet --disable-pip-version-check \
    --constraint "$here/constraints.txt" "$work"/dist/*.whl

cd "$work" # nothing of the checkout may be importable from here
"$work/env/bin/tablecheck" --version
"$work/env/bin/tablecheck" explain TC101 >/dev/null
status=0
"$work/env/bin/tablecheck" "$here/examples/paper.tex" --papers "$here/examples/papers" --format json >report.json || status=$?
test "$status" -eq 1
"$work/env/bin/python" - <<'PYTHON'
import json

report = json.load(open("report.json"))
assert report["schema_version"] == 1
assert report["findings"], "the example's slips were not found"
assert report["coverage"]["checked"] > 0
print(f"wheel: {len(report['findings'])} findings, {report['coverage']['checked']} numbers checked")
PYTHON
