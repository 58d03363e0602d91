"""What is known while a manuscript is made flat; all commands that are obeyed on the way share it."""

from dataclasses import dataclass, field

from tablecheck.latex.files import Find
from tablecheck.latex.flat import EXACT, Origin
from tablecheck.latex.reader import Budget, Piece, Reader
from tablecheck.latex.scopes import Scopes
from tablecheck.latex.writer import FlatWriter
from tablecheck.model.problem import Problem

_CHARACTERS_BEYOND_SOURCE = 3_000_000  # of expansion; real manuscripts need a hundredth
_CHARACTERS_PER_SOURCE = 8
_MOST_PROBLEMS = 200


@dataclass(slots=True, eq=False)
class Expanding:
    """What is still to be read, what was defined, and what was written so far.

    ``began`` tells whether the document's own text was reached, ``open_conditions`` how many ``\\fi`` are to come.
    """

    main: str
    find: Find
    reader: Reader = field(default_factory=lambda: Reader(Budget(_CHARACTERS_BEYOND_SOURCE)))
    scopes: Scopes = field(default_factory=Scopes)
    texts: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    writer: FlatWriter = field(default_factory=FlatWriter)
    began: bool = False
    open_conditions: int = 0

    def open(self, path: str, text: str) -> None:
        """Read a file before all else."""
        if path not in self.texts:
            self.reader.budget.left += _CHARACTERS_PER_SOURCE * len(text)
            self.texts[path] = text
        self.reader.push([Piece(text, 0, len(text), path, 0, EXACT, is_file=True)])

    def tell(self, message: str, origin: Origin) -> None:
        """Note what could not be read, and where."""
        self.reader.looked_far = True
        path, low, _ = origin
        line = self.texts.get(path, "").count("\n", 0, low) + 1
        if len(self.problems) < _MOST_PROBLEMS:
            self.problems.append(Problem("read", message, path, line))
