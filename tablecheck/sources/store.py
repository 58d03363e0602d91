"""The store of fetched documents: files named by the hash of their bytes, and an index.

A document is written beside its place, forced to disk, moved there, and only then entered in the index: a crash
leaves at worst a file that no line names, which ``prune`` removes. Writers hold a lock over processes.
"""

import hashlib
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from tablecheck.model.document import Kind
from tablecheck.model.errors import StoreError
from tablecheck.sources import store_index
from tablecheck.sources.store_index import Stored

_PATIENCE = 60.0  # seconds to wait for another process that writes
_DAY = 86_400.0  # how exactly the last use is remembered; a write for every read would make readers wait


class Store:
    """A folder of documents that several processes may use at once.

    Raises:
        StoreError: the folder cannot be made.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._objects = folder / "objects"
        with _told(folder):
            self._objects.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(folder / "lock", timeout=_PATIENCE)

    def put(self, identity: str, kind: Kind, content: bytes, found_at: str, version: int | None = None) -> Stored:
        """Keep the bytes of one version of a paper; they take the place of earlier ones.

        Raises:
            StoreError: the disk is full or may not be written; nothing that was kept is lost.
        """
        digest = hashlib.sha256(content).hexdigest()
        stored = Stored(identity, version, kind, digest, len(content), found_at, time.time())
        with self._writing():
            self._write(self.path_of(digest), content)
            store_index.add(self.folder, stored)
        return stored

    def find(self, identity: str) -> tuple[Stored, ...]:
        """Give what is kept of a paper, the newest version first."""
        return store_index.find(self.folder, identity)

    def everything(self) -> tuple[Stored, ...]:
        """Give all that is kept, by identity."""
        return store_index.everything(self.folder)

    def content(self, stored: Stored) -> bytes | None:
        """Give the bytes; ``None`` where they are gone or damaged, which the store then forgets."""
        try:
            content = self.path_of(stored.sha256).read_bytes()
        except OSError:
            content = b""
        if hashlib.sha256(content).hexdigest() != stored.sha256:
            with self._writing():
                self._drop(stored.sha256)
            return None
        now = time.time()
        if now - stored.used > _DAY:
            # Somebody else's lock on the index is no reason to fail a reader.
            with suppress(StoreError):
                store_index.mark_used(self.folder, stored.sha256, now)
        return content

    def prune(self, largest: int) -> tuple[Stored, ...]:
        """Drop the documents unused for longest until at most ``largest`` bytes are left, and what a crash left.

        Gives what was dropped.
        """
        with self._writing():
            kept = sorted(store_index.everything(self.folder), key=lambda stored: stored.used, reverse=True)
            total = 0
            sizes: dict[str, int] = {}
            dropped = []
            for stored in kept:
                if stored.sha256 not in sizes and total + stored.size > largest:
                    dropped.append(stored)
                    continue
                total += 0 if stored.sha256 in sizes else stored.size
                sizes[stored.sha256] = stored.size
            for stored in dropped:
                self._drop(stored.sha256)
            for path in list(self._files()):
                if path.name not in sizes:
                    path.unlink(missing_ok=True)
        return tuple(dropped)

    def clear(self) -> int:
        """Drop everything; gives how many documents there were."""
        return len(self.prune(-1))

    def path_of(self, sha256: str) -> Path:
        """The file that holds some bytes, if they are kept."""
        return self._objects / sha256[:2] / sha256

    def _write(self, path: Path, content: bytes) -> None:
        if path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() == path.name:
            return
        path.parent.mkdir(exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix="writing-")
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)

    def _drop(self, sha256: str) -> None:
        """Take out the lines first: a file without a line is harmless, a line without a file is not."""
        store_index.forget(self.folder, sha256)
        self.path_of(sha256).unlink(missing_ok=True)

    def _files(self) -> Iterator[Path]:
        return (path for path in self._objects.glob("*/*") if path.is_file())

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with _told(self.folder), self._lock:
            yield


@contextmanager
def _told(folder: Path) -> Iterator[None]:
    try:
        yield
    except Timeout:
        raise StoreError(f"another process has been writing to {folder} for a minute; wait for it or end it") from None
    except OSError as error:
        raise StoreError(
            f"{folder} cannot be written ({error.strerror or error}); free some space or name another cache"
        ) from error
