"""``tablecheck eval schema-to-json``: cells of tables as records, scored as the benchmark does, and what goes wrong.

Bai et al., "Schema-Driven Information Extraction from Heterogeneous Tables" (arXiv 2305.14336).
"""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from tablecheck.evaluation.records import chemtables, discomat, mltables, swde
from tablecheck.evaluation.records.asking import Ask, describe_by_model, describe_pages_by_model
from tablecheck.evaluation.records.benchmark import Annotated
from tablecheck.evaluation.records.scores import (
    EXACT,
    THRESHOLD,
    Description,
    Tally,
    Value,
    is_right,
    macro,
    tally,
    tuple_tally,
)

DataSet = Literal["mltables", "chemtables", "discomat", "swde"]
DATASETS: tuple[DataSet, ...] = ("mltables", "chemtables", "discomat", "swde")
THRESHOLDS = (0.1, 0.25, 0.5, 0.75, 1.0)
_SHOWN = 60  # characters of a value in an example
_NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Mistake:
    """What went wrong with an attribute, how often, and the first case of it."""

    attribute: str
    what: str
    count: int
    table: str
    cell: str
    known: str
    given: str


@dataclass(frozen=True, slots=True)
class RecordScores:
    """The figures of one run, in percent.

    ``measure`` is ``Table-F1``, ``Tuple-F1`` or ``Page-F1``, and ``f1`` its value; ``exact`` is the same where only
    equal words count, and ``by_threshold`` for other thresholds of token-level F1, both empty where the benchmark
    compares no words. ``by_attribute`` counts values over all tables; ``by_part`` has the measure of each table, or of
    each kind of page.
    """

    dataset: str
    split: str
    backend: str
    measure: str
    parts: int
    cells: int
    precision: float | None
    recall: float | None
    f1: float
    threshold: float | None = None
    exact: float | None = None
    by_threshold: Mapping[str, float] | None = None
    by_attribute: Mapping[str, Tally] | None = None
    by_part: Mapping[str, float] | None = None
    mistakes: tuple[Mistake, ...] = ()
    seconds: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """The report as plain values."""
        return asdict(self)


def evaluate_records(
    dataset: DataSet, data: Path, split: str = "dev", ask: Ask | None = None, threshold: float = THRESHOLD
) -> RecordScores:
    """Describe the cells of a data set and score the descriptions.

    Args:
        dataset: Which part of the benchmark.
        data: The folder that holds its splits.
        split: ``dev``, ``train`` or ``test``.
        ask: What puts questions to a chat model; the rules describe where ``None``.
        threshold: The token-level F1 from which a value counts as right.

    Raises:
        UsageError: the folder does not hold the data set.
    """
    started = time.perf_counter()
    backend = "rules" if ask is None else "llm"
    if dataset == "swde":
        scores = _pages(data, split, ask, backend)
    elif dataset == "discomat":
        scores = _tuples(data, split, ask, backend)
    elif dataset == "mltables":
        tables = mltables.read_mltables(data, split)
        described = _described(tables, mltables.describe_by_rules, mltables.SCHEMA, mltables.LISTS, ask)
        scores = _tables(dataset, split, backend, tables, described, threshold)
    else:
        tables = chemtables.read_chemtables(data, split)
        described = _described(tables, chemtables.describe_by_rules, chemtables.SCHEMA, chemtables.LISTS, ask)
        # The benchmark leaves out what is no activity, on both sides.
        activities = [_without(one, chemtables.OTHER) for one in described]
        scores = _tables(dataset, split, backend, tables, activities, threshold)
    return replace(scores, seconds=round(time.perf_counter() - started, 2))


def _described(
    tables: Sequence[Annotated],
    by_rules: Callable[[Annotated], dict[str, Description]],
    schema: Mapping[str, Sequence[str]],
    lists: frozenset[str],
    ask: Ask | None,
) -> list[dict[str, Description]]:
    if ask is None:
        return [by_rules(table) for table in tables]
    return describe_by_model(tables, schema, lists, ask)


def _without(described: Mapping[str, Description], kind: str) -> dict[str, Description]:
    return {key: one for key, one in described.items() if one.get("type") != kind}


def _tables(
    dataset: str, split: str, backend: str, tables: Sequence[Annotated],
    described: Sequence[Mapping[str, Description]], threshold: float,
) -> RecordScores:  # fmt: skip
    pairs = list(zip(tables, described, strict=True))

    def tallies(at: float | None) -> list[Tally]:
        return [tally(table.known, given, at) for table, given in pairs]

    found = tallies(threshold)
    precision, recall, f1 = macro(found)
    attributes, mistakes = _by_attribute(pairs, threshold)
    return RecordScores(
        dataset=dataset,
        split=split,
        backend=backend,
        measure="Table-F1",
        parts=len(tables),
        cells=sum(len(table.known) for table in tables),
        precision=round(precision, 1),
        recall=round(recall, 1),
        f1=round(f1, 1),
        threshold=threshold,
        exact=round(macro(tallies(EXACT))[2], 1),
        by_threshold={f"{at:g}": round(macro(tallies(at))[2], 1) for at in THRESHOLDS},
        by_attribute=attributes,
        by_part={table.name: round(100 * one.f1, 1) for table, one in zip(tables, found, strict=True)},
        mistakes=mistakes,
    )


