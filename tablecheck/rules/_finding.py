"""Builds a finding out of a disagreement: places, labels, the cited cell, fixes and the fingerprint."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace

from tablecheck.model.evidence import AlignedCell, Disagreement, Evidence
from tablecheck.model.finding import CitedCell, Edit, Exhibit, Finding, Fix, Safety, Severity
from tablecheck.model.headers import normal_label
from tablecheck.model.manuscript import Manuscript, table_name
from tablecheck.model.number import Number
from tablecheck.model.place import PagePlace, Span, TextPlace
from tablecheck.model.table import Cell, Table
from tablecheck.rules._rule import Rule
from tablecheck.rules._words import cited_table, column_words, row_words

_PLAIN_NUMBER = re.compile(r"[-+−–]?[\d.,]*\d\.?(?:[eE][-+]?\d+|[kKMGBT])?")


def finding(
    rule: Rule,
    evidence: Evidence,
    one: Disagreement,
    message: str,
    severity: Severity,
    fixes: Sequence[Fix] = (),
) -> Finding:
    """Write a finding at the first number of a disagreement; its other numbers are related places.

    Where the bibliography pins a version that was not at hand, the finding says which one was read instead, is a
    warning at most, and no fix of it is safe.
    """
    first, *others = one.cells
    if pinned := _other_than_pinned(evidence.manuscript, one):
        message = f"{message}; compared with v{one.match.document.version}, since the cited v{pinned} was not at hand"
        severity = min(severity, Severity.WARNING)
        fixes = [replace(fix, safety=Safety.UNSAFE) for fix in fixes]
    table = one.match.ours
    row, column = row_words(table, first.ours), column_words(table, first.ours)
    return Finding(
        rule=rule.code,
        name=rule.name,
        message=message,
        place=place_of(evidence.manuscript, first.our_number, first.ours),
        text=first.our_number.text,
        severity=severity,
        confidence=one.probability,
        table=table_name(evidence.manuscript, table),
        row=row,
        column=column,
        source=cited(one),
        related=tuple(place_of(evidence.manuscript, other.our_number, other.ours) for other in others),
        fixes=tuple(fixes),
        fingerprint=fingerprint(rule, one.match.key, row, column, first.our_number.text),
    )


def _other_than_pinned(manuscript: Manuscript, one: Disagreement) -> int | None:
    """The version that the bibliography names, where another one was read."""
    reference = manuscript.references.get(one.match.key)
    pinned = reference.arxiv_version if reference else None
    return pinned if one.match.document.version not in (None, pinned) else None


def place_of(manuscript: Manuscript, number: Number | None, cell: Cell) -> TextPlace:
    """Where a number stands; its cell, where the number's own place is not known."""
    if number is not None and number.place is not None:
        return number.place
    if isinstance(cell.place, TextPlace):
        return cell.place
    return TextPlace(manuscript.path, Span(0, 0))


def cited(one: Disagreement) -> CitedCell:
    """The first cited cell in words, and what there is to show of it."""
    match, cell = one.match, one.cells[0].theirs
    place = cell.place if isinstance(cell.place, PagePlace) else match.theirs.place
    return CitedCell(
        key=match.key,
        title=match.document.reference.title,
        version=match.document.version,
        kind=match.document.kind,
        page=place.page + 1 if isinstance(place, PagePlace) else None,
        table=cited_table(match.theirs),
        row=row_words(match.theirs, cell),
        column=column_words(match.theirs, cell),
        text=cell.text,
        exhibit=_exhibit(one),
    )


def _exhibit(one: Disagreement) -> Exhibit:
    elsewhere = one.elsewhere
    is_here = elsewhere is not None and elsewhere.table is one.match.theirs
    return Exhibit(
        document=one.match.document,
        table=one.match.theirs,
        cells=tuple(dict.fromkeys(cell.theirs for cell in one.cells)),
        elsewhere=(elsewhere.cell,) if elsewhere is not None and is_here else (),
    )


def fingerprint(rule: Rule, key: str, row: str, column: str, text: str) -> str:
    """Name a finding by what it says, so that it stays the same when lines, rows or columns move."""
    parts = (rule.code, key, normal_label(row), normal_label(column), text)
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:20]


def replacement(evidence: Evidence, one: Disagreement, severity: Severity) -> tuple[Fix, ...]:
    """Offer the cited value in place of ours; safe only where the finding is an error."""
    number = one.cells[0].our_number
    if one.suggestion is None or one.suggestion == number.text or not is_written_plainly(evidence.manuscript, number):
        return ()
    assert number.place is not None  # noqa: S101 - written plainly means written somewhere
    safety = Safety.SAFE if severity is Severity.ERROR else Safety.UNSAFE
    return (Fix(f"replace {number.text} by {one.suggestion}", safety, (Edit(number.place, one.suggestion),)),)


def exchange(evidence: Evidence, cells: Sequence[AlignedCell], severity: Severity) -> tuple[Fix, ...]:
    """Offer to exchange the numbers of each two cells that follow each other."""
    manuscript = evidence.manuscript
    if len(cells) % 2 or not all(is_written_plainly(manuscript, cell.our_number) for cell in cells):
        return ()
    edits = []
    for one, other in zip(cells[::2], cells[1::2], strict=True):
        for place, text in ((one.our_number.place, other.our_number), (other.our_number.place, one.our_number)):
            assert place is not None  # noqa: S101 - written plainly means written somewhere
            edits.append(Edit(place, _written(manuscript, text)))
    safety = Safety.SAFE if severity is Severity.ERROR else Safety.UNSAFE
    return (Fix("exchange the numbers", safety, tuple(edits)),)


def is_written_plainly(manuscript: Manuscript, number: Number) -> bool:
    """Whether the place of a number holds the number and nothing else, so that it can be replaced unseen."""
    text = _written(manuscript, number)
    return _PLAIN_NUMBER.fullmatch(text) is not None and _digits(text) == _digits(number.text)


def _written(manuscript: Manuscript, number: Number) -> str:
    if number.place is None:
        return ""
    span = number.place.span
    return manuscript.texts.get(number.place.path, "")[span.start : span.end]


def _digits(text: str) -> str:
    return re.sub(r"[^\d.eEkKMGBT]", "", text)


def rows_of(table: Table, cells: Sequence[AlignedCell]) -> tuple[str, ...]:
    """The labels of the rows of cells, each once."""
    return tuple(dict.fromkeys(row_words(table, cell.ours) for cell in cells))


def columns_of(table: Table, cells: Sequence[AlignedCell]) -> tuple[str, ...]:
    """The headers of the columns of cells, each once."""
    return tuple(dict.fromkeys(column_words(table, cell.ours) for cell in cells))
