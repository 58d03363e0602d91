"""Runs the command in this process, which spares the start of one; for tests of what it does, not of how it starts."""

import contextlib
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from tablecheck.cli import main


@dataclass(frozen=True)
class Done:
    """A finished run, with the names of ``subprocess.CompletedProcess``."""

    returncode: int
    stdout: str
    stderr: str


def call(*arguments: object, cwd: Path, stdin: bytes | None = None) -> Done:
    """Run the command in a folder."""
    with contextlib.chdir(cwd):
        result = CliRunner(env={"COLUMNS": "100"}).invoke(
            main, list(map(str, arguments)), input=stdin, prog_name="tablecheck"
        )
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Done(result.exit_code, result.stdout, result.stderr)
