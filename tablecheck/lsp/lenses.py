"""A line above each table: how much of it was checked."""

from collections.abc import Iterator

from lsprotocol import types

from tablecheck.lsp.comparisons import pairs_of
from tablecheck.lsp.looking import View
from tablecheck.model.place import Span
from tablecheck.model.report import TableCoverage

OPEN_REPORT = "tablecheck.openReport"


def lenses(view: View) -> Iterator[types.CodeLens]:
    """A lens for each table of a document with numbers in it; its command opens the report."""
    tables = view.checked.report.manuscript.tables
    for table, coverage in zip(tables, view.checked.report.coverage.by_table, strict=True):
        if not coverage.numbers or coverage.place is None or coverage.place.path != view.name:
            continue
        start = coverage.place.span.start
        where = view.range(Span(start, start))
        if where is not None:
            words = lens_words(coverage, len({one.match.key for one in pairs_of(view.evidence, table)}))
            yield types.CodeLens(where, types.Command(words, OPEN_REPORT, arguments=[view.document.uri]))


def lens_words(coverage: TableCoverage, papers: int) -> str:
    """Say how much of a table was checked.

    >>> lens_words(TableCoverage("tab:main", numbers=40, checked=34, agree=32, differ=2, unchecked=6), 5)
    '34 of 40 numbers checked against 5 papers, 2 differ'
    """
    claimed = coverage.checked + coverage.unchecked
    if not claimed:
        return "no number here cites a paper"
    against = f"{papers} paper{'' if papers == 1 else 's'}"
    words = f"{coverage.checked} of {coverage.numbers} numbers checked against {against}"
    if not coverage.checked:
        words = f"none of {claimed} cited numbers could be checked"
    parts = [f"{coverage.differ} differ{'s' if coverage.differ == 1 else ''}"] if coverage.differ else []
    parts += [f"{coverage.rerun} run again"] if coverage.rerun else []
    missed = coverage.unchecked - coverage.rerun
    parts += [f"{missed} could not be"] if missed and coverage.checked else []
    return ", ".join([words, *parts])
