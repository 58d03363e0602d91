"""A small conference: ten manuscripts, some poisoned, that cite the same six papers."""

from pathlib import Path

import pytest

from tablecheck.batch.job import Limits, Task
from tablecheck.batch.submission import Submission, find_submissions
from tools.generate_submissions import generate

COUNT = 12


@pytest.fixture(scope="session")
def conference(tmp_path_factory) -> Path:
    """The folder that ``tools/generate_submissions.py`` makes."""
    folder = tmp_path_factory.mktemp("conference") / "made"
    generate(folder, COUNT, 6, 0.25, 3)
    return folder


@pytest.fixture
def submissions(conference: Path) -> tuple[Submission, ...]:
    return find_submissions(conference / "submissions")


@pytest.fixture
def task(conference: Path, tmp_path: Path) -> Task:
    """What the workers are told; a busy machine must not make a manuscript seem to hang."""
    return task_for(conference, tmp_path)


def task_for(conference: Path, folder: Path, store: str | None = None) -> Task:
    return Task(
        store or str(folder / "store"),
        str(folder / "unpacked"),
        {"papers": [str(conference / "papers")]},
        limits=Limits(seconds=240),
    )
