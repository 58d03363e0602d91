#!/usr/bin/env bash
# Check once: annotations to the log, SARIF to a file, the summary to the page of the run.
# Findings do not stop the step, so that they can be uploaded; a run that could not start does.
set -euo pipefail
sarif=$RUNNER_TEMP/tablecheck.sarif
summary=$RUNNER_TEMP/tablecheck.md

arguments=(--format github --output "sarif=$sarif" --output "markdown=$summary" --no-progress)
if [[ $INPUT_FETCH == true ]]; then arguments+=(--fetch); else arguments+=(--offline); fi
if [[ $INPUT_STRICT == true ]]; then arguments+=(--strict); fi
while IFS= read -r line; do
    if [[ -n $line ]]; then arguments+=(--papers "$line"); fi
done <<<"$INPUT_PAPERS"
while IFS= read -r line; do
    if [[ -n $line ]]; then arguments+=("$line"); fi
done <<<"$INPUT_ARGUMENTS"

status=0
"$RUNNER_TEMP/tablecheck-env/bin/tablecheck" check "${arguments[@]}" -- "$INPUT_PAPER" || status=$?
case $status in
0 | 1 | 3) ;;
*)
    echo "::error title=tablecheck::The check could not run; it ended with $status. The log above says why."
    exit "$status"
    ;;
esac

cat "$summary" >>"$GITHUB_STEP_SUMMARY"
{
    echo "status=$status"
    echo "sarif=$sarif"
    echo "summary=$summary"
} >>"$GITHUB_OUTPUT"
