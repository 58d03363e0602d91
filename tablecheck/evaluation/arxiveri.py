"""Table and cell matching on arXiVeri, by the four measures of its paper.

Shin, Xie and Albanie (arXiv 2306.07968), section 3.3: equation 1 is the share of pairs whose table is picked
rightly, equations 2 to 4 are recall, precision and F1 over the matched cells of all pairs together.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from tablecheck.evaluation.arxiveri_baselines import pick_by_embeddings, pick_by_overlap
from tablecheck.evaluation.arxiveri_data import HtmlTable, Pair, Place, read_pairs
from tablecheck.extractors.html import read_html_table
from tablecheck.matching.match import LIKELY, best_first, match_sheets
from tablecheck.matching.own_names import name_for
from tablecheck.matching.probability import Weights, weights_of
from tablecheck.matching.sheet import Sheet, prepare
from tablecheck.model.citation import Reference
from tablecheck.model.document import SourceDocument
from tablecheck.model.match import CellMatch, TableMatch

Picker = Literal["evidence", "overlap", "embeddings"]
Protocol = Literal["text", "official"]
PICKERS: tuple[Picker, ...] = ("evidence", "overlap", "embeddings")


@dataclass(frozen=True, slots=True)
class Prf:
    """Recall, precision and their harmonic mean, in percent."""

    recall: float
    precision: float
    f1: float


@dataclass(frozen=True, slots=True)
class CellScores:
    """The measures over cells and how many cells they stand on."""

    recall: float
    precision: float
    f1: float
    ground_truth: int
    predicted: int


@dataclass(frozen=True, slots=True)
class TableScores:
    """The share of pairs, in percent, whose table is picked rightly by either comparison of tables.

    ``right_table_among_matched`` is the share of the pairs with a source table for which the best candidate is
    that table, whether or not the picker then believes in it.
    """

    accuracy_text: float
    accuracy_official: float
    right_table_among_matched: float


@dataclass(frozen=True, slots=True)
class ArxiveriResult:
    """What ``tablecheck eval arxiveri`` reports."""

    pairs: int
    matched_pairs: int
    tables: TableScores
    cells: CellScores
    end_to_end: Prf
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """The report as plain values."""
        return asdict(self)


@dataclass(frozen=True, slots=True, eq=False)
class PairOutcome:
    """What was predicted for one pair.

    ``best`` is the index of the candidate that fits best, ``picked`` the same or ``None`` for "no match".
    ``oracle`` holds the cells predicted when the right table is given, ``cells`` those of the picked one; both
    map target places to source places.
    """

    pair: Pair
    best: int | None
    picked: int | None
    picked_text: str
    oracle: Mapping[Place, Place]
    cells: Mapping[Place, Place]


def evaluate_arxiveri(
    data: Path,
    protocol: Protocol = "text",
    picker: Picker = "evidence",
    *,
    model: str = "ada-002",
    weighted: bool = True,
) -> ArxiveriResult:
    """Evaluate the matcher on the benchmark in a folder.

    Args:
        data: The folder that holds ``dataset`` and, for the picker ``embeddings``, ``table_to_embedding``.
        protocol: How a picked table is compared with the right one for the measures end to end.
        picker: How a source table is picked among those of the cited paper.
        model: Which of the released embeddings the picker ``embeddings`` uses.
        weighted: Whether that picker weighs by the rank of the shared numbers.

    Raises:
        UsageError: the folder does not hold what is needed.
    """
    started = time.perf_counter()
    outcomes = predict(read_pairs(data), data, picker, model=model, weighted=weighted)
    result = score(outcomes, protocol)
    return replace(result, seconds=round(time.perf_counter() - started, 2))


def predict(
    pairs: Sequence[Pair],
    data: Path,
    picker: Picker,
    *,
    model: str = "ada-002",
    weighted: bool = True,
    weights: tuple[Weights, Weights] | None = None,
    linked: bool = True,
    pick: Callable[[Pair], int | None] | None = None,
) -> tuple[PairOutcome, ...]:
    """Predict table and cells of each pair; ``weights`` replaces those in the package, cells before tables.

    Without ``linked`` no cells are predicted, for whoever has something else link them. ``pick`` gives the position of
    a candidate, or none, in the place of ``picker``.
    """
    used = weights or (weights_of("cells"), weights_of("tables"))
    sheets: dict[tuple[HtmlTable, str], Sheet] = {}
    return tuple(_predict_pair(pair, data, picker, model, weighted, used, sheets, linked, pick) for pair in pairs)


def score(outcomes: Sequence[PairOutcome], protocol: Protocol = "text") -> ArxiveriResult:
    """Compute the paper's measures; a cell counts end to end only where its table was picked rightly."""
    matched = [outcome for outcome in outcomes if outcome.pair.truth]
    text = sum(_right(outcome, "text") for outcome in outcomes)
    official = sum(_right(outcome, "official") for outcome in outcomes)
    best = sum(
        outcome.best is not None and outcome.pair.candidates[outcome.best].text == outcome.pair.source_table.text
        for outcome in matched
    )
    oracle = _prf([(outcome.pair.truth, outcome.oracle) for outcome in matched])
    end_to_end = _prf(
        [(outcome.pair.truth if _right(outcome, protocol) else {}, outcome.cells) for outcome in outcomes],
        sum(len(outcome.pair.truth) for outcome in outcomes),
    )
    return ArxiveriResult(
        pairs=len(outcomes),
        matched_pairs=len(matched),
        tables=TableScores(
            accuracy_text=_percent(text, len(outcomes)),
            accuracy_official=_percent(official, len(outcomes)),
            right_table_among_matched=_percent(best, len(matched)),
        ),
        cells=CellScores(
            oracle.recall,
            oracle.precision,
            oracle.f1,
            sum(len(outcome.pair.truth) for outcome in matched),
            sum(len(outcome.oracle) for outcome in matched),
        ),
        end_to_end=end_to_end,
        seconds=0.0,
    )


