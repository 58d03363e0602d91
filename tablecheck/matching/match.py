"""Whether a table of ours repeats a table of a cited paper, and which rows, columns and cells."""

from collections.abc import Collection, Sequence
from functools import lru_cache

import numpy as np

from tablecheck.matching.assign import assign
from tablecheck.matching.evidence import table_features
from tablecheck.matching.labels import normal, pairwise_containment
from tablecheck.matching.lines import SAME_NAME, Lines, align, aligned_too
from tablecheck.matching.marked import with_marked_rows, with_marked_tables
from tablecheck.matching.own_names import name_for
from tablecheck.matching.pairing import Pairing, lay_beside
from tablecheck.matching.probability import Weights, logistic, weights_of
from tablecheck.matching.sheet import Floats, Indices, Sheet, prepare
from tablecheck.matching.values import relation
from tablecheck.model.document import SourceDocument
from tablecheck.model.match import CellMatch, Relation, TableMatch
from tablecheck.model.table import Cell, Table

TAKEN = -0.2
"""Log odds from which a candidate is taken for a copy. The F1 of calibrated probabilities is best a little below
even (half of the F1 itself); from -0.1 to -0.4 it is the same on the development half."""

LIKELY = 0.5  # probability from which a table counts as repeated though no names correspond
_NEARLY = 0.95  # share of the best table's copies from which another one explains ours as well
_FRESH_COPIES = 2  # a second table of the same paper must explain at least two more numbers: one is often chance


def match_table(
    ours: Table, theirs: Table, document: SourceDocument, key: str, *, cells: Collection[Cell] | None = None
) -> TableMatch | None:
    """Lay a table of ours beside one of a cited paper; ``None`` where nothing speaks for a copy.

    Args:
        ours: The table of the manuscript.
        theirs: A table of the cited paper.
        document: What ``theirs`` was read from; its reference gives the name behind "ours" there.
        key: The citation that led to the document.
        cells: The cells of ours that claim this source; all where ``None``.

    Returns:
        The match. Its rows and columns are also aligned where the names clearly correspond but no number
        agrees; each line takes part at most once. Its ``cells`` are those that agree.
    """
    sheet = prepare(ours, cells=cells)
    name = name_for(sheet, document.reference.title)
    weights = weights_of("cells"), weights_of("tables")
    return match_sheets(sheet, _prepared(theirs, name), document, key, *weights)


def match_sheets(
    ours: Sheet, theirs: Sheet, document: SourceDocument, key: str, cell_weights: Weights, table_weights: Weights
) -> TableMatch | None:
    """The same for tables that are prepared already and weights of the caller's choice."""
    if not ours.entries or not theirs.entries:
        return None
    pairing = lay_beside(ours, theirs)
    log_odds = cell_weights.log_odds(pairing.features.matrix)
    probability = logistic(log_odds)
    chosen = assign(pairing.found.ours, pairing.found.theirs, log_odds - TAKEN)
    lines = align(pairing, chosen, probability)
    if not len(chosen) and not _named_alike(lines):
        return None
    evidence = table_features(pairing, log_odds, probability)
    cells = _cell_matches(pairing, np.union1d(chosen, aligned_too(pairing, chosen, lines)), probability)
    return TableMatch(
        ours=ours.table,
        theirs=theirs.table,
        document=document,
        key=key,
        score=round(float(logistic(table_weights.log_odds(evidence[None, :]))[0]), 4),
        rows=lines.rows,
        columns=lines.columns,
        cells=tuple(cell for cell in cells if cell.relation is not Relation.DIFFERENT),
        transposed=pairing.transposed,
        inexact=tuple(cell for cell in cells if cell.relation is Relation.DIFFERENT),
    )


def copies(match: TableMatch) -> float:
    """The number of copied cells to expect in a match; numbers printed without a point, like years, tell nothing."""
    return sum(cell.probability for cell in match.cells if "." in cell.our_number.text or "." in cell.their_number.text)


