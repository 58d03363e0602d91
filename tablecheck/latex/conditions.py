"""Conditionals of TeX and LaTeX: which branch is printed."""

import re
from collections.abc import Mapping

from tablecheck.latex.macros import NO_VALUE, Macro
from tablecheck.latex.reader import Argument, Reader, argument_text

_TEX_CONDITIONS = frozenset(
    [
        "if",
        "ifcat",
        "ifx",
        "ifnum",
        "ifdim",
        "ifodd",
        "ifcase",
        "ifvmode",
        "ifhmode",
        "ifmmode",
        "ifinner",
        "ifvoid",
        "ifhbox",
        "ifvbox",
        "ifeof",
        "iftrue",
        "iffalse",
        "ifdefined",
        "ifcsname",
        "iffontchar",
        "ifpdf",
        "ifxetex",
        "ifluatex",
        "ifPDFTeX",
        "ifXeTeX",
        "ifLuaTeX",
        "ifincsname",
    ]
)
CHOICES = frozenset(
    [
        "ifthenelse",
        "ifstrequal",
        "ifdefstring",
        "ifblank",
        "ifstrempty",
        "ifdef",
        "ifundef",
        "ifdefempty",
        "@ifundefined",
        "ifcsdef",
        "iftoggle",
        "ifbool",
        "IfNoValueTF",
        "IfNoValueT",
        "IfNoValueF",
        "IfValueTF",
        "IfValueT",
        "IfValueF",
        "IfBlankTF",
        "IfBooleanTF",
        "IfBooleanT",
        "IfBooleanF",
    ]
)
_TRUE = frozenset({"iftrue", "ifpdf", "ifPDFTeX"})
_BRANCH = re.compile(r"%[^\n]*|\\([A-Za-z@]+)|\\.", re.S)
_COMPARED = re.compile(r"\s*(-?\d+)\s*([<>=])\s*(-?\d+)\s?")
_EQUAL = re.compile(r"\s*\\equal\s*\{([^{}]*)\}\s*\{([^{}]*)\}\s*")
_BOOLEAN = re.compile(r"\s*\\boolean\s*\{([^{}]*)\}\s*")


def is_condition(name: str, switches: Mapping[str, bool]) -> bool:
    """Whether a command opens a branch that ``\\fi`` closes."""
    return name in _TEX_CONDITIONS or (name.startswith("if") and name[2:] in switches)


def evaluate(name: str, reader: Reader, switches: Mapping[str, bool], macros: Mapping[str, Macro]) -> bool:
    """Take the operands of a condition off the reader and say whether it holds.

    What only a TeX that typesets could know counts as false.
    """
    if name in _TRUE:
        return True
    if name.startswith("if") and name[2:] in switches:
        return switches[name[2:]]
    if name in {"ifx", "if", "ifcat"}:
        first, second = _token(reader), _token(reader)
        return first == second or (
            first[1:] in macros and second[1:] in macros and macros[first[1:]] == macros[second[1:]]
        )
    if name in {"ifnum", "ifodd"}:
        return _number_condition(name, reader)
    if name == "ifdefined":
        return _token(reader)[1:] in macros
    if name == "ifcsname":
        return argument_text(reader.take_until("\\endcsname")).strip() in macros
    if name == "ifcase":
        _token(reader)
        return True
    return False  # the operands are skipped with the branch that is not printed


def skip_branch(reader: Reader, switches: Mapping[str, bool], stop_at_else: bool) -> str:
    """Go past a branch that is not printed; gives the name of what ends it, ``else`` or ``fi``.

    The name is empty where the file holds neither; then nothing is skipped.
    """
    depth = 0
    for above, piece in enumerate(reversed(reader.pieces)):
        for match in _BRANCH.finditer(piece.text, piece.position, piece.end):
            name = match[1] or ""
            if depth == 0 and (name == "fi" or (stop_at_else and name in {"else", "or"})):
                reader.budget.spend((match.end() - piece.position) // 4)
                piece.position = match.end()
                del reader.pieces[len(reader.pieces) - above :]
                return name
            if name == "fi":
                depth -= 1
            elif is_condition(name, switches):
                depth += 1
        reader.budget.spend((piece.end - piece.position) // 4)
        if piece.is_file:
            break
    reader.looked_far = True
    return ""


def choose(name: str, reader: Reader, switches: Mapping[str, bool], macros: Mapping[str, Macro]) -> bool:
    """Take the operands of one of ``CHOICES`` off the reader and say whether it holds."""
    first = argument_text(reader.take_argument())
    macro = macros.get(first.strip().removeprefix("\\"))
    if name == "ifthenelse":
        return _test(first, switches)
    if name in {"ifstrequal", "ifdefstring"}:
        left = (macro.text if macro else "") if name == "ifdefstring" else first
        return left == argument_text(reader.take_argument())
    if name in {"ifblank", "ifstrempty", "IfBlankTF"}:
        return not first.strip()
    if name == "ifdefempty":
        return macro is None or not macro.text
    if name in {"iftoggle", "ifbool"}:
        return switches.get(first.strip(), False)
    if name.startswith("IfBoolean"):
        return first.strip() == "\\BooleanTrue"
    if name.startswith(("IfNoValue", "IfValue")):
        return (first.strip() == NO_VALUE) == name.startswith("IfNoValue")
    return (macro is not None) == (name in {"ifdef", "ifcsdef"})


def branches(name: str, reader: Reader) -> tuple[Argument, Argument]:
    """Take the branches of one of ``CHOICES``: for where it holds, and for where not."""
    if name.startswith("If") and not name.endswith("TF"):
        only = reader.take_argument()
        return (only, ()) if name.endswith("T") else ((), only)
    return reader.take_argument(), reader.take_argument()


def _token(reader: Reader) -> str:
    return argument_text(reader.take_argument(False)).strip() or "{}"


def _number_condition(name: str, reader: Reader) -> bool:
    pattern = _COMPARED if name == "ifnum" else re.compile(r"\s*(-?\d+)\s?")
    match = pattern.match(reader.ahead(60))
    if match is None:
        return False
    reader.advance(match.end())
    if name == "ifodd":
        return int(match[1]) % 2 == 1
    left, right = int(match[1]), int(match[3])
    return {"<": left < right, ">": left > right, "=": left == right}[match[2]]


def _test(condition: str, switches: Mapping[str, bool]) -> bool:
    if match := _EQUAL.fullmatch(condition):
        return match[1] == match[2]
    if match := _BOOLEAN.fullmatch(condition):
        return switches.get(match[1].strip(), False)
    if match := _COMPARED.fullmatch(condition):
        left, right = int(match[1]), int(match[3])
        return {"<": left < right, ">": left > right, "=": left == right}[match[2]]
    return False
