"""``check --watch``: checks again whenever a file of the manuscript is saved or a paper is put into a folder."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from tablecheck.model.errors import TablecheckError
from tablecheck.model.report import Report

if TYPE_CHECKING:
    from tablecheck.cli.session import Session

_LOOK_EVERY = 0.2  # seconds; asking for the times of a hundred files takes a thousandth of that
_SETTLE = 0.05  # seconds that an editor is given to finish writing

_Seen = dict[Path, tuple[int, int]]


def watch(sessions: "Sequence[Session]", tell: Callable[[Sequence[Report]], object]) -> NoReturn:
    """Check and tell, and again after each change, until somebody presses Ctrl-C.

    Cited papers are read once, those that come later when they come. The files are looked at again and again,
    which works on every disk and over every network. A manuscript of which no file has changed keeps its report.
    """
    reports = [session.report() for session in sessions]
    seen = [_stamps(session, report) for session, report in zip(sessions, reports, strict=True)]
    tell(reports)
    while True:
        time.sleep(_LOOK_EVERY)
        changed = [
            position
            for position, (session, report) in enumerate(zip(sessions, reports, strict=True))
            if _stamps(session, report) != seen[position]
        ]
        if not changed:
            continue
        time.sleep(_SETTLE)
        started = time.monotonic()
        for position in changed:
            seen[position] = _stamps(sessions[position], reports[position])
            try:
                reports[position] = sessions[position].report()
            except TablecheckError as error:
                click.echo(f"tablecheck: {error}", err=True)
            # A file that was saved while it was checked keeps its old stamp, and so is checked once more.
            now = _stamps(sessions[position], reports[position])
            seen[position] = {path: seen[position].get(path, stamp) for path, stamp in now.items()}
        tell(reports)
        click.echo(f"tablecheck: checked again in {time.monotonic() - started:.2f} seconds", err=True)


def _stamps(session: "Session", report: Report) -> _Seen:
    """When each file of a manuscript was written and how long it is; a file that is away for a moment has none.

    The folders of cited papers are looked at too: their time is when something was last put into them.
    """
    stamps: _Seen = {}
    texts = (session.main.parent / name for name in (session.main.name, *report.manuscript.texts))
    for path in (*texts, *session.papers):
        try:
            status = path.stat()
        except OSError:
            continue
        stamps[path] = (status.st_mtime_ns, status.st_size)
    return stamps
