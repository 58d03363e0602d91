"""Flatten a manuscript: include files, expand user macros, drop comments and what is switched off."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tablecheck.latex import conditions, ctable, definitions, grouping, included, verbatim
from tablecheck.latex.expanding import Expanding
from tablecheck.latex.files import Find
from tablecheck.latex.flat import Flat, Origin
from tablecheck.latex.macros import expand_call
from tablecheck.latex.reader import Exhausted, Piece, argument_text
from tablecheck.latex.stretches import Facts, StretchMemo, end_of_stretch, texts_of
from tablecheck.model.problem import Problem

_SPECIAL = re.compile(r"\\(?:([A-Za-z@]+)|(.))|[\\%]", re.S)  # a command, or a comment; a lone backslash at the end
_CONTROL = re.compile(r"\\(?:([A-Za-z@]+)|(.))", re.S)
_COMMENT = re.compile(r"%[^\n]*")
_LINE_END = re.compile(r"\n[ \t]*")
_ROW_ENDED = re.compile(r"(?:\\\\\*?|\\tabularnewline|\\[a-z]*(?:rule|line))(?:\s*\[[^\]\n]*\])?\s*$")
_PUNCTUATION = re.compile(r"[.,;:!?)'\]}~/\s-]|\\[ /]")
_SWITCHING = frozenset({"true", "alse"})  # the last letters of what may turn a switch
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
    run = Expanding(main, find)
    if memo is not None:
        memo.begin()
    text = find(main)
    if text is None:
        run.problems.append(Problem("read", f"{main} cannot be found", main))
    else:
        run.open(main, text)
        included.read_parent(run, text)
        try:
            _read_all(run, memo)
        except Exhausted:
            _give_up(run)
    if memo is not None:
        memo.end()
    return Expansion(run.writer.flat(), run.texts, run.problems, run.scopes.column_types)


def _read_all(run: Expanding, memo: StretchMemo | None) -> None:
    pieces = run.reader.pieces
    facts: int | None = None
    while pieces:
        piece = pieces[-1]
        if piece.position >= piece.end:
            pieces.pop()
        elif memo is not None and piece.is_file:
            facts = _read_stretch(run, piece, memo, facts)
        else:
            _read_on(run, piece, piece.end)


def _read_stretch(run: Expanding, piece: Piece, memo: StretchMemo, known_facts: int | None) -> int | None:
    """Read a stretch of a file, or remember what it came to.

    ``known_facts`` is the name of what is defined here, if that is known; gives that of what is defined behind it.
    """
    start, end, left = piece.low + piece.position, end_of_stretch(piece), run.reader.budget.left
    facts = _facts(run) if known_facts is None else None
    name = memo.name_of(facts) if facts is not None else known_facts
    key = (name, *run.writer.joint(piece.path, start), *texts_of(piece, end))
    known = memo.get(key)
    if known is not None and known.cost <= left:
        run.writer.paste(known, piece.path, start)
        run.reader.budget.spend(known.cost)
        piece.position = end
        return name
    facts, files, mark = facts or _facts(run), len(run.texts), run.writer.mark()
    run.reader.looked_far = False
    _read_until(run, piece, end)
    is_same = run.reader.pieces[-1] is piece and _facts(run) == facts and len(run.texts) == files
    if not is_same or piece.position != end or run.reader.looked_far:
        return None
    memo.put(key, run.writer.since(mark, piece.path, start, left - run.reader.budget.left))
    return name


def _facts(run: Expanding) -> Facts:
    scopes = run.scopes
    defined = dict(scopes.macros), dict(scopes.environments), dict(scopes.column_types)
    switched = dict(scopes.switches), set(scopes.excluded)
    depth = len(run.reader.pieces)
    return Facts(*defined, *switched, scopes.open(), run.open_conditions, run.began, depth)


def _read_until(run: Expanding, piece: Piece, end: int) -> None:
    """Read a file up to an offset, or until another file begins."""
    pieces = run.reader.pieces
    while (top := pieces[-1]) is piece or not top.is_file:
        if top is piece and top.position >= end:
            return
        if top.position >= top.end:
            pieces.pop()
        else:
            _read_on(run, top, end if top is piece else top.end)


def _read_on(run: Expanding, piece: Piece, end: int) -> None:
    """Write what prints as it stands, up to the next comment or command that does not, and obey that."""
    at = _next_that_matters(run, piece, end)
    if at > piece.position:
        run.writer.write(piece, piece.position, at)
    piece.position = at
    if at >= end:
        return
    if piece.text[at] == "%":
        _comment(run, piece)
    else:
        _control(run, piece)


def _next_that_matters(run: Expanding, piece: Piece, end: int) -> int:
    """Where the next comment begins, or the next command that is not just written down."""
    macros, commands, switches = run.scopes.macros, _COMMANDS, run.scopes.switches
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


def _give_up(run: Expanding) -> None:
    """Copy what is left of the files as it stands, once the budget is spent."""
    run.problems.append(
        Problem("read", "macros or files unfold without end; from here on they are read unexpanded", run.main)
    )
    for piece in reversed(run.reader.pieces):
        if piece.is_file:
            for number, part in enumerate(re.split(r"(?<!\\)(%[^\n]*)", piece.text[piece.position : piece.end])):
                if number % 2 == 0:
                    run.writer.write(piece, piece.position, piece.position + len(part))
                piece.position += len(part)


def _comment(run: Expanding, piece: Piece) -> None:
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


def _control(run: Expanding, piece: Piece) -> None:
    start = piece.position
    match = _CONTROL.match(piece.text, start, piece.end)
    if match is None:  # a lone backslash at the end
        piece.position = piece.end
        return
    piece.position = match.end()
    name = match[1]
    if name is None:
        if match[2] in run.scopes.macros:
            _call(run, match[2], piece, start)
        else:
            run.writer.write(piece, start, match.end())
        return
    if name in run.scopes.macros:
        _call(run, name, piece, start)
    elif handler := _COMMANDS.get(name):
        handler(run, name, piece, start)
    elif conditions.is_condition(name, run.scopes.switches):
        _condition(run, name, piece, start)
    elif run.scopes.set_switch(name):
        pass
    else:
        run.writer.write(piece, start, match.end())


def _call(run: Expanding, name: str, piece: Piece, start: int) -> None:
    path, low, _ = piece.origin(start)
    high = piece.origin(piece.position - 1)[2]
    macro = run.scopes.macros[name]
    if not macro.parameters and name.isalpha():
        _skip_spaces(run, piece)
    run.reader.push(expand_call(macro, run.reader, (path, low, high)))


def _skip_spaces(run: Expanding, piece: Piece) -> None:
    while piece.position < piece.end and piece.text[piece.position] in " \t":
        piece.position += 1


def _condition(run: Expanding, name: str, piece: Piece, start: int) -> None:
    origin = piece.origin(start)
    holds = conditions.evaluate(name, run.reader, run.scopes.switches, run.scopes.macros)
    if holds:
        run.open_conditions += 1
    else:
        ending = conditions.skip_branch(run.reader, run.scopes.switches, stop_at_else=True)
        if not ending:
            run.tell(f"\\{name} without \\fi; the text after it is read", origin)
        elif ending != "fi":
            run.open_conditions += 1
    run.reader.skip_spaces()


def _define(run: Expanding, name: str, piece: Piece, start: int) -> None:
    origin = piece.origin(start)
    if not definitions.define(name, run.reader, run.scopes):
        run.tell(f"the definition after \\{name} cannot be read", origin)


def _choice(run: Expanding, name: str, piece: Piece, start: int) -> None:
    holds = conditions.choose(name, run.reader, run.scopes.switches, run.scopes.macros)
    chosen = conditions.branches(name, run.reader)[0 if holds else 1]
    run.reader.push([part.part(part.position, part.end) for part in chosen])


def _else(run: Expanding, name: str, piece: Piece, start: int) -> None:
    """The branch before was printed: go past the other one."""
    if run.open_conditions:
        run.open_conditions -= 1
        conditions.skip_branch(run.reader, run.scopes.switches, stop_at_else=False)
    run.reader.skip_spaces()


def _fi(run: Expanding, name: str, piece: Piece, start: int) -> None:
    run.open_conditions = max(0, run.open_conditions - 1)
    run.reader.skip_spaces()


def _xspace(run: Expanding, name: str, piece: Piece, start: int) -> None:
    origin = piece.origin(start)
    top = run.reader.top()
    if top and not _PUNCTUATION.match(top.text, top.position, top.end):
        run.writer.write_space(origin)


def _nothing(run: Expanding, name: str, piece: Piece, start: int) -> None:
    _skip_spaces(run, piece)


def _csname(run: Expanding, name: str, piece: Piece, start: int) -> None:
    origin = piece.origin(start)
    word, ending, _ = run.reader.ahead(_LONGEST_NAME).partition("\\endcsname")
    if ending:
        run.reader.advance(len(word) + len(ending))
        _call_by_name(run, word.strip(), origin)


def _use(run: Expanding, name: str, piece: Piece, start: int) -> None:
    origin = piece.origin(start)
    _call_by_name(run, argument_text(run.reader.take_argument()).strip(), origin)


def _call_by_name(run: Expanding, word: str, origin: Origin) -> None:
    """Call a command whose name need not be letters alone."""
    if word in run.scopes.macros:
        run.reader.push(expand_call(run.scopes.macros[word], run.reader, origin))
    elif word.isalpha():
        run.reader.push([Piece(f"\\{word} ", 0, len(word) + 2, *origin)])


def _ctable(run: Expanding, name: str, piece: Piece, start: int) -> None:
    run.reader.push(ctable.written_out(run.reader, run.scopes, piece.origin(start)))


_Command = Callable[[Expanding, str, Piece, int], None]
_COMMANDS: Mapping[str, _Command] = {
    "begin": grouping.begin, "end": grouping.end, "verb": verbatim.verb, "else": _else, "or": _else, "fi": _fi,
    "xspace": _xspace, "expandafter": _nothing, "protect": _nothing, "csname": _csname, "csuse": _use,
    "@nameuse": _use, "ctable": _ctable, "endinput": included.end_input,
    "begingroup": grouping.begin_group, "bgroup": grouping.begin_group,
    "endgroup": grouping.end_group, "egroup": grouping.end_group,
    **dict.fromkeys(definitions.COMMANDS, _define),
    **dict.fromkeys(included.INCLUDES, included.include),
    **dict.fromkeys(included.IMPORTS, included.import_file),
    **dict.fromkeys(included.PACKAGES, included.package),
    **dict.fromkeys(verbatim.URLS, verbatim.url),
    **dict.fromkeys(conditions.CHOICES, _choice),
}  # fmt: skip
