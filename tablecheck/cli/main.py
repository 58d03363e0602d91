"""The ``tablecheck`` command and its subcommands; a bare file name means ``check``."""

import importlib
import io
import os
import sys
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from tablecheck import __version__
from tablecheck.cli.exits import Exit

_COMMANDS = {
    "check": "Check the numbers of a manuscript against the papers it cites.",
    "fetch": "Fetch the cited papers that are not at hand.",
    "lock": "Write down what a manuscript was compared with, for machines without the papers.",
    "cache": "List or drop what was fetched.",
    "extract": "Print the tables of a PDF, HTML page or LaTeX source.",
    "explain": "Explain a rule.",
    "config": "Show the configuration and where each value comes from.",
    "doctor": "Say what is installed, kept and found.",
    "serve": "Run the language server for editors.",
    "batch": "Check many manuscripts, here or on a cluster.",
    "eval": "Measure tablecheck on data whose right answers are known.",
    "web": "Open a manuscript in an editor page that marks its numbers.",
    "completions": "Print the completions for bash, zsh or fish.",
    "man": "Print the manual page.",
}
_DEFAULT = "check"


class _Commands(click.Group):
    """Loads each subcommand when it is used, so that ``--version`` costs no imports."""

    def main(self, *args: Any, **options: Any) -> Any:
        """Run the command: what the machine refuses is said, and never ends as if something had been found."""
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # for terminals that know few letters
        try:
            return super().main(*args, **options)
        except OSError as error:
            refused = _refused(error)
            if refused is None:
                raise
            _write_no_more()
            click.echo(f"tablecheck: {refused}", err=True)
            raise SystemExit(Exit.COULD_NOT_RUN) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Load the command and run it; Ctrl-C ends it as shells expect also where it does not look out for that."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise SystemExit(Exit.STOPPED) from None

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command = getattr(importlib.import_module(f"tablecheck.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)  # noqa: S101 - a slip here is a bug, not a user's
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        first = next((arg for arg in args if not arg.startswith("-")), None)
        asks_for_group = not args or args[0] in {"--help", "-h", "--version", "-V"}
        if first not in _COMMANDS and not asks_for_group:
            args = [_DEFAULT, *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """A command, or the file that ``check`` is meant for."""
        return [*super().shell_complete(ctx, incomplete), CompletionItem(incomplete, type="file")]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


def _refused(error: OSError) -> str | None:
    """Say what the machine refused where no file is to blame; ``None`` where it is neither stdout nor the folder."""
    if error.filename is not None:
        return None
    try:
        Path.cwd()
    except OSError:
        return "the current folder is gone; change to another one"
    try:
        os.write(1, b"\n")  # Python does not say which file failed, so that stdout is tried once more
    except OSError:
        return f"cannot write to stdout: {error.strerror or error}"
    return None


def _write_no_more() -> None:
    """Let what is left for stdout go nowhere: writing it at the end would fail once more."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.close(nowhere)
    except OSError:  # then stdout is closed, and nothing is written to it either
        pass


@click.command(
    cls=_Commands,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", prog_name="tablecheck", message="%(prog)s %(version)s")
def main() -> None:
    """Compare the numbers in a manuscript's tables with the papers they were cited from.

    \b
    tablecheck paper.tex                     check a manuscript (the same as: tablecheck check paper.tex)
    tablecheck paper.tex --papers papers     look for the cited papers in a folder
    tablecheck fetch paper.tex               fetch the cited papers that are not at hand
    tablecheck extract paper.pdf             print the tables of a paper
    tablecheck paper.tex --fix               mend what is sure
    tablecheck explain TC101                 explain a rule
    tablecheck web paper.tex                 open an editor page

    PAPER is a main file, a part of one, or a folder. Exit codes: 0 nothing found, 1 findings, 2 the run could not
    start, 3 with --strict something could not be checked (fetch: could not be had), 130 stopped.
    """
