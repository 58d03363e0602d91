"""The page: what was found, how much was compared, what was not looked at, and every finding."""

from collections.abc import Iterator
from importlib.resources import files

from tablecheck import __version__
from tablecheck.linter.rule_names import ALL_RULES
from tablecheck.model.finding import Finding, Safety, Severity
from tablecheck.model.report import Report
from tablecheck.reporters.html_report.bars import coverage_section, sources_section
from tablecheck.reporters.html_report.markup import Html, document, element
from tablecheck.reporters.html_report.ours import locate, ours
from tablecheck.reporters.html_report.picture import Picture, cut_out_pictures
from tablecheck.reporters.html_report.theirs import theirs
from tablecheck.reporters.positions import Positions
from tablecheck.reporters.words import compared, counted, counts, percent, shown_path, unseen

_SIGNS = {Severity.ERROR: "✖", Severity.WARNING: "▲", Severity.INFO: "●", Severity.NOTE: "○"}
_SUMMARIES = {rule.code: rule.summary for rule in ALL_RULES}
_MOST_COLUMNS = 8  # that half of a page shows without scrolling, at 1280 pixels
_WIDEST_PICTURE = 640  # CSS pixels; half of a page has about 560, and small print bears no more shrinking
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def render_html(report: Report, floor: Severity = Severity.WARNING) -> str:
    """Write the whole report as one HTML file that asks for nothing else and runs no script.

    All findings are in it; those below ``floor`` are hidden until their box is ticked. Where nothing is at or
    above it, all are shown.
    """
    name = shown_path(report, report.manuscript.path)
    shown = floor if any(finding.severity >= floor for finding in report.findings) else Severity.NOTE
    body = element("body", [*_parts(report, name, shown)])
    return document(f"{_title(report)} in {name}", _POLICY, _style(), body)


def _style() -> str:
    return files("tablecheck.reporters.html_report").joinpath("style.css").read_text(encoding="utf-8")


def _title(report: Report) -> str:
    count = len(report.findings)
    return f"{count or 'No'} finding{'' if count == 1 else 's'}"


def _parts(report: Report, name: str, floor: Severity) -> Iterator[Html]:
    yield element("a", "Skip to the findings", href="#findings", class_="skip")
    yield Html("\n")
    yield element(
        "header",
        element("h1", "tablecheck: ", element("span", name, class_="name")),
        element("p", f"{counts(report)}.", class_="verdict"),
        element("p", compared(report.coverage)),
        element("p", "A finding is a lead to check, not proof: look at the cited cell before you change yours."),
    )
    yield Html("\n")
    if report.findings:
        yield _navigation(report, floor)
        yield Html("\n")
    yield element("main", [part for one in _main(report) for part in (one, Html("\n"))])
    yield Html("\n")
    yield element(
        "footer", element("p", f"Written by tablecheck {__version__}. This file is complete: it loads nothing.")
    )


def _main(report: Report) -> Iterator[Html | None]:
    yield _unseen(report)
    yield coverage_section(report)
    yield _findings(report)
    yield sources_section(report)


def _unseen(report: Report) -> Html | None:
    gaps = [element("li", element("b", one.kind), one.sentence.removeprefix(one.kind)) for one in unseen(report)]
    if not gaps:
        return None
    title = element("h2", "Not looked at", id="unseen")
    text = "No finding here does not mean no mistake: nobody compared these."
    return element("section", title, element("p", text), element("ul", gaps), class_="gaps", aria_labelledby="unseen")


def _navigation(report: Report, floor: Severity) -> Html:
    positions = Positions(report.manuscript.texts)
    counted_findings = {severity: count for severity, count in counted(report.findings).items() if count}
    boxes = [_box(severity, count, severity >= floor) for severity, count in counted_findings.items()]
    hints = [
        element("li", f"{_number(severity, count)} hidden", class_=f"hint {severity.label}")
        for severity, count in counted_findings.items()
    ]
    links = [_link(report, number, finding, positions) for number, finding in enumerate(report.findings, 1)]
    return element(
        "nav",
        element("form", element("fieldset", element("legend", "Show"), boxes), autocomplete="off"),
        element("ul", hints, class_="hints"),
        element("ol", links, class_="index"),
        aria_label="Findings",
    )