def best_first(matches: Sequence[TableMatch]) -> list[TableMatch]:
    """Order the tables of one paper by how many copies of ours they explain.

    Tables that explain nearly as many as the best, such as the disjoint and the overlapping setting of one
    experiment, are told apart by their captions.
    """
    enough = _NEARLY * max((copies(match) for match in matches), default=0.0)

    def rank(match: TableMatch) -> tuple[bool, float, float, float, int]:
        explained = copies(match)
        is_near = explained >= enough and explained > 0
        captions = _caption_likeness(match) if is_near else 0.0
        return is_near, captions, explained, match.score, _names_shared(match)

    return sorted(matches, key=rank, reverse=True)


def match_sources(
    ours: Table, candidates: Sequence[tuple[str, SourceDocument, Sequence[Table]]]
) -> tuple[TableMatch, ...]:
    """Find, for each cited document, the tables of it that a table of ours repeats.

    Args:
        ours: The table of the manuscript; its attributions say which cells claim which source.
        candidates: Citation key, document, and the tables read out of it. Several versions of one paper are
            several documents and are matched each by itself.

    Returns:
        The matches, best first for each document. A document none of whose tables fits gives none; several
        tables of one document may serve where each explains numbers that the others do not.
    """
    matches: list[TableMatch] = []
    for key, document, tables in candidates:
        cells = [cell for cell in ours.cells if not cell.is_header and key in ours.claimed_keys(cell)]
        for claiming, possible, is_named in with_marked_tables(ours, cells, key, document, tables):
            sheet = prepare(ours, cells=claiming)
            matches += map(with_marked_rows, _match_document(sheet, possible, document, key, is_named=is_named))
    return tuple(matches)


def _match_document(
    ours: Sheet, tables: Sequence[Table], document: SourceDocument, key: str, *, is_named: bool = False
) -> list[TableMatch]:
    """Match with the tables of one document; those the author names need not look likely."""
    name = name_for(ours, document.reference.title)
    weights = weights_of("cells"), weights_of("tables")
    found = [match_sheets(ours, _prepared(table, name), document, key, *weights) for table in tables]
    likely = [match for match in found if match is not None and (is_named or _is_likely(match))]
    kept: list[TableMatch] = []
    explained: set[tuple[int, int]] = set()
    rows: set[int] = set()
    for match in best_first(likely):
        fresh = {(cell.ours.row, cell.ours.column) for cell in match.cells} - explained
        fresh_rows = {row.ours for row in match.rows} - rows
        if not kept or len(fresh) >= _FRESH_COPIES or (fresh_rows and not match.cells):
            kept.append(match)
            explained |= fresh
            rows |= fresh_rows
    return kept


@lru_cache(maxsize=512)
def _prepared(theirs: Table, name: str) -> Sheet:
    """Prepare a cited table once for all tables of ours that cite its paper."""
    return prepare(theirs, name)


def _caption_likeness(match: TableMatch) -> float:
    return float(pairwise_containment([normal(match.ours.caption)], [normal(match.theirs.caption)])[0])


def _is_likely(match: TableMatch) -> bool:
    return match.score >= LIKELY or _names_shared(match) > 0


def _names_shared(match: TableMatch) -> int:
    """The number of cells that stand under the same two names in both tables."""
    rows = sum(row.similarity >= SAME_NAME for row in match.rows)
    return rows * sum(column.similarity >= SAME_NAME for column in match.columns)


def _named_alike(lines: Lines) -> bool:
    return any(row.similarity >= SAME_NAME for row in lines.rows) and any(
        column.similarity >= SAME_NAME for column in lines.columns
    )


def _cell_matches(pairing: Pairing, chosen: Indices, probability: Floats) -> list[CellMatch]:
    found = pairing.found
    matches = []
    for index in chosen:
        mine, other = pairing.ours.entries[found.ours[index]], pairing.theirs.entries[found.theirs[index]]
        kind = relation(mine.number, other.number, int(found.scale[index]), bool(found.complement[index]))
        certainty = round(float(probability[index]), 4)
        matches.append(CellMatch(mine.cell, other.cell, mine.number, other.number, kind, certainty))
    return matches
