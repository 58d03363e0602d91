"""The options of ``tablecheck check``, in the groups in which the manual speaks of them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tablecheck.cli.outputs import FORMAT_NAMES
from tablecheck.cli.papers import LOCK_HELP, PAPERS_HELP

_LEVELS = ("note", "info", "warning", "error")  # the labels of Severity, here so that --help loads nothing
_FILE = click.Path(path_type=Path, dir_okay=False)
_Command = Callable[..., Any]

_SOURCES = (
    click.option("--papers", multiple=True, metavar="DIR|KEY=FILE", help=PAPERS_HELP),
    click.option("--fetch", is_flag=True, help="First fetch what is not at hand, as `tablecheck fetch` does."),
    click.option("--offline", is_flag=True, help="Never ask the network; so it is without --fetch."),
    click.option("--locked", is_flag=True, help="Compare with the lock file only, and fail where it is stale."),
    click.option("--no-lock", is_flag=True, help="Pay no heed to the lock file."),
    click.option("--lock-file", type=_FILE, help=LOCK_HELP),
)
_RULES = (
    click.option("--select", multiple=True, metavar="RULES", help="Only these: codes, prefixes or names, with commas."),
    click.option("--extend-select", multiple=True, metavar="RULES", help="These rules too, whatever else is said."),
    click.option("--ignore", multiple=True, metavar="RULES", help="Leave these rules out."),
    click.option("--severity", type=click.Choice(_LEVELS), help="Show findings of this severity and above."),
    click.option("--all", "show_all", is_flag=True, help="Show notes and information too."),
    click.option("--baseline", type=_FILE, help="A file with accepted findings."),
    click.option("--write-baseline", type=_FILE, help="Accept all that is found now, in this file."),
    click.option("--config", "config_file", type=_FILE, help="Read this configuration and no other."),
    click.option("--isolated", is_flag=True, help="Read no configuration."),
)
_CHANGES = (
    click.option("--fix", is_flag=True, help="Apply the fixes that are safe, and check again."),
    click.option("--unsafe-fixes/--no-unsafe-fixes", default=None, help="With --fix or --diff: those to look at, too."),
    click.option("--diff", is_flag=True, help="Print what --fix would change, and change nothing."),
    click.option("--exit-non-zero-on-fix", is_flag=True, help="Exit with 1 when --fix has changed something."),
    click.option("--add-ignore", metavar="REASON", help="Accept each finding by a mark beside it, with this reason."),
)
_OUTPUT = (
    click.option("--format", "output_format", type=click.Choice(FORMAT_NAMES), default="text", show_default=True),
    click.option("--output-file", type=_FILE, help="Write the report to a file."),
    click.option(
        "--output",
        "others",
        multiple=True,
        metavar="FORMAT=FILE",
        help="Write a report in another format to a file as well; may be repeated.",
    ),
    click.option("--statistics", is_flag=True, help="Print how often each rule speaks in place of its findings."),
    click.option("-q", "--quiet", is_flag=True, help="Print nothing where nothing was found and all was looked at."),
    click.option("-v", "--verbose", is_flag=True, help="Say on stderr which files and papers are read."),
    click.option("--progress/--no-progress", default=True, help="Show a progress bar (only ever on a terminal)."),
)
_MODEL = (
    click.option("--adjudicate/--no-adjudicate", default=None, help="Have a chat model judge what is less than sure."),
    click.option("--llm", metavar="NAME", help="The chat model; else that of the configuration or TABLECHECK_MODEL."),
    click.option("--base-url", metavar="URL", help="Its server; else OPENAI_BASE_URL, else OpenAI's own."),
    click.option("--budget", type=click.FloatRange(min=0.0), metavar="X", help="What judging one manuscript may cost."),
)
_RUN = (
    click.option("--fail-on", type=click.Choice((*_LEVELS, "never")), help="The lowest severity that exits with 1."),
    click.option("--exit-zero", is_flag=True, help="Exit with 0 whatever is found."),
    click.option("--strict/--no-strict", default=None, help="Exit with 3 when something could not be checked."),
    click.option("--watch", is_flag=True, help="Check again whenever a file of the manuscript is saved."),
    click.option("--stdin-filename", type=_FILE, help="Read the text of this file from stdin."),
)


def check_options(command: _Command) -> _Command:
    """Give a command all options of ``check``."""
    for option in reversed((*_SOURCES, *_RULES, *_CHANGES, *_OUTPUT, *_MODEL, *_RUN)):
        command = option(command)
    return command
