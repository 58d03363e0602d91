#!/usr/bin/env bash
# Fail the job where the check found something, after everything was uploaded.
set -euo pipefail
if [[ $STATUS == 1 && $INPUT_FAIL_ON_FINDINGS != true ]]; then exit 0; fi
exit "$STATUS"
