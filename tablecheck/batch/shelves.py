"""Where workers put what they share: a folder that all of them see, or any storage that fsspec speaks to.

A shelf holds named bytes. Only one worker can make a name that is not there yet, however many try at once: on a file
system by exclusive creation, on S3 and its like by a conditional put.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from tablecheck.model.errors import UsageError


class Shelf(Protocol):
    """Named bytes that several workers share; every method raises OSError where the storage does not answer."""

    def read(self, name: str) -> bytes | None:
        """Give the bytes of a name; ``None`` where there are none."""
        ...

    def write(self, name: str, content: bytes) -> None:
        """Put bytes under a name, whole or not at all."""
        ...

    def create(self, name: str, content: bytes) -> bool:
        """Put bytes under a name that is not there yet; tells whether it was not."""
        ...

    def remove(self, name: str) -> None:
        """Take a name away, if it is there."""
        ...


class FolderShelf:
    """A folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def read(self, name: str) -> bytes | None:
        """Give the bytes of a file."""
        try:
            return (self._folder / name).read_bytes()
        except FileNotFoundError:
            return None

    def write(self, name: str, content: bytes) -> None:
        """Write beside the place and move there."""
        handle, temporary = tempfile.mkstemp(dir=self._folder, prefix="writing-")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            Path(temporary).replace(self._folder / name)
        finally:
            Path(temporary).unlink(missing_ok=True)

    def create(self, name: str, content: bytes) -> bool:
        """Link a whole file to the name: who reads it never sees half of it."""
        handle, temporary = tempfile.mkstemp(dir=self._folder, prefix="writing-")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            os.link(temporary, self._folder / name)
        except FileExistsError:
            return False
        finally:
            Path(temporary).unlink(missing_ok=True)
        return True

    def remove(self, name: str) -> None:
        """Delete the file."""
        (self._folder / name).unlink(missing_ok=True)


class FsspecShelf:
    """A folder behind an fsspec address, such as ``s3://bucket/folder``.

    ``create`` asks the storage for an exclusive put, which not every one has; where it has none, this fails.
    """

    def __init__(self, address: str, **options: Any) -> None:
        try:
            import fsspec
        except ImportError as error:
            raise UsageError(
                f"the store {address} needs fsspec; install it with `pip install 'tablecheck[cluster]'`"
            ) from error
        try:
            self._system, self._root = fsspec.core.url_to_fs(address, **options)
        except (ImportError, ValueError) as error:
            raise UsageError(f"the store {address} cannot be opened: {error}") from error

    def read(self, name: str) -> bytes | None:
        """Give the bytes of an object, asked anew each time."""
        self._system.invalidate_cache()
        try:
            with _as_os_errors():
                found: bytes = self._system.cat_file(self._path(name))
        except FileNotFoundError:
            return None
        return found

    def write(self, name: str, content: bytes) -> None:
        """Put an object; a put shows whole or not at all."""
        with _as_os_errors():
            self._make_root()
            self._system.pipe_file(self._path(name), content)

    def create(self, name: str, content: bytes) -> bool:
        """Put an object on condition that there is none."""
        try:
            with _as_os_errors():
                self._make_root()
                self._system.pipe_file(self._path(name), content, mode="create")
        except FileExistsError:
            return False
        return True

    def remove(self, name: str) -> None:
        """Delete an object."""
        with suppress(FileNotFoundError), _as_os_errors():
            self._system.rm_file(self._path(name))

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}"

    def _make_root(self) -> None:
        if "file" in self._system.protocol:
            self._system.makedirs(self._root, exist_ok=True)


@contextmanager
def _as_os_errors() -> Iterator[None]:
    """Each storage has errors of its own for a host that does not answer; to us all of them are one."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:
        raise OSError(f"{type(error).__name__}: {error}") from error


class PatientShelf:
    """Asks again where a storage does not answer, with growing pauses, for at most ``patience`` seconds."""

    def __init__(self, shelf: Shelf, patience: float = 30.0) -> None:
        self._shelf = shelf
        self._patience = patience

    def read(self, name: str) -> bytes | None:
        """As the shelf does."""
        found: bytes | None = self._ask("read", name)
        return found

    def write(self, name: str, content: bytes) -> None:
        """As the shelf does."""
        self._ask("write", name, content)

    def create(self, name: str, content: bytes) -> bool:
        """As the shelf does."""
        return bool(self._ask("create", name, content))

    def remove(self, name: str) -> None:
        """As the shelf does."""
        self._ask("remove", name)

    def _ask(self, method: str, *arguments: Any) -> Any:
        give_up, pause = time.monotonic() + self._patience, 0.1
        while True:
            try:
                return getattr(self._shelf, method)(*arguments)
            except OSError:
                if time.monotonic() + pause > give_up:
                    raise
            time.sleep(pause)
            pause = min(2 * pause, 5.0)


def open_shelf(address: str) -> Shelf:
    """Open a folder or an fsspec address.

    Raises:
        UsageError: it cannot be opened.
    """
    if "://" in address and not address.startswith("file://"):
        return PatientShelf(FsspecShelf(address))
    try:
        return PatientShelf(FolderShelf(Path(address.removeprefix("file://"))))
    except OSError as error:
        raise UsageError(f"the store {address} cannot be made: {error.strerror}") from error
