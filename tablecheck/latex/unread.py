"""Tables that a manuscript prints and that no reader of LaTeX can see: pictures, and what is made of data files."""

import re
from collections.abc import Mapping

from tablecheck.latex import commands
from tablecheck.latex.environments import Node, Outline
from tablecheck.latex.flat import Flat
from tablecheck.model.problem import Problem

_TABLES = commands.FLOATS - {"figure", "figure*", "wrapfigure", "floatrow", "strip", "tcolorbox", "algorithm"}
_PICTURE = re.compile(r"\\(?:includegraphics|includesvg|includepdf|adjincludegraphics|epsfig|psfig)(?![A-Za-z])")
_DATA = re.compile(
    r"\\(csvauto[a-z]+|csvreader[a-z]*|pgfplotstabletypeset(?:file)?|DTLdisplay[A-Za-z]*|DTLforeach)(?![A-Za-z])"
)
_MOST = 50
NOT_LOOKED_AT = "its numbers were not looked at"
"""How the message of each of these problems ends."""


def unread_tables(flat: Flat, found: Outline, texts: Mapping[str, str]) -> list[Problem]:
    """Say of which tables the numbers were not looked at; ``texts`` are the files that the flat text was made of."""
    unread = {match.start(): f"\\{match[1]} prints a table out of data" for match in _DATA.finditer(flat.text)}
    for node in found.root.walk():
        if node.name in _TABLES and node.captions and not _has_rows(node):
            body = slice(node.inside, node.inner_end)
            if _PICTURE.search(flat.text[body]):
                unread[node.start] = "this table is a picture"
    return [_problem(flat, start, what, texts) for start, what in sorted(unread.items())[:_MOST]]


def _has_rows(node: Node) -> bool:
    return any(below.is_tabular for below in node.walk())


def _problem(flat: Flat, start: int, what: str, texts: Mapping[str, str]) -> Problem:
    place = flat.place(start, start + 1)
    line = texts.get(place.path, "").count("\n", 0, place.span.start) + 1
    return Problem("read", f"{what}; {NOT_LOOKED_AT}", place.path, line)
