"""A manuscript as read: its files, its tables, what it cites, and what could not be read."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tablecheck.model.citation import Citation, Reference
from tablecheck.model.problem import Problem
from tablecheck.model.provenance import ProvenanceMark
from tablecheck.model.table import Table


@dataclass(frozen=True, slots=True)
class Manuscript:
    """All that was read from the main file and the files it includes.

    ``texts`` maps each path, as ``TextPlace.path`` names it, to its full original text. ``references`` holds
    the entries of the bibliography by key. ``citations`` are those outside tables, in reading order. ``marks`` are
    all comments that say where numbers come from; each table has those of its rows.
    """

    path: str
    texts: Mapping[str, str]
    tables: tuple[Table, ...]
    citations: tuple[Citation, ...] = ()
    references: Mapping[str, Reference] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    marks: tuple[ProvenanceMark, ...] = ()


def table_name(manuscript: Manuscript, table: Table) -> str:
    """What a table of the manuscript is called: its label, else its place among the tables."""
    if table.label:
        return table.label
    place = next((index for index, one in enumerate(manuscript.tables, 1) if one is table), 0)
    return f"table {place}" if place else "table"
