"""Numbers copied faithfully from the wrong place of the right table: of another metric, or of another split.

Other metrics are those that the benchmark's own tables print beside a copied number, told apart by their records
(``matching.records``). Splits of one data set hardly ever stand in one of its tables; there a copied column is called
"(test)" in both tables, and the cited one gets a second column, "(val)", of values that are a little worse or better.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from tablecheck.evaluation.arxiveri_data import read_pairs
from tablecheck.evaluation.errors import Trial, flags_of, places_of, read_trial
from tablecheck.evaluation.errors_kinds import Place
from tablecheck.matching.labels import normal
from tablecheck.matching.record_words import metric_of
from tablecheck.matching.records import records_of
from tablecheck.model.finding import Severity
from tablecheck.model.number import find_numbers
from tablecheck.model.record import Record
from tablecheck.model.table import Cell, Table, with_numbers
from tablecheck.rules.other_split import RULE as OTHER_SPLIT

KINDS = ("metric, one number", "metric, a line", "split, one number", "split, a line")
_FEWEST = 2  # numbers of a line

Copies = Mapping[Place, str]
"""What to print, by the place in ours."""


@dataclass(frozen=True, slots=True)
class WrongScores:
    """How many of each kind were planted, and the share that was found, in percent.

    ``false_alarms`` counts the findings of another split at numbers that repeat the split they name.
    """

    planted: Mapping[str, int]
    recall: Mapping[str, float]
    false_alarms: int

    def as_json(self) -> dict[str, Any]:
        """The report as plain values."""
        return asdict(self)


def evaluate_wrong(
    data: Path, seed: int = 0, *, oracle: bool = True, floor: Severity = Severity.WARNING, per_table: int = 3
) -> WrongScores:
    """Plant numbers of other metrics and other splits in the benchmark's tables and check them.

    Args:
        data: The folder of the benchmark.
        seed: Of the generator that chooses.
        oracle: Give the checker the right source table alone, rather than all tables of the cited paper.
        floor: The least severity that counts as found.
        per_table: How many of each kind in one table.

    Raises:
        UsageError: the folder does not hold the benchmark.
    """
    chance = random.Random(seed)  # noqa: S311 - no secret
    hits: dict[str, list[bool]] = {kind: [] for kind in KINDS}
    false_alarms = 0
    for trial in (read_trial(pair) for pair in read_pairs(data) if pair.truth):
        for kind, copies in _of_other_metrics(trial, chance, per_table):
            hits[kind].append(_is_found(trial, copies, oracle, floor))
        twin = _with_second_split(trial, chance)
        if twin is None:
            continue
        with_splits, copies = twin
        said = flags_of(with_splits, with_splits.ground.ours, {}, oracle, floor)
        right = _agreeing(trial)
        false_alarms += sum(one.rule == OTHER_SPLIT.code and bool(places_of([one]) & right) for one in said)
        place = chance.choice(sorted(copies))
        hits["split, one number"].append(_is_found(with_splits, {place: copies[place]}, oracle, floor))
        hits["split, a line"].append(_is_found(with_splits, copies, oracle, floor))
    return WrongScores(
        planted={kind: len(found) for kind, found in hits.items()},
        recall={kind: round(100 * sum(found) / len(found), 1) if found else 0.0 for kind, found in hits.items()},
        false_alarms=false_alarms,
    )


def _agreeing(trial: Trial) -> frozenset[Place]:
    """The copied numbers that repeat their source as printed; some of the benchmark's differ."""
    found = set()
    for place, source in trial.ground.truth.items():
        ours, theirs = trial.ground.ours.at(*place), trial.ground.theirs.at(*source)
        if ours and theirs and ours.number and theirs.number and ours.number.agrees_with(theirs.number):
            found.add(place)
    return frozenset(found)


def _is_found(trial: Trial, copies: Copies, oracle: bool, floor: Severity) -> bool:
    table = _printing(trial.ground.ours, copies)
    return bool(places_of(flags_of(trial, table, {}, oracle, floor)) & set(copies))


def _of_other_metrics(trial: Trial, chance: random.Random, count: int) -> Iterator[tuple[str, Copies]]:
    """Choose copied numbers and lines beside which the source prints another metric, and take that one's values."""
    lines: dict[tuple[int, int, int, int], dict[Place, str]] = defaultdict(dict)
    records = records_of(trial.ground.theirs)
    for place, source in trial.ground.truth.items():
        for other in _differing_in_metric(source, records):
            text = _copied(trial, place, other)
            axis = 1 if other[0] == source[0] else 0
            if text is not None:
                lines[axis, place[axis], source[axis], other[axis]][place] = text
    singles = sorted((place, text) for line in lines.values() for place, text in line.items())
    for place, text in chance.sample(singles, min(count, len(singles))):
        yield "metric, one number", {place: text}
    whole = [line for _, line in sorted(lines.items()) if len(line) >= _FEWEST]
    for line in chance.sample(whole, min(count, len(whole))):
        yield "metric, a line", line


