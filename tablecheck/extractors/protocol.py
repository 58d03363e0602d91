"""What a way to read tables looks like from outside."""

from typing import Protocol

from tablecheck.model.document import Extraction


class Extractor(Protocol):
    """One way to read tables: bytes in, tables and problems out; damaged bytes give a problem, not an exception.

    The module an entry point names may set ``VERSION``, a text that changes whenever the same bytes may give
    another result; results are cached under it. One that is slow to load sets it in a module beside it, called like
    it with ``_version`` behind.
    """

    def __call__(self, content: bytes) -> Extraction:
        """Read all tables of one document."""
        ...
