"""Arguments of commands in the flat text."""

import re
from collections.abc import Mapping

from tablecheck.latex.flat import Flat

Range = tuple[int, int]

_SPACE = re.compile(r"\s*")
_TOKEN = re.compile(r"\\(?:[A-Za-z@]+|.)|.", re.S)
_OPTION_TOKEN = re.compile(r"\\.|[{\[\]}&]", re.S)
_LONGEST_OPTION = 5_000


def skip_space(text: str, position: int, end: int) -> int:
    """Go past white space."""
    match = _SPACE.match(text, position, end)
    return match.end() if match else position


def take_group(flat: Flat, position: int, end: int) -> tuple[Range | None, int]:
    """Take the argument at ``position``: a group without its braces, or one mark.

    ``None`` where there is none, or where its brace is not closed before ``end``.
    """
    text = flat.text
    start = skip_space(text, position, end)
    if start >= end or text[start] in "&}":
        return None, position
    if text[start] == "{":
        closing = flat.braces.get(start, end)
        if closing >= end:
            return None, start + 1
        return (start + 1, closing), closing + 1
    match = _TOKEN.match(text, start, end)
    after = match.end() if match else start + 1
    return (start, after), after


def take_option(flat: Flat, position: int, end: int, brackets: str = "[]") -> tuple[Range | None, int]:
    """Take an argument in brackets if one comes next."""
    text = flat.text
    start = skip_space(text, position, end)
    if start >= end or text[start] != brackets[0]:
        return None, position
    if brackets != "[]":
        closing = text.find(brackets[1], start, min(end, start + _LONGEST_OPTION))
        return ((start + 1, closing), closing + 1) if closing >= 0 else (None, position)
    depth = 0
    at = start
    stop = min(end, start + _LONGEST_OPTION)
    while match := _OPTION_TOKEN.search(text, at, stop):
        at = match.end()
        mark = match[0]
        if mark == "{":
            closing = flat.braces.get(match.start(), stop)
            if closing >= stop:
                return None, position
            at = closing + 1
        elif mark == "[":
            depth += 1
        elif mark == "]":
            depth -= 1
            if depth == 0:
                return (start + 1, match.start()), at
        elif mark in "}&":
            return None, position
    return None, position


def skip_arguments(flat: Flat, specification: str, position: int, end: int) -> int:
    """Go past the arguments that a specification of ``commands`` names."""
    for letter in specification:
        if letter == "m":
            _, position = take_group(flat, position, end)
        elif letter == "o":
            _, position = take_option(flat, position, end)
        elif letter == "p":
            _, position = take_option(flat, position, end, "()")
        elif letter == "a":
            _, position = take_option(flat, position, end, "<>")
        elif letter == "s":
            position = take_star(flat.text, position, end)
    return position


def take_star(text: str, position: int, end: int) -> int:
    """Go past a star."""
    return position + 1 if position < end and text[position] == "*" else position


def keys_and_values(text: str) -> Mapping[str, str]:
    """Read ``key=value`` pairs; braces keep commas together."""
    pairs: dict[str, str] = {}
    for match in re.finditer(r"([^=,{}]+(?:\{[^{}]*\})*)\s*=\s*((?:\{(?:[^{}]|\{[^{}]*\})*\}|[^,{}])*)", text):
        value = match[2].strip()
        pairs[match[1].strip()] = value[1:-1] if value.startswith("{") and value.endswith("}") else value
    return pairs
