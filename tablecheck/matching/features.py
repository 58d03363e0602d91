"""What is known about each candidate pair of numbers, as the columns of a matrix for the logistic regression."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tablecheck.matching.candidates import CONVERTED, SAME_VALUE, Candidates
from tablecheck.matching.labels import pairwise_containment
from tablecheck.matching.likeness import Likeness
from tablecheck.matching.sheet import Floats, Indices, Sheet
from tablecheck.matching.votes import best_of_rivals, blocs, initial_weights, rarity, settle

Flags = NDArray[np.bool_]

_STEPS = (0.2, 0.35, 0.5)  # of a support between 0 and 1; two or three agreeing neighbours pass all of them
_UNLIKE = 0.5
_NONE = -1  # the favourite of a line that got no votes


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """One row per candidate, one column per name; ``scores`` are those of the settled votes."""

    names: tuple[str, ...]
    matrix: Floats
    scores: Floats


def describe(found: Candidates, ours: Sheet, theirs: Sheet, rows: Likeness, columns: Likeness) -> Features:
    """Describe every candidate by its values, its labels and the votes of its neighbours."""
    row, column = ours.row[found.ours], ours.column[found.ours]
    other_row, other_column = theirs.row[found.theirs], theirs.column[found.theirs]
    row_bloc, column_bloc = blocs(found, ours, theirs)
    first = initial_weights(found)
    significant = np.minimum(ours.significant[found.ours], theirs.significant[found.theirs])
    printed_point = (ours.decimals[found.ours] > 0) | (theirs.decimals[found.theirs] > 0)
    row_like = 0.5 * rows.nearest[row, other_row] + 0.5 * rows.full[row, other_row]
    column_like = 0.5 * columns.nearest[column, other_column] + 0.5 * columns.full[column, other_column]
    information = found.quality * np.minimum(4, significant) / 3 * np.where(printed_point, 1.0, 0.5)
    settled, scores = settle(found, row_bloc, column_bloc, row_like + column_like, information)
    mine, other = rarity(found)
    converted = (found.scale != 0) | found.complement
    named: dict[str, Floats | Indices | Flags] = {
        "quality": found.quality,
        "significant": np.minimum(5, significant),
        "integers": ~printed_point,
        "same value": found.quality >= np.where(converted, SAME_VALUE * CONVERTED, SAME_VALUE),
        "log rivals": np.log(mine * other),
        "row nearest": rows.nearest[row, other_row],
        "row full": rows.full[row, other_row],
        "row around": rows.around[row, other_row],
        "row ours in": rows.ours_in[row, other_row],
        "row theirs in": rows.theirs_in[row, other_row],
        "column nearest": columns.nearest[column, other_column],
        "column full": columns.full[column, other_column],
        "column ours in": columns.ours_in[column, other_column],
        "column theirs in": columns.theirs_in[column, other_column],
        "row same": row_like > 0.95,
        "column same": column_like > 0.95,
        "both alike": np.maximum(row_like, 0) * np.maximum(column_like, 0),
        "row like over rivals": row_like - best_of_rivals(found.ours, row_like),
        "row like over their rivals": row_like - best_of_rivals(found.theirs, row_like),
        "column like over rivals": column_like - best_of_rivals(found.ours, column_like),
        "column like over their rivals": column_like - best_of_rivals(found.theirs, column_like),
        "names in": _names_in(found, ours, theirs),
        "score": scores,
        "score over rivals": scores - best_of_rivals(found.ours, scores),
        "score over their rivals": scores - best_of_rivals(found.theirs, scores),
    }
    for name, weights in (("first", first), ("settled", settled)):
        by_row, by_column = row_bloc.total(weights), column_bloc.total(weights)
        named |= {
            f"{name} weight": weights,
            f"{name} row votes": np.log1p(np.maximum(0, by_row - weights)),
            f"{name} column votes": np.log1p(np.maximum(0, by_column - weights)),
            f"{name} row lead": _lead(row, other_row, by_row),
            f"{name} column lead": _lead(column, other_column, by_column),
        }
    agreement = _agreement(found, ours, theirs, settled)
    named |= agreement
    named |= _doubts(row_like, column_like, named)
    matrix = np.column_stack([np.asarray(values, dtype=np.float64) for values in named.values()])
    return Features(tuple(named), matrix, scores)


def _doubts(row_like: Floats, column_like: Floats, named: Mapping[str, Floats | Indices | Flags]) -> dict[str, Floats]:
    """Say where nothing vouches for a row or a column.

    A regression adds up, so a well supported column would make up for a row that has nothing in common. Steps
    and products let it see that a copy needs both.
    """
    row_support = _support(row_like, named["row agreeing"])
    column_support = _support(column_like, named["column agreeing"])
    alone, column_alone = named["row agreeing"] == 0, named["column agreeing"] == 0
    steps = {f"row support below {step}": row_support < step for step in _STEPS}
    doubts = {
        "row support": row_support,
        "column support": column_support,
        "both supported": row_support * column_support,
        "weaker support": np.minimum(row_support, column_support),
        "weaker lead": np.minimum(named["settled row lead"], named["settled column lead"]),
        "row contradicted": alone * named["row disagreeing"] * (1 - np.clip(row_like, 0, 1)),
        "row alone and unlike": alone & (row_like < _UNLIKE),
        "column alone and unlike": column_alone & (column_like < _UNLIKE),
        "names apart": named["names in"] < _UNLIKE,
        **steps,
    }
    return {name: np.asarray(values, dtype=np.float64) for name, values in doubts.items()}


def _support(likeness: Floats, log_agreeing: Floats | Indices | Flags) -> Floats:
    """How sure a pair of lines is when either its names or its other numbers can vouch for it."""
    support: Floats = 1 - (1 - np.clip(likeness, 0, 1) ** 3) * 0.5 ** np.expm1(log_agreeing)
    return support


def _names_in(found: Candidates, ours: Sheet, theirs: Sheet) -> Floats:
    """Compare all names around the two cells, whichever side of the table they stand on."""
    if not len(found):
        return np.zeros(0)
    mine = [_cell_name(ours, index) for index in range(len(ours.entries))]
    other = [_cell_name(theirs, index) for index in range(len(theirs.entries))]
    return pairwise_containment([mine[index] for index in found.ours], [other[index] for index in found.theirs])


def _cell_name(sheet: Sheet, index: int) -> str:
    row, column = sheet.rows[sheet.row[index]], sheet.columns[sheet.column[index]]
    return " ".join(part for part in (row.around, row.full, column.around, column.full) if part)


def _lead(line: Indices, other: Indices, votes: Floats) -> Floats:
    """How near the votes of a pair of lines come to those of the best pair with either line."""
    if not len(votes):
        return votes
    best, their_best = np.zeros(line.max() + 1), np.zeros(other.max() + 1)
    np.maximum.at(best, line, votes)
    np.maximum.at(their_best, other, votes)
    lead: Floats = votes / np.maximum(1e-9, np.maximum(best[line], their_best[other]))
    return lead


def _agreement(found: Candidates, ours: Sheet, theirs: Sheet, weights: Floats) -> dict[str, Floats]:
    """Ask, for the pairs of lines of each candidate, which share of the cells that can be compared agrees.

    The columns of ours are taken to be the columns of theirs that most votes go to, and the rows likewise.
    """
    shape, their_shape = (len(ours.rows), len(ours.columns)), (len(theirs.rows), len(theirs.columns))
    filled, their_filled = _filled(ours, shape), _filled(theirs, their_shape)
    row, column = ours.row[found.ours], ours.column[found.ours]
    other_row, other_column = theirs.row[found.theirs], theirs.column[found.theirs]
    column_of = _favourites(column, other_column, weights, shape[1], their_shape[1])
    row_of = _favourites(row, other_row, weights, shape[0], their_shape[0])
    their_column_of = _favourites(other_column, column, weights, their_shape[1], shape[1])
    their_row_of = _favourites(other_row, row, weights, their_shape[0], shape[0])
    row_compared, row_agreeing = _counts(
        row, other_row, column_of[column] == other_column, column, filled, _of_favourites(their_filled, column_of)
    )
    column_compared, column_agreeing = _counts(
        column, other_column, row_of[row] == other_row, row, filled.T, _of_favourites(their_filled.T, row_of)
    )
    return {
        "row rate": (row_agreeing + 0.5) / (row_compared + 1),
        "row agreeing": np.log1p(row_agreeing),
        "row disagreeing": np.log1p(row_compared - row_agreeing),
        "column rate": (column_agreeing + 0.5) / (column_compared + 1),
        "column agreeing": np.log1p(column_agreeing),
        "column disagreeing": np.log1p(column_compared - column_agreeing),
        "on favourite row": (row_of[row] == other_row).astype(np.float64),
        "on favourite column": (column_of[column] == other_column).astype(np.float64),
        "on their favourite row": (their_row_of[other_row] == row).astype(np.float64),
        "on their favourite column": (their_column_of[other_column] == column).astype(np.float64),
    }


def _counts(
    line: Indices, other: Indices, aligned: Indices, across: Indices, filled: Floats, their_filled: Floats
) -> tuple[Floats, Floats]:
    """The numbers of cells that can be compared and that agree, leaving out the candidate itself."""
    width = their_filled.shape[0]
    pairs = line * width + other
    cells = np.unique(np.stack([pairs[aligned], across[aligned]]), axis=1)
    agreeing = np.bincount(cells[0], minlength=filled.shape[0] * width)[pairs] - aligned
    # at most the lines that occur are multiplied, so a table of a thousand rows stays cheap
    compared = (filled @ their_filled.T)[line, other] - aligned
    agree = np.maximum(0, agreeing).astype(np.float64)
    return np.maximum(compared, agree), agree


def _filled(sheet: Sheet, shape: tuple[int, int]) -> Floats:
    filled = np.zeros(shape)
    filled[sheet.row, sheet.column] = 1
    return filled


def _favourites(line: Indices, other: Indices, weights: Floats, count: int, their_count: int) -> Indices:
    votes = np.bincount(line * their_count + other, weights=weights, minlength=count * their_count)
    votes = votes.reshape(count, their_count)
    return np.where(votes.max(axis=1, initial=0) > 0, votes.argmax(axis=1), _NONE)


def _of_favourites(their_filled: Floats, favourites: Indices) -> Floats:
    """The lines of theirs in the order of ours; empty where ours has no favourite."""
    return np.where(favourites >= 0, their_filled[:, favourites], 0.0)
