"""Checks one manuscript of a batch, in the process that is told to."""

import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablecheck.batch.job import Task, code_name
from tablecheck.batch.result import CHECKED, NOT_CHECKED, result_of
from tablecheck.batch.shared import SharedExtractions
from tablecheck.batch.shelves import open_shelf
from tablecheck.batch.submission import Submission, is_archive
from tablecheck.batch.unpacking import unpack_into
from tablecheck.linter.config import read_config
from tablecheck.linter.roots import find_roots
from tablecheck.linter.session import open_session
from tablecheck.model.errors import TablecheckError
from tablecheck.model.problem import Problem
from tablecheck.model.progress import silent
from tablecheck.model.report import Report, SourceStatus
from tablecheck.reporters.json_report import render_json
from tablecheck.sources.folder import read_shelf
from tablecheck.sources.fronts import Fronts

_FEW = 500  # documents, whose first pages take some ten seconds


@dataclass(slots=True)
class Checker:
    """What a worker keeps from one manuscript to the next."""

    task: Task
    shared: SharedExtractions
    fronts: Fronts

    @classmethod
    def of(cls, task: Task) -> "Checker":
        """Open what the task names.

        Raises:
            UsageError: the store cannot be opened.
        """
        fronts = Fronts()
        papers = [Path(one) for one in task.overrides.get("papers", ()) if Path(one).is_dir()]
        shelf = read_shelf(papers).documents
        if len(shelf) <= _FEW:  # all at once takes a fraction of what one manuscript after the other would
            fronts.read(shelf)
        return cls(task, SharedExtractions(open_shelf(task.store), code_name()), fronts)

    def check(self, submission: Submission) -> dict[str, Any]:
        """Check a manuscript with all its main files; gives the result as plain values, the same on every machine."""
        start = submission.place
        if not is_archive(start) or start.is_dir():
            return self._result(submission.name, start, [])
        unpacked = Path(self.task.unpacked)
        unpacked.mkdir(parents=True, exist_ok=True)
        # The worker that this manuscript was given to before may still be at it: each has a folder of its own.
        with tempfile.TemporaryDirectory(dir=unpacked, ignore_cleanup_errors=True) as folder:
            problems = unpack_into(start, Path(folder))
            return self._result(submission.name, Path(folder), list(problems))

    def _result(self, name: str, start: Path, problems: list[Problem]) -> dict[str, Any]:
        manuscripts = []
        try:
            for main in self._mains(start):
                config = read_config(main.parent, self.task.overrides, None, isolated=self.task.isolated)
                session = open_session(main, config, kept=self.shared, fronts=self.fronts)
                report = session.check(session.read({}), silent)
                written = json.loads(render_json(report))
                manuscripts.append({"main": _seen_from(start, main), "cited": _cited(report), **written})
        except TablecheckError as error:
            problems.append(Problem("read", str(error), name))
        except OSError as error:
            problems.append(Problem("read", f"{error.strerror or error}: {error.filename or name}", name))
        status = CHECKED if manuscripts else NOT_CHECKED
        home = start if start.is_dir() else start.parent
        return _without_places(result_of(name, status, manuscripts, problems), home)

    def _mains(self, start: Path) -> Iterator[Path]:
        folder = start if start.is_dir() else start.parent
        config = read_config(folder, self.task.overrides, None, isolated=self.task.isolated)
        yield from find_roots(start, config.paths("root"), config.value("exclude"), {})


def _cited(report: Report) -> list[dict[str, str]]:
    """The papers that numbers claim to come from, as other manuscripts may cite them too."""
    references = report.manuscript.references
    wanted = [source.key for source in report.coverage.sources if source.status is not SourceStatus.NOT_NEEDED]
    return [
        {
            "key": key,
            "title": references[key].title or "" if key in references else "",
            "arxiv_id": references[key].arxiv_id or "" if key in references else "",
        }
        for key in wanted
    ]


def _seen_from(start: Path, main: Path) -> str:
    folder = start if start.is_dir() else start.parent
    try:
        return main.resolve().relative_to(folder.resolve()).as_posix()
    except ValueError:
        return main.name


def _without_places(result: dict[str, Any], home: Path) -> dict[str, Any]:
    """Leave out where on this machine a manuscript lay: it says nothing, and differs from worker to worker."""
    text = json.dumps(result, ensure_ascii=False)
    for place in {str(home), str(home.resolve())}:
        quoted = json.dumps(place, ensure_ascii=False)[1:-1]
        text = text.replace(f"{quoted}/", "").replace(quoted, ".")
    without: dict[str, Any] = json.loads(text)
    return without
