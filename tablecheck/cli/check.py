"""``tablecheck check``: one manuscript against the papers it cites."""

import sys
from dataclasses import replace
from pathlib import Path

import click

from tablecheck.cli.bar import progress_bar
from tablecheck.cli.by_lock import ChosenLock, check_by_lock, chosen_lock
from tablecheck.cli.exits import Exit
from tablecheck.cli.outputs import FORMAT_NAMES, outputs, seen_from_here, write
from tablecheck.cli.papers import LOCK_HELP, PAPERS_HELP, Papers, main_file, named_papers, open_library
from tablecheck.model.errors import TablecheckError, UsageError
from tablecheck.model.finding import Severity
from tablecheck.model.report import Report, SourceStatus

_OUTPUT_HELP = "Write a report in another format to a file as well; may be repeated."


@click.command()
@click.argument("paper", type=click.Path(path_type=Path))
@click.option("--papers", multiple=True, metavar="DIR|KEY=FILE", help=PAPERS_HELP)
@click.option("--fetch", is_flag=True, help="First fetch what is not at hand, as `tablecheck fetch` does.")
@click.option("--offline", is_flag=True, help="Never ask the network; so it is without --fetch.")
@click.option("--locked", is_flag=True, help="Compare with the lock file only, and fail where it is stale.")
@click.option("--no-lock", is_flag=True, help="Pay no heed to the lock file.")
@click.option("--lock-file", type=click.Path(path_type=Path, dir_okay=False), help=LOCK_HELP)
@click.option("--format", "output_format", type=click.Choice(FORMAT_NAMES), default="text", show_default=True)
@click.option(
    "--select", multiple=True, metavar="RULES", help="Only these rules: codes, prefixes or names, with commas."
)
@click.option("--ignore", multiple=True, metavar="RULES", help="Leave these rules out.")
@click.option("--all", "show_all", is_flag=True, help="Show notes and information too.")
@click.option("--strict", is_flag=True, help="Exit with 3 when something could not be checked.")
@click.option("--output-file", type=click.Path(path_type=Path, dir_okay=False), help="Write the report to a file.")
@click.option("--output", "others", multiple=True, metavar="FORMAT=FILE", help=_OUTPUT_HELP)
@click.option("--progress/--no-progress", default=True, help="Show a progress bar (only ever on a terminal).")
def check(
    paper: Path,
    papers: tuple[str, ...],
    fetch: bool,
    offline: bool,
    locked: bool,
    no_lock: bool,
    lock_file: Path | None,
    output_format: str,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    show_all: bool,
    strict: bool,
    output_file: Path | None,
    others: tuple[str, ...],
    progress: bool,
) -> None:
    """Check the numbers in PAPER's tables against the papers they were cited from.

    Cited papers are looked for in the folders named with --papers, in the file fields of the bibliography and in
    the cache. PDF, HTML and LaTeX sources are read. Where tablecheck.lock lies beside PAPER, the tables it holds are
    compared with instead.
    """
    try:
        wanted = outputs(output_format, output_file, others)
        if fetch and (offline or locked):
            raise UsageError(f"--fetch contradicts {'--offline' if offline else '--locked'}; leave one of them out")
        lock = chosen_lock(main_file(paper), lock_file, locked=locked, no_lock=no_lock)
        places = named_papers(papers)
        if fetch:
            _fetch_first(paper, places, progress=progress)
        report = _run(paper, places, lock, _names(select), _names(ignore), progress=progress)
        write(report, wanted, Severity.NOTE if show_all or select else Severity.WARNING)
    except TablecheckError as error:
        click.echo(f"tablecheck: {error}", err=True)
        sys.exit(Exit.COULD_NOT_RUN)
    sys.exit(_exit_code(report, strict=strict))


def _run(
    paper: Path,
    papers: Papers,
    lock: ChosenLock,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    *,
    progress: bool,
) -> Report:
    from tablecheck.latex.manuscript import read_manuscript
    from tablecheck.linter.settings import Settings

    settings = Settings(select=select, ignore=ignore)
    library, root = open_library(paper, papers), paper.resolve().parent
    with progress_bar(wanted=progress) as report_progress:
        report_progress("read", 0, 1)
        manuscript = read_manuscript(paper)
        report_progress("read", 1, 1)
        report = check_by_lock(lock, manuscript, library, root, settings, report_progress)
    return replace(report, folder=seen_from_here(paper.parent))


def _fetch_first(paper: Path, papers: Papers, *, progress: bool) -> None:
    from tablecheck.cli.fetch import fetch_papers

    fetch_papers(paper, papers, progress=progress)


def _names(options: tuple[str, ...]) -> tuple[str, ...]:
    from tablecheck.rules import RULES

    names = tuple(name.strip() for option in options for name in option.split(",") if name.strip())
    for name in names:
        if not any(rule.code.startswith(name.upper()) or rule.name == name for rule in RULES):
            known = ", ".join(f"{rule.code} {rule.name}" for rule in RULES)
            raise UsageError(f"no rule is called {name}; there are {known}")
    return names


def _exit_code(report: Report, *, strict: bool) -> Exit:
    if any(finding.severity >= Severity.WARNING for finding in report.findings):
        return Exit.FINDINGS
    unseen = report.problems or report.coverage.unchecked
    lost = any(s.status in {SourceStatus.NOT_OBTAINED, SourceStatus.UNREADABLE} for s in report.coverage.sources)
    if strict and (unseen or lost):
        return Exit.COULD_NOT_CHECK
    return Exit.CLEAN
