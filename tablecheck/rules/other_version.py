"""The number is that of another version of the cited paper.

## Why it matters

Authors correct their results. A number of an old version may be one they withdrew; a reader who looks it up finds
another one.

## Example

The bibliography does not say which version is meant. The manuscript prints `52.31`, which is what version 1 has; the
newest version, 3, prints `53.08`. Quote the newest value, or pin `v1` in the bibliography.

## When it stays silent

Where the bibliography pins a version and the number is quoted from it, whatever newer versions print.
"""

from collections.abc import Iterator

from tablecheck.model.evidence import Cause, Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules._finding import finding, replacement
from tablecheck.rules._rule import Rule
from tablecheck.rules._severity import is_placed
from tablecheck.rules._words import cited_place, numbers_of

_TELLING = 3  # digits that both versions do not have at one place by chance, whatever its labels


def check(evidence: Evidence) -> Iterator[Finding]:
    """Find numbers that only another version of the cited paper prints."""
    for one in evidence.disagreements:
        if one.cause is not Cause.OTHER_VERSION or one.elsewhere is None:
            continue
        first = one.cells[0]
        matched, compared = _name(one.elsewhere.version), _name(one.match.document.version)
        message = (
            f"{numbers_of(one)} from {matched} of the paper; {compared} prints {first.their_number.text} "
            f"({cited_place(one.match, first.theirs)}); quote that, or pin the version that is meant"
        )
        is_sure = is_placed(one) or len(first.our_number.digits) >= _TELLING
        severity = Severity.WARNING if is_sure else Severity.INFO
        fixes = replacement(evidence, one, severity) if len(one.cells) == 1 else ()
        yield finding(RULE, evidence, one, message, severity, fixes)


def _name(version: int | None) -> str:
    return "an unnumbered version" if version is None else f"v{version}"


RULE = Rule("TC301", "other-version", Severity.WARNING, check)
