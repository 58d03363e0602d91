"""A file of the manuscript on disk: changed in the encoding and with the line ends it has, and replaced as a whole."""

import codecs
import os
import shutil
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tablecheck.latex.files import decode, encoding_of
from tablecheck.model.errors import UnreadableError


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file as it was read; ``text`` is what the manuscript holds of it."""

    path: Path
    content: bytes
    text: str


def read_source(path: Path) -> SourceFile:
    """Read a file that is to be changed.

    Raises:
        UnreadableError: it cannot be read, or holds bytes that its encoding could not give back.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UnreadableError(f"cannot read {path}: {error.strerror}") from error
    source = SourceFile(path, content, decode(content))
    if encoded(source, source.text) != content:
        raise UnreadableError(f"{path} is damaged text of its encoding, {encoding_of(content)}; not changed")
    return source


def encoded(source: SourceFile, text: str) -> bytes:
    """Write a text in the encoding of a file, with the mark at its beginning if it has one.

    Raises:
        UnreadableError: the encoding has no such character.
    """
    encoding = encoding_of(source.content)
    try:
        if encoding != "utf-16":
            return text.encode(encoding)
        mark = source.content[:2]
        return mark + text.encode("utf-16-le" if mark == codecs.BOM_UTF16_LE else "utf-16-be")
    except UnicodeEncodeError as error:
        letter = text[error.start]
        raise UnreadableError(f"{source.path} is in {encoding}, which cannot write {letter!r}; not changed") from error


def replace_source(source: SourceFile, text: str) -> None:
    """Put a new text in the place of a file, at once: whoever looks sees the old file or the new one.

    A link stays a link, and the permissions stay as they are.

    Raises:
        UnreadableError: the file has changed since it was read, cannot be written, or has no such character.
    """
    content = encoded(source, text)
    target = source.path.resolve()
    temporary = None
    try:
        if target.read_bytes() != source.content:
            raise UnreadableError(f"{source.path} has changed in the meantime; not written, run it again")
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        shutil.copymode(target, temporary)
        Path(temporary).replace(target)
        temporary = None
    except OSError as error:
        raise UnreadableError(f"cannot write {source.path}: {error.strerror}") from error
    finally:
        if temporary is not None:
            with suppress(OSError):
                Path(temporary).unlink()
