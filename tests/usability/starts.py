"""The folder in which each story starts."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.integrations.manuscripts import example, mend, repository
from tests.usability.thesis import write_thesis

_FRENCH = Path(__file__).parent / "french"


Start = Callable[[Path, Path], None]
"""Fills a folder; the second path is the program, for those that need what it writes."""


def _with_papers(folder: Path, _program: Path) -> None:
    example(folder)
    (folder / "tablecheck.lock").unlink()


def _with_lock(folder: Path, program: Path) -> None:
    """As a co-author has committed it, who has the papers."""
    _with_papers(folder, program)
    subprocess.run([program, "lock", "paper.tex", "--papers", "papers"], cwd=folder, capture_output=True, check=True)
    shutil.rmtree(folder / "papers")


def _one_slip(slip: str, right: str, file: str) -> Start:
    def start(folder: Path, program: Path) -> None:
        _with_papers(folder, program)
        mend(folder)
        path = folder / "sections" / file
        text = path.read_text("utf-8")
        assert text.count(right) == 1
        path.write_text(text.replace(right, slip), "utf-8")
        repository(folder)

    return start


def _french(folder: Path, _program: Path) -> None:
    """As somebody's old editor has left it: in latin-1, with the line ends of Windows."""
    shutil.copytree(_FRENCH, folder)
    for name in ("memoire.tex", "references.bib"):
        text = (folder / name).read_text("utf-8")
        (folder / name).write_bytes(text.replace("\n", "\r\n").encode("latin-1"))
    repository(folder)


STARTS: dict[str, Start] = {
    "first-run": _with_papers,
    "no-network": _with_lock,
    "fix": _one_slip(r"\ms{65.3}", r"\ms{63.5}", "few_labels.tex"),
    "rerun": _one_slip("67.2 & 73.9", "67.2 & 78.9", "results.tex"),
    "baseline": _with_papers,
    "continuous-integration": _with_lock,
    "html-report": _with_papers,
    "watch": _with_papers,
    "thesis": lambda folder, _program: write_thesis(folder),
    "french": _french,
}
"""By the name of the page in docs/stories."""
