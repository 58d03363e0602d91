"""How much was compared: a bar and the counts for each table, and what became of each cited paper."""

from collections.abc import Iterator

from tablecheck.model.report import Report, SourceCoverage, SourceStatus, TableCoverage
from tablecheck.reporters.html_report.markup import Html, element, scrolling
from tablecheck.reporters.positions import Positions
from tablecheck.reporters.words import shown_path

_PARTS = ("agree", "differ", "not compared", "own re-run", "no citation")
_STATUS = {
    SourceStatus.READ: "read",
    SourceStatus.UNREADABLE: "could not be read",
    SourceStatus.NOT_OBTAINED: "not obtained",
    SourceStatus.NOT_NEEDED: "not needed",
}


def coverage_section(report: Report) -> Html:
    """The counts of every table of the manuscript."""
    if not report.coverage.by_table:
        return element("section", element("h2", "Coverage"), element("p", "The manuscript has no table that was read."))
    positions = Positions(report.manuscript.texts)
    names = ["Table", "Numbers", *(part.capitalize() for part in _PARTS), "Shares"]
    head = element("tr", [element("th", name, scope="col") for name in names])
    rows = [_row(report, table, positions) for table in report.coverage.by_table]
    table = element("table", element("thead", head), element("tbody", rows), class_="counts")
    legend = [element("li", element("span", class_=f"key {_style(part)}", aria_hidden="true"), part) for part in _PARTS]
    scrolled = scrolling(table, "Coverage of each table")
    return element(
        "section",
        element("h2", "Coverage", id="coverage"),
        element("ul", legend, class_="legend", aria_label="Parts of a bar"),
        scrolled,
        aria_labelledby="coverage",
    )


def sources_section(report: Report) -> Html | None:
    """What became of each cited paper."""
    if not report.coverage.sources:
        return None
    names = ("Key", "Title", "What became of it", "Numbers compared", "Why")
    head = element("tr", [element("th", name, scope="col") for name in names])
    rows = [_source(report, source) for source in report.coverage.sources]
    table = element("table", element("thead", head), element("tbody", rows), class_="counts")
    scrolled = scrolling(table, "What became of each cited paper")
    return element("section", element("h2", "Cited papers", id="papers"), scrolled, aria_labelledby="papers")


def _row(report: Report, table: TableCoverage, positions: Positions) -> Html:
    where = None
    if table.place is not None:
        line = positions.start(table.place).line
        where = element("span", f" {shown_path(report, table.place.path)}:{line}", class_="where")
    counts = [table.numbers, *_counts(table)]
    return element(
        "tr",
        element("th", table.name, where, scope="row"),
        [element("td", str(count)) for count in counts],
        element("td", element("div", list(_bar(table)), class_="bar", aria_hidden="true")),
    )


def _counts(table: TableCoverage) -> tuple[int, int, int, int, int]:
    """In the order of ``_PARTS``."""
    return table.agree, table.differ, table.unchecked - table.rerun, table.rerun, table.uncited


def _bar(table: TableCoverage) -> Iterator[Html]:
    for part, count in zip(_PARTS, _counts(table), strict=True):
        if count > 0:
            yield element("span", class_=_style(part), style=f"flex-grow:{count}")


def _style(part: str) -> str:
    return part.replace(" ", "-")


def _source(report: Report, source: SourceCoverage) -> Html:
    reference = report.manuscript.references.get(source.key)
    title = reference.title if reference and reference.title else ""
    is_missing = source.status in {SourceStatus.NOT_OBTAINED, SourceStatus.UNREADABLE}
    status = element("strong", _STATUS[source.status]) if is_missing else _STATUS[source.status]
    return element(
        "tr",
        element("th", source.key, scope="row"),
        [element("td", text) for text in (title, status, str(source.checked), source.reason)],
    )
