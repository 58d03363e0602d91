"""What all benchmarks share on the command line: where data lie, how results are written, how failure is told."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablecheck.cli.exits import Exit
from tablecheck.model.errors import TablecheckError, UsageError

if TYPE_CHECKING:
    from rich.console import RenderableType

_EXTRA = ("sklearn", "apted")  # the packages of the extra ``eval``


@contextmanager
def told() -> Iterator[None]:
    """Say on stderr why a run could not start or go on, and end with the code for it."""
    try:
        yield
    except TablecheckError as error:
        click.echo(f"tablecheck: {error}", err=True)
        sys.exit(Exit.COULD_NOT_RUN)


def needs_extra() -> None:
    """Make sure that what scores is installed, before hours are spent on reading.

    Raises:
        UsageError: the extra ``eval`` is not installed.
    """
    missing = [name for name in _EXTRA if find_spec(name) is None]
    if missing:
        message = f"{' and '.join(missing)} not found: install the extra with pip install 'tablecheck[eval]'"
        raise UsageError(message)


def development_data(*below: str) -> Path | None:
    """The folder of a data set below the one that ``TABLECHECK_DATA`` names, ``None`` where there is none."""
    named = os.environ.get("TABLECHECK_DATA")
    folder = Path(named, *below) if named else None
    return folder if folder is not None and folder.is_dir() else None


def draw(*drawings: "RenderableType") -> None:
    """Print for people; what is too wide for a terminal is never cut where the output goes to a file."""
    from rich.console import Console

    console = Console()
    if not console.is_terminal:
        console = Console(width=200)
    for drawing in drawings:
        console.print(drawing)


def write_json(text: str, file: Path | None) -> None:
    """Write a result as JSON where it was asked for.

    Raises:
        UsageError: the file cannot be written.
    """
    if file is None:
        return
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}; name another file") from error
