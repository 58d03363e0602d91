"""``tablecheck batch``: many manuscripts, on this machine or on a cluster."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablecheck.cli.asked import rule_names
from tablecheck.cli.exits import Exit
from tablecheck.cli.papers import PAPERS_HELP
from tablecheck.model.errors import TablecheckError, UsageError

if TYPE_CHECKING:
    from tablecheck.batch.run import Done, Tell
    from tablecheck.batch.submission import Submission

_FOLDER = click.Path(path_type=Path, file_okay=False)


@click.command(epilog="docs/batch.md describes the results, clusters and shared stores.")
@click.argument("manuscripts", type=click.Path(path_type=Path))
@click.option("--out", type=_FOLDER, default=Path("tablecheck-batch"), show_default=True, help="Where results go.")
@click.option("--papers", multiple=True, metavar="DIR|KEY=FILE", help=PAPERS_HELP)
@click.option("--jobs", type=click.IntRange(min=1), help="Processes on this machine.  [default: one a core]")
@click.option("--cluster", metavar="tcp://HOST:PORT", help="Check on the Dask cluster of this scheduler instead.")
@click.option("--store", metavar="DIR|URL", help="Where workers share what they read.  [default: OUT/store]")
@click.option("--resume", is_flag=True, help="Go on with an earlier run; what is finished is not done again.")
@click.option("--fetch", is_flag=True, help="First fetch the cited papers that are not at hand, one host at a time.")
@click.option("--seconds", type=click.FloatRange(min=1), default=300.0, show_default=True, help="For one manuscript.")
@click.option("--memory", type=click.IntRange(min=200), default=2000, show_default=True, help="For one worker, in MB.")
@click.option("--select", multiple=True, metavar="RULES", help="Only these: codes, prefixes or names, with commas.")
@click.option("--ignore", multiple=True, metavar="RULES", help="Leave these rules out.")
@click.option("--isolated", is_flag=True, help="Read no configuration of the manuscripts.")
@click.option("--progress/--no-progress", default=True, help="Show a progress bar (only ever on a terminal).")
def batch(manuscripts: Path, out: Path, **options: Any) -> None:
    """Check many MANUSCRIPTS: the folders, archives and .tex files of a folder, or the lines of a list.

    A line of a list is a path or, with --fetch, an arXiv id. Each manuscript gives one file in OUT/results;
    OUT/index.csv and OUT/summary.html are about all of them.

    Exit codes: 0 nothing found, 1 findings, 2 the run could not start, 3 some manuscripts could not be checked, 130
    stopped; --resume goes on.
    """
    from tablecheck.batch.submission import find_submissions

    try:
        submissions = find_submissions(manuscripts)
        done = _run(submissions, out, options)
    except TablecheckError as error:
        click.echo(f"tablecheck: {error}", err=True)
        sys.exit(Exit.COULD_NOT_RUN)
    except KeyboardInterrupt:
        click.echo(f"tablecheck: stopped; what is finished is kept in {out}, --resume goes on", err=True)
        sys.exit(Exit.STOPPED)
    _say(done, out)
    sys.exit(_exit_code(done))


def _run(submissions: "tuple[Submission, ...]", out: Path, options: dict[str, Any]) -> "Done":
    from tablecheck.batch.job import Limits, Task
    from tablecheck.batch.run import run_batch

    if options["cluster"] and options["jobs"]:
        raise UsageError("--jobs is about this machine and contradicts --cluster; leave one of them out")
    overrides = {
        "papers": [_whole(one) for one in options["papers"]],
        "select": rule_names(options["select"]),
        "ignore": rule_names(options["ignore"]),
    }
    if options["fetch"]:
        from tablecheck.cli.batch_fetch import fetch_all

        submissions = fetch_all(submissions, out, overrides["papers"])
    elif missing := [one.name for one in submissions if one.arxiv_id]:
        raise UsageError(f"{missing[0]} is an arXiv id; --fetch fetches what it stands for")
    store = options["store"] or str((out / "store").resolve())
    task = Task(
        store=store,
        unpacked=str((out / "unpacked").resolve()),
        overrides={name: value for name, value in overrides.items() if value},
        isolated=options["isolated"],
        limits=Limits(seconds=options["seconds"], megabytes=options["memory"]),
    )
    jobs = options["jobs"] or os.cpu_count() or 1
    whole = tuple(_with_whole_place(one) for one in submissions)
    with _bar(wanted=options["progress"]) as tell:
        return run_batch(task, whole, out, jobs=jobs, cluster=options["cluster"], resume=options["resume"], tell=tell)


def _with_whole_place(submission: "Submission") -> "Submission":
    from dataclasses import replace

    return replace(submission, place=submission.place.absolute())


def _whole(papers: str) -> str:
    """Let a path mean the same in a worker, which may run elsewhere."""
    key, separator, file = papers.partition("=")
    if separator and not Path(papers).exists():
        return f"{key}={Path(file).absolute()}"
    return str(Path(papers).absolute())


@contextmanager
def _bar(*, wanted: bool) -> "Iterator[Tell | None]":
    from rich.console import Console

    console = Console(stderr=True)
    if not wanted or not console.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
    from rich.text import Text

    class Rate(ProgressColumn):
        """How many manuscripts a minute."""

        def render(self, task: Any) -> Text:
            return Text(f"{60 * task.speed:.0f} a minute" if task.speed else "")

    columns = (TextColumn("checking"), BarColumn(), MofNCompleteColumn(), Rate(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, speed_estimate_period=120) as bar:
        shown = bar.add_task("", total=None)
        yield lambda done, total: bar.update(shown, completed=done, total=total)


def _say(done: "Done", out: Path) -> None:
    rows = done.tally.rows
    checked = sum(row["status"] == "checked" for row in rows)
    click.echo(f"{checked} of {len(rows)} manuscripts checked, {done.already} of them before.")
    for row in [row for row in rows if row["status"] != "checked"][:10]:
        click.echo(f"  {row['name']}: {row['status']}: {row['first_problem']}")
    if (lost := len(rows) - checked) > 10:
        click.echo(f"  and {lost - 10} more")
    findings = sum(row["errors"] + row["warnings"] for row in rows)
    numbers, unchecked = sum(row["checked"] for row in rows), sum(row["unchecked"] for row in rows)
    click.echo(f"{numbers} numbers compared, {unchecked} that claim a source were not; {findings} errors and warnings.")
    click.echo(f"{sum(done.read.values())} documents read for them; see {out / 'summary.html'} and {out / 'index.csv'}")
    if not done.parquet:
        click.echo("The index is not written as Parquet: pip install pyarrow", err=True)
    if done.store:
        click.echo(f"tablecheck: the shared store failed ({done.store}); documents were read more than once", err=True)


def _exit_code(done: "Done") -> Exit:
    rows = done.tally.rows
    if any(row["status"] != "checked" for row in rows):
        return Exit.COULD_NOT_CHECK
    return Exit.FINDINGS if any(row["errors"] or row["warnings"] for row in rows) else Exit.CLEAN
