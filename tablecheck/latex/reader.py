"""The text still to be expanded, as a stack of pieces with origins, and how arguments are taken off it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tablecheck.latex.flat import EXACT, Origin

_GROUP_TOKEN = re.compile(r"\\begin\s*\{|\\end\s*\{|\\.|%[^\n]*|[{}]", re.S)
_OPTION_TOKEN = re.compile(r"\\.|%[^\n]*|[{}\[\]]|\n[ \t]*\n", re.S)
_CONTROL = re.compile(r"\\(?:[A-Za-z@]+\*?|.)", re.S)
_BLANK = re.compile(r"(?:\s|%[^\n]*(?:\n|$))*")
_DAMAGE_ENDS = re.compile(r"\\\\|[&\n}]|\\end")
_COST_OF_A_CALL = 30  # characters; about what a call costs in time
_LONGEST_DELIMITED = 5_000  # characters; beyond, the delimiter is missing
_DEEPEST_STACK = 2_000  # pieces; far above any document, far below what memory minds


class Exhausted(Exception):  # noqa: N818 - a signal inside the reader
    """The budget of the expansion is spent."""


class Budget:
    """How many characters the expansion may still handle; keeps endless and exponential macros bounded."""

    def __init__(self, characters: int) -> None:
        self.left = characters

    def spend(self, characters: int) -> None:
        """Take characters off.

        Raises:
            Exhausted: nothing is left.
        """
        self.left -= characters
        if self.left < 0:
            raise Exhausted


@dataclass(slots=True)
class Piece:
    """A range of a text still to be read; ``low`` is where character 0 of ``text`` stands in ``path``.

    Where ``high`` is not ``EXACT`` all characters stand for the source range ``low`` to ``high``. A piece that
    is a whole file has ``is_file`` set: arguments never reach beyond its end.
    """

    text: str
    position: int
    end: int
    path: str
    low: int
    high: int = EXACT
    is_file: bool = False

    def origin(self, offset: int) -> Origin:
        """The source range of the character at ``offset``."""
        if self.high == EXACT:
            return self.path, self.low + offset, self.low + offset + 1
        return self.path, self.low, self.high

    def part(self, start: int, end: int) -> "Piece":
        """A piece of this piece, with the same origins."""
        return Piece(self.text, start, end, self.path, self.low, self.high)


Argument = tuple[Piece, ...]


def argument_text(argument: Sequence[Piece]) -> str:
    """The characters of an argument."""
    return "".join(piece.text[piece.position : piece.end] for piece in argument)


class Reader:
    """The pieces still to be read, the next one last.

    ``looked_far`` is set where something was looked for in vain: what was done then depends on text far ahead.
    """

    def __init__(self, budget: Budget) -> None:
        self.pieces: list[Piece] = []
        self.budget = budget
        self.looked_far = False

    def push(self, pieces: Sequence[Piece]) -> None:
        """Put pieces before all that is still to be read.

        Raises:
            Exhausted: the budget is spent.
        """
        self.budget.spend(sum(piece.end - piece.position for piece in pieces) + _COST_OF_A_CALL)
        if len(self.pieces) + len(pieces) > _DEEPEST_STACK:
            raise Exhausted
        self.pieces.extend(piece for piece in reversed(pieces) if piece.position < piece.end or piece.is_file)

    def top(self) -> Piece | None:
        """The piece that holds the next character, ``None`` at the end of the file."""
        while self.pieces:
            piece = self.pieces[-1]
            if piece.position < piece.end:
                return piece
            if piece.is_file:
                return None
            self.pieces.pop()
        return None

    def skip_blank(self) -> None:
        """Go past white space and comments."""
        while piece := self.top():
            match = _BLANK.match(piece.text, piece.position, piece.end)
            if match is None or match.end() == piece.position:
                return
            piece.position = match.end()

    def next_is(self, character: str) -> bool:
        """Whether the next character that is not blank is this one; only blanks are taken."""
        self.skip_blank()
        piece = self.top()
        return piece is not None and piece.text[piece.position] == character

    def here(self) -> Origin | None:
        """The origin of the next character."""
        piece = self.top()
        return piece.origin(piece.position) if piece else None

    def ahead(self, count: int) -> str:
        """The next characters of the file, not more than ``count``."""
        found = ""
        for piece in reversed(self.pieces):
            found += piece.text[piece.position : min(piece.end, piece.position + count - len(found))]
            if piece.is_file or len(found) >= count:
                break
        return found

    def advance(self, count: int) -> None:
        """Go past characters that ``ahead`` has shown."""
        while count > 0 and (piece := self.top()):
            step = min(count, piece.end - piece.position)
            piece.position += step
            count -= step

    def skip_spaces(self) -> None:
        """Go past the white space that TeX swallows after a control word; a line end is one too."""
        if match := re.match(r"[ \t]*\n?[ \t]*", self.ahead(80)):
            self.advance(match.end())

    def take_star(self) -> bool:
        """Take a star if one comes next."""
        if not self.next_is("*"):
            return False
        self.advance(1)
        return True

    def take_argument(self, balanced_environments: bool = True) -> Argument:
        """Take a group without its braces, or one token.

        A group that is never closed gives what stands before the next cell, row or line.
        """
        self.skip_blank()
        piece = self.top()
        if piece is None:
            return ()
        character = piece.text[piece.position]
        if character == "{":
            group = self._balanced(_GROUP_TOKEN, "{", "}", balanced_environments)
            return group if group is not None else self._damaged()
        if character == "\\":
            match = _CONTROL.match(piece.text, piece.position, piece.end)
            end = match.end() if match else piece.end
        elif character in "&}":
            return ()
        else:
            end = piece.position + 1
        taken = piece.part(piece.position, end)
        piece.position = end
        return (taken,)

    def take_option(self, opening: str = "[", closing: str = "]") -> Argument | None:
        """Take an argument in brackets if one comes next."""
        if not self.next_is(opening):
            return None
        if opening != "[":
            return self._up_to(closing)
        return self._balanced(_OPTION_TOKEN, "[", "]", False)

    def take_until(self, delimiter: str) -> Argument:
        """Take what stands before a delimiter, and the delimiter too; nothing where it is missing."""
        return self._up_to(delimiter) or ()

    def _damaged(self) -> Argument:
        piece = self.top()
        if piece is None:
            return ()
        start = piece.position + 1
        match = _DAMAGE_ENDS.search(piece.text, start, piece.end)
        end = match.start() if match else piece.end
        piece.position = end
        return (piece.part(start, end),)

    def _up_to(self, delimiter: str) -> Argument | None:
        piece = self.top()
        if piece is None:
            return None
        start = piece.position
        found = piece.text.find(delimiter, start, min(piece.end, start + _LONGEST_DELIMITED))
        if found < 0 or "\n\n" in piece.text[start:found]:
            self.looked_far = True
            return None
        self.budget.spend((found - start) // 4)
        piece.position = found + len(delimiter)
        skip = 1 if delimiter == ")" else 0
        return (piece.part(start + skip, found),)

    def _balanced(
        self, tokens: re.Pattern[str], opening: str, closing: str, balanced_environments: bool
    ) -> Argument | None:
        """Take the group that begins here; on failure nothing is taken."""
        saved = [(piece, piece.position) for piece in self.pieces[-64:]]
        below = self.pieces[:-64]
        taken: list[Piece] = []
        depth = braces = environments = 0
        while piece := self.top():
            start = piece.position
            for match in tokens.finditer(piece.text, start, piece.end):
                sign = match[0]
                if sign == opening:
                    depth += 1
                elif sign == closing:
                    if not braces:
                        depth -= 1
                elif sign == "{":
                    braces += 1
                elif sign == "}":
                    braces -= 1
                elif sign.startswith("\\begin"):
                    depth += 1  # its brace is part of the sign
                    environments += 1
                elif sign.startswith("\\end") and len(sign) > 2:
                    depth += 1
                    environments -= 1
                broken = braces < 0 or sign[0] == "\n" or (balanced_environments and environments < 0)
                if broken:
                    break
                if depth == 0:
                    self.budget.spend((match.end() - start) // 4)
                    taken.append(piece.part(start, match.start()))
                    piece.position = match.end()
                    taken[0].position += 1
                    return tuple(part for part in taken if part.position < part.end)
            else:
                self.budget.spend((piece.end - start) // 4)
                taken.append(piece.part(start, piece.end))
                piece.position = piece.end
                continue
            self.budget.spend((match.end() - start) // 4)
            break
        for piece, position in saved:
            piece.position = position
        self.pieces[:] = below + [piece for piece, _ in saved]
        self.looked_far = True
        return None
