"""A mark accepts a finding that is not there.

## Why it matters

A mark that nothing needs any more hides the next slip at its place.

## Example

`66.3 & 80.1 % tablecheck: ignore[TC101] measured again` was written when the cited paper printed `76.3`; the
number has been mended since, and the mark stayed.

## When it stays silent

Where the numbers in reach of the mark could not be checked in this run, and where the rules that it names do not take
part in it.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules import Rule


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find nothing: whether a mark is used shows only when all other rules have spoken."""
    yield from ()


RULE = Rule("TC901", "unused-ignore", Severity.INFO, check)
