"""``tablecheck lock``: writes down what a manuscript was compared with."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablecheck.cli.bar import progress_bar
from tablecheck.cli.exits import Exit
from tablecheck.cli.papers import LOCK_HELP, PAPERS_HELP, main_file
from tablecheck.linter.papers import Papers, named_papers, open_library
from tablecheck.model.errors import LockError, TablecheckError

if TYPE_CHECKING:
    from tablecheck.model.manuscript import Manuscript
    from tablecheck.sources.lock import Lock


@click.command()
@click.argument("paper", type=click.Path(path_type=Path))
@click.option("--papers", multiple=True, metavar="DIR|KEY=FILE", help=PAPERS_HELP)
@click.option("--lock-file", type=click.Path(path_type=Path, dir_okay=False), help=LOCK_HELP)
@click.option("--progress/--no-progress", default=True, help="Show a progress bar (only ever on a terminal).")
def lock(paper: Path, papers: tuple[str, ...], lock_file: Path | None, progress: bool) -> None:
    """Write tablecheck.lock beside PAPER: the cited documents at hand, by hash, and all their tables.

    Commit it: then a check gives the same findings on a machine that has neither the documents nor a network. Nothing
    is downloaded. What the lock holds of papers that are not at hand now stays in it while their entries stay the same.
    """
    from tablecheck.latex.manuscript import read_manuscript

    try:
        manuscript = read_manuscript(main_file(paper))
        click.echo(write_lock_of(paper, manuscript, named_papers(papers), lock_file, progress=progress))
    except TablecheckError as error:
        click.echo(f"tablecheck: {error}", err=True)
        sys.exit(Exit.COULD_NOT_RUN)


def write_lock_of(
    paper: Path, manuscript: "Manuscript", papers: Papers, lock_file: Path | None, *, progress: bool
) -> str:
    """Write the lock of a manuscript; gives a sentence on what is in it.

    Raises:
        LockError: the file belongs to another manuscript, or cannot be written.
    """
    from tablecheck.linter.locking import make_lock
    from tablecheck.sources.cache import Cache
    from tablecheck.sources.lock import lock_beside
    from tablecheck.sources.lock_file import write_lock

    place = lock_file or lock_beside(paper)
    old = _old(place, paper.name)
    with progress_bar(wanted=progress) as report_progress:
        library, root = open_library(paper, papers), paper.resolve().parent
        made = make_lock(manuscript, paper.name, library, root, Cache.of_user(), old, report_progress)
    changed = write_lock(place, made)
    for locked in made.tables.values():
        for problem in locked.extraction.problems:
            click.echo(f"tablecheck: in the lock there is no more than could be read: {problem.message}", err=True)
    papers_count = sum(bool(reference.documents) for reference in made.references.values())
    tables = sum(len(locked.extraction.tables) for locked in made.tables.values())
    what = f"{papers_count} of {len(made.references)} cited papers, {tables} tables"
    return f"{place}: {what}" + ("" if changed else "; nothing changed")


def _old(place: Path, name: str) -> "Lock | None":
    from tablecheck.sources.lock_file import read_lock

    if not place.exists():
        return None
    try:
        old = read_lock(place)
    except LockError as error:
        click.echo(f"tablecheck: {error}; it is written anew", err=True)
        return None
    if old.manuscript != name:
        raise LockError(f"{place} is the lock of {old.manuscript}; name another file for {name} with --lock-file")
    return old
