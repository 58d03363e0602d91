"""Flatten a manuscript: include files, expand user macros, drop comments and what is switched off."""

import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tablecheck.latex import conditions, ctable, definitions
from tablecheck.latex.files import Find, resolve
from tablecheck.latex.flat import EXACT, Flat, Origin
from tablecheck.latex.macros import expand_call
from tablecheck.latex.reader import Budget, Exhausted, Piece, Reader, argument_text
from tablecheck.latex.scopes import Scopes
from tablecheck.latex.stretches import Facts, StretchMemo, end_of_stretch, texts_of
from tablecheck.latex.writer import FlatWriter
from tablecheck.model.problem import Problem

_SPECIAL = re.compile(r"\\(?:([A-Za-z@]+)|(.))|[\\%]", re.S)  # a command, or a comment; a lone backslash at the end
_CONTROL = re.compile(r"\\(?:([A-Za-z@]+)|(.))", re.S)
_COMMENT = re.compile(r"%[^\n]*")
_LINE_END = re.compile(r"\n[ \t]*")
_ROW_ENDED = re.compile(r"(?:\\\\\*?|\\tabularnewline|\\[a-z]*(?:rule|line))(?:\s*\[[^\]\n]*\])?\s*$")
_NAME = re.compile(r"\s*\{([^{}\n\\]*)\}")
_INPUT_WORD = re.compile(r"[ \t]*([^\s{}\\%]+)[ \t]*")
_PUNCTUATION = re.compile(r"[.,;:!?)'\]}~/\s-]|\\[ /]")
_PARENT = re.compile(r"\\documentclass\s*\[([^\]\n]+)\]\s*\{subfiles\}|^%+\s*!\s*TEX\s+root\s*=\s*(\S+)", re.M | re.I)
_VERBATIM = frozenset({"verbatim", "verbatim*", "Verbatim", "lstlisting", "minted", "comment", "filecontents",
                       "filecontents*", "alltt", "BVerbatim", "tcblisting", "pycode"})  # fmt: skip
_INCLUDES = frozenset({"input", "include", "subfile", "subfileinclude", "@input", "loadtable"})
_IMPORTS = frozenset({"import", "subimport", "inputfrom", "subinputfrom", "includefrom", "subincludefrom"})
_URLS = frozenset({"url", "path", "nolinkurl", "href", "lstinline", "mintinline"})
_SWITCHING = frozenset({"true", "alse"})  # the last letters of what may turn a switch
_CHARACTERS_BEYOND_SOURCE = 3_000_000  # of expansion; real manuscripts need a hundredth
_CHARACTERS_PER_SOURCE = 8
_COST_OF_A_FILE = 500  # characters
_LONGEST_NAME = 200  # characters of a command that is written by \csname


@dataclass(slots=True)
class Expansion:
    """A manuscript made flat, the texts that went into it and what could not be read."""

    flat: Flat
    texts: dict[str, str]
    problems: list[Problem]
    column_types: definitions.ColumnTypes = field(default_factory=dict)


def expand(main: str, find: Find, memo: StretchMemo | None = None) -> Expansion:
    """Flatten the main file and all it includes; what ``memo`` remembers is not expanded again."""
    return _Expander(main, find, memo).run()


