"""The papers that the author names: folders, files, and pairs of a key and either."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from tablecheck.model.errors import UsageError

if TYPE_CHECKING:
    from tablecheck.linter.config import Config
    from tablecheck.sources.fronts import Fronts
    from tablecheck.sources.library import Library

Papers = tuple[Path | tuple[str, Path], ...]
"""What was named: folders, files, and pairs of a key and either."""


def named_papers(options: Iterable[str]) -> Papers:
    """Read what each ``--papers`` names.

    Raises:
        UsageError: a file or folder that is not there.
    """
    return tuple(map(_named, options))


def papers_of(config: "Config") -> Papers:
    """The papers that the command line or the configuration names.

    Raises:
        UsageError: one of them is not there.
    """
    from tablecheck.linter.config import COMMAND_LINE, portable

    choice = config.choices["papers"]
    if choice.origin == COMMAND_LINE:
        return named_papers(choice.value)
    return named_papers(_beside(config.folder, portable(one)) for one in choice.value)


def open_library(paper: Path, papers: Papers, fronts: "Fronts | None" = None) -> "Library":
    """Open the author's papers and the cache; nothing in it leads to the network.

    ``fronts`` holds what was read of their first pages for other manuscripts.
    """
    from tablecheck.sources.cache import Cache
    from tablecheck.sources.library import Library

    advice = f"`tablecheck fetch {paper}` looks for it online"
    return Library(papers, paper.resolve().parent, Cache.of_user(), advice, fronts)


def _beside(folder: Path, option: str) -> str:
    key, separator, file = option.partition("=")
    is_pair = separator and not (folder / option).exists()
    return f"{key}={folder / file}" if is_pair else str(folder / option)


def _named(option: str) -> Path | tuple[str, Path]:
    path = Path(option)
    if path.exists():
        return path
    key, separator, file = option.partition("=")
    if separator and Path(file).exists():
        return key, Path(file)
    raise UsageError(f"--papers {option}: there is no such file or folder")
