"""ChemTables: XML tables of chemistry papers, how strongly which compound acts on what."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from lxml import etree

from tablecheck.evaluation.records.benchmark import Annotated, known_values, read_all
from tablecheck.evaluation.records.scores import Description
from tablecheck.extractors.html import read_html_table
from tablecheck.matching.record_words import metric_of, unit_of
from tablecheck.matching.records import records_of
from tablecheck.model.headers import flag_headers
from tablecheck.model.record import Record
from tablecheck.model.table import Table

OTHER = "Other"
_ACTIVITIES = ("IC50", "EC50", "CC50", "GI50", "MIC")

SCHEMA: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(_ACTIVITIES, ("target compound", "treatment compound", "unit")),
    OTHER: (),
}
LISTS: frozenset[str] = frozenset()

_NAMES = {"type": "type", "target": "target compound", "treatment": "treatment compound", "unit": "unit"}
_PLACE = re.compile(r"CA\((\d+),(\d+)\)")
_ACTIVITY = re.compile(r"\b(?:[ice]c|gi)\s?50[a-h]?\b|\bmics?\b|\bvalues?\b|\bassay\b|\banti-", re.I)


def read_chemtables(data: Path, split: str) -> list[Annotated]:
    """Read a split.

    Raises:
        UsageError: the folder does not hold it in the benchmark's form.
    """
    return read_all(data, split, "ChemTables", _annotated)


def _annotated(name: str, table: Mapping[str, Any]) -> Annotated:
    return Annotated(
        name=name,
        source=table["table_processed"],
        text="",
        cells={cell["cell_index"]: cell["cell_value_processed"] for cell in table["numeric_cells"]},
        known={cell["cell_index"]: known_values(cell, _NAMES) for cell in table["cell_list_gold"]},
        raw=table,
    )


def describe_by_rules(annotated: Annotated) -> dict[str, Description]:
    """Describe the cells of a table by the rules of ``matching.records``; the benchmark leaves out other numbers."""
    table = flag_headers(read_html_table(annotated.source, caption_in(annotated.source)))
    records = records_of(table)
    named = {_activity_of(record) for record in records.values() if not _is_of_caption(record, table)} - {""}
    found: dict[str, Description] = {}
    for key in annotated.cells:
        place = _PLACE.fullmatch(key)
        cell = table.at(int(place[1]), int(place[2])) if place else None
        record = records.get((cell.row, cell.column)) if cell is not None else None
        activity = _activity_of(record) if record is not None else ""
        if record is not None and named and _is_of_caption(record, table):
            activity = ""  # the labels say which columns the caption means
        found[key] = as_description(record, activity) if record is not None and activity else {"type": OTHER}
    return found


def as_description(record: Record, activity: str) -> Description:
    """A record under the names of the benchmark's template."""
    target = _named_in(record.dataset) or _named_in(record.metric)
    values = {
        "type": activity,
        "target compound": target,
        "treatment compound": record.model,
        "unit": record.unit,
    }
    return {name: value for name, value in values.items() if value}


def caption_in(source: str) -> str:
    """The caption that an XML or HTML text of a table holds, in one line."""
    page = etree.fromstring(source, etree.HTMLParser(no_network=True)) if source.strip() else None
    captions = page.iter("caption") if page is not None else ()
    return " ".join(" ".join(str(text) for text in caption.itertext()) for caption in captions).strip()


def _activity_of(record: Record) -> str:
    measured = metric_of(record.metric)
    return measured if measured in _ACTIVITIES else ""


def _is_of_caption(record: Record, table: Table) -> bool:
    """Whether no label names what a cell measures, so that it was taken from the caption."""
    return record.metric == metric_of(table.caption)


def _named_in(label: str) -> str:
    """What a label names besides activity and unit: "IPT IC50 (μM)" names IPT."""
    unit = unit_of(label)
    rest = label.replace(f"({unit})", "").replace(unit, "") if unit else label
    return re.sub(r"[()]|\s[a-h]$|\s[a-h]\s", " ", _ACTIVITY.sub(" ", rest)).strip(" ,;-")
