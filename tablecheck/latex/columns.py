"""Column specifications: how many columns a table has and which of them print one number together."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tablecheck.latex.arguments import keys_and_values
from tablecheck.latex.macros import Macro

_TAKES_GROUP = frozenset("pmbwWXQJVPTS")
_MOST_COLUMNS = 1_000
_MOST_EXPANSIONS = 200
_LONGEST = 20_000  # characters of a specification written out
_SPACING = re.compile(
    r"\\(?:hspace|extracolsep|hskip|kern)\*?\s*(?:\{[^{}]*\}|\\[a-z]+|-?[\d.]+\s*[a-z]{2})"
    r"|\\(?:quad|qquad|enspace|enskip|tabcolsep|ensuremath)\b|\\[,;: !()]|[~${}\s]"
)
_TIES = {".": ".", ",": ",", "\\pm": "±", "\\textpm": "±", "±": "±"}


@dataclass(frozen=True, slots=True)
class Column:
    """A column; ``joined`` is the text that ties it to the one before so that both print one number."""

    letter: str
    math: bool = False
    bold: bool = False
    joined: str = ""


def read_columns(specification: str, types: Mapping[str, Macro], new_style: bool = False) -> tuple[Column, ...]:
    """Read a column specification such as ``@{}l *{2}{c} r@{.}l``.

    ``types`` are those that ``\\newcolumntype`` made. In ``new_style`` (tabularray) the specification may
    be the value of the key ``colspec``.
    """
    if new_style and "=" in specification:
        keys = keys_and_values(specification)
        return read_columns(keys.get("colspec", ""), types) if "colspec" in keys else ()
    columns: list[Column] = []
    _read(_unrolled(specification, types), columns)
    return tuple(columns[:_MOST_COLUMNS])


def _read(specification: str, columns: list[Column]) -> None:
    position = 0
    before, between = "", ""
    while position < len(specification) and len(columns) < _MOST_COLUMNS:
        letter = specification[position]
        position += 1
        if letter in "@!":
            inner, position = _group(specification, position)
            between += inner if letter == "@" else ""
        elif letter in "><":
            inner, position = _group(specification, position)
            if letter == ">":
                before = inner + before
        elif letter == "D":
            for _ in range(3):
                _, position = _group(specification, position)
            columns.append(_column("D", before, "", columns))
            before, between = "", ""
        elif letter.isalpha():
            if position < len(specification) and specification[position] == "[":
                closing = specification.find("]", position)
                position = closing + 1 if closing >= 0 else position
            groups = 2 if letter in "wW" else 1 if letter in _TAKES_GROUP else 0
            for _ in range(groups):
                if specification[position : position + 1] == "{":
                    _, position = _group(specification, position)
            columns.append(_column(letter, before, between, columns))
            before, between = "", ""
        elif letter == "{":  # the argument of a column type we do not know
            _, position = _group(specification, position - 1)
        elif letter == "\\":
            match = re.compile(r"[A-Za-z@]+").match(specification, position)
            position = match.end() if match else position + 1


def _column(letter: str, before: str, between: str, columns: list[Column]) -> Column:
    joined = _TIES.get(_SPACING.sub("", between), "")
    if not columns or (joined in ".," and letter != "l"):
        joined = ""
    return Column(letter, "$" in before or "\\(" in before, "\\bf" in before, joined)


def _unrolled(specification: str, types: Mapping[str, Macro]) -> str:
    """Write out repeats and user column types; endless ones are cut."""
    for _ in range(_MOST_EXPANSIONS):
        found = _first_unrollable(specification, types)
        if found is None:
            break
        start, end, text = found
        specification = specification[:start] + text + specification[end:]
        if len(specification) > _LONGEST:
            return specification[:_LONGEST]
    return specification


def _first_unrollable(specification: str, types: Mapping[str, Macro]) -> tuple[int, int, str] | None:
    position = 0
    while position < len(specification):
        letter = specification[position]
        if letter == "{":
            _, position = _group(specification, position)
        elif letter == "*":
            count, middle = _group(specification, position + 1)
            inner, end = _group(specification, middle)
            times = int(count) if count.strip().isdigit() else 1
            return position, end, inner * min(times, _LONGEST // max(1, len(inner)) + 1)
        elif letter == "\\":
            match = re.compile(r"\\(?:[A-Za-z@]+|.)", re.S).match(specification, position)
            position = match.end() if match else position + 1
        elif letter in types and letter not in "@!><":
            return _user_type(specification, position, types[letter])
        else:
            position += 1
    return None


def _user_type(specification: str, start: int, macro: Macro) -> tuple[int, int, str]:
    position = start + 1
    arguments: list[str] = []
    for parameter in macro.parameters:
        if parameter.default is not None:
            given = re.compile(r"\[([^\]]*)\]").match(specification, position)
            arguments.append(given[1] if given else parameter.default)
            position = given.end() if given else position
        else:
            inner, position = _group(specification, position)
            arguments.append(inner)
    body = "".join(
        part if isinstance(part, str) else arguments[part] if part < len(arguments) else "" for part in macro.body
    )
    if specification[start] in re.sub(r"\{[^{}]*\}", "", body):
        body = body.replace(specification[start], "c")  # a type that names itself would never end
    return start, position, body


def _group(text: str, position: int) -> tuple[str, int]:
    """The group that begins at ``position``, or the one character there, and where reading goes on."""
    while position < len(text) and text[position].isspace():
        position += 1
    if position >= len(text):
        return "", position
    if text[position] != "{":
        return text[position], position + 1
    depth = 0
    for index in range(position, len(text)):
        if text[index] == "\\":
            continue
        if text[index] == "{":
            depth += 1
        elif text[index] == "}":
            depth -= 1
            if depth == 0:
                return text[position + 1 : index], index + 1
    return text[position + 1 :], len(text)
