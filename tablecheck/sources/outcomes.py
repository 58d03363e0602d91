"""Remembers on disk how fetching ended, so that a second run asks nobody and a check knows what was fetched for whom.

One small file a reference, written beside its place and moved there: processes and crashes cannot mix two of them.
"""

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

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
        kept = _read(self._path(reference))
        return kept[1] if kept is not None and kept[0] == inquiry(reference) else None

    def fetched(self) -> Iterator[tuple[Reference, frozenset[str]]]:
        """Give the entries, of any manuscript, that something was fetched for, with the hashes of the documents.

        Of an entry there are only the key, the title and the authors.
        """
        with suppress(OSError):
            for path in sorted(self._folder.glob("*.json")):
                kept = _read(path)
                if kept is not None and kept[1].documents:
                    asked = kept[0]
                    authors = tuple(map(str, asked.get("authors", ())))
                    entry = Reference(str(asked.get("key")), title=str(asked.get("title", "")), authors=authors)
                    yield entry, frozenset(document.sha256 for document in kept[1].documents)

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


def _read(path: Path) -> tuple[dict[str, Any], Outcome] | None:
    """Read one file: what was asked, and how it ended; ``None`` where it is not there, or damaged."""
    try:
        if path.stat().st_size > _LARGEST:
            return None
        kept = json.loads(path.read_text(encoding="utf-8"))
        asked = dict(kept.pop("asked"))
        documents = tuple(KeptDocument(**document) for document in kept.pop("documents"))
        return asked, Outcome(Fate(kept.pop("fate")), documents=documents, **kept)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
