"""User macros: how a definition is read, and what a call of one expands to."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from tablecheck.latex.flat import EXACT, Origin
from tablecheck.latex.reader import Argument, Piece, Reader, argument_text

NO_VALUE = "-NoValue-"
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*(?:\n[ \t]*|$)")
_PARAMETER = re.compile(r"##|#([1-9])")
_XPARSE = re.compile(r"\s*(?:(\+|!)|(>)|([a-zA-Z]))\s*")
# Bodies that use these do more than stand for a text; the command is left for the printer to judge.
_BEYOND_US = re.compile(r"\\(?:@ifnextchar|@ifstar|futurelet|catcode|afterassignment|@tempcnta|advance)")


class Kind(Enum):
    """How a parameter is written at the call."""

    GROUP = auto()
    OPTION = auto()
    PARENTHESIS = auto()
    STAR = auto()
    DELIMITED = auto()


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter; ``default`` is for options, ``delimiter`` is the text that ends a delimited one."""

    kind: Kind = Kind.GROUP
    default: str | None = None
    delimiter: str = ""


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro; ``body`` alternates texts and the numbers of the parameters that stand between them."""

    parameters: tuple[Parameter, ...]
    body: tuple[str | int, ...]
    prefix: str = ""  # what a \def requires right after the name

    @property
    def text(self) -> str:
        """The body as written."""
        return "".join(part if isinstance(part, str) else f"#{part + 1}" for part in self.body)


def make_macro(parameters: Sequence[Parameter], body: str) -> Macro | None:
    """Build a macro, ``None`` where its body does what only TeX itself can do."""
    if _BEYOND_US.search(body):
        return None
    body = _COMMENT.sub(r"\1", body)
    parts: list[str | int] = []
    position = 0
    words = ""
    for match in _PARAMETER.finditer(body):
        words += body[position : match.start()]
        position = match.end()
        if match[1]:
            parts.extend((words, int(match[1]) - 1))
            words = ""
        else:
            words += "#"
    parts.append(words + body[position:])
    return Macro(tuple(parameters), tuple(part for part in parts if part != ""))


def read_newcommand(reader: Reader) -> tuple[str, Macro | None]:
    """Read what follows ``\\newcommand`` and its sisters: star, name, parameter count, default, body."""
    reader.take_star()
    name = take_name(reader)
    parameters = _counted(reader)
    return name, make_macro(parameters, argument_text(reader.take_argument(False)))


def read_newenvironment(reader: Reader) -> tuple[str, Macro | None, Macro | None]:
    """Read what follows ``\\newenvironment``: the macros of its begin and its end."""
    reader.take_star()
    name = argument_text(reader.take_argument()).strip()
    parameters = _counted(reader)
    begin = make_macro(parameters, argument_text(reader.take_argument(False)))
    end = make_macro((), argument_text(reader.take_argument(False)))
    return name, begin, end


def read_newcolumntype(reader: Reader) -> tuple[str, Macro | None]:
    """Read what follows ``\\newcolumntype``: the letter and the column specification it stands for."""
    letter = argument_text(reader.take_argument()).strip()
    parameters = _counted(reader)
    return letter, make_macro(parameters, argument_text(reader.take_argument(False)))


def read_document_command(reader: Reader) -> tuple[str, Macro | None]:
    """Read what follows ``\\NewDocumentCommand`` (xparse): name, argument specification, body."""
    name = _name(reader.take_argument(False))
    specification = argument_text(reader.take_argument(False))
    body = argument_text(reader.take_argument(False))
    parameters = _xparse_parameters(specification)
    return name, make_macro(parameters, body) if parameters is not None else None


def read_def(reader: Reader) -> tuple[str, Macro | None]:
    """Read what follows ``\\def``: name, parameter text with its delimiters, body."""
    name = take_name(reader)
    is_body, macro = read_def_body(reader)
    return name if is_body else "", macro


def read_def_body(reader: Reader) -> tuple[bool, Macro | None]:
    """Read the parameter text and the body of a ``\\def``; ``False`` where there is no body."""
    piece = reader.top()
    brace = piece.text.find("{", piece.position, piece.end) if piece else -1
    if piece is None or brace < 0 or brace - piece.position > 200:
        return False, None
    pattern = piece.text[piece.position : brace]
    piece.position = brace
    prefix, *rest = re.split(r"#([1-9])", pattern)
    parameters = [
        Parameter(Kind.DELIMITED, delimiter=delimiter) if delimiter.strip() else Parameter() for delimiter in rest[1::2]
    ]
    macro = make_macro(parameters, argument_text(reader.take_argument(False)))
    return True, macro and Macro(macro.parameters, macro.body, prefix.strip())


def expand_call(macro: Macro, reader: Reader, call: Origin) -> list[Piece]:
    """Take the arguments of a call off the reader and give what the call expands to.

    Arguments keep their own origins; the words of the body stand for the whole call.
    """
    if macro.prefix:
        reader.take_until(macro.prefix)
    arguments = [_take(parameter, reader, call) for parameter in macro.parameters]
    path, low, high = call
    after = reader.pieces[-1] if reader.pieces else None
    if arguments and arguments[-1] and after and after.path == path and after.high == EXACT:
        high = max(high, after.low + after.position)
    pieces: list[Piece] = []
    for part in macro.body:
        if isinstance(part, str):
            pieces.append(Piece(part, 0, len(part), path, low, high))
        elif part < len(arguments):
            pieces.extend(piece.part(piece.position, piece.end) for piece in arguments[part])
    return pieces


def _take(parameter: Parameter, reader: Reader, call: Origin) -> Argument:
    match parameter.kind:
        case Kind.STAR:
            return _literal("\\BooleanTrue " if reader.take_star() else "\\BooleanFalse ", call)
        case Kind.DELIMITED:
            return reader.take_until(parameter.delimiter)
        case Kind.OPTION | Kind.PARENTHESIS:
            brackets = "[]" if parameter.kind is Kind.OPTION else "()"
            given = reader.take_option(*brackets)
            return given if given is not None else _literal(parameter.default or "", call)
        case _:
            return reader.take_argument()


def _literal(text: str, call: Origin) -> Argument:
    path, low, high = call
    return (Piece(text, 0, len(text), path, low, high),)


def take_name(reader: Reader) -> str:
    """Take the name of a command, also one that is written as ``\\csname name\\endcsname``."""
    name = _name(reader.take_argument(False))
    return argument_text(reader.take_until("\\endcsname")).strip() if name == "csname" else name


def _name(argument: Argument) -> str:
    return argument_text(argument).strip().removeprefix("\\").rstrip("* ")


def _counted(reader: Reader) -> list[Parameter]:
    count_text = argument_text(reader.take_option() or ()).strip()
    default = reader.take_option()
    count = int(count_text) if count_text.isdigit() else 0
    parameters = [Parameter()] * min(count, 9)
    if default is not None and parameters:
        parameters[0] = Parameter(Kind.OPTION, argument_text(default))
    return parameters


def _xparse_parameters(specification: str) -> list[Parameter] | None:
    """Read an argument specification of xparse; ``None`` where it uses a kind we do not know."""
    parameters: list[Parameter] = []
    position = 0
    while match := _XPARSE.match(specification, position):
        position = match.end()
        default: str | None = NO_VALUE
        if match[1]:
            continue
        letter = match[3] or ">"
        if letter in "ODG>" or letter == "r" or letter == "d" or letter == "R":
            group = re.compile(r"\{([^{}]*)\}|(\()(\))").match(specification, position)
            if group:
                default = group[1] if group[1] is not None else NO_VALUE
                position = group.end()
        if letter in "mvl":
            parameters.append(Parameter())
        elif letter in "oO":
            parameters.append(Parameter(Kind.OPTION, default))
        elif letter in "rdD":
            parameters.append(Parameter(Kind.PARENTHESIS, default))
        elif letter == "s":
            parameters.append(Parameter(Kind.STAR))
        elif letter != ">":
            return None
    return parameters
