"""Applies fixes to texts, and checks what they lead to."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from tablecheck.model.finding import Edit, Finding, Fix, Safety, Severity
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.report import Report

Texts = Mapping[str, str]
"""Texts by the paths of the manuscript."""

_MOST_ROUNDS = 10  # a fix seldom uncovers another; three rounds have been seen
_MOST_SINGLE = 50  # fixes that are tried one by one where all of them together do harm


@dataclass(frozen=True, slots=True)
class Fixed:
    """What a repair has come to: the report on the mended texts, those texts, and the findings that were mended."""

    report: Report
    texts: Texts
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """A finding and the one fix that may be applied to it."""

    finding: Finding
    fix: Fix


_Try = Callable[[Fixed, tuple[Choice, ...]], Fixed | None]
"""Applies choices and checks; gives ``None`` where they do harm."""


def repair(
    report: Report,
    read: Callable[[Texts], Manuscript],
    check: Callable[[Manuscript], Report],
    floor: Severity = Severity.WARNING,
    *,
    unsafe: bool = False,
) -> Fixed:
    """Apply fixes to the texts of a report, check them, and go on until there is nothing left to mend.

    ``read`` reads the manuscript with other texts in place of some of its own. Findings below ``floor`` are left
    alone. A fix after which there is a finding that was not there before is taken back. Nothing is written.

    Raises:
        Cancelled: ``check`` says so.
    """

    def tried(now: Fixed, choices: tuple[Choice, ...]) -> Fixed | None:
        edits = [edit for choice in choices for edit in choice.fix.edits]
        texts = {**now.texts, **edited(now.report.manuscript.texts, edits)}
        after = check(read(texts))
        if _is_worse(now.report, after, choices):
            return None
        return Fixed(after, texts, (*now.findings, *(choice.finding for choice in choices)))

    now = Fixed(report, {})
    refused: set[tuple[Edit, ...]] = set()
    for _ in range(_MOST_ROUNDS):
        choices = tuple(
            one for one in chosen_fixes(now.report.findings, floor, unsafe=unsafe) if one.fix.edits not in refused
        )
        if not choices:
            break
        better = tried(now, choices)
        if better is None:
            better = _one_by_one(now, choices, tried)
            if not better.findings[len(now.findings) :]:
                break
            refused |= {choice.fix.edits for choice in choices}
        now = better
    return now


def chosen_fixes(findings: Iterable[Finding], floor: Severity, *, unsafe: bool) -> tuple[Choice, ...]:
    """The fixes that may be applied together: of each finding the only one that may, and no two at one place."""
    chosen: list[Choice] = []
    taken: list[Edit] = []
    for finding in findings:
        fixes = [fix for fix in finding.fixes if fix.edits and (unsafe or fix.safety is Safety.SAFE)]
        if finding.severity < floor or len(fixes) != 1:
            continue  # where there is a choice it is the author's
        edits = fixes[0].edits
        if not any(_touch(edit, other) for edit in edits for other in taken) and not _overlap(edits):
            chosen.append(Choice(finding, fixes[0]))
            taken += edits
    return tuple(chosen)


def edited(texts: Texts, edits: Iterable[Edit]) -> dict[str, str]:
    """Apply edits that do not touch each other; gives the texts that change."""
    changed: dict[str, str] = {}
    for edit in sorted(edits, key=lambda edit: edit.place, reverse=True):
        path, span = edit.place.path, edit.place.span
        text = changed.get(path, texts[path])
        changed[path] = text[: span.start] + edit.new_text + text[span.end :]
    return changed


def _one_by_one(
    now: Fixed, choices: tuple[Choice, ...], tried: Callable[[Fixed, tuple[Choice, ...]], Fixed | None]
) -> Fixed:
    """Apply those fixes that do no harm by themselves; the last first, so that the places of the others stay."""
    for choice in sorted(choices, key=lambda one: one.finding.place, reverse=True)[:_MOST_SINGLE]:
        current = next((one for one in now.report.findings if one.fixes and choice.fix in one.fixes), None)
        if current is not None:
            now = tried(now, (choice,)) or now
    return now


def _is_worse(before: Report, after: Report, choices: tuple[Choice, ...]) -> bool:
    """Whether fixes did harm or no good.

    Less was compared, or there is a warning or an error that was not there before, or there is something to say of a
    number that a fix has written, and not every fix has made a number agree.
    """
    known = {finding.fingerprint for finding in before.findings}
    new = [finding for finding in after.findings if finding.fingerprint not in known]
    written = {edit.new_text for choice in choices for edit in choice.fix.edits}
    helped = after.coverage.agree - before.coverage.agree >= len(choices)
    return (
        after.coverage.checked < before.coverage.checked
        or any(finding.severity >= Severity.WARNING for finding in new)
        or (any(finding.text in written for finding in new) and not helped)
    )


def _overlap(edits: tuple[Edit, ...]) -> bool:
    return any(_touch(one, other) for place, one in enumerate(edits) for other in edits[:place])


def _touch(one: Edit, other: Edit) -> bool:
    ours, theirs = one.place.span, other.place.span
    return one.place.path == other.place.path and ours.start <= theirs.end and theirs.start <= ours.end
