"""Copies fetched documents into a folder, under names by which the library finds them there."""

import gzip
import io
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from tablecheck.model.document import SourceDocument
from tablecheck.model.errors import StoreError
from tablecheck.sources.kinds import HEAD, form_of

_ENDINGS = {"pdf": ".pdf", "html": ".html", "tex": ".tex", "tar": ".tar", None: ".tex"}
_UNSAFE = re.compile(r"[^\w.+-]")
_LONGEST = 120  # characters of a name; file systems allow 255 bytes


def copy_into(folder: Path, documents: Iterable[SourceDocument]) -> tuple[Path, ...]:
    """Write documents into a folder, which is made if need be; gives their paths.

    A file that is there already and holds the same bytes is left alone.

    Raises:
        StoreError: the folder cannot be written.
    """
    written: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for document in documents:
            path = folder / name_of(document)
            if path not in written:
                _write(path, document.content)
                written.append(path)
    except OSError as error:
        raise StoreError(f"{folder} cannot be written ({error.strerror or error}); name another folder") from error
    return tuple(written)


def name_of(document: SourceDocument) -> str:
    """Name a document so that it is found by the name: ``2101.90001v2.tar.gz``, or ``KEYv2.pdf`` without an arXiv id.

    A document that came from elsewhere than arXiv bears the key also where the entry has an arXiv id, for there
    may be both.
    """
    reference = document.reference
    base = reference.key
    if reference.arxiv_id and document.version is not None:
        base = f"{reference.arxiv_id}v{document.version}"
    elif document.version is not None:
        base = f"{reference.key}.v{document.version}"
    return _UNSAFE.sub("_", base)[:_LONGEST].lstrip(".") + _ending(document.content)


def _ending(content: bytes) -> str:
    if not content.startswith(b"\x1f\x8b"):
        return _ENDINGS.get(form_of(content[:HEAD]), ".tex")
    with suppress(OSError, EOFError), gzip.GzipFile(fileobj=io.BytesIO(content)) as stream:
        if form_of(stream.read(HEAD)) == "tar":
            return ".tar.gz"
    return ".gz"


def _write(path: Path, content: bytes) -> None:
    if path.is_file() and path.read_bytes() == content:
        return
    temporary = path.with_name(f".{path.name}.part")
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
