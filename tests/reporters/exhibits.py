"""Reports with everything in them: one made by hand, one of the example with a finding of each kind of source."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from tablecheck.extractors import registry
from tablecheck.latex.manuscript import read_manuscript
from tablecheck.model.citation import Reference
from tablecheck.model.document import SourceDocument
from tablecheck.model.finding import Acceptance, CitedCell, Edit, Exhibit, Finding, Fix, Safety, Severity, Suppression
from tablecheck.model.place import PagePlace, Span, TextPlace
from tablecheck.model.report import Coverage, Report, SourceCoverage, SourceStatus, TableCoverage
from tablecheck.model.table import Cell
from tests.pipes import pipes
from tests.reporters.reports import REPORT

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

_CITED = pipes(
    "Method | BLEU | chrF\nNorthNet | 76.3±0.1 | 55.0\nSouthNet | 66.3 | 54.1\n", "Results <b>&.", label="Table 3"
)
_DOCUMENT = SourceDocument(Reference("north"), "html", b"", "ab" * 32, "papers/2301.00001v2.html", 2)


def _rich() -> Report:
    first, note = REPORT.findings
    cited, elsewhere = _CITED.at(1, 1), _CITED.at(2, 1)
    exhibit = Exhibit(_DOCUMENT, _CITED, (cited,), (elsewhere,))
    source = replace(first.source, kind="html", page=None, exhibit=exhibit)
    start = first.place.span.start
    again = TextPlace(first.place.path, Span(start - 8, start))
    findings = (
        replace(
            first, source=source, related=(again,), message="Prints 66.3 (50 %) where [north] prints 76.3, not x::y."
        ),
        replace(first, severity=Severity.WARNING, suppression=Suppression(Acceptance.COMMENT, "our own run")),
        note,
    )
    table = TableCoverage("Table 1", 9, 4, 3, 1, 2, 1, TextPlace("paper.tex", Span(0, 20)))
    empty = TableCoverage("Table 2", numbers=3, unchecked=3)
    coverage = replace(REPORT.coverage, by_table=(table, empty))
    ours = pipes("𝑀 | BLEU\nNorthNet [north] | 66.3\n", label="Table 1")
    cells = [
        replace(cell, numbers=tuple(replace(one, place=first.place) for one in cell.numbers)) for cell in ours.cells
    ]
    manuscript = replace(
        REPORT.manuscript,
        tables=(replace(ours, cells=tuple(cells)),),
        references={"lost": Reference("lost", title="Lost & Found", place=TextPlace("paper.tex", Span(30, 40)))},
    )
    return replace(REPORT, manuscript=manuscript, findings=findings, coverage=coverage, folder="thesis")


RICH = _rich()


@cache
def example_report() -> Report:
    """Findings made by hand over the example: one cites a PDF page, one an HTML page, one a LaTeX source."""
    manuscript = read_manuscript(EXAMPLES / "paper.tex")
    wanted = (
        ("halvorsen2023fjordnet.pdf", "halvorsen2023fjordnet", "61.15", "62.41", "62.4", Severity.ERROR),
        ("2304.90417v1.html", "mbeki2023duneformer", "78.9", None, "73.9", Severity.WARNING),
        ("2208.90211v1.tar.gz", "oyelaran2022saltmarsh", "63.5±0.5", None, "65.3", Severity.NOTE),
    )
    findings = tuple(_finding(manuscript, *one) for one in wanted)
    coverage = Coverage(
        tables=1, numbers=50, checked=30, agree=27, differ=3, unchecked=10, rerun=5,
        sources=(
            SourceCoverage("halvorsen2023fjordnet", SourceStatus.READ, "found by its citation key", 30),
            SourceCoverage("aldous2021pebblenet", SourceStatus.NOT_OBTAINED, "put the paper there"),
        ),
        by_table=(TableCoverage("tab:main", 50, 30, 27, 3, 10, 5, manuscript.tables[0].place),),
    )  # fmt: skip
    return Report(manuscript, findings, coverage, (), "examples")


def _finding(manuscript, file, key, theirs, elsewhere, ours, severity) -> Finding:
    content = (EXAMPLES / "papers" / file).read_bytes()
    extraction = registry.extract_content(content)
    kind = "pdf" if file.endswith("pdf") else "html" if file.endswith("html") else "latex"
    document = SourceDocument(manuscript.references[key], kind, content, key, f"papers/{file}")
    table, cell = next((table, cell) for table in extraction.tables for cell in table.cells if cell.text == theirs)
    others = tuple(one for one in table.cells if one.text == elsewhere)
    place = _place(manuscript, ours)
    page = cell.place.page + 1 if isinstance(cell.place, PagePlace) else None
    title = manuscript.references[key].title
    exhibit = Exhibit(document, table, (cell,), others)
    return Finding(
        rule="TC101", name="value-differs", message=f"{ours} differs from the cited {theirs}", place=place, text=ours,
        severity=severity, confidence=0.99, table="tab:main", row="a row", column="a column",
        source=CitedCell(key, title, None, kind, page, table.label, "its row", "its column", theirs, exhibit),
        fixes=(Fix(f"replace {ours} by {theirs}", Safety.SAFE, (Edit(place, theirs),)),), fingerprint=key,
    )  # fmt: skip


def _place(manuscript, printed: str) -> TextPlace:
    cells: list[Cell] = [cell for table in manuscript.tables for cell in table.cells]
    return next(number.place for cell in cells for number in cell.numbers if number.text == printed)