class _Expander:
    def __init__(self, main: str, find: Find, memo: StretchMemo | None) -> None:
        self.main = main
        self.find = find
        self.memo = memo
        self.facts: int | None = None
        self.reader = Reader(Budget(_CHARACTERS_BEYOND_SOURCE))
        self.scopes = Scopes()
        self.texts: dict[str, str] = {}
        self.problems: list[Problem] = []
        self.writer = FlatWriter()
        self.began = False
        self.open_conditions = 0

    def run(self) -> Expansion:
        if self.memo is not None:
            self.memo.begin()
        text = self.find(self.main)
        if text is None:
            self.problems.append(Problem("read", f"{self.main} cannot be found", self.main))
        else:
            self._open(self.main, text)
            self._read_parent(text)
            try:
                self._read_all()
            except Exhausted:
                self._give_up()
        if self.memo is not None:
            self.memo.end()
        return Expansion(self.writer.flat(), self.texts, self.problems, self.scopes.column_types)

    def _read_all(self) -> None:
        pieces = self.reader.pieces
        while pieces:
            piece = pieces[-1]
            if piece.position >= piece.end:
                pieces.pop()
            elif self.memo is not None and piece.is_file:
                self._read_stretch(piece, self.memo)
            else:
                self._read_on(piece, piece.end)

    def _read_stretch(self, piece: Piece, memo: StretchMemo) -> None:
        """Read a stretch of a file, or remember what it came to."""
        start, end, left = piece.low + piece.position, end_of_stretch(piece), self.reader.budget.left
        facts = self._facts() if self.facts is None else None
        if facts is not None:
            self.facts = memo.name_of(facts)
        key = (self.facts, *self.writer.joint(piece.path, start), *texts_of(piece, end))
        known = memo.get(key)
        if known is not None and known.cost <= left:
            self.writer.paste(known, piece.path, start)
            self.reader.budget.spend(known.cost)
            piece.position = end
            return
        facts, files, mark = facts or self._facts(), len(self.texts), self.writer.mark()
        self.reader.looked_far = False
        self._read_until(piece, end)
        is_same = self.reader.pieces[-1] is piece and self._facts() == facts and len(self.texts) == files
        if is_same and piece.position == end and not self.reader.looked_far:
            memo.put(key, self.writer.since(mark, piece.path, start, left - self.reader.budget.left))
        else:
            self.facts = None

    def _facts(self) -> Facts:
        scopes = self.scopes
        defined = dict(scopes.macros), dict(scopes.environments), dict(scopes.column_types)
        switched = dict(scopes.switches), set(scopes.excluded)
        depth = len(self.reader.pieces)
        return Facts(*defined, *switched, scopes.open(), self.open_conditions, self.began, depth)

    def _read_until(self, piece: Piece, end: int) -> None:
        """Read a file up to an offset, or until another file begins."""
        pieces = self.reader.pieces
        while (top := pieces[-1]) is piece or not top.is_file:
            if top is piece and top.position >= end:
                return
            if top.position >= top.end:
                pieces.pop()
            else:
                self._read_on(top, end if top is piece else top.end)

    def _read_on(self, piece: Piece, end: int) -> None:
        """Write what prints as it stands, up to the next comment or command that does not, and obey that."""
        at = self._next_that_matters(piece, end)
        if at > piece.position:
            self.writer.write(piece, piece.position, at)
        piece.position = at
        if at >= end:
            return
        if piece.text[at] == "%":
            self._comment(piece)
        else:
            self._control(piece)

    def _next_that_matters(self, piece: Piece, end: int) -> int:
        """Where the next comment begins, or the next command that is not just written down."""
        macros, commands, switches = self.scopes.macros, _COMMANDS, self.scopes.switches
        for match in _SPECIAL.finditer(piece.text, piece.position, end):
            name = match[1]
            if name is None:
                if match[2] is None or match[2] in macros:
                    break
            elif name in macros or name in commands or name[:2] == "if" or (switches and name[-4:] in _SWITCHING):
                break
        else:
            return end
        return match.start()

    def _give_up(self) -> None:
        """Copy what is left of the files as it stands, once the budget is spent."""
        self.problems.append(
            Problem("read", "macros or files unfold without end; from here on they are read unexpanded", self.main)
        )
        for piece in reversed(self.reader.pieces):
            if piece.is_file:
                for number, part in enumerate(re.split(r"(?<!\\)(%[^\n]*)", piece.text[piece.position : piece.end])):
                    if number % 2 == 0:
                        self.writer.write(piece, piece.position, piece.position + len(part))
                    piece.position += len(part)

    def _comment(self, piece: Piece) -> None:
        """Drop a comment; with it goes the line end and the indentation, as in TeX.

        Where white space stands before it or a row just ended, the line end means nothing to TeX and is kept:
        it tells the row splitter where lines end.
        """
        match = _COMMENT.match(piece.text, piece.position, piece.end)
        end = match.end() if match else piece.end
        before = piece.text[max(0, piece.position - 60) : piece.position]
        if not (not before or before[-1].isspace() or _ROW_ENDED.search(before)):
            line_end = _LINE_END.match(piece.text, end, piece.end)
            end = line_end.end() if line_end else end
        piece.position = end

    def _control(self, piece: Piece) -> None:
        start = piece.position
        match = _CONTROL.match(piece.text, start, piece.end)
        if match is None:  # a lone backslash at the end
            piece.position = piece.end
            return
        piece.position = match.end()
        name = match[1]
        if name is None:
            if match[2] in self.scopes.macros:
                self._call(match[2], piece, start)
            else:
                self.writer.write(piece, start, match.end())
            return
        if name in self.scopes.macros:
            self._call(name, piece, start)
        elif handler := _COMMANDS.get(name):
            handler(self, name, piece, start)
        elif conditions.is_condition(name, self.scopes.switches):
            self._condition(name, piece, start)
        elif self.scopes.set_switch(name):
            pass
        else:
            self.writer.write(piece, start, match.end())

    def _call(self, name: str, piece: Piece, start: int) -> None:
        path, low, _ = piece.origin(start)
        high = piece.origin(piece.position - 1)[2]
        macro = self.scopes.macros[name]
        if not macro.parameters and name.isalpha():
            self._skip_spaces(piece)
        self.reader.push(expand_call(macro, self.reader, (path, low, high)))

    def _skip_spaces(self, piece: Piece) -> None:
        while piece.position < piece.end and piece.text[piece.position] in " \t":
            piece.position += 1

    def _condition(self, name: str, piece: Piece, start: int) -> None:
        origin = piece.origin(start)
        holds = conditions.evaluate(name, self.reader, self.scopes.switches, self.scopes.macros)
        if holds:
            self.open_conditions += 1
        else:
            ending = conditions.skip_branch(self.reader, self.scopes.switches, stop_at_else=True)
            if not ending:
                self._problem(f"\\{name} without \\fi; the text after it is read", origin)
            elif ending != "fi":
                self.open_conditions += 1
        self.reader.skip_spaces()

    def _define(self, name: str, piece: Piece, start: int) -> None:
        origin = piece.origin(start)
        if not definitions.define(name, self.reader, self.scopes):
            self._problem(f"the definition after \\{name} cannot be read", origin)

    def _choice(self, name: str, piece: Piece, start: int) -> None:
        holds = conditions.choose(name, self.reader, self.scopes.switches, self.scopes.macros)
        chosen = conditions.branches(name, self.reader)[0 if holds else 1]
        self.reader.push([part.part(part.position, part.end) for part in chosen])

    def _begin(self, name: str, piece: Piece, start: int) -> None:
        match = _NAME.match(piece.text, piece.position, piece.end)
        environment = match[1].strip() if match else ""
        if match is None:
            self.writer.write(piece, start, piece.position)
            return
        if environment in _VERBATIM or environment in self.scopes.excluded:
            self._skip_environment(environment, piece, match.end(), start)
            return
        piece.position = match.end()
        if environment == "document" and not self.began:
            self._begin_document(piece)
            return
        self.scopes.enter(environment)
        if environment in self.scopes.environments:
            path, low, _ = piece.origin(start)
            begin, _ = self.scopes.environments[environment]
            self.reader.push(expand_call(begin, self.reader, (path, low, piece.origin(match.end() - 1)[2])))
        else:
            self.writer.write(piece, start, match.end())

    def _begin_document(self, piece: Piece) -> None:
        """Forget the preamble's own text: it prints nothing."""
        if piece.path == self.main or not self.texts.get(self.main, "").count("\\begin{document}"):
            self.began = True
            self.writer.clear()
        else:
            self.reader.looked_far = True

    def _skip_environment(self, environment: str, piece: Piece, inside: int, start: int) -> None:
        closing = piece.text.find(f"\\end{{{environment}}}", inside, piece.end)
        if closing < 0:
            self._problem(f"\\begin{{{environment}}} is never closed; the text after it is read", piece.origin(start))
            piece.position = inside
        else:
            piece.position = closing + len(environment) + 6

    def _end(self, name: str, piece: Piece, start: int) -> None:
        match = _NAME.match(piece.text, piece.position, piece.end)
        if match is None:
            self.writer.write(piece, start, piece.position)
            return
        environment = match[1].strip()
        piece.position = match.end()
        if environment == "document":
            self._close_file(piece)
            return
        if environment in self.scopes.environments:
            _, end = self.scopes.environments[environment]
            path, low, _ = piece.origin(start)
            self.reader.push(expand_call(end, self.reader, (path, low, piece.origin(match.end() - 1)[2])))
        else:
            self.writer.write(piece, start, match.end())
        self.scopes.leave(environment)

    def _begin_group(self, name: str, piece: Piece, start: int) -> None:
        self.scopes.enter("\\begingroup")

    def _end_group(self, name: str, piece: Piece, start: int) -> None:
        self.scopes.leave("\\begingroup")

    def _endinput(self, name: str, piece: Piece, start: int) -> None:
        self._close_file(piece)

    def _close_file(self, piece: Piece) -> None:
        """Read no further in the file that holds this piece."""
        for open_piece in reversed(self.reader.pieces):
            open_piece.position = open_piece.end
            if open_piece.is_file:
                break

    def _verb(self, name: str, piece: Piece, start: int) -> None:
        at = piece.position
        if at < piece.end and piece.text[at] == "*":
            at += 1
        if at >= piece.end or piece.text[at].isspace():
            return
        line_end = piece.text.find("\n", at + 1, piece.end)
        closing = piece.text.find(piece.text[at], at + 1, line_end if line_end >= 0 else piece.end)
        if closing >= 0:
            self.writer.write_verbatim(piece, at + 1, closing)
            piece.position = closing + 1

    def _url(self, name: str, piece: Piece, start: int) -> None:
        """Hide the specials of an address, which TeX reads verbatim."""
        at = piece.position
        while at < piece.end and piece.text[at] in " \t\n":
            at += 1
        self.writer.write(piece, start, piece.position)
        closing = piece.text.find("}", at, piece.end)
        if at < piece.end and piece.text[at] == "{" and 0 <= closing < at + 2_000:
            depth = piece.text.count("{", at + 1, closing)
            for _ in range(min(depth, 20)):
                further = piece.text.find("}", closing + 1, piece.end)
                self.reader.looked_far = self.reader.looked_far or further < 0
                closing = max(closing, further)
            self.writer.write(piece, piece.position, at + 1)
            self.writer.write_verbatim(piece, at + 1, closing)
            piece.position = closing
        elif at < piece.end and piece.text[at] == "{":
            self.reader.looked_far = True

    def _else(self, name: str, piece: Piece, start: int) -> None:
        """The branch before was printed: go past the other one."""
        if self.open_conditions:
            self.open_conditions -= 1
            conditions.skip_branch(self.reader, self.scopes.switches, stop_at_else=False)
        self.reader.skip_spaces()

    def _fi(self, name: str, piece: Piece, start: int) -> None:
        self.open_conditions = max(0, self.open_conditions - 1)
        self.reader.skip_spaces()

    def _xspace(self, name: str, piece: Piece, start: int) -> None:
        origin = piece.origin(start)
        top = self.reader.top()
        if top and not _PUNCTUATION.match(top.text, top.position, top.end):
            self.writer.write_space(origin)

    def _nothing(self, name: str, piece: Piece, start: int) -> None:
        self._skip_spaces(piece)

    def _csname(self, name: str, piece: Piece, start: int) -> None:
        origin = piece.origin(start)
        word, ending, _ = self.reader.ahead(_LONGEST_NAME).partition("\\endcsname")
        if ending:
            self.reader.advance(len(word) + len(ending))
            self._call_by_name(word.strip(), origin)

    def _use(self, name: str, piece: Piece, start: int) -> None:
        origin = piece.origin(start)
        self._call_by_name(argument_text(self.reader.take_argument()).strip(), origin)

    def _call_by_name(self, word: str, origin: Origin) -> None:
        """Call a command whose name need not be letters alone."""
        if word in self.scopes.macros:
            self.reader.push(expand_call(self.scopes.macros[word], self.reader, origin))
        elif word.isalpha():
            self.reader.push([Piece(f"\\{word} ", 0, len(word) + 2, *origin)])

    def _ctable(self, name: str, piece: Piece, start: int) -> None:
        self.reader.push(ctable.written_out(self.reader, self.scopes, piece.origin(start)))

    def _include(self, name: str, piece: Piece, start: int) -> None:
        origin = piece.origin(start)
        if self.reader.next_is("{"):
            wanted = argument_text(self.reader.take_argument())
        else:
            top = self.reader.top()
            match = _INPUT_WORD.match(top.text, top.position, top.end) if top else None
            if top is None or match is None:
                return
            wanted = match[1]
            top.position = match.end()
        self._open_named(wanted, origin)

    def _import(self, name: str, piece: Piece, start: int) -> None:
        origin = piece.origin(start)
        self.reader.take_star()
        folder = argument_text(self.reader.take_argument()).strip()
        wanted = argument_text(self.reader.take_argument()).strip()
        if name.startswith("sub"):
            folder = posixpath.join(posixpath.dirname(origin[0]), folder)
        self._open_named(wanted, origin, folder)

    def _open_named(self, wanted: str, origin: Origin, folder: str = "") -> None:
        self.reader.looked_far = True
        path = resolve(wanted, origin[0], self.find, folder, home=posixpath.dirname(self.main))
        if path is None:
            self._problem(f"the file {wanted.strip()!r} cannot be found; what it holds was not read", origin)
        elif any(piece.is_file and piece.path == path for piece in self.reader.pieces):
            self._problem(f"{path} includes itself; the inner one is left out", origin)
        else:
            self.reader.budget.spend(_COST_OF_A_FILE)
            self._open(path, self.find(path) or "")

    def _open(self, path: str, text: str) -> None:
        if path not in self.texts:
            self.reader.budget.left += _CHARACTERS_PER_SOURCE * len(text)
            self.texts[path] = text
        self.reader.push([Piece(text, 0, len(text), path, 0, EXACT, is_file=True)])

    def _read_parent(self, text: str) -> None:
        """Take the definitions of the parent's preamble where the main file says that it is part of another."""
        match = _PARENT.search(text, 0, 5_000)
        path = resolve(match[1] or match[2], self.main, self.find) if match else None
        parent = self.find(path) if path and path != self.main else None
        if path and parent:
            preamble = parent.partition("\\begin{document}")[0]
            self.reader.push([Piece(preamble, 0, len(preamble), path, 0, EXACT, is_file=True)])
            self.texts[path] = parent

    def _package(self, name: str, piece: Piece, start: int) -> None:
        """Take the definitions out of a package that lies beside the manuscript."""
        self.reader.looked_far = True
        self.reader.take_option()
        names = argument_text(self.reader.take_argument())
        suffix = ".cls" if name in {"documentclass", "LoadClass"} else ".sty"
        for wanted in names.split(",")[:50]:
            path = resolve(wanted + suffix, self.main, self.find, suffix=suffix)
            if path and path not in self.texts:
                self.texts[path] = self.find(path) or ""
                definitions.define_from_package(self.texts[path], path, self.scopes)

    def _problem(self, message: str, origin: Origin) -> None:
        self.reader.looked_far = True
        path, low, _ = origin
        line = self.texts.get(path, "").count("\n", 0, low) + 1
        if len(self.problems) < 200:
            self.problems.append(Problem("read", message, path, line))


