"""The report as Markdown, for pull requests, job summaries and notes."""

import re
from collections.abc import Iterable, Iterator

from tablecheck.model.finding import Finding, Severity
from tablecheck.model.report import Coverage, Report
from tablecheck.reporters.concise import one_line
from tablecheck.reporters.positions import Positions
from tablecheck.reporters.words import cited_words, compared, counted, counts, shown_path, unseen

_MARKS = re.compile(r"([\\`*_\[\]<>#|~$&!])")


def render_markdown(report: Report, floor: Severity = Severity.WARNING) -> str:
    """Write the counts, a table of findings, the coverage of each table, and what was not looked at.

    Findings below ``floor`` are folded away.
    """
    positions = Positions(report.manuscript.texts)
    loud = [finding for finding in report.findings if finding.severity >= floor]
    quiet = [finding for finding in report.findings if finding.severity < floor]
    lines = [f"## tablecheck: {escaped(shown_path(report, report.manuscript.path))}", ""]
    lines += [f"**{counts(report)}.** {compared(report.coverage)}", ""]
    if loud:
        lines += [*_findings(report, loud, positions), ""]
    if quiet:
        number = ", ".join(f"{count} {severity.label}" for severity, count in counted(quiet).items() if count)
        lines += [f"<details><summary>Below {floor.label}: {number}</summary>", ""]
        lines += [*_findings(report, quiet, positions), "", "</details>", ""]
    lines += [*_coverage(report.coverage), *_unseen(report)]
    return "\n".join(lines).rstrip("\n") + "\n"


def escaped(text: str) -> str:
    """Write a text so that Markdown shows it as it is, on one line, and calls nobody by an ``@``."""
    return _MARKS.sub(r"\\\1", one_line(text)).replace("@", "&#64;")


def _findings(report: Report, findings: Iterable[Finding], positions: Positions) -> Iterator[str]:
    yield _row("Severity", "Where", "What", "Cited", "Fix")
    yield _row(*["---"] * 5)
    for finding in findings:
        start = positions.start(finding.place)
        yield _row(
            finding.severity.label,
            escaped(f"{shown_path(report, finding.place.path)}:{start.line}:{start.column}"),
            f"**{finding.rule} {escaped(finding.name)}** {escaped(finding.message)}",
            escaped(cited_words(finding.source)) if finding.source else "",
            "; ".join(f"{escaped(fix.description)} ({fix.safety})" for fix in finding.fixes),
        )


def _coverage(coverage: Coverage) -> Iterator[str]:
    if not coverage.by_table:
        return
    yield from ("### Coverage", "")
    yield _row("Table", "Numbers", "Agree", "Differ", "Not compared", "Own re-run", "No citation")
    yield _row("---", *["---:"] * 6)
    for table in coverage.by_table:
        counts_of = (table.numbers, table.agree, table.differ, table.unchecked - table.rerun, table.rerun)
        yield _row(escaped(table.name), *map(str, (*counts_of, table.uncited)))
    yield ""


def _unseen(report: Report) -> Iterator[str]:
    gaps = [f"- {escaped(one.sentence)}" for one in unseen(report)]
    if gaps:
        yield from ("### Not looked at", "", *gaps)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
