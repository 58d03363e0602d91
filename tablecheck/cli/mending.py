"""Changes to the manuscript: ``--fix``, ``--diff`` and ``--add-ignore``."""

import difflib
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablecheck.model.errors import TablecheckError, UnreadableError
from tablecheck.model.report import Report

if TYPE_CHECKING:
    from tablecheck.cli.session import Session
    from tablecheck.model.finding import Finding

_LINE = re.compile(r"[^\n]*\n|[^\n]+")


@dataclass(frozen=True, slots=True)
class Mended:
    """The report on the manuscript as it is afterwards, the texts that change, and how many findings were mended."""

    report: Report
    texts: Mapping[str, str]
    count: int = 0


def fixed(session: "Session", report: Report, *, unsafe: bool) -> Mended:
    """Apply the fixes of a report in memory, and check the outcome."""
    from tablecheck.linter.fixes import repair

    done = repair(report, session.read, session.report_on, session.settings.floor, unsafe=unsafe)
    return Mended(done.report, done.texts, len(done.findings))


def with_marks(session: "Session", report: Report, reason: str) -> Mended:
    """Write a mark beside each finding that is shown, in memory, and check the outcome."""
    from tablecheck.linter.comments.writing import mark_findings
    from tablecheck.linter.settings import shown

    findings = shown(report.findings, session.settings)
    marked = mark_findings(report.manuscript, findings, session.read, reason)
    for finding in marked.refused:
        click.echo(f"tablecheck: no mark can be written at {_place(finding)}; use a baseline for it", err=True)
    after = session.report_on(session.read(marked.texts))
    return Mended(after, marked.texts, len(marked.findings))


def write_texts(folder: Path, before: Mapping[str, str], texts: Mapping[str, str]) -> tuple[str, ...]:
    """Write changed texts to their files; gives the names of those that were written.

    All files are read and encoded before the first is written.

    Raises:
        UnreadableError: a file has changed since it was checked, or cannot be read or written; the message names
            the files that were written before it.
    """
    from tablecheck.linter.source_file import encoded, read_source, replace_source

    changed = {name: text for name, text in sorted(texts.items()) if text != before[name]}
    sources = {name: read_source(folder / name) for name in changed}
    for name, source in sources.items():
        if source.text != before[name]:
            raise UnreadableError(f"{source.path} has changed since it was checked; nothing written, run it again")
        encoded(source, changed[name])
    written: list[str] = []
    for name, source in sources.items():
        try:
            replace_source(source, changed[name])
        except TablecheckError as error:
            so_far = f"; written before that: {', '.join(written)}" if written else ""
            raise UnreadableError(f"{error}{so_far}") from error
        written.append(name)
    return tuple(written)


def print_diff(session: "Session", report: Report, texts: Mapping[str, str]) -> bool:
    """Print what would change as a unified diff, in the encoding of each file; gives whether anything would."""
    before = report.manuscript.texts
    any_change = False
    for name in sorted(texts):
        lines = list(_diff(_shown(report, name), before[name], texts[name]))
        any_change = any_change or bool(lines)
        sys.stdout.buffer.write("".join(lines).encode(_codec(session, name), "replace"))
    sys.stdout.buffer.flush()
    return any_change


def _codec(session: "Session", name: str) -> str:
    """The encoding of a file, as a patch needs it; no patch program reads UTF-16."""
    from tablecheck.latex.files import encoding_of

    file = session.main.parent / name
    encoding = encoding_of(file.read_bytes()) if file.is_file() and name not in session.texts else "utf-8"
    return "utf-8" if encoding == "utf-8-sig" or encoding.startswith("utf-16") else encoding


def _diff(name: str, before: str, after: str) -> Iterator[str]:
    old, new = _LINE.findall(before), _LINE.findall(after)
    for line in difflib.unified_diff(old, new, f"a/{name}", f"b/{name}"):
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _shown(report: Report, name: str) -> str:
    return f"{report.folder}/{name}" if report.folder else name


def _place(finding: "Finding") -> str:
    return f"{finding.place.path}, {finding.rule} {finding.text}"


def files_words(names: Sequence[str]) -> str:
    """Name files, as the end of a sentence."""
    return ", ".join(names) if len(names) <= 3 else f"{len(names)} files"
