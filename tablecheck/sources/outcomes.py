"""Remembers on disk how fetching ended, so that a second run asks nobody and a check knows what was fetched for whom.

One small file a reference, written beside its place and moved there: processes and crashes cannot mix two of them.
"""

import json
import os
import tempfile
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from tablecheck.model.citation import Reference
from tablecheck.model.errors import StoreError
from tablecheck.sources.cited import fingerprint, inquiry
from tablecheck.sources.outcome import Fate, KeptDocument, Outcome

_LARGEST = 1_000_000  # bytes of one file; a damaged disk may show anything


class Outcomes:
    """The folder of these files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def of(self, reference: Reference) -> Outcome | None:
        """Give how fetching ended last time; ``None`` where nobody has tried, or the file is damaged."""
        try:
            path = self._path(reference)
            if path.stat().st_size > _LARGEST:
                return None
            kept = json.loads(path.read_text(encoding="utf-8"))
            if kept.pop("asked") != inquiry(reference):
                return None
            documents = tuple(KeptDocument(**document) for document in kept.pop("documents"))
            return Outcome(Fate(kept.pop("fate")), documents=documents, **kept)
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return None

    def put(self, reference: Reference, outcome: Outcome) -> None:
        """Remember an outcome in place of an earlier one.

        Raises:
            StoreError: the disk is full or may not be written.
        """
        text = json.dumps({"asked": inquiry(reference), **asdict(outcome)}, ensure_ascii=False, indent=1)
        temporary = None
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=self._folder, prefix="writing-")
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(text)
            Path(temporary).replace(self._path(reference))
        except OSError as error:
            if temporary is not None:
                Path(temporary).unlink(missing_ok=True)
            advice = "free some space, or name another cache by TABLECHECK_CACHE"
            raise StoreError(f"{self._folder} cannot be written ({error.strerror or error}); {advice}") from error

    def clear(self) -> int:
        """Forget everything; gives how many outcomes there were."""
        count = 0
        with suppress(OSError):
            for path in self._folder.iterdir():
                count += path.suffix == ".json"
                path.unlink(missing_ok=True)
        return count

    def _path(self, reference: Reference) -> Path:
        return self._folder / f"{fingerprint(reference)}.json"
