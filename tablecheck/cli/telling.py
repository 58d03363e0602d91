"""What ``check`` says beside its report: counts by rule, what it read, and what a baseline no longer needs."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from tablecheck.model.finding import Safety
from tablecheck.model.report import Report

if TYPE_CHECKING:
    from tablecheck.cli.session import Session


def statistics(reports: Sequence[Report]) -> str:
    """Write a line for each rule that spoke, the most frequent first, then how much was compared.

    A star marks rules of whose findings some have a safe fix.
    """
    from tablecheck.reporters.words import compared, counts, unseen

    findings = [finding for report in reports for finding in report.findings]
    by_rule = Counter((finding.rule, finding.name) for finding in findings)
    fixable = Counter(one.rule for one in findings if any(fix.safety is Safety.SAFE for fix in one.fixes))
    width = max((len(str(count)) for count in by_rule.values()), default=1)
    lines = [
        f"{count:>{width}}  {code}  {name}" + (f"  ({fixable[code]} with a safe fix)" if fixable[code] else "")
        for (code, name), count in sorted(by_rule.items(), key=lambda one: (-one[1], one[0]))
    ]
    for report in reports:
        head = f"{_name(report)}: " if len(reports) > 1 else ""
        lines.append(f"{head}{counts(report)}. {compared(report.coverage)}")
        missing = sum(1 for _ in unseen(report))
        if missing:
            lines.append(f"{head}not looked at: {missing}; run without --statistics for the list")
    return "\n".join(lines) + "\n"


def tell_sources(sessions: "Sequence[Session]") -> None:
    """Say which main files and configurations were found."""
    for session in sessions:
        config = session.config.file or "no configuration"
        click.echo(f"tablecheck: {session.main} is checked, with {config}", err=True)


def tell_read(reports: Sequence[Report]) -> None:
    """Say which files were read, and what became of each cited paper."""
    for report in reports:
        for name in report.manuscript.texts:
            click.echo(f"tablecheck: read {name}", err=True)
        for source in report.coverage.sources:
            click.echo(f"tablecheck: [{source.key}] {source.status}: {source.reason}", err=True)


def tell_gone(sessions: "Sequence[Session]", reports: Sequence[Report]) -> None:
    """Say how many accepted findings of a baseline are no more."""
    from tablecheck.linter.baseline import gone

    baseline = sessions[0].settings.baseline
    if baseline is None or any(report.coverage.unchecked or report.problems for report in reports):
        return  # what could not be compared may come back
    count = gone(baseline, [[*report.findings, *report.accepted] for report in reports])
    if count:
        words = "finding of the baseline is" if count == 1 else "findings of the baseline are"
        click.echo(f"tablecheck: {count} {words} no more; --write-baseline writes it anew", err=True)


def _name(report: Report) -> str:
    from tablecheck.reporters.words import shown_path

    return shown_path(report, report.manuscript.path)
