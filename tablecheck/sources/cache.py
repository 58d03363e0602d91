"""The documents kept from earlier runs."""

from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_path

from tablecheck.sources.folder import Shelf, read_shelf


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder whose ``documents`` hold files named by arXiv id and version, ``2101.90001v2.pdf``."""

    folder: Path

    @classmethod
    def of_user(cls) -> "Cache":
        """The cache in the place that the platform keeps for it."""
        return cls(user_cache_path("tablecheck", appauthor=False))

    def shelf(self) -> Shelf:
        """List what is kept; nothing where there is no cache yet."""
        return read_shelf([self.folder / "documents"])
