"""The options of several commands that say which manuscript is meant and where its cited papers lie."""

from pathlib import Path

from tablecheck.model.errors import UsageError

PAPERS_HELP = "A folder, or KEY=FILE, with documents of cited papers; may be repeated."
LOCK_HELP = "The lock file, where it is not tablecheck.lock beside PAPER."


def main_file(paper: Path) -> Path:
    """Give the main file of the manuscript back, if there is one.

    Raises:
        UsageError: there is no such file.
    """
    if not paper.is_file():
        raise UsageError(f"there is no file {paper}; name the main .tex file of the manuscript")
    return paper
