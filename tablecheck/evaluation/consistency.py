"""What the rules that need no source find in published tables, and which planted slips they find.

The tables are arXiVeri's (Shin, Xie and Albanie, arXiv 2306.07968). A finding in a table as it was published is for a
person to read; it is looked for in all papers of the data set, also in those that stand in no pair. Slips are planted
in the tables of pairs, one at a time, by a seeded generator; a finding is right where it speaks of the line that the
slip is in.
"""

import json
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from tablecheck.evaluation.arxiveri_data import read_pairs
from tablecheck.extractors.html import read_html_table
from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Finding, Severity
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.place import Span, TextPlace
from tablecheck.model.table import Cell, Table, with_numbers
from tablecheck.rules import RULES

_NEED_NO_SOURCE = tuple(rule for rule in RULES if rule.code.startswith("TC4"))
_WIDE = 1000  # more columns than any table has: a place in the text stands for a row and a column


@dataclass(frozen=True, slots=True)
class OwnFinding:
    """A finding in a published table, for a person to read."""

    paper: str
    table: str
    rule: str
    row: str
    column: str
    message: str


@dataclass(frozen=True, slots=True)
class ConsistencyScores:
    """What was found in published tables and of planted slips.

    ``findings`` are those in ``tables`` of ``papers`` as they were published. ``planted`` slips change one digit of a
    number of one of ``slipped_tables``; ``found`` of them lead to new findings, ``new_findings`` in all, of which
    ``right`` speak of the changed number or of a line it is in.
    """

    papers: int
    tables: int
    numbers: int
    findings: tuple[OwnFinding, ...]
    slipped_tables: int
    planted: int
    found: int
    new_findings: int
    right: int
    by_rule: Mapping[str, tuple[int, int]]

    def to_json(self) -> dict[str, Any]:
        """The scores as plain values."""
        return asdict(self)


def evaluate_consistency(
    data: Path, seed: int = 0, *, slips_a_table: int = 4, floor: Severity = Severity.WARNING, everywhere: bool = False
) -> ConsistencyScores:
    """Check the tables of the benchmark against themselves, clean and with slips planted.

    Args:
        data: The folder of the benchmark.
        seed: Of the generator that chooses numbers and digits.
        slips_a_table: How many slips are planted in each table of a pair, one at a time.
        floor: The least severity that counts.
        everywhere: Whether clean tables are those of all papers, also of those that stand in no pair.

    Raises:
        UsageError: the folder does not hold the benchmark.
    """
    pairs = tables_by_paper(data)
    papers = published_tables(data) if everywhere else pairs
    tables = [table for of_paper in pairs.values() for table in of_paper]
    findings = tuple(
        OwnFinding(paper, finding.table, finding.rule, finding.row, finding.column, finding.message)
        for paper, of_paper in papers.items()
        for finding in own_findings(of_paper, floor)
    )
    chance = random.Random(seed)  # noqa: S311 - no secret
    planted = found = 0
    by_rule: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for table in tables:
        before = {finding.fingerprint for finding in own_findings((table,), floor)}
        for place, slipped in _slips(table, chance, slips_a_table):
            planted += 1
            new = [one for one in own_findings((slipped,), floor) if one.fingerprint not in before]
            found += bool(new)
            for finding in new:
                by_rule[finding.rule][0] += 1
                by_rule[finding.rule][1] += _speaks_of(finding, place)
    return ConsistencyScores(
        papers=len(papers),
        tables=sum(map(len, papers.values())),
        numbers=sum(len(list(table.number_cells())) for of_paper in papers.values() for table in of_paper),
        findings=findings,
        slipped_tables=len(tables),
        planted=planted,
        found=found,
        new_findings=sum(new for new, _ in by_rule.values()),
        right=sum(right for _, right in by_rule.values()),
        by_rule={rule: (new, right) for rule, (new, right) in sorted(by_rule.items())},
    )


def tables_by_paper(data: Path) -> dict[str, tuple[Table, ...]]:
    """The tables of each paper that stands in a pair of the benchmark, each once."""
    papers: dict[str, dict[str, Table]] = defaultdict(dict)
    for pair in read_pairs(data):
        for paper, html in (
            (pair.target_id, pair.target),
            *((pair.source_id, candidate) for candidate in pair.candidates),
        ):
            if html.html and html.text not in papers[paper]:
                papers[paper][html.text] = _placed(read_html_table(html.html, html.caption))
    return {paper: tuple(tables.values()) for paper, tables in papers.items()}


def published_tables(data: Path) -> dict[str, tuple[Table, ...]]:
    """The tables of all papers of the data set, each once."""
    papers: dict[str, dict[str, Table]] = defaultdict(dict)
    for name in sorted((data / "dataset").glob("*_papers/*.json")):
        for entry in json.loads(name.read_text("utf-8"))["list_table_and_caption"]:
            if entry:  # some are left empty
                html, caption = entry["table"], entry["caption"]
                papers[name.stem].setdefault(html + caption, _placed(read_html_table(html, caption)))
    return {paper: tuple(tables.values()) for paper, tables in papers.items()}


def own_findings(tables: Sequence[Table], floor: Severity = Severity.WARNING) -> list[Finding]:
    """What the rules that need no source say of the tables of one paper."""
    evidence = Evidence(Manuscript("paper", {}, tuple(tables)))
    found = (finding for rule in _NEED_NO_SOURCE for finding in rule.check(evidence))
    return [finding for finding in found if finding.severity >= floor]


def _slips(table: Table, chance: random.Random, count: int) -> Iterator[tuple[Cell, Table]]:
    """Copies of a table with one digit of one number changed; only numbers that print a point are changed."""
    places = [
        index for index, cell in enumerate(table.cells) if not cell.is_header and cell.number and "." in cell.text
    ]
    for index in chance.sample(places, min(count, len(places))):
        cell = table.cells[index]
        digits = [position for position, character in enumerate(cell.text) if character.isdigit()]
        position = chance.choice(digits)
        other = chance.choice([digit for digit in "0123456789" if digit != cell.text[position]])
        changed = replace(cell, text=cell.text[:position] + other + cell.text[position + 1 :])
        cells = (*table.cells[:index], changed, *table.cells[index + 1 :])
        yield changed, _placed(replace(table, cells=cells))


def _placed(table: Table) -> Table:
    """Give each number a place that names its row and column."""
    return replace(table, cells=tuple(_with_place(cell) for cell in table.cells))


def _with_place(cell: Cell) -> Cell:
    start = cell.row * _WIDE + cell.column
    place = TextPlace("paper", Span(start, start + 1))
    read = with_numbers(cell)
    return replace(read, place=place, numbers=tuple(replace(number, place=place) for number in read.numbers))


def _speaks_of(finding: Finding, changed: Cell) -> bool:
    """Whether a finding names the changed number, or numbers of which it is one."""
    start = changed.row * _WIDE + changed.column
    return start in {place.span.start for place in (finding.place, *finding.related)}
