"""A mark accepts another finding than the one that is there now.

## Why it matters

What was accepted was one number and one reason. Where either has changed, the author should look again.

## Example

`% tablecheck: ignore[TC101=66.3] measured again` accepts `66.3`; the manuscript prints `67.3` by now, or the finding
has become one of another rule. The finding itself is reported as well.

## When it stays silent

Where the mark names neither a rule nor a number: it accepts whatever is there.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules import Rule


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find nothing: whether a finding has changed shows only when all other rules have spoken."""
    yield from ()


RULE = Rule("TC903", "changed-ignore", Severity.WARNING, check)
