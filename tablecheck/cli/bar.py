"""The progress bar: on stderr, on a terminal only, gone when the work is done."""

from collections.abc import Iterator
from contextlib import contextmanager

from tablecheck.model.progress import Progress, silent

_WORDS = {
    "read": "reading",
    "obtain": "finding cited papers",
    "extract": "reading cited papers",
    "match": "matching tables",
}


@contextmanager
def progress_bar(*, wanted: bool) -> Iterator[Progress]:
    """Show where a run is, while it lasts; gives the callable that the run reports to."""
    from rich.console import Console

    console = Console(stderr=True)
    if not wanted or not console.is_terminal:
        yield silent
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bar(*columns, console=console, transient=True) as bar:
        tasks = {}

        def report(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bar.add_task(_WORDS.get(stage, stage), total=total)
            bar.update(tasks[stage], completed=done, total=total)

        yield report