def _predict_pair(
    pair: Pair,
    data: Path,
    picker: Picker,
    model: str,
    weighted: bool,
    weights: tuple[Weights, Weights],
    sheets: dict[tuple[HtmlTable, str], Sheet],
    linked: bool,
    pick: Callable[[Pair], int | None] | None,
) -> PairOutcome:
    reference = Reference(pair.source_id, title=pair.source_title)
    document = SourceDocument(reference, "html", b"", "", pair.source_id)
    ours = prepare(read_html_table(pair.target.html, pair.target.caption))
    name = name_for(ours, pair.source_title)

    def match(table: HtmlTable) -> TableMatch | None:
        sheet = sheets.get((table, name))
        if sheet is None:
            sheet = sheets[table, name] = prepare(read_html_table(table.html, table.caption), name)
        return match_sheets(ours, sheet, document, pair.source_id, *weights)

    oracle = _cells(match(pair.source_table)) if pair.truth and linked else {}
    if pick is not None:
        best = picked = pick(pair)
    elif picker == "embeddings":
        text = pick_by_embeddings(data, pair, model, weighted=weighted)
        best = _index_of(pair, text) if text is not None else None
        picked = best
    elif picker == "overlap":
        best = picked = pick_by_overlap(pair)
    else:
        best, picked = _pick_by_evidence([match(table) for table in pair.candidates])
    chosen = pair.candidates[picked] if picked is not None else None
    return PairOutcome(
        pair,
        best,
        picked,
        chosen.official_text if chosen else "",
        oracle,
        _cells(match(chosen)) if chosen and linked else {},
    )


def _pick_by_evidence(matches: Sequence[TableMatch | None]) -> tuple[int | None, int | None]:
    ranked = best_first([match for match in matches if match is not None])
    if not ranked:
        return None, None
    best = matches.index(ranked[0])
    return best, best if ranked[0].score >= LIKELY else None


def _index_of(pair: Pair, text: str) -> int | None:
    flat = text.replace("\n", "")
    return next((index for index, table in enumerate(pair.candidates) if table.official_text == flat), None)


def labelled_links(match: TableMatch) -> tuple[CellMatch, ...]:
    """The linked cells that the benchmark would label: no pair of its ground truth prints two whole numbers."""
    return tuple(
        cell for cell in match.cells + match.inexact if "." in cell.our_number.text or "." in cell.their_number.text
    )


def _cells(match: TableMatch | None) -> dict[Place, Place]:
    links = labelled_links(match) if match is not None else ()
    return {(cell.ours.row, cell.ours.column): (cell.theirs.row, cell.theirs.column) for cell in links}


def _right(outcome: PairOutcome, protocol: Protocol) -> bool:
    right = outcome.pair.source_table
    if protocol == "official":
        return outcome.picked_text == right.official_text
    if outcome.picked is None:
        return right.text == ""
    return outcome.pair.candidates[outcome.picked].text == right.text


def _prf(pairs: Sequence[tuple[Mapping[Place, Place], Mapping[Place, Place]]], truths: int | None = None) -> Prf:
    right = sum(truth.get(place) == other for truth, predicted in pairs for place, other in predicted.items())
    predictions = sum(len(predicted) for _, predicted in pairs)
    total = sum(len(truth) for truth, _ in pairs) if truths is None else truths
    return Prf(_percent(right, total), _percent(right, predictions), _percent(2 * right, predictions + total))


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 2) if whole else 0.0
