"""MlTables: LaTeX tables of machine-learning papers, cells told apart as results, data statistics and settings."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tablecheck.evaluation.records.benchmark import Annotated, known_values, read_all
from tablecheck.evaluation.records.scores import Description, Value
from tablecheck.latex.manuscript import read_files
from tablecheck.matching.records import records_of
from tablecheck.model.place import Span, TextPlace
from tablecheck.model.record import Record, RecordType
from tablecheck.model.table import Cell, Table

RESULT, STATISTIC, SETTING, OTHER = "Result", "Data Stat.", "Hyper-parameter/Architecture", "Other"

SCHEMA: Mapping[str, Sequence[str]] = {
    RESULT: (
        "task", "metric", "training data/set", "test data/set", "model/method", "model/method settings",
        "experimental settings",
    ),
    STATISTIC: ("dataset", "attribute name", "sub-set/group name", "dataset features"),
    SETTING: ("model", "parameter/architecture name", "dataset"),
    OTHER: (),
}  # fmt: skip
"""The attributes of each type of cell, as the benchmark's templates name them."""

LISTS = frozenset({"model/method settings", "experimental settings", "dataset features"})
"""The attributes whose values are names with values."""

_NAMES = {name: name for names in SCHEMA.values() for name in names} | {"type": "type"}
_OF_RESULTS = {"model": "model/method", "model settings": "model/method settings"}
_FILE = "table.tex"
_EXPERIMENT = re.compile(
    r"schedule|iterat|epoch|resolution|\bshots?\b|sample|strateg|\bmodes?\b|\bcrop|(?<!pre)(?<!pre-)train(?:ing)?\b"
    r"|(?<!model )\bsize\b|setting|input",
    re.I,
)


def read_mltables(data: Path, split: str) -> list[Annotated]:
    """Read a split.

    Raises:
        UsageError: the folder does not hold it in the benchmark's form.
    """
    return read_all(data, split, "MlTables", _annotated)


def _annotated(name: str, table: Mapping[str, Any]) -> Annotated:
    known = {}
    for cell in table["cell_list_gold"]:
        names = _NAMES | (_OF_RESULTS if cell["type"] == RESULT else {})
        known[_key(*cell["char_index"])] = known_values(cell, names)
    return Annotated(
        name=name,
        source=table["table_code"],
        text=table["text_chunk_selected"],
        cells={_key(start, end): value for value, _, start, end, *_ in table["table_numeric_cells"]},
        known=known,
        raw=table,
    )


def _key(start: int, end: int) -> str:
    return f"{start}-{end}"


def describe_by_rules(annotated: Annotated) -> dict[str, Description]:
    """Describe the cells of a table by the rules of ``matching.records``."""
    read = read_files({_FILE: annotated.source}, _FILE)
    found: dict[str, Description] = {}
    for table in read.tables:
        records = records_of(table, plain_prose(annotated.text))
        for key, cell in _cells_at(table, annotated.cells):
            record = records.get((cell.row, cell.column), Record(RecordType.OTHER))
            found.setdefault(key, as_description(record))
    return {key: found.get(key, {"type": OTHER}) for key in annotated.cells}


def as_description(record: Record) -> Description:
    """A record under the names of the benchmark's templates."""
    if record.type is RecordType.RESULT:
        of_model = [(name, value) for name, value in record.settings if not _EXPERIMENT.search(name)]
        of_experiment = [(name, value) for name, value in record.settings if _EXPERIMENT.search(name)]
        values: dict[str, Value] = {
            "type": RESULT,
            "task": record.task,
            "metric": _spelt_out(record.metric),
            "training data/set": _spelt_out(record.dataset),
            "test data/set": _spelt_out(record.dataset),
            "model/method": _spelt_out(record.model),
            "model/method settings": _settings(of_model),
            "experimental settings": _settings(of_experiment),
        }
    elif record.type is RecordType.STATISTIC:
        values = {
            "type": STATISTIC,
            "dataset": _spelt_out(record.dataset),
            "attribute name": _counted(_spelt_out(record.metric)),
            "sub-set/group name": record.split,
        }
    elif record.type is RecordType.SETTING:
        values = {
            "type": SETTING,
            "model": _spelt_out(record.model),
            "parameter/architecture name": _counted(_spelt_out(record.metric)),
            "dataset": _spelt_out(record.dataset),
        }
    else:
        values = {"type": OTHER}
    return {name: value for name, value in values.items() if value}


def plain_prose(latex: str) -> str:
    """What a paper's LaTeX says, commands left out, for counting words in it."""
    text = re.sub(r"\\(?:cite\w*|ref|label|url|vspace|hspace)\*?(?:\[[^\]]*\])?\{[^}]*\}", " ", latex)
    text = re.sub(r"\\[a-zA-Z]+\*?(?:\[[^\]]*\])?", " ", text)
    return " ".join(re.sub(r"[{}$~]", " ", text).split())


def _cells_at(table: Table, cells: Mapping[str, str]) -> Iterator[tuple[str, Cell]]:
    """Find the cell that prints each number, by the place in the text."""
    printed = [(cell, span) for cell in table.cells for span in _spans(cell)]
    for key in cells:
        start, end = map(int, key.split("-"))
        inside = [cell for cell, span in printed if span.start < end and start < span.end]
        if inside:
            yield key, inside[0]


def _spans(cell: Cell) -> Iterator[Span]:
    places = [*(number.place for number in cell.numbers), *(() if cell.numbers else (cell.place,))]
    yield from (place.span for place in places if isinstance(place, TextPlace))


def _settings(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    return {_spelt_out(name): _spelt_out(value) for name, value in pairs}


def _counted(name: str) -> str:
    """Spell out the sign for "number of"."""
    if not name.lstrip().startswith("#"):
        return name
    return re.sub(r"\bparams?\b", "parameters", f"number of {name.lstrip('# ')}", flags=re.I)


def _spelt_out(text: str) -> str:
    """Raised and lowered characters as words of their own, which is how the benchmark compares TeX."""
    text = re.sub(r"[⁰¹²³⁴-⁹ᵃ-ᶻ₀-ₜ]+", lambda run: f" {unicodedata.normalize('NFKC', run[0])} ", text)
    return " ".join(re.sub(r"[_^]\(([^)]*)\)", r" \1 ", text).replace("↑", "").replace("↓", "").split())