# Of the class and not of each reader: with a table of its own methods a reader would keep itself, and all it has
# written, in memory until somebody looks for garbage.
_Command = Callable[[_Expander, str, Piece, int], None]
_COMMANDS: Mapping[str, _Command] = {
    "begin": _Expander._begin, "end": _Expander._end, "verb": _Expander._verb,
    "else": _Expander._else, "or": _Expander._else, "fi": _Expander._fi, "xspace": _Expander._xspace,
    "expandafter": _Expander._nothing, "protect": _Expander._nothing, "csname": _Expander._csname,
    "csuse": _Expander._use, "@nameuse": _Expander._use, "ctable": _Expander._ctable,
    "endinput": _Expander._endinput,
    "documentclass": _Expander._package, "usepackage": _Expander._package,
    "RequirePackage": _Expander._package, "LoadClass": _Expander._package,
    "begingroup": _Expander._begin_group, "bgroup": _Expander._begin_group,
    "endgroup": _Expander._end_group, "egroup": _Expander._end_group,
    **dict.fromkeys(definitions.COMMANDS, _Expander._define),
    **dict.fromkeys(_INCLUDES, _Expander._include),
    **dict.fromkeys(_IMPORTS, _Expander._import),
    **dict.fromkeys(_URLS, _Expander._url),
    **dict.fromkeys(conditions.CHOICES, _Expander._choice),
}  # fmt: skip
