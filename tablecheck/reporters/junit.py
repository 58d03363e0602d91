"""The report as JUnit XML, in the form that Jenkins, GitLab and most other CI servers read.

The format knows tests that pass, fail or are skipped. Each finding of severity warning or error is a failed test.
Each table that was compared and has none is a passed one. What was not looked at is skipped, never passed.
"""

import re
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from tablecheck.model.finding import Finding, Severity
from tablecheck.model.report import Report, TableCoverage
from tablecheck.reporters.positions import Positions
from tablecheck.reporters.words import cited_words, compared, counts, percent, shown_path, unseen

_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0, section 2.2
_COUNTS = ("tables", "numbers", "checked", "agree", "differ", "unchecked", "rerun")


def render_junit(report: Report) -> str:
    """Write one test suite for the manuscript; its properties are the counts of the coverage."""
    positions = Positions(report.manuscript.texts)
    cases = [_of_finding(report, finding, positions) for finding in report.findings]
    cases += [_of_table(report, table, positions) for table in _quiet_tables(report)]
    cases += [_skipped(report, one.kind, one.subject, one.reason) for one in unseen(report)]
    suites = Element("testsuites", name="tablecheck")
    suite = SubElement(suites, "testsuite", name=_clean(shown_path(report, report.manuscript.path)), tests="0")
    properties = SubElement(suite, "properties")
    for name in _COUNTS:
        SubElement(properties, "property", name=name, value=str(getattr(report.coverage, name)))
    suite.extend(cases)
    SubElement(suite, "system-out").text = _clean(f"{counts(report)}. {compared(report.coverage)}")
    for element in (suites, suite):
        element.set("tests", str(len(cases)))
        element.set("failures", str(sum(case.find("failure") is not None for case in cases)))
        element.set("errors", "0")
    suite.set("skipped", str(sum(case.find("skipped") is not None for case in cases)))
    indent(suites)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(suites, encoding="unicode")}\n'


def _of_finding(report: Report, finding: Finding, positions: Positions) -> Element:
    start = positions.start(finding.place)
    place = f"{shown_path(report, finding.place.path)}:{start.line}:{start.column}"
    labels = " / ".join(filter(None, (finding.row, finding.column)))
    case = _case(report, f"{finding.rule} {finding.name}: {finding.table}, {labels} ({place})")
    case.set("file", _clean(shown_path(report, finding.place.path)))
    case.set("line", str(start.line))
    cited = f"\ncited: {cited_words(finding.source)}" if finding.source else ""
    text = _clean(f"{place}: {finding.message}{cited}\nconfidence {percent(finding.confidence)}")
    if finding.severity >= Severity.WARNING:
        kind = f"{finding.severity.label} {finding.rule}"
        SubElement(case, "failure", type=kind, message=_clean(finding.message)).text = text
    else:
        SubElement(case, "system-out").text = text
    return case


def _quiet_tables(report: Report) -> list[TableCoverage]:
    """The tables that no failed test speaks of, if they have numbers that could be compared at all."""
    loud = {finding.table for finding in report.findings if finding.severity >= Severity.WARNING}
    return [table for table in report.coverage.by_table if table.name not in loud and table.checked + table.unchecked]


def _of_table(report: Report, table: TableCoverage, positions: Positions) -> Element:
    cited = table.checked + table.unchecked
    name = f"{table.name}: {table.checked} of {cited} cited numbers compared"
    case = _case(report, name)
    if table.place is not None:
        case.set("file", _clean(shown_path(report, table.place.path)))
        case.set("line", str(positions.start(table.place).line))
    if not table.checked:
        SubElement(case, "skipped", message="no number of the table was compared")
    return case


def _skipped(report: Report, kind: str, subject: str, reason: str) -> Element:
    case = _case(report, f"{kind} {subject}".strip())
    SubElement(case, "skipped", message=_clean(reason))
    return case


def _case(report: Report, name: str) -> Element:
    return Element("testcase", classname=_clean(shown_path(report, report.manuscript.path)), name=_clean(name))


def _clean(text: str) -> str:
    """Take out what no XML document may hold."""
    return _NOT_IN_XML.sub("\ufffd", text)
