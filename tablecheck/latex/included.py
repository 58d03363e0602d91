"""The commands that read other files, or stop reading one."""

import posixpath
import re

from tablecheck.latex import definitions
from tablecheck.latex.expanding import Expanding
from tablecheck.latex.files import resolve
from tablecheck.latex.flat import EXACT, Origin
from tablecheck.latex.reader import Piece, argument_text

INCLUDES = frozenset({"input", "include", "subfile", "subfileinclude", "@input", "loadtable"})
IMPORTS = frozenset({"import", "subimport", "inputfrom", "subinputfrom", "includefrom", "subincludefrom"})
PACKAGES = frozenset({"documentclass", "usepackage", "RequirePackage", "LoadClass"})
_INPUT_WORD = re.compile(r"[ \t]*([^\s{}\\%]+)[ \t]*")
_PARENT = re.compile(r"\\documentclass\s*\[([^\]\n]+)\]\s*\{subfiles\}|^%+\s*!\s*TEX\s+root\s*=\s*(\S+)", re.M | re.I)
_COST_OF_A_FILE = 500  # characters


def include(run: Expanding, name: str, piece: Piece, start: int) -> None:
    """``\\input{file}``, or as TeX has it ``\\input file``."""
    origin = piece.origin(start)
    if run.reader.next_is("{"):
        wanted = argument_text(run.reader.take_argument())
    else:
        top = run.reader.top()
        match = _INPUT_WORD.match(top.text, top.position, top.end) if top else None
        if top is None or match is None:
            return
        wanted = match[1]
        top.position = match.end()
    _open_named(run, wanted, origin)


def import_file(run: Expanding, name: str, piece: Piece, start: int) -> None:
    """``\\import{folder/}{file}``."""
    origin = piece.origin(start)
    run.reader.take_star()
    folder = argument_text(run.reader.take_argument()).strip()
    wanted = argument_text(run.reader.take_argument()).strip()
    if name.startswith("sub"):
        folder = posixpath.join(posixpath.dirname(origin[0]), folder)
    _open_named(run, wanted, origin, folder)


def package(run: Expanding, name: str, piece: Piece, start: int) -> None:
    """Take the definitions out of a package that lies beside the manuscript."""
    run.reader.looked_far = True
    run.reader.take_option()
    names = argument_text(run.reader.take_argument())
    suffix = ".cls" if name in {"documentclass", "LoadClass"} else ".sty"
    for wanted in names.split(",")[:50]:
        path = resolve(wanted + suffix, run.main, run.find, suffix=suffix)
        if path and path not in run.texts:
            run.texts[path] = run.find(path) or ""
            definitions.define_from_package(run.texts[path], path, run.scopes)


def end_input(run: Expanding, name: str, piece: Piece, start: int) -> None:
    """``\\endinput``."""
    close_file(run, piece)


def close_file(run: Expanding, piece: Piece) -> None:
    """Read no further in the file that holds this piece."""
    for open_piece in reversed(run.reader.pieces):
        open_piece.position = open_piece.end
        if open_piece.is_file:
            break


def read_parent(run: Expanding, text: str) -> None:
    """Take the definitions of the parent's preamble where the main file says that it is part of another."""
    match = _PARENT.search(text, 0, 5_000)
    path = resolve(match[1] or match[2], run.main, run.find) if match else None
    parent = run.find(path) if path and path != run.main else None
    if path and parent:
        preamble = parent.partition("\\begin{document}")[0]
        run.reader.push([Piece(preamble, 0, len(preamble), path, 0, EXACT, is_file=True)])
        run.texts[path] = parent


def _open_named(run: Expanding, wanted: str, origin: Origin, folder: str = "") -> None:
    run.reader.looked_far = True
    path = resolve(wanted, origin[0], run.find, folder, home=posixpath.dirname(run.main))
    if path is None:
        run.tell(f"the file {wanted.strip()!r} cannot be found; what it holds was not read", origin)
    elif any(piece.is_file and piece.path == path for piece in run.reader.pieces):
        run.tell(f"{path} includes itself; the inner one is left out", origin)
    else:
        run.reader.budget.spend(_COST_OF_A_FILE)
        run.open(path, run.find(path) or "")