def _by_attribute(
    pairs: Sequence[tuple[Annotated, Mapping[str, Description]]], threshold: float
) -> tuple[dict[str, Tally], tuple[Mistake, ...]]:
    """Count values by attribute, and what is wrong with the wrong ones, the most frequent first."""
    tallies: dict[str, Tally] = {}
    counts: Counter[tuple[str, str]] = Counter()
    firsts: dict[tuple[str, str], tuple[str, str, str, str]] = {}
    for table, described in pairs:
        for key in dict.fromkeys((*table.known, *described)):
            known, given = table.known.get(key, {}), described.get(key, {})
            for attribute in dict.fromkeys((*known, *given)):
                right, other = known.get(attribute), given.get(attribute)
                what, one = _judged(attribute, right, other, threshold)
                tallies[attribute] = tallies.get(attribute, Tally()) + one
                if what:
                    counts[attribute, what] += 1
                    case = (table.name, table.cells.get(key, key), _shown(right), _shown(other))
                    firsts.setdefault((attribute, what), case)
    mistakes = (Mistake(*kind, count, *firsts[kind]) for kind, count in counts.most_common())
    return dict(sorted(tallies.items())), tuple(mistakes)


def _judged(attribute: str, known: Value | None, given: Value | None, threshold: float) -> tuple[str, Tally]:
    if given is None:
        return "missed", Tally(missed=1)
    if known is None:
        return "given where nothing is known", Tally(wrong=1)
    if is_right(known, given, threshold):
        return "", Tally(right=1)
    if attribute == "type":
        return f"{_shown(known)} taken for {_shown(given)}", Tally(wrong=1, missed=1)
    return "another value", Tally(wrong=1, missed=1)


def _shown(value: Value | None) -> str:
    if value is None:
        return _NOTHING
    if isinstance(value, Mapping):
        text = ", ".join(f"{name}: {one}" for name, one in value.items())
    else:
        text = value if isinstance(value, str) else " or ".join(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _tuples(data: Path, split: str, ask: Ask | None, backend: str) -> RecordScores:
    tables = discomat.read_discomat(data, split)
    described = _described(tables, discomat.describe_by_rules, discomat.SCHEMA, discomat.LISTS, ask)
    found = []
    mistakes: Counter[str] = Counter()
    firsts: dict[str, tuple[str, str, str, str]] = {}
    for table, one in zip(tables, described, strict=True):
        known, given = discomat.known_amounts(table), discomat.amounts_of(table, one)
        found.append(tuple_tally(known, given))
        for what, amounts in (("missed", set(known) - set(given)), ("not annotated", set(given) - set(known))):
            for amount in sorted(amounts):
                mistakes[what] += 1
                text = " | ".join(map(str, amount))
                case = (text, _NOTHING) if what == "missed" else (_NOTHING, text)
                firsts.setdefault(what, (table.name, str(amount[2]), *case))
    total = sum(found, Tally())
    return RecordScores(
        dataset="discomat",
        split=split,
        backend=backend,
        measure="Tuple-F1",
        parts=len(tables),
        cells=total.right + total.missed,
        precision=round(100 * total.precision, 1),
        recall=round(100 * total.recall, 1),
        f1=round(100 * total.f1, 1),
        by_part={table.name: round(100 * one.f1, 1) for table, one in zip(tables, found, strict=True)},
        mistakes=tuple(Mistake("tuple", what, count, *firsts[what]) for what, count in mistakes.most_common()),
    )


def _pages(data: Path, split: str, ask: Ask | None, backend: str) -> RecordScores:
    pages = swde.read_swde(data, split)
    if ask is None:
        given = [swde.describe_by_rules(page) for page in pages]
    else:
        given = describe_pages_by_model(pages, lambda page: tuple(page.known), ask)
    pairs = list(zip(pages, given, strict=True))
    by_vertical = swde.page_scores(pairs)
    return RecordScores(
        dataset="swde",
        split=split,
        backend=backend,
        measure="Page-F1",
        parts=len(pages),
        cells=sum(bool(known) for page in pages for known in page.known.values()),
        precision=None,
        recall=None,
        f1=round(sum(by_vertical.values()) / len(by_vertical), 1) if by_vertical else 0.0,
        by_part={vertical: round(score, 1) for vertical, score in by_vertical.items()},
        mistakes=_page_mistakes(pairs),
    )


def _page_mistakes(pairs: Sequence[tuple[swde.Page, Mapping[str, str]]]) -> tuple[Mistake, ...]:
    counts: Counter[tuple[str, str]] = Counter()
    firsts: dict[tuple[str, str], tuple[str, str, str, str]] = {}
    for page, given in pairs:
        for attribute, known in page.known.items():
            text = given.get(attribute, "")
            near = swde.nearest_text(swde.spelt(text), page.texts)
            if not known and not near:
                continue
            if near and "".join(near.split()) in {"".join(one.split()) for one in known}:
                continue
            what = "missed" if not near else "another value" if known else "given where nothing is known"
            counts[f"{page.vertical}: {attribute}", what] += 1
            case = (f"{page.website}/{page.name}", attribute, _shown(list(known) or None), _shown(text or None))
            firsts.setdefault((f"{page.vertical}: {attribute}", what), case)
    return tuple(Mistake(*kind, count, *firsts[kind]) for kind, count in counts.most_common())
