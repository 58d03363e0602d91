"""Obeys the marks of a manuscript, and says which of them are unused, changed or wrong."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tablecheck.linter.comments import changed_ignore, invalid_ignore, unused_ignore
from tablecheck.linter.comments.marks import Name, Word, marks_of, plain_number
from tablecheck.linter.comments.reach import Invalid, Reach, reaches
from tablecheck.linter.rule_names import ALL_RULES, exactness
from tablecheck.linter.settings import Settings, is_chosen
from tablecheck.model.evidence import Evidence, Unchecked
from tablecheck.model.finding import Acceptance, Finding, Suppression
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.place import TextPlace
from tablecheck.model.problem import Problem
from tablecheck.rules import Rule

_CLOSE = frozenset({Word.IGNORE, Word.NEXT_ROW})
"""Marks that stand at a finding, so that another finding there is the old one changed."""


def obey(
    evidence: Evidence, findings: Sequence[Finding], problems: Sequence[Problem], settings: Settings
) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """Give the findings with the word of the author on those that a mark accepts, and the findings about marks."""
    manuscript = evidence.manuscript
    found = tuple(reaches(manuscript, marks_of(manuscript)))
    valid = [one for one in found if isinstance(one, Reach)]
    judged = tuple(_judge(finding, valid) for finding in findings)
    about = [
        _about(invalid_ignore.RULE, manuscript, one.mark.place, one.why) for one in found if isinstance(one, Invalid)
    ]
    could_look = not any(problem.stage != "read" for problem in problems)
    for one in valid:
        about += _idle(one, evidence, findings, settings, could_look=could_look)
    return judged, tuple(one for one in about if is_chosen(one.rule, one.name, settings))


def _judge(finding: Finding, valid: Sequence[Reach]) -> Finding:
    for reach in valid:
        if _accepts(reach, finding):
            return replace(finding, suppression=Suppression(Acceptance.COMMENT, reach.mark.reason))
    return finding


def _accepts(reach: Reach, finding: Finding) -> bool:
    return _is_within(reach, finding.place) and (not reach.names or any(_means(name, finding) for name in reach.names))


def _means(name: Name, finding: Finding) -> bool:
    is_rule = exactness(name.rule, finding.rule, finding.name) > 0
    return is_rule and (not name.number or name.number == plain_number(finding.text))


def _is_within(reach: Reach, place: TextPlace) -> bool:
    return place.path == reach.mark.place.path and place.span.start in reach.span


def _idle(
    reach: Reach, evidence: Evidence, findings: Sequence[Finding], settings: Settings, *, could_look: bool
) -> Iterator[Finding]:
    """Speak of the names of a mark that accept nothing."""
    near = [finding for finding in findings if _is_within(reach, finding.place)]
    idle = [name for name in reach.names if not any(_means(name, finding) for finding in near)]
    if (reach.names and not idle) or (not reach.names and near):
        return
    open_findings = [finding for finding in near if not any(_means(name, finding) for name in reach.names)]
    mark, manuscript = reach.mark, evidence.manuscript
    if mark.word in _CLOSE and len(idle) == len(reach.names) and open_findings:
        now = open_findings[0]
        words = f"accepts {_named(idle)}, but what is found here is {now.rule} at {now.text}; look again"
        yield _about(changed_ignore.RULE, manuscript, mark.place, words)
    elif could_look and not _is_unchecked(reach, evidence) and all(_takes_part(name, settings) for name in idle):
        what = _named(idle) if idle else "any rule"
        yield _about(
            unused_ignore.RULE, manuscript, mark.place, f"nothing in its reach is found by {what}; take it out"
        )


def _named(names: Sequence[Name]) -> str:
    return ", ".join(f"{name.rule} at {name.number}" if name.number else name.rule for name in names)


def _takes_part(name: Name, settings: Settings) -> bool:
    meant = [rule for rule in ALL_RULES if exactness(name.rule, rule.code, rule.name)]
    return all(is_chosen(rule.code, rule.name, settings) for rule in meant)


def _is_unchecked(reach: Reach, evidence: Evidence) -> bool:
    """Whether a number in reach claims a paper that was not read, so that nothing could be found about it."""
    return any(
        isinstance(place, TextPlace) and _is_within(reach, place)
        for _, cell, reason in evidence.unchecked
        if reason in {Unchecked.NOT_OBTAINED, Unchecked.NO_TABLES}
        for place in [cell.numbers[0].place or cell.place]
    )


def _about(rule: Rule, manuscript: Manuscript, place: TextPlace, words: str) -> Finding:
    text = manuscript.texts[place.path][place.span.start : place.span.end]
    parts = (rule.code, place.path, " ".join(text.split()))
    return Finding(
        rule=rule.code,
        name=rule.name,
        message=f"`{text}`: {words}",
        place=place,
        text=text,
        severity=rule.severity,
        confidence=1.0,
        table="",
        row="",
        column="",
        fingerprint=hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:20],
    )
