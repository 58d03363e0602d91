"""What an author says, in a comment of the manuscript, of where the numbers of a row come from."""

from dataclasses import dataclass

from tablecheck.model.place import TextPlace


@dataclass(frozen=True, slots=True)
class ProvenanceMark:
    """A mark such as ``% tablecheck: source=he2016 table=4 row="ResNet-152"``, and the rows it speaks of.

    ``rows`` are grid rows of its table, empty where it reaches none. ``source`` is a citation key, ``table`` what
    the cited paper calls its table ("4"), ``row`` a label there, ``version`` the number after the ``v`` of arXiv.
    ``rerun`` says that the authors ran the row themselves. ``wrong`` says why a mark cannot be obeyed.
    """

    place: TextPlace
    text: str
    rows: tuple[int, ...] = ()
    source: str = ""
    table: str = ""
    row: str = ""
    version: int | None = None
    rerun: bool = False
    wrong: str = ""
