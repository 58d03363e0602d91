"""Which share of the numbers of published HTML tables come out of the real PDFs in the right place.

Usage: ``python benchmarks/numbers_in_place.py [--extractor NAME] [--misses PAPER]``

For each paper of ``arxiv-pdf/INDEX.tsv`` whose tables arXiVeri holds as HTML, and for each of its HTML tables,
the PDF table that shares most numbers with it is looked at. A number of the HTML is

- ``value``: anywhere in that table;
- ``row``: in a row of the same label (section heading and label cells, joined);
- ``column``: in a column of the same header path (all header cells above, joined);
- ``both``: both at once.

Labels of both sides are folded alike: compatibility forms, no citations in brackets, no marks, no spaces, lower
case. Each side's headers are those its own reader flags, as the program uses them.
Multisets are compared, so that a number twice in a row must be found twice. Papers whose PDF is the version of
the HTML (``table_number_coverage`` of at least 0.9) make the total.
"""

import argparse
import csv
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tablecheck.extractors.html import read_html_table
from tablecheck.extractors.registry import extract_content
from tablecheck.model.headers import column_path, label_cells, normal_label, section_of, stub_columns
from tablecheck.model.number import find_numbers
from tablecheck.model.table import Table
from tests.data_folder import DATA

Triple = tuple[str, str, str]


@dataclass(frozen=True)
class InPlace:
    """Counts for one paper."""

    paper: str
    same_version: bool
    numbers: int
    value: int
    row: int
    column: int
    both: int


def folded(label: str) -> str:
    """Write a label without what two honest readers may print differently."""
    return re.sub(r"\s", "", normal_label(label))


def placed_numbers(table: Table) -> Iterator[Triple]:
    """Give (row label, column header path, number as printed) for the numbers below the headers."""
    stub = stub_columns(table)
    for cell in table.cells:
        if cell.is_header or not cell.numbers or cell in label_cells(table, cell.row, stub):
            continue
        labels = [section_of(table, cell.row), *(c.text for c in label_cells(table, cell.row, stub))]
        row = folded(" ".join(labels))
        path = folded(" ".join(column_path(table, cell.column, cell.row)))
        for found in find_numbers(cell.text):
            yield row, path, found.number.text


def in_place(truth: list[Table], found: list[Table]) -> tuple[list[int], list[Triple]]:
    """Count ``numbers, value, row, column, both`` over tables, and list the triples that were missed."""
    theirs = [list(placed_numbers(table)) for table in found]
    counts = [0] * 5
    misses: list[Triple] = []
    for table in truth:
        ours = list(placed_numbers(table))
        values = Counter(number for _, _, number in ours)
        best: list[Triple] = max(
            theirs, key=lambda t: (values & Counter(number for _, _, number in t)).total(), default=[]
        )
        keys: list[Callable[[Triple], object]] = [
            lambda t: t[2],
            lambda t: (t[0], t[2]),
            lambda t: (t[1], t[2]),
            lambda t: t,
        ]
        hits = [(Counter(map(key, ours)) & Counter(map(key, best))).total() for key in keys]
        counts = [a + b for a, b in zip(counts, [len(ours), *hits], strict=True)]
        misses += (Counter(ours) - Counter(best)).elements()
    return counts, misses


def html_tables(paper: str) -> list[Table]:
    source = json.loads((DATA / "arxiveri" / "dataset" / "source_papers" / f"{paper}.json").read_text())
    return [read_html_table(entry["table"], entry["caption"] or "") for entry in source["list_table_and_caption"]]


def papers() -> list[tuple[str, bool]]:
    """The papers whose PDF and HTML are at hand, and whether both are one version."""
    with (DATA / "arxiv-pdf" / "INDEX.tsv").open() as index:
        rows = [row for row in csv.DictReader(index, delimiter="\t") if row["role"] == "source"]
    return [
        (row["id"], float(row["table_number_coverage"] or 0) >= 0.9)
        for row in rows
        if (DATA / "arxiv-pdf" / f"{row['id']}.pdf").is_file()
        and (DATA / "arxiveri" / "dataset" / "source_papers" / f"{row['id']}.json").is_file()
    ]


def pdf_tables(paper: str, extractor: str) -> list[Table]:
    return list(extract_content((DATA / "arxiv-pdf" / f"{paper}.pdf").read_bytes(), extractor).tables)


def measure(extractor: str = "pdf") -> list[InPlace]:
    """Measure each paper."""
    results = []
    for paper, same_version in papers():
        counts, _ = in_place(html_tables(paper), pdf_tables(paper, extractor))
        results.append(InPlace(paper, same_version, *counts))
    return results


def total(results: list[InPlace]) -> InPlace:
    """Sum the papers whose PDF is the version of the HTML."""
    same = [result for result in results if result.same_version]
    sums = [sum(getattr(r, name) for r in same) for name in ("numbers", "value", "row", "column", "both")]
    return InPlace("same version", True, *sums)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--extractor", default="pdf", metavar="NAME")
    parser.add_argument("--misses", metavar="PAPER", help="list what was missed in one paper")
    arguments = parser.parse_args()
    if arguments.misses:
        for triple in in_place(html_tables(arguments.misses), pdf_tables(arguments.misses, arguments.extractor))[1]:
            print(triple)
        return
    results = measure(arguments.extractor)
    print(f"{'paper':16} {'version':>8} {'numbers':>8} {'value':>6} {'row':>6} {'column':>6} {'both':>6}")
    for result in [*results, total(results)]:
        shares = [getattr(result, name) / max(1, result.numbers) for name in ("value", "row", "column", "both")]
        print(
            f"{result.paper:16} {'same' if result.same_version else 'other':>8} {result.numbers:8} "
            + " ".join(f"{share:6.3f}" for share in shares)
        )


if __name__ == "__main__":
    main()
