"""The commands that define others."""

import re
from collections.abc import Mapping

from tablecheck.latex import macros, symbols
from tablecheck.latex.flat import EXACT
from tablecheck.latex.macros import Macro
from tablecheck.latex.reader import Budget, Exhausted, Piece, Reader, argument_text
from tablecheck.latex.scopes import Scopes

ColumnTypes = Mapping[str, Macro]

_NEW = frozenset({
    "newcommand", "renewcommand", "providecommand", "DeclareRobustCommand", "newrobustcmd", "renewrobustcmd",
    "providerobustcmd", "CheckCommand",
})  # fmt: skip
_XPARSE = frozenset(f"{verb}{kind}DocumentCommand" for verb in ("New", "Renew", "Provide", "Declare")
                    for kind in ("", "Expandable"))  # fmt: skip
_DEF = frozenset({"def", "edef", "gdef", "xdef"})
_BY_NAME = frozenset({"@namedef", "csdef", "csgdef", "csedef", "csxdef"})
COMMANDS = (
    _NEW | _XPARSE | _DEF | _BY_NAME
    | {"newenvironment", "renewenvironment", "newcolumntype", "let", "newif", "DeclareMathOperator", "newtoggle",
       "toggletrue", "togglefalse", "excludecomment", "includecomment", "global", "long", "newbool", "setbool",
       "booltrue", "boolfalse", "futurelet", "DeclareSIUnit"}
)  # fmt: skip
# Their meaning is part of reading tables; a manuscript that dresses them up still means the same.
_PROTECTED = re.compile(
    r"begin|end|multicolumn|multirow|[A-Za-z]*cite[a-z]*|caption\*?|label|ref|[hc]line|[a-z]*rule|input|include|item"
    r"|footnote(?:text|mark)?|tnote|tabularnewline|textbf|textit|emph|underline|num|SI|qty|cr|hfill|par|relax|section"
    r"|makecell|cellcolor|rowcolor|tabular|endtabular|documentclass|verb|maketitle|title|author|arraystretch|table"
    r"|bibliography|thebibliography|the[a-z]+"
)
_IN_PACKAGES = re.compile(
    r"^[ \t]*\\(?:newcommand|renewcommand|providecommand|def|gdef|DeclareMathOperator|newcolumntype|let"
    r"|DeclareRobustCommand|NewDocumentCommand)(?![A-Za-z@])",
    re.M,
)


def define(command: str, reader: Reader, scopes: Scopes) -> bool:
    """Obey a defining command; ``False`` where what follows it makes no sense."""
    if command in {"global", "long", "futurelet"}:
        return True
    if command in _NEW:
        name, macro = macros.read_newcommand(reader)
        return _accept(name, macro, scopes, keep=command.startswith("provide"))
    if command in _XPARSE:
        name, macro = macros.read_document_command(reader)
        return _accept(name, macro, scopes, keep=command.startswith("Provide"))
    if command in _DEF:
        name, macro = macros.read_def(reader)
        return _accept(name, macro, scopes, everywhere=command[0] in "gx")
    if command in _BY_NAME:
        name = argument_text(reader.take_argument()).strip()
        is_body, macro = macros.read_def_body(reader)
        return is_body and _accept(name, macro, scopes, everywhere=command[2] in "gx")
    if command == "DeclareMathOperator":
        reader.take_star()
        name = argument_text(reader.take_argument(False)).strip().removeprefix("\\")
        text = argument_text(reader.take_argument(False))
        return _accept(name, macros.make_macro((), f"\\operatorname{{{text}}}"), scopes)
    if command == "DeclareSIUnit":
        return _unit(reader, scopes)
    if command == "let":
        return _let(reader, scopes)
    if command == "newcolumntype":
        letter, macro = macros.read_newcolumntype(reader)
        if macro is None or not letter:
            return False
        scopes.column_types[letter] = macro
        return True
    if command.endswith("environment"):
        name, begin, end = macros.read_newenvironment(reader)
        if begin is not None and end is not None and name and not _PROTECTED.fullmatch(name):
            scopes.environments[name] = (begin, end)
        return bool(name)
    return _switch(command, argument_text(reader.take_argument(False)).strip(), reader, scopes)


def define_from_package(text: str, path: str, scopes: Scopes) -> None:
    """Take the plain definitions out of a package or class file; the rest of it is TeX's business."""
    for match in _IN_PACKAGES.finditer(text):
        reader = Reader(Budget(50_000))
        reader.push([Piece(text, match.end(), min(len(text), match.end() + 20_000), path, 0, EXACT, is_file=True)])
        before = dict(scopes.macros)
        try:
            define(match[0].strip().removeprefix("\\"), reader, scopes)
        except Exhausted:
            continue
        for name, macro in list(scopes.macros.items()):
            if before.get(name) is not macro and ("@" in name or "@" in macro.text or name in before):
                scopes.macros.pop(name)
                if name in before:
                    scopes.macros[name] = before[name]


def _accept(name: str, macro: Macro | None, scopes: Scopes, everywhere: bool = False, keep: bool = False) -> bool:
    if not name:
        return False
    if _PROTECTED.fullmatch(name) or (keep and name in scopes.macros):
        return True
    scopes.define(name, macro, everywhere)
    return True


def _unit(reader: Reader, scopes: Scopes) -> bool:
    """``\\DeclareSIUnit\\flops{FLOPs}``; what has a meaning outside of units, as ``\\bar`` has, keeps it."""
    reader.take_option()
    name = argument_text(reader.take_argument(False)).strip().removeprefix("\\")
    text = argument_text(reader.take_argument(False))
    if symbols.unit(name) is not None or symbols.symbol(name) is not None:
        return bool(name)
    return _accept(name, macros.make_macro((), text), scopes, keep=True)


def _let(reader: Reader, scopes: Scopes) -> bool:
    name = macros.take_name(reader)
    if reader.next_is("="):
        reader.take_argument()
    meaning = argument_text(reader.take_argument(False)).strip()
    if meaning.startswith("\\") and meaning[1:] in scopes.macros:
        return _accept(name, scopes.macros[meaning[1:]], scopes)
    if meaning == f"\\{name}":
        return True
    if meaning in {"\\undefined", "\\@undefined"}:
        scopes.define(name, None)
        return True
    body = meaning + (" " if meaning[-1:].isalpha() and meaning.startswith("\\") else "")
    return _accept(name, Macro((), (body,) if body else ()), scopes)


def _switch(command: str, operand: str, reader: Reader, scopes: Scopes) -> bool:
    if command == "newif":
        switch = operand.removeprefix("\\if")
        scopes.switches.setdefault(switch, False)
        return operand.startswith("\\if")
    if command in {"newtoggle", "newbool"}:
        scopes.switches.setdefault(operand, False)
    elif command in {"toggletrue", "booltrue"}:
        scopes.switches[operand] = True
    elif command in {"togglefalse", "boolfalse"}:
        scopes.switches[operand] = False
    elif command == "setbool":
        scopes.switches[operand] = argument_text(reader.take_argument()).strip() == "true"
    elif command == "excludecomment":
        scopes.excluded.add(operand)
    elif command == "includecomment":
        scopes.excluded.discard(operand)
    return bool(operand)
