"""A data set of documents whose tables are known."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tablecheck.model.markup import SIGNS
from tablecheck.model.place import PagePlace
from tablecheck.model.table import Cell, Table, with_numbers

_SHIFTED = re.compile(r"[\^_]\(([^()]*)\)")
_DASHES = re.compile("[‐-―−﹣－]")
_SIGNS = str.maketrans(SIGNS)


@dataclass(frozen=True, slots=True)
class Sample:
    """One document and the tables that stand in it.

    Tables carry a ``PagePlace`` where the data set knows it; without one they can be found by their text only.
    """

    name: str
    path: Path
    tables: tuple[Table, ...]


@dataclass(frozen=True, slots=True)
class DataSet:
    """Documents with their tables; ``rejected`` counts what could not be used, by reason."""

    name: str
    samples: tuple[Sample, ...]
    rejected: Mapping[str, int] = field(default_factory=dict)


class Rejected(Exception):  # noqa: N818 - it names what becomes of a sample
    """A table or document of a data set cannot be used; the text is the reason it is counted under."""


@dataclass(slots=True)
class Rejections:
    """Counts what a reader leaves out."""

    counts: Counter[str] = field(default_factory=Counter)

    def add(self, reason: object) -> None:
        self.counts[str(reason)] += 1


def known_table(cells: Iterable[tuple[range, range, str]], place: PagePlace | None) -> Table:
    """Build a table from the rows, the columns and the text of its cells; rows and columns begin at 0.

    Raises:
        Rejected: there is no cell, or two cells overlap.
    """
    given = list(cells)
    if not given:
        raise Rejected("no cells")
    top = min(rows.start for rows, _, _ in given)
    left = min(columns.start for _, columns, _ in given)
    built = (
        Cell(rows.start - top, columns.start - left, normal_text(text), len(rows), len(columns))
        for rows, columns, text in given
    )
    try:
        return Table(tuple(with_numbers(cell) for cell in built), place=place)
    except ValueError:
        raise Rejected("cells overlap") from None


def normal_text(text: str) -> str:
    """Fold what extractors and annotators write differently: raised runs, compatibility forms, dashes, signs, spaces.

    Soric et al. do not state their normalisation; this one is applied to both sides.
    """
    folded = _DASHES.sub("-", unicodedata.normalize("NFKC", _SHIFTED.sub(r"\1", text))).translate(_SIGNS)
    return re.sub(r"\s+", " ", folded).strip()


def normal_table(table: Table) -> Table:
    """Fold the texts of a table that was read, as those of the data set are folded."""
    cells = (
        with_numbers(Cell(cell.row, cell.column, normal_text(cell.text), cell.row_span, cell.column_span))
        for cell in table.cells
    )
    return Table(tuple(cells), table.caption, table.label, place=table.place, confidence=table.confidence)
