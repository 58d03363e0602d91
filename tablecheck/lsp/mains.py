"""Which main files a document belongs to."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from tablecheck.linter.config import read_config
from tablecheck.linter.roots import find_roots
from tablecheck.lsp.documents import Document
from tablecheck.lsp.files import Ask
from tablecheck.lsp.homes import VirtualHome
from tablecheck.lsp.options import Options
from tablecheck.model.errors import TablecheckError

_CLASS = re.compile(r"^[^%\n]*?\\document(?:class|style)\b", re.M)
_MAGIC = re.compile(r"^[ \t]*%+[ \t]*!\s*T[eE]X\s+root\s*=\s*(?P<file>\S+)", re.M)
_USUAL = ("main.tex", "paper.tex", "thesis.tex", "article.tex")  # what Overleaf and people call a main file
_LEVELS_UP = 3


def mains_on_disk(path: Path, options: Options, unsaved: Mapping[Path, str]) -> tuple[Path, ...]:
    """The main files that a file belongs to; itself, where nothing better is known."""
    try:
        config = read_config(path.parent, options.overrides)
        mains = find_roots(path, config.paths("root"), config.value("exclude"), unsaved)
    except TablecheckError:  # a configuration that cannot be read is told by the check
        mains = (path,)
    return tuple(dict.fromkeys(main.resolve() for main in mains))


def main_on_client(document: Document, others: Iterable[Document], ask: Ask) -> str:
    """The main file of a document that only the client can read, by its address.

    That is the one that it names, itself where it has a class, or an open one or one of a usual name that includes it.
    """
    home = VirtualHome(document.uri)
    if (magic := _MAGIC.search(document.text)) is not None:
        return home.uri_of(magic["file"].strip('"'))
    if _CLASS.search(document.text):
        return document.uri
    for other in others:
        if _CLASS.search(other.text) and _includes(other.text, VirtualHome(other.uri).name_of(document.uri)):
            return other.uri
    for level in range(_LEVELS_UP):
        for name in _USUAL:
            uri = home.uri_of("../" * level + name)
            text = ask(uri)
            if text is not None and _includes(text, VirtualHome(uri).name_of(document.uri)):
                return uri
    return document.uri


def _includes(text: str, name: str) -> bool:
    return bool(name) and f"{{{name.removesuffix('.tex')}" in text
