#!/usr/bin/env bash
# Keep one comment with the summary on the pull request: write it the first time, renew it later.
# A pull request from a fork may not comment; the summary is on the page of the run all the same.
set -euo pipefail
marker="<!-- tablecheck -->"
body=$RUNNER_TEMP/tablecheck-comment.md

# GitHub takes 65,536 characters.
awk -v marker="$marker" '
    BEGIN { print marker; size = length(marker) }
    { size += length($0) + 1 }
    size > 60000 { print "\nCut off here; the page of the run has the rest."; exit }
    { print }
' "$SUMMARY" >"$body"

comments=repos/$GITHUB_REPOSITORY/issues/$PULL_REQUEST/comments
# Anybody can write the marker; only a comment of our own is renewed.
own='.[] | select(.user.login == "github-actions[bot]" and (.body | startswith("<!-- tablecheck -->"))) | .id'
old=$(gh api --paginate "$comments" --jq "$own" | head -n 1) || old=
if [[ -n $old ]]; then
    sent=(--method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$old")
else
    sent=(--method POST "$comments")
fi
gh api --silent "${sent[@]}" --field "body=@$body" ||
    echo "::warning title=tablecheck::The comment could not be written; the job needs pull-requests: write."
