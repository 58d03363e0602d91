"""``tablecheck eval tables``: how well an extractor finds and reads the tables of a data set.

The protocol is that of Soric et al. (arXiv 2511.16134), section 5 and appendices D and E, with one figure
added that tablecheck needs: numbers under their right row label and column header.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tablecheck.evaluation.datasets import read_data_set
from tablecheck.evaluation.detection import (
    Counts,
    average_precision,
    box_overlap,
    calibration_error,
    expected_counts,
    pair_tables,
    text_overlap,
)
from tablecheck.evaluation.grits import grits_content, grits_topology
from tablecheck.evaluation.linked_values import Link, linked_values
from tablecheck.evaluation.predictions import Prediction, predict
from tablecheck.evaluation.samples import DataSet, normal_table
from tablecheck.evaluation.teds import teds
from tablecheck.model.errors import UsageError
from tablecheck.model.progress import Progress, silent
from tablecheck.model.table import Table


@dataclass(frozen=True, slots=True)
class Structure:
    """Mean GriTS-Top, GriTS-Con and TEDS over the tables that were found; 0 where none was."""

    top: float = 0.0
    con: float = 0.0
    teds: float = 0.0


@dataclass(frozen=True, slots=True)
class TableScores:
    """The figures of one extractor on one data set.

    ``detected`` pairs by box, or by text where the data set or the extractor knows no boxes; ``by_text``
    always pairs by text. ``expected`` holds precision, recall and F1 under the threshold densities f₀ and
    f₀.₅. Confidence figures are ``None`` for an extractor that is equally sure of everything.
    """

    dataset: str
    extractor: str
    documents: int
    pages: int
    detected: Counts
    by_text: Counts
    expected: tuple[tuple[float, float, float], tuple[float, float, float]]
    average_precision: float | None
    calibration_error: float | None
    structure: Structure
    linked: Counts
    cpu_seconds_per_page: float
    rejected: dict[str, int] = field(default_factory=dict)
    problems: dict[str, int] = field(default_factory=dict)


def evaluate_tables(
    dataset: str,
    data: Path,
    extractor: str = "pdf",
    limit: int | None = None,
    predictions: Path | None = None,
    progress: Progress = silent,
) -> TableScores:
    """Read a data set, predict, and score; with a folder for predictions, what is saved there is used.

    Raises:
        UsageError: the data set or the extractor does not exist, or a package of the extra ``eval`` is missing.
        Cancelled: ``progress`` stopped the run.
    """
    data_set = read_data_set(dataset, data, limit)
    read = predict(data_set, extractor, predictions, progress)
    try:
        return score_tables(data_set, read, extractor, progress)
    except ImportError as error:
        raise UsageError(f"{error}; install tablecheck[eval] to score tables") from error


def score_tables(
    data_set: DataSet, predictions: Sequence[Prediction], extractor: str, progress: Progress = silent
) -> TableScores:
    """Score what was read against what is known."""
    known = [sample.tables for sample in data_set.samples]
    read = [tuple(normal_table(table) for table in prediction.tables) for prediction in predictions]
    has_boxes = _have_boxes(known) and _have_boxes(read)
    found: list[bool] = []
    confidences: list[float] = []
    structures: list[Structure] = []
    by_text = 0
    known_links: Counter[Link] = Counter()
    read_links: Counter[Link] = Counter()
    for done, (ours, theirs) in enumerate(zip(known, read, strict=True)):
        progress("score", done, len(known))
        text_pairs = pair_tables(ours, theirs, text_overlap)
        pairs = pair_tables(ours, theirs, box_overlap) if has_boxes else text_pairs
        by_text += len(text_pairs)
        hits = {j for _, j in pairs}
        found += [j in hits for j in range(len(theirs))]
        confidences += [table.confidence for table in theirs]
        structures += [_structure(ours[i], theirs[j]) for i, j in pairs]
        known_links += linked_values(ours)
        read_links += linked_values(theirs)
    progress("score", len(known), len(known))
    known_count = sum(len(tables) for tables in known)
    is_sure_of_all = all(confidence >= 1 for confidence in confidences)
    pages = sum(prediction.pages for prediction in predictions)
    return TableScores(
        dataset=data_set.name,
        extractor=extractor,
        documents=len(data_set.samples),
        pages=pages,
        detected=Counts(known_count, len(found), sum(found)),
        by_text=Counts(known_count, len(found), by_text),
        expected=(
            expected_counts(confidences, found, known_count, 0.0),
            expected_counts(confidences, found, known_count, 0.5),
        ),
        average_precision=None if is_sure_of_all else average_precision(confidences, found, known_count),
        calibration_error=None if is_sure_of_all else calibration_error(confidences, found),
        structure=_mean(structures),
        linked=Counts(known_links.total(), read_links.total(), (known_links & read_links).total()),
        cpu_seconds_per_page=sum(prediction.cpu_seconds for prediction in predictions) / max(1, pages),
        rejected=dict(data_set.rejected),
        problems=dict(Counter(message for prediction in predictions for message in prediction.problems)),
    )


def _have_boxes(documents: Sequence[Sequence[Table]]) -> bool:
    tables = [table for tables in documents for table in tables]
    return not tables or any(table.place is not None for table in tables)


def _structure(ours: Table, theirs: Table) -> Structure:
    return Structure(grits_topology(ours, theirs), grits_content(ours, theirs), teds(ours, theirs))


def _mean(structures: Sequence[Structure]) -> Structure:
    count = len(structures)
    if not count:
        return Structure()
    return Structure(
        sum(one.top for one in structures) / count,
        sum(one.con for one in structures) / count,
        sum(one.teds for one in structures) / count,
    )
