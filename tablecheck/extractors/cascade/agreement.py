"""Whether two readings of one table put the same words into the same rows, and into the same columns."""

from collections.abc import Mapping

from tablecheck.extractors.pdf_geometry.structure import Structure

Homes = Mapping[int, int]


def homes_in_rows(structure: Structure) -> dict[int, int]:
    """Say in which row each word stands, by the identity of the word; cells over several rows are left out."""
    return {id(word): cell.row for cell in structure.cells if cell.row == cell.last_row for word in cell.words}


def homes_in_columns(structure: Structure) -> dict[int, int]:
    """Say in which column each word stands, by the identity of the word; cells over several columns are left out."""
    return {id(word): cell.first for cell in structure.cells if cell.first == cell.last for word in cell.words}


def are_same(one: Homes, other: Homes) -> bool:
    """Tell whether the words that both know are divided in the same way."""
    there: dict[int, int] = {}
    back: dict[int, int] = {}
    return all(
        there.setdefault(home, other[word]) == other[word] and back.setdefault(other[word], home) == home
        for word, home in one.items()
        if word in other
    )
