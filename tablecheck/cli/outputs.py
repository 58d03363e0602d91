"""Where reports go: one to the terminal or a file, and others beside it."""

import os
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tablecheck.model.errors import UsageError
from tablecheck.model.finding import Severity
from tablecheck.model.report import Report

FORMAT_NAMES = ("text", "concise", "json", "sarif", "github", "gitlab", "junit", "markdown", "html")
"""The keys of ``reporters.formats.FORMATS``, here so that ``--help`` loads none of them; a test compares."""


@dataclass(frozen=True, slots=True)
class Output:
    """A format and the file it is written to; ``None`` means stdout."""

    format: str
    file: Path | None = None


def outputs(output_format: str, output_file: Path | None, others: Iterable[str]) -> tuple[Output, ...]:
    """Read what ``--format``, ``--output-file`` and each ``--output FORMAT=FILE`` ask for.

    Raises:
        UsageError: an option names no format, no file, or a folder that is not there, or two name one file.
    """
    wanted = (Output(output_format, output_file), *map(_other, others))
    files = [one.file.resolve() for one in wanted if one.file is not None]
    for file in files:
        if not file.parent.is_dir():
            raise UsageError(f"there is no folder {file.parent} to write {file.name} into; make it first")
        if file.is_dir():
            raise UsageError(f"{file} is a folder; name a file to write the report to")
        if files.count(file) > 1:
            raise UsageError(f"two reports would be written to {file}; name a file for each")
    return wanted


def write(reports: Sequence[Report], wanted: Iterable[Output], floor: Severity) -> None:
    """Write the reports, files first, so that what is on the terminal is said last.

    Several manuscripts share a file, but for HTML, which gets one for each.

    Raises:
        UsageError: a file cannot be written, or a format cannot hold several manuscripts on stdout.
    """
    from tablecheck.reporters.several import render

    for output in sorted(wanted, key=lambda output: output.file is None):
        if output.file is not None and output.format == "html" and len(reports) > 1:
            for report in reports:
                _write_file(_own_file(output.file, report), render(output.format, [report], floor))
        elif output.file is not None:
            _write_file(output.file, render(output.format, reports, floor))
        elif output.format == "text":
            _print(reports, floor)
        else:
            sys.stdout.buffer.write(_encoded(render(output.format, reports, floor)))
            sys.stdout.buffer.flush()


def seen_from_here(folder: Path) -> str:
    """Name a folder relative to the current one, with forward slashes; empty for the current one itself."""
    here, there = Path.cwd().resolve(), folder.resolve()
    if not there.is_relative_to(here):
        return there.as_posix()
    name = there.relative_to(here).as_posix()
    return "" if name == "." else name


def _other(option: str) -> Output:
    name, separator, file = option.partition("=")
    if not separator or not file or name not in FORMAT_NAMES:
        raise UsageError(f"--output {option}: write FORMAT=FILE with one of the formats {', '.join(FORMAT_NAMES)}")
    return Output(name, Path(file))


def _print(reports: Sequence[Report], floor: Severity) -> None:
    from rich.console import Console

    from tablecheck.reporters.several import heading
    from tablecheck.reporters.text import print_text

    console = Console(highlight=False, force_terminal=_forced_colour())
    for position, report in enumerate(reports):
        if len(reports) > 1:
            console.print(("\n" if position else "") + heading(report) + "\n", soft_wrap=True, markup=False)
        print_text(report, console, floor)


def _own_file(file: Path, report: Report) -> Path:
    """The file of one of several manuscripts: ``report.html`` becomes ``report-main.html``."""
    main = Path(report.folder, report.manuscript.path).with_suffix("").as_posix().strip("/")
    return file.with_stem(f"{file.stem}-{re.sub(r'[^A-Za-z0-9._-]+', '-', main)}")


def _write_file(file: Path, text: str) -> None:
    try:
        file.write_bytes(_encoded(text))
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}; name another file") from error


def _encoded(text: str) -> bytes:
    """Every format is UTF-8 with plain line ends, also where the terminal's encoding is another one."""
    return text.encode("utf-8", "replace")


def _forced_colour() -> bool | None:
    """NO_COLOR is rich's to honour; these two ask for colour where there is no terminal."""
    return True if os.environ.get("FORCE_COLOR") or os.environ.get("CLICOLOR_FORCE") else None