def _differing_in_metric(source: Place, records: Mapping[Place, Record]) -> Iterator[Place]:
    one = records.get(source)
    if one is None or not metric_of(one.metric):
        return
    for place, other in records.items():
        same_line = (place[0] == source[0]) != (place[1] == source[1])
        same = (normal(one.dataset), one.split, one.type) == (normal(other.dataset), other.split, other.type)
        if same_line and same and metric_of(other.metric) not in {"", metric_of(one.metric)}:
            yield place


def _copied(trial: Trial, place: Place, source: Place) -> str | None:
    """The text of ours with the number of another cell of theirs in it; ``None`` where that is the same value."""
    ours, theirs = trial.ground.ours.at(*place), trial.ground.theirs.at(*source)
    if ours is None or theirs is None or ours.number is None or theirs.number is None:
        return None
    if any(ours.number.agrees_with(theirs.number.scaled(power)) for power in (0, 2, -2)):
        return None
    return _with_number(ours, theirs.number.text)


def _with_second_split(trial: Trial, chance: random.Random) -> tuple[Trial, Copies] | None:
    """Name the split of a copied column in both tables, and print another one in theirs; with what ours would copy."""
    ours, theirs = trial.ground.ours, trial.ground.theirs
    columns: dict[tuple[int, int], list[Place]] = defaultdict(list)
    for place, source in trial.ground.truth.items():
        columns[place[1], source[1]].append(place)
    fit = [
        (mine, other)
        for (mine, other), places in sorted(columns.items())
        if len(places) >= _FEWEST and _innermost(ours, mine) is not None and _innermost(theirs, other) is not None
    ]
    if not fit:
        return None
    mine, other = chance.choice(fit)
    added, values = _second_column(theirs, other, chance)
    copies: dict[Place, str] = {}
    for place in columns[mine, other]:
        cell, value = ours.at(*place), values.get(trial.ground.truth[place][0])
        if cell is not None and cell.number is not None and value is not None:
            copies[place] = _with_number(cell, value)
    if len(copies) < _FEWEST:
        return None
    cited = replace(_renamed(theirs, other, "test"), cells=(*_renamed(theirs, other, "test").cells, *added))
    ground = replace(trial.ground, ours=_renamed(ours, mine, "test"), theirs=cited)
    candidates = tuple(cited if one is theirs or _same(one, theirs) else one for one in trial.candidates)
    return replace(trial, ground=ground, candidates=candidates), copies


def _innermost(table: Table, column: int) -> Cell | None:
    """The header next to the numbers of a column, where it heads that column alone."""
    heads = [cell for cell in table.column_cells(column) if cell.is_header and cell.text.strip()]
    return heads[-1] if heads and heads[-1].column_span == 1 else None


def _second_column(table: Table, column: int, chance: random.Random) -> tuple[tuple[Cell, ...], dict[int, str]]:
    head = _innermost(table, column)
    cells: list[Cell] = []
    values: dict[int, str] = {}
    for cell in table.column_cells(column):
        number = cell.number
        if cell is head:
            text = f"{cell.text} (val)"
        elif number is None or cell.is_header or number.decimals <= 0:
            continue
        else:
            moved = number.value * Decimal(str(round(chance.choice((0.96, 0.97, 1.02, 1.03)), 2)))
            text = values[cell.row] = f"{moved:.{number.decimals}f}"
        bare = replace(cell, column=table.column_count, text=text, row_span=1, column_span=1, citations=())
        cells.append(with_numbers(bare))
    return tuple(cells), values


def _renamed(table: Table, column: int, split: str) -> Table:
    head = _innermost(table, column)
    cells = (replace(cell, text=f"{cell.text} ({split})") if cell is head else cell for cell in table.cells)
    return replace(table, cells=tuple(cells))


def _same(one: Table, other: Table) -> bool:
    return [cell.text for cell in one.cells] == [cell.text for cell in other.cells]


def _printing(table: Table, copies: Copies) -> Table:
    cells = (
        _read_again(cell, copies[cell.row, cell.column]) if (cell.row, cell.column) in copies else cell
        for cell in table.cells
    )
    return replace(table, cells=tuple(cells))


def _read_again(cell: Cell, text: str) -> Cell:
    read = with_numbers(replace(cell, text=text))
    places: Sequence[Any] = [number.place for number in cell.numbers]
    if len(places) != len(read.numbers):
        return read
    return replace(read, numbers=tuple(replace(n, place=p) for n, p in zip(read.numbers, places, strict=True)))


def _with_number(cell: Cell, text: str) -> str:
    found = find_numbers(cell.text)
    return cell.text[: found[0].start] + text + cell.text[found[0].end :]
