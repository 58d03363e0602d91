"""What the explanations of differences share: the table at hand, where else to look, and an explanation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablecheck.matching.explain_support import Support
from tablecheck.matching.verify_lines import Comparison, Place
from tablecheck.model.document import SourceDocument
from tablecheck.model.evidence import Cause, Elsewhere
from tablecheck.model.table import Table

Source = tuple[str, SourceDocument, Sequence[Table]]
"""A citation key, a document of it, and the tables read out of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A table of ours with what was compared in it.

    ``other_versions`` holds, for a number, its comparisons with versions that are not the one compared.
    """

    table: Table
    compared: Mapping[Place, Comparison]
    around: Support
    other_versions: Mapping[Place, Sequence[Comparison]]
    sources: Sequence[Source]


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    """Comparisons that differ for one reason."""

    cause: Cause
    comparisons: tuple[Comparison, ...]
    elsewhere: Elsewhere | None = None


def most_of(part: int, whole: int) -> bool:
    """Whether a reason explains enough of a line to be the reason for all of it: at least two, and two thirds."""
    return part >= 2 and part * 3 >= whole * 2
