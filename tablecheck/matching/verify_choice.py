"""Which version of a paper is the one compared, and which of several cited tables a row of ours comes from."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from tablecheck.matching.verify_lines import Comparison, Place
from tablecheck.model.citation import Reference
from tablecheck.model.document import SourceDocument

_CLEAR_LEAD = 2  # agreeing numbers by which the table of a row must lead before another table counts as elsewhere


def versions_in_order(documents: Iterable[SourceDocument], reference: Reference | None) -> tuple[int | None, ...]:
    """The versions of a paper, the one to compare first: the pinned one, else the newest; unknown ones last."""
    versions = {document.version for document in documents}
    pinned = reference.arxiv_version if reference else None
    return tuple(sorted(versions, key=lambda version: (version != pinned or pinned is None, -(version or 0))))


def chosen(comparisons: Sequence[Comparison]) -> dict[Place, Comparison]:
    """Choose for each number of ours the comparison that counts.

    Each row has a home: the cited table in which most of its numbers agree. A number that disagrees there and
    agrees in another table counts as agreeing only where the home is not clearly the better one; otherwise it
    was taken from the wrong table.
    """
    by_row: dict[int, list[Comparison]] = defaultdict(list)
    for comparison in comparisons:
        by_row[comparison.ours.row].append(comparison)
    found: dict[Place, Comparison] = {}
    for of_row in by_row.values():
        found.update(_of_row(of_row))
    return found


def _of_row(comparisons: Sequence[Comparison]) -> dict[Place, Comparison]:
    agreeing: dict[int, int] = defaultdict(int)
    for comparison in comparisons:
        agreeing[id(comparison.match)] += comparison.agrees
    ranked = sorted(
        comparisons,
        key=lambda one: (-agreeing[id(one.match)], -one.row.similarity - one.column.similarity, -one.match.score),
    )
    found: dict[Place, Comparison] = {}
    for comparison in ranked:
        first = found.setdefault(comparison.place, comparison)
        lead = agreeing[id(first.match)] - agreeing[id(comparison.match)]
        if comparison.agrees and not first.agrees and lead < _CLEAR_LEAD:
            found[comparison.place] = comparison
    return found
