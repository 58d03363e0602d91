"""Citing commands: which keys they name."""

import re

from tablecheck.latex.arguments import skip_arguments, skip_space, take_group, take_option, take_star
from tablecheck.latex.flat import Flat, show
from tablecheck.model.citation import Citation

_MANY = re.compile(r"(?:[a-z]*[cC]ites|[Cc]itealts|[Tt]extcites)")
_HALF_KEY = re.compile(r"[^\s&\\}]*")


def read_cite(flat: Flat, name: str, start: int, position: int, end: int) -> tuple[Citation | None, int]:
    """Read the arguments of a citing command whose name ends at ``position``; gives where reading goes on.

    No citation where the braces are not closed: a half-typed key is nobody's key.
    """
    text = flat.text
    position = take_star(text, position, end)
    keys: list[str] = []
    many = _MANY.fullmatch(name) is not None
    if many or "vol" in name:
        for _ in range(2):
            _, position = take_option(flat, position, end, "()")
    while True:
        if position < end and text[position] == "<":
            _, position = take_option(flat, position, end, "<>")
        if "vol" in name:
            position = skip_arguments(flat, "om", position, end)
        position = skip_arguments(flat, "oo", position, end)
        at = skip_space(text, position, end)
        if not text.startswith("{", at, end):
            break  # a key without braces is no key
        inner, after = take_group(flat, position, end)
        if inner is None:
            if not keys:
                half = _HALF_KEY.match(text, after, end) if after > position else None
                return None, half.end() if half else after
            break
        position = after
        keys.extend(split_keys(text[inner[0] : inner[1]]))
        if not many or position >= end or text[position] not in "[{":
            break
    if name.endswith("citefield"):
        position = skip_arguments(flat, "om", position, end)
    if not keys:
        return None, position
    return Citation(tuple(keys), name, flat.place(start, position)), position


def split_keys(text: str) -> list[str]:
    """The keys of a comma-separated list."""
    return [key for part in show(text).split(",") if (key := " ".join(part.split()).strip("{} "))]
