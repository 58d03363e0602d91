"""What is left of LaTeX in a printed text, taken away without losing where each character stood.

The rooms that read documents agree on one plain form of a cell's text: bold and colour are gone, ``±``,
``×`` and ``%`` are the Unicode characters, a raised or lowered run is written with Unicode superscripts and
subscripts where every character has one (``85.3¹``, ``10⁻³``, ``AP₅₀``) and as ``^(…)`` or ``_(…)`` where not.
"""

import re
from dataclasses import dataclass

_RAISED = dict(zip("0123456789+-=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ", strict=True))
_RAISED["−"] = "⁻"
_LOWERED = dict(zip("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
_LOWERED["−"] = "₋"
_SYMBOLS = frozenset("*†‡§¶‖♦♣♠★☆∗⋆′″°")
SIGNS = {"∗": "*", "∘": "°", "◦": "°"}
"""What documents print for a star and a degree, and how these are written in plain form."""
_GLYPHS = {
    "pm": "±", "times": "×", "cdot": "·", "%": "%", "&": "&", "#": "#", "$": "$", "_": "_", "dagger": "†",
    "dag": "†", "ddagger": "‡", "ddag": "‡", "ast": "*", "star": "⋆", "S": "§", "uparrow": "↑", "downarrow": "↓",
    "sim": "~", "approx": "≈", "textasciitilde": "~", "textpm": "±", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥",
    "Delta": "Δ", "alpha": "α", "beta": "β", "gamma": "γ", "lambda": "λ", "mu": "μ", "sigma": "σ", "infty": "∞",
    "checkmark": "✓", "textuparrow": "↑", "textdownarrow": "↓", "circ": "°", "quad": " ", "qquad": " ",
}  # fmt: skip
_DROPPED_WITH_ARGUMENT = frozenset({"color", "cellcolor", "rowcolor", "textcolor", "colorbox", "fontsize", "phantom"})
_TOKEN = re.compile(r"\\(?P<name>[A-Za-z]+)\*?[ \t]*|\\(?P<char>.)|(?P<script>[\^_])|(?P<plain>[^\\^_{}$])|[{}$]", re.S)
_MARKED = re.compile(r"[\\^_{}$~]")


@dataclass(frozen=True, slots=True)
class PlainText:
    """A text in plain form; ``offsets[i]`` is where its character ``i`` stood in the printed one."""

    text: str
    offsets: tuple[int, ...]
    ends: tuple[int, ...]


def raised(text: str) -> str:
    """Write a raised run in plain form.

    >>> raised("1"), raised("*"), raised("+0.3")
    ('¹', '*', '^(+0.3)')
    """
    return _shifted(text, _RAISED, "^")


RAISED_RUN = rf"(?:[{re.escape(''.join(_RAISED.values()))}]+|\^\([^()]*\))"
LOWERED_RUN = rf"(?:[{re.escape(''.join(_LOWERED.values()))}]+|_\([^()]*\))"
"""Regular expressions for what ``raised`` and ``lowered`` write, signs that have no raised form left aside."""


def lowered(text: str) -> str:
    """Write a lowered run in plain form.

    >>> lowered("50"), lowered("±0.3")
    ('₅₀', '_(±0.3)')
    """
    return _shifted(text, _LOWERED, "_")


def plain_text(printed: str) -> PlainText:
    """Take LaTeX leftovers out of a printed text.

    A text without any comes back as it is. Damaged markup is read as far as it makes sense.
    """
    if not _MARKED.search(printed):
        indices = tuple(range(len(printed)))
        return PlainText(printed, indices, tuple(index + 1 for index in indices))
    pieces: list[tuple[str, int, int]] = []
    _walk(printed, 0, len(printed), pieces)
    offsets: list[int] = []
    ends: list[int] = []
    for piece, start, end in pieces:
        if len(piece) == end - start:
            offsets.extend(range(start, end))
            ends.extend(range(start + 1, end + 1))
        else:
            offsets.extend([start] * len(piece))
            ends.extend([end] * len(piece))
    return PlainText("".join(piece for piece, _, _ in pieces), tuple(offsets), tuple(ends))


def _is_about(printed: str, position: int) -> bool:
    """Tell the tilde of ``~3.2`` from a tie between words."""
    before, after = printed[:position].rstrip(" ${"), printed[position + 1 : position + 2]
    return (not before or before[-1] in "(&/") and after.isdigit()


def _shifted(text: str, alphabet: dict[str, str], sign: str) -> str:
    run = text.strip()
    if not run or all(character in _SYMBOLS or character in "^_" for character in run):
        return run
    if all(character in alphabet or character in _SYMBOLS for character in run):
        return "".join(alphabet.get(character, character) for character in run)
    return f"{sign}({run})"


def _walk(printed: str, start: int, end: int, pieces: list[tuple[str, int, int]]) -> None:
    position = start
    while position < end:
        token = _TOKEN.match(printed, position, end)
        if token is None:
            position += 1
            continue
        after = token.end()
        if token["plain"]:
            character = token["plain"]
            tie = character == "~" and not _is_about(printed, position)
            pieces.append((" " if tie else character, position, after))
        elif token["script"] and printed.startswith("(", after):  # plain form already
            pieces.append((token["script"], position, after))
        elif token["script"]:
            after = _script(printed, token["script"], after, end, pieces)
        elif token["char"]:
            if token["char"] in _GLYPHS:
                pieces.append((_GLYPHS[token["char"]], position, after))
            elif token["char"] in ",;:! ":
                pieces.append((" ", position, after))
        elif token["name"]:
            after = _command(printed, token["name"], position, after, end, pieces)
        position = after


def _script(printed: str, script: str, position: int, end: int, pieces: list[tuple[str, int, int]]) -> int:
    inner, after = _argument(printed, position, end)
    run: list[tuple[str, int, int]] = []
    _walk(printed, *inner, run)
    text = "".join(piece for piece, _, _ in run)
    pieces.append(((raised if script == "^" else lowered)(text), position - 1, after))
    return after


def _command(printed: str, name: str, start: int, position: int, end: int, pieces: list[tuple[str, int, int]]) -> int:
    if name in _GLYPHS:
        pieces.append((_GLYPHS[name], start, position))
        return position
    if name in _DROPPED_WITH_ARGUMENT:
        while position < end and printed[position] == "[":
            closing = printed.find("]", position, end)
            if closing < 0:
                return position
            position = closing + 1
        return _argument(printed, position, end)[1]
    if name in {"SI", "qty"}:
        value, after = _argument(printed, position, end)
        unit, after = _argument(printed, after, end)
        _walk(printed, *value, pieces)
        pieces.append((" ", after, after))
        _walk(printed, *unit, pieces)
        return after
    return position


def _argument(printed: str, position: int, end: int) -> tuple[tuple[int, int], int]:
    """Find the argument at ``position``: its inner range and where reading goes on."""
    while position < end and printed[position].isspace():
        position += 1
    if position >= end:
        return (end, end), end
    if printed[position] != "{":
        token = _TOKEN.match(printed, position, end)
        after = token.end() if token else position + 1
        return (position, after), after
    depth = 0
    for index in range(position, end):
        if printed[index] == "{":
            depth += 1
        elif printed[index] == "}":
            depth -= 1
            if depth == 0:
                return (position + 1, index), index + 1
    return (position + 1, end), end
