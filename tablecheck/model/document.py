"""A document that was obtained for a reference."""

from dataclasses import dataclass
from typing import Literal

from tablecheck.model.citation import Reference
from tablecheck.model.problem import Problem
from tablecheck.model.table import Table

Kind = Literal["html", "latex", "pdf"]


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """The bytes of one version of one cited paper.

    ``version`` is the arXiv version number, ``None`` where it is not known. ``found_at`` says where the bytes
    came from: a path, later a URL. ``sha256`` is the hexadecimal digest of ``content``.
    """

    reference: Reference
    kind: Kind
    content: bytes
    sha256: str
    found_at: str
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Extraction:
    """The tables read out of a document and what could not be read."""

    tables: tuple[Table, ...]
    problems: tuple[Problem, ...] = ()
