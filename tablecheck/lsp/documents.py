"""The documents that the client has open, as it has them; they change by edits and by nothing else."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types
from pygls.uris import to_fs_path

from tablecheck.lsp.convert import Lines, to_span

ContentChange = types.TextDocumentContentChangePartial | types.TextDocumentContentChangeWholeDocument


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """An open document in one of its versions; ``uri`` is as the client writes it."""

    uri: str
    version: int
    language: str
    lines: Lines

    @property
    def text(self) -> str:
        """The whole text."""
        return self.lines.text


class Documents:
    """All open documents."""

    def __init__(self) -> None:
        self._open: dict[str, Document] = {}

    def open(self, item: types.TextDocumentItem) -> Document:
        """Take a document that the client opens."""
        document = Document(item.uri, item.version, item.language_id, Lines(item.text))
        self._open[plain(item.uri)] = document
        return document

    def change(self, uri: str, version: int, changes: Iterable[ContentChange], encoding: str) -> Document | None:
        """Apply the edits of a client, one after the other; ``None`` for a document that is not open."""
        document = self._open.get(plain(uri))
        if document is None:
            return None
        lines = document.lines
        for change in changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                lines = lines.replaced(to_span(lines, change.range, encoding), change.text)
            else:
                lines = Lines(change.text)
        changed = Document(document.uri, version, document.language, lines)
        self._open[plain(uri)] = changed
        return changed

    def close(self, uri: str) -> None:
        """Forget a document that the client closes."""
        self._open.pop(plain(uri), None)

    def get(self, uri: str) -> Document | None:
        """The document of an address, if it is open."""
        return self._open.get(plain(uri))

    def __iter__(self) -> Iterator[Document]:
        return iter(tuple(self._open.values()))


def plain(uri: str) -> str:
    """Write an address so that two ways of escaping one file are the same."""
    path = path_of(uri)
    return f"file:{path.as_posix()}" if path is not None else uri


def path_of(uri: str) -> Path | None:
    """The file that an address means; ``None`` where it is no file of this machine."""
    if not uri.startswith("file:"):
        return None
    path = to_fs_path(uri)
    return Path(path) if path else None


def texts_on_disk(documents: Iterable[Document]) -> dict[Path, str]:
    """The texts of open documents that are files, by resolved path."""
    return {path.resolve(): one.text for one in documents if (path := path_of(one.uri)) is not None}
