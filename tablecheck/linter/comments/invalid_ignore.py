"""A mark for tablecheck cannot be obeyed as it is written.

## Why it matters

Its author believes that it accepts a finding.

## Example

`% tablecheck: ignore[TC999]` names no rule, `% tablecheck: disable` does not say which rules, and
`% tablecheck: ignroe` is no word that tablecheck knows. The message says what is wrong.

## When it stays silent

In comments that do not begin with `tablecheck:`.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules import Rule


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find nothing: the linter speaks of marks when it obeys them."""
    yield from ()


RULE = Rule("TC902", "invalid-ignore", Severity.WARNING, check)
