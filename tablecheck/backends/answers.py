"""Answers kept on disk under what was asked: a run that was broken off goes on where it stood."""

import hashlib
import json
import logging
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from tablecheck.sources.cache import Cache

logger = logging.getLogger(__name__)


def name_of(question: Any) -> str:
    """Name a question by its content: the SHA-256 of its JSON."""
    written = json.dumps(question, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()


def answers_folder() -> Path:
    """Where the answers of this user are kept."""
    return Cache.of_user().folder / "answers"


class Answers:
    """A folder with one file for each question that was answered; ``None`` keeps nothing.

    Nothing is dropped but on demand, since every file was paid for. What
    cannot be read or written is as if it were not there.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def get(self, name: str) -> dict[str, Any] | None:
        """Give the answer that is kept under a name."""
        if self._folder is None:
            return None
        try:
            kept = json.loads(self._path(self._folder, name).read_text("utf-8"))
        except (OSError, ValueError):
            return None
        return kept if isinstance(kept, dict) else None

    def put(self, name: str, answer: dict[str, Any]) -> None:
        """Keep an answer; it is there whole or not at all, also when the run is killed."""
        if self._folder is None:
            return
        path, temporary = self._path(self._folder, name), None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix="writing-")
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                json.dump(answer, stream, ensure_ascii=False)
            Path(temporary).replace(path)
        except OSError as error:
            logger.warning("an answer cannot be kept in %s: %s; it will be asked for again", self._folder, error)
            if temporary is not None:
                with suppress(OSError):
                    Path(temporary).unlink(missing_ok=True)

    def clear(self) -> int:
        """Drop everything; gives how many answers there were."""
        if self._folder is None or not self._folder.is_dir():
            return 0
        count = sum(1 for _ in self._folder.glob("??/*.json"))
        shutil.rmtree(self._folder, ignore_errors=True)
        return count

    @staticmethod
    def _path(folder: Path, name: str) -> Path:
        return folder / name[:2] / f"{name}.json"
