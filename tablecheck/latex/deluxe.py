"""The tables of AASTeX: a head in a command, the data between two others, notes in commands after them."""

import re

from tablecheck.latex.arguments import Range, take_group, take_option
from tablecheck.latex.environments import Node
from tablecheck.latex.flat import Flat
from tablecheck.latex.printing import print_range

_NOTE = re.compile(r"\\(tablecomments|tablenotetext|tablerefs)(?![A-Za-z])")


def is_deluxe(node: Node) -> bool:
    """Whether an environment is a ``deluxetable``."""
    return node.name.startswith("deluxetable")


def head_and_data(flat: Flat, node: Node) -> tuple[Range, Range]:
    """The range of the header rows, in ``\\tablehead``, and that of the rows of data."""
    text, end = flat.text, node.inner_end
    begin = text.find("\\startdata", node.inside, end)
    stop = text.find("\\enddata", node.inside, end)
    begin = begin + len("\\startdata") if begin >= 0 else node.inside
    stop = stop if stop >= begin else end
    head = text.find("\\tablehead", node.inside, end)
    inner, _ = take_group(flat, head + len("\\tablehead"), end) if head >= 0 else (None, 0)
    return inner or (begin, begin), (begin, stop)


def deluxe_notes(flat: Flat, node: Node) -> list[str]:
    """The comments, references and notes under the data."""
    notes = []
    for match in _NOTE.finditer(flat.text, node.inside, node.inner_end):
        _, position = take_option(flat, match.end(), node.inner_end)
        first, position = take_group(flat, position, node.inner_end)
        parts = [print_range(flat, *first).text] if first else []
        if match[1] == "tablenotetext" and first:
            second, _ = take_group(flat, position, node.inner_end)
            parts += [print_range(flat, *second).text] if second else []
        notes.append(" ".join(parts))
    return notes
