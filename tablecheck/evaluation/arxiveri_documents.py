"""arXiVeri with the source tables taken out of the papers themselves instead of the benchmark's HTML.

What is scored is the whole road: a target cell is right when it is linked to an extracted cell that prints the
ground truth's number under a row label and a column header that agree with those of the ground truth's cell.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from hashlib import sha256
from pathlib import Path

from tablecheck.evaluation.arxiveri import labelled_links
from tablecheck.evaluation.arxiveri_data import Pair
from tablecheck.extractors.html import read_html_table
from tablecheck.extractors.registry import extract, kind_of
from tablecheck.matching.labels import similarity
from tablecheck.matching.match import LIKELY, best_first, match_table
from tablecheck.model.citation import Reference
from tablecheck.model.document import SourceDocument
from tablecheck.model.errors import UsageError
from tablecheck.model.headers import column_path, row_path
from tablecheck.model.match import CellMatch
from tablecheck.model.table import Table

SAME_LABEL = 0.8
"""Likeness from which two labels agree; footnote marks, hyphenation and the section's name may differ."""


@dataclass(frozen=True, slots=True)
class DocumentScores:
    """The measures, in percent, over the pairs whose source paper is there.

    ``value_and_row_f1`` asks for the number and the row label only. ``right_table`` is the share of the pairs
    with a source table most of whose links have both.
    """

    pairs: int
    recall: float
    precision: float
    f1: float
    value_and_row_f1: float
    right_table: float


def score_documents(pairs: Sequence[Pair], documents: Path, extractor: str | None = None) -> DocumentScores:
    """Link the targets to the tables extracted from the papers in a folder.

    Args:
        pairs: The benchmark's pairs; those whose source paper is not in the folder are left out.
        documents: A folder with files named by arXiv identifier (``2103.14030.pdf``).
        extractor: Which extractor reads them; the one for their kind where ``None``.

    Raises:
        UsageError: there is no such folder or no such extractor.
    """
    if not documents.is_dir():
        raise UsageError(f"{documents}: no such folder; name the one that holds the papers as PDF, HTML or LaTeX")
    files = {path.stem: path for path in sorted(documents.iterdir()) if path.is_file()}
    used = [pair for pair in pairs if pair.source_id in files]
    tables = {name: _extract(files[name], extractor) for name in sorted({pair.source_id for pair in used})}
    verdicts = [_judge(pair, tables[pair.source_id]) for pair in used]
    matched = [(pair, verdict) for pair, verdict in zip(used, verdicts, strict=True) if pair.truth]
    links, truths = sum(map(len, verdicts)), sum(len(pair.truth) for pair in used)
    in_row = sum(found is not _Found.WRONG for verdict in verdicts for found in verdict)
    in_place = sum(found is _Found.IN_PLACE for verdict in verdicts for found in verdict)
    tables_right = sum(2 * sum(found is not _Found.WRONG for found in verdict) > len(verdict) for _, verdict in matched)
    return DocumentScores(
        pairs=len(used),
        recall=_percent(in_place, truths),
        precision=_percent(in_place, links),
        f1=_percent(2 * in_place, truths + links),
        value_and_row_f1=_percent(2 * in_row, truths + links),
        right_table=_percent(tables_right, len(matched)),
    )


class _Found(Enum):
    WRONG = auto()
    IN_ROW = auto()  # the number and its row label are right, the column header is not
    IN_PLACE = auto()


def _extract(path: Path, extractor: str | None) -> tuple[SourceDocument | None, tuple[Table, ...]]:
    content = path.read_bytes()
    kind = kind_of(content)
    if kind is None:
        return None, ()
    document = SourceDocument(Reference(path.stem), kind, content, sha256(content).hexdigest(), str(path))
    return document, extract(document, extractor).tables


def _judge(pair: Pair, source: tuple[SourceDocument | None, tuple[Table, ...]]) -> list[_Found]:
    """Give a verdict on each linked cell of the table that fits best."""
    document, tables = source
    if document is None:
        return []
    document = replace(document, reference=replace(document.reference, title=pair.source_title))
    ours = read_html_table(pair.target.html, pair.target.caption)
    found = [match_table(ours, table, document, pair.source_id) for table in tables]
    ranked = best_first([match for match in found if match is not None])
    if not ranked or ranked[0].score < LIKELY:
        return []
    truth_table = read_html_table(pair.source_table.html, pair.source_table.caption)
    return [_verdict(pair, truth_table, ranked[0].theirs, link) for link in labelled_links(ranked[0])]


def _verdict(pair: Pair, truth_table: Table, extracted: Table, link: CellMatch) -> _Found:
    place = pair.truth.get((link.ours.row, link.ours.column))
    truth = truth_table.at(*place) if place is not None else None
    if truth is None or all(number.value != link.their_number.value for number in truth.numbers):
        return _Found.WRONG
    if not _alike(row_path(truth_table, truth.row), row_path(extracted, link.theirs.row)):
        return _Found.WRONG
    headers = column_path(truth_table, truth.column), column_path(extracted, link.theirs.column)
    return _Found.IN_PLACE if _alike(*headers) else _Found.IN_ROW


def _alike(one: Sequence[str], other: Sequence[str]) -> bool:
    if not one or not other:
        return not one and not other
    return similarity(" ".join(one), " ".join(other)) >= SAME_LABEL


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 2) if whole else 0.0
