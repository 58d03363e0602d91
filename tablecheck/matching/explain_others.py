"""Differences that another version of the paper explains, or another paper that the manuscript cites."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from tablecheck.matching.explain_case import Case, Explanation, most_of
from tablecheck.matching.explain_elsewhere import labelled_alike
from tablecheck.matching.explain_support import by_row
from tablecheck.matching.values import relation
from tablecheck.matching.verify_lines import Comparison, cited_sheet, names_of
from tablecheck.model.document import SourceDocument
from tablecheck.model.evidence import Cause, Elsewhere
from tablecheck.model.match import Relation
from tablecheck.model.table import Cell, Table


def other_versions(case: Case, differing: Sequence[Comparison]) -> Iterator[Explanation]:
    """Rows of ours whose differing numbers another version of the same paper prints under the same labels."""
    for comparisons in by_row(differing).values():
        by_version: dict[int | None, list[tuple[Comparison, Comparison]]] = defaultdict(list)
        for comparison in comparisons:
            for other in case.other_versions.get(comparison.place, ()):
                if other.agrees and other.match.key == comparison.match.key:
                    by_version[other.match.document.version].append((comparison, other))
        if not by_version:
            continue
        version = max(by_version, key=lambda one: (len(by_version[one]), one or 0))
        pairs = by_version[version]
        other = pairs[0][1]
        place = Elsewhere(other.match, other.match.theirs, other.theirs, other.match.key, version)
        explained = {one.place: one for one, _ in pairs}
        yield Explanation(Cause.OTHER_VERSION, tuple(explained.values()), place)


def other_papers(case: Case, differing: Sequence[Comparison]) -> Iterator[Explanation]:
    """Rows of ours whose differing numbers another cited paper prints under the same labels.

    One number of a row is not enough: under equal labels, two papers agree by chance now and then.
    """
    for comparisons in by_row(differing).values():
        key = comparisons[0].match.key
        best: list[tuple[Comparison, Cell]] = []
        where: tuple[str, SourceDocument, Table] | None = None
        for other_key, document, tables in case.sources:
            if other_key == key or document.sha256 == comparisons[0].match.document.sha256:
                continue
            for table in tables:
                found = [(one, cell) for one in comparisons if (cell := _printed_in(table, document, one))]
                if len(found) > len(best):
                    best, where = found, (other_key, document, table)
        if where and most_of(len(best), len(comparisons)):
            other_key, document, table = where
            place = Elsewhere(None, table, best[0][1], other_key, document.version)
            yield Explanation(Cause.OTHER_PAPER, tuple(one for one, _ in best), place)


def _printed_in(table: Table, document: SourceDocument, comparison: Comparison) -> Cell | None:
    names = names_of(comparison.match)
    sheet = cited_sheet(table, document.reference.title)
    ours, column = comparison.our_number, comparison.column
    for cell in labelled_alike(sheet, names.our_rows[comparison.row.ours], names.our_columns[column.ours]):
        for number in cell.numbers:
            if relation(ours, number) in (Relation.EQUAL, Relation.ROUNDED):
                return cell
            if column.scale and relation(ours, number, column.scale) is Relation.SCALED:
                return cell
    return None
