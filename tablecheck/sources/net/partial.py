"""Keeps the beginning of a download that broke off, so that the next attempt, or the next run, goes on from there."""

import contextlib
import hashlib
import json
import time
from dataclasses import dataclass
from pathlib import Path

_KEPT_SECONDS = 7 * 86400


@dataclass(frozen=True, slots=True)
class Partial:
    """Two files for one address: the bytes so far, and the mark by which the server knows its version of them."""

    url: str
    data: Path
    mark: Path

    @property
    def size(self) -> int:
        """Bytes at hand that may be continued; 0 where the server gave no mark for them."""
        with contextlib.suppress(OSError):
            return self.data.stat().st_size if self.validator else 0
        return 0

    @property
    def validator(self) -> str:
        """The strong ETag or date the bytes belong to; empty without one."""
        try:
            kept = json.loads(self.mark.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return ""
        known = isinstance(kept, dict) and kept.get("url") == self.url
        return str(kept.get("validator", "")) if known else ""

    def begin(self, validator: str) -> None:
        """Forget what is at hand and start anew."""
        self.data.parent.mkdir(parents=True, exist_ok=True)
        self.mark.write_text(json.dumps({"url": self.url, "validator": validator}), encoding="utf-8")
        self.data.write_bytes(b"")

    def add(self, piece: bytes) -> None:
        """Keep what came; it is on disk when this returns, so that a killed run loses nothing."""
        with self.data.open("ab") as stream:
            stream.write(piece)

    def finish(self) -> bytes:
        """Give the whole and forget it."""
        content = self.data.read_bytes()
        self.discard()
        return content

    def discard(self) -> None:
        """Forget what is at hand."""
        self.data.unlink(missing_ok=True)
        self.mark.unlink(missing_ok=True)


def partial_of(folder: Path, url: str) -> Partial:
    """Find the place of a download; its name tells nothing about the address."""
    name = hashlib.sha256(url.encode()).hexdigest()[:32]
    return Partial(url, folder / f"{name}.part", folder / f"{name}.json")


def drop_old_partials(folder: Path) -> None:
    """Remove what nobody has come back for."""
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            if time.time() - path.stat().st_mtime > _KEPT_SECONDS:
                path.unlink(missing_ok=True)