def _box(severity: Severity, count: int, is_shown: bool) -> Html:
    name = f"show-{severity.label}"
    return element(
        "label",
        element("input", type="checkbox", id=name, checked=is_shown),
        " ",
        _badge(severity, _number(severity, count)),
        for_=name,
    )


def _number(severity: Severity, count: int) -> str:
    return f"{count} {severity.label}{'' if count == 1 else 's'}"


def _badge(severity: Severity, text: str) -> Html:
    sign = element("span", f"{_SIGNS[severity]} ", aria_hidden="true")
    return element("span", sign, text, class_=f"badge {severity.label}")


def _link(report: Report, number: int, finding: Finding, positions: Positions) -> Html:
    text = f"{_where(report, finding, positions)} {finding.name}: {finding.text}"
    link = element("a", _badge(finding.severity, finding.severity.label), " ", text, href=f"#finding-{number}")
    return element("li", link, class_=f"entry {finding.severity.label}")


def _where(report: Report, finding: Finding, positions: Positions) -> str:
    start = positions.start(finding.place)
    return f"{shown_path(report, finding.place.path)}:{start.line}:{start.column}"


def _findings(report: Report) -> Html:
    positions = Positions(report.manuscript.texts)
    pictures = cut_out_pictures(report.findings)
    articles = [
        _article(report, position + 1, finding, pictures.get(position), positions)
        for position, finding in enumerate(report.findings)
    ]
    none = None if articles else element("p", f"{counts(report)}.")
    title = element("h2", "Findings", id="findings", tabindex=-1)
    lines = [part for one in articles for part in (Html("\n"), one)]
    return element("section", title, none, lines, aria_labelledby="findings")


def _article(report: Report, number: int, finding: Finding, picture: Picture | None, positions: Positions) -> Html:
    name = f"finding-{number}"
    title = element(
        "h3",
        _badge(finding.severity, finding.severity.label),
        f" {finding.rule} {finding.name} ",
        element("span", _where(report, finding, positions), class_="where"),
        id=f"{name}-title",
    )
    facts = element("dl", list(_facts(finding)))
    sides = [element("div", element("h4", f"Yours: {finding.table}"), ours(report, finding, positions), facts)]
    if finding.source:
        heading = element("h4", f"Cited: {finding.source.table} of [{finding.source.key}]")
        sides.append(element("div", heading, theirs(finding.source, picture)))
    return element(
        "article",
        title,
        element("p", finding.message, class_="message"),
        element("div", sides, class_="sides wide" if _is_wide(report, finding, picture) else "sides"),
        class_=f"finding {finding.severity.label}",
        id=name,
        aria_labelledby=f"{name}-title",
    )


def _is_wide(report: Report, finding: Finding, picture: Picture | None) -> bool:
    """Whether a side would be cut off or too small to read on half of the page; then they stand one below the other."""
    found = locate(report.manuscript, finding.place)
    exhibit = finding.source.exhibit if finding.source else None
    columns = [found[0].column_count if found else 0]
    if picture is None and exhibit is not None:
        columns.append(exhibit.table.column_count)
    return max(columns) > _MOST_COLUMNS or (picture is not None and picture.width > _WIDEST_PICTURE)


def _facts(finding: Finding) -> Iterator[Html]:
    for fix in finding.fixes:
        yield element("dt", "Fix" if fix.safety is Safety.SAFE else "Possible fix, look first")
        yield element("dd", fix.description)
    yield element("dt", "Confidence")
    yield element("dd", percent(finding.confidence))
    if finding.rule in _SUMMARIES:
        yield element("dt", "Rule")
        yield element("dd", _SUMMARIES[finding.rule], " ", element("code", f"tablecheck explain {finding.rule}"))
