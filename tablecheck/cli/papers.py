"""The options of several commands that say which manuscript is meant and where its cited papers lie."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from tablecheck.model.errors import UsageError

if TYPE_CHECKING:
    from tablecheck.sources.library import Library

Papers = tuple[Path | tuple[str, Path], ...]
"""What ``--papers`` names: folders, files, and pairs of a key and either."""

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


def named_papers(options: Iterable[str]) -> Papers:
    """Read what each ``--papers`` names.

    Raises:
        UsageError: a file or folder that is not there.
    """
    return tuple(map(_named, options))


def open_library(paper: Path, papers: Papers) -> "Library":
    """Open the author's papers and the cache; nothing in it leads to the network."""
    from tablecheck.sources.cache import Cache
    from tablecheck.sources.library import Library

    advice = f"`tablecheck fetch {paper}` looks for it online"
    return Library(papers, paper.resolve().parent, Cache.of_user(), advice)


def _named(option: str) -> Path | tuple[str, Path]:
    path = Path(option)
    if path.exists():
        return path
    key, separator, file = option.partition("=")
    if separator and Path(file).exists():
        return key, Path(file)
    raise UsageError(f"--papers {option}: there is no such file or folder")
