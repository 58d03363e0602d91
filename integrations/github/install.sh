#!/usr/bin/env bash
# Install tablecheck as the action's own commit has it, apart from the Python of the job.
set -euo pipefail
env=$RUNNER_TEMP/tablecheck-env
python -m venv "$env"
"$env/bin/python" -m pip install --quiet --disable-pip-version-check \
    --constraint "$GITHUB_ACTION_PATH/constraints.txt" "$GITHUB_ACTION_PATH"
"$env/bin/tablecheck" --version
