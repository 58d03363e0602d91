"""``tablecheck man``: the manual page, written from the commands themselves."""

import re
from collections.abc import Iterable, Iterator

import click

from tablecheck import __version__
from tablecheck.cli.exits import Exit

_EXITS = {
    Exit.CLEAN: "Nothing of the severity that --fail-on names was found.",
    Exit.FINDINGS: "At least one such finding.",
    Exit.COULD_NOT_RUN: "The run could not start, or could not write what it should.",
    Exit.COULD_NOT_CHECK: "With --strict: something could not be checked. For fetch: a paper could not be had.",
    Exit.STOPPED: "Stopped by Ctrl-C.",
}
_ENVIRONMENT = {
    "TABLECHECK_CACHE": "The folder of the cache.",
    "TABLECHECK_EMAIL": "Whom the services that find papers may write to.",
    "NO_COLOR": "No colours.",
    "FORCE_COLOR": "Colours where there is no terminal, too.",
}
_FILES = {
    "tablecheck.toml, .tablecheck.toml, pyproject.toml": "The configuration; the nearest above the manuscript counts.",
    "tablecheck.lock": "What a manuscript was compared with.",
}


@click.command()
def man() -> None:
    """Print the manual page; `tablecheck man | man -l -` shows it."""
    click.echo(man_page(), nl=False)


def man_page() -> str:
    """The manual page in the language of man(7)."""
    from tablecheck.cli.main import main

    context = click.Context(main, info_name="tablecheck", **main.context_settings)
    return "\n".join([*_page(main, context)]) + "\n"


def _page(main: click.Group, context: click.Context) -> Iterator[str]:
    yield f'.TH TABLECHECK 1 "" "tablecheck {__version__}" "User Commands"'
    yield ".SH NAME"
    yield r"tablecheck \- compare the numbers of tables with the papers they were cited from"
    yield from (".SH SYNOPSIS", r".B tablecheck", r"[\fICOMMAND\fR] [\fIOPTIONS\fR] [\fIPAPER\fR]")
    yield ".SH DESCRIPTION"
    yield from _prose(main.help or "")
    yield ".SH COMMANDS"
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        if command is not None and not command.hidden:
            yield from _command(command, click.Context(command, info_name=name, parent=context), name)
    yield from _listed("EXIT STATUS", ((str(int(code)), words) for code, words in _EXITS.items()))
    yield from _listed("ENVIRONMENT", _ENVIRONMENT.items())
    yield from _listed("FILES", _FILES.items())


def _command(command: click.Command, context: click.Context, name: str) -> Iterator[str]:
    usage = " ".join(command.collect_usage_pieces(context))
    yield f".SS tablecheck {_escaped(name)} {_escaped(usage)}"
    yield from _prose(command.help or "")
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and record[1]:
            yield from (".TP", rf"\fB{_escaped(record[0])}\fR", _escaped(record[1]))
    if isinstance(command, click.Group):
        inner = ", ".join(command.list_commands(context))
        yield from (".PP", _escaped(f"Commands: {inner}. `tablecheck {name} COMMAND --help` explains each."))


def _prose(text: str) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        yield ".PP"
        lines = [line.strip() for line in paragraph.splitlines()]
        if lines and lines[0] == "\b":
            yield from (".nf", *(_escaped(line) for line in lines[1:]), ".fi")
        else:
            yield _escaped(" ".join(lines))


def _listed(title: str, items: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield f".SH {title}"
    for name, words in items:
        yield from (".TP", rf"\fB{_escaped(name)}\fR", _escaped(words))


def _escaped(text: str) -> str:
    """Write a text so that man takes none of it for its own language."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{text}" if text.startswith((".", "'")) else text
