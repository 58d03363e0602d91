"""Extractions kept on disk between runs: a cited paper is read once, however often its numbers are checked."""

import hashlib
import logging
import os
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

import tablecheck
from tablecheck.extractors.written import read_extraction, write_extraction
from tablecheck.model.document import Extraction
from tablecheck.sources.cache import Cache

_LARGEST = 64 * 2**20  # bytes of one file; the tables of a paper take a hundred thousand
_MOST_FILES = 2_000  # some three hundred megabytes; those unused for longest go first

logger = logging.getLogger(__name__)


class KeptExtractions:
    """A folder with one file for each PDF and way of reading it; other documents are read faster than files are.

    What cannot be read or written is as if it were not there: it costs time and nothing else.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keeps(self, kind: str) -> bool:
        """Tell whether documents of this kind are kept."""
        return kind == "pdf"

    def get(self, sha256: str, version: str) -> Extraction | None:
        """Give what was read out of a document by this version of its extractor, if it is still there."""
        path = self._path(sha256, version)
        try:
            if path.stat().st_size > _LARGEST:
                return None
            extraction = read_extraction(path.read_text(encoding="utf-8"))
            os.utime(path)
        except (OSError, ValueError):
            return None
        return extraction

    def put(self, sha256: str, version: str, extraction: Extraction) -> None:
        """Keep what was read, if nothing went wrong: what did may have been the fault of a busy machine."""
        if extraction.problems or not extraction.tables:
            return
        temporary = None
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=self._folder, prefix="writing-")
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(write_extraction(extraction))
            Path(temporary).replace(self._path(sha256, version))
            self._drop_oldest()
        except OSError as error:
            logger.info("%s cannot be written: %s", self._folder, error)
            if temporary is not None:
                Path(temporary).unlink(missing_ok=True)

    def clear(self) -> int:
        """Drop everything; gives how many extractions there were."""
        count = 0
        with suppress(OSError):
            for path in self._folder.iterdir():
                count += path.suffix == ".json"
                path.unlink(missing_ok=True)
        return count

    @classmethod
    def of_user(cls) -> "KeptExtractions":
        """Those in the cache of the user."""
        return cls(Cache.of_user().folder / "extractions")

    def _drop_oldest(self) -> None:
        files = [(path.stat().st_mtime, path) for path in self._folder.iterdir()]
        for _, path in sorted(files)[: max(0, len(files) - _MOST_FILES)]:
            path.unlink(missing_ok=True)

    def _path(self, sha256: str, version: str) -> Path:
        way = hashlib.sha256(f"{version} {_code()}".encode()).hexdigest()[:16]
        return self._folder / f"{Path(sha256).name}-{way}.json"


def clear_all() -> tuple[int, int]:
    """Drop all that was fetched, read and remembered; gives how many documents and outcomes there were.

    What somebody put into the cache by hand stays.

    Raises:
        StoreError: the store cannot be written.
    """
    KeptExtractions.of_user().clear()
    return Cache.of_user().clear()


@cache
def _code() -> str:
    """Tell one state of the code that reads from another, so that who changes it sees what it does now."""
    package = Path(tablecheck.__file__).parent
    files = sorted([*(package / "extractors").rglob("*.py"), *(package / "model").rglob("*.py")])
    states = [f"{path.name} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in files]
    return f"{tablecheck.__version__} {_libraries()} {' '.join(states)}"


def _libraries() -> str:
    from importlib.metadata import PackageNotFoundError, version

    found = []
    for name in ("pymupdf", "onnxruntime", "rapid-table"):
        with suppress(PackageNotFoundError):
            found.append(f"{name} {version(name)}")
    return ", ".join(found)
