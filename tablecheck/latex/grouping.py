"""Environments and groups: what is defined in them ends with them."""

import re

from tablecheck.latex import verbatim
from tablecheck.latex.expanding import Expanding
from tablecheck.latex.included import close_file
from tablecheck.latex.macros import expand_call
from tablecheck.latex.reader import Piece

_NAME = re.compile(r"\s*\{([^{}\n\\]*)\}")


def begin(run: Expanding, name: str, piece: Piece, start: int) -> None:
    """``\\begin{name}``; those of the manuscript are written out."""
    match = _NAME.match(piece.text, piece.position, piece.end)
    environment = match[1].strip() if match else ""
    if match is None:
        run.writer.write(piece, start, piece.position)
        return
    if environment in verbatim.ENVIRONMENTS or environment in run.scopes.excluded:
        verbatim.skip_environment(run, environment, piece, match.end(), start)
        return
    piece.position = match.end()
    if environment == "document" and not run.began:
        _begin_document(run, piece)
        return
    run.scopes.enter(environment)
    if environment in run.scopes.environments:
        path, low, _ = piece.origin(start)
        opening, _ = run.scopes.environments[environment]
        run.reader.push(expand_call(opening, run.reader, (path, low, piece.origin(match.end() - 1)[2])))
    else:
        run.writer.write(piece, start, match.end())


def end(run: Expanding, name: str, piece: Piece, start: int) -> None:
    """``\\end{name}``."""
    match = _NAME.match(piece.text, piece.position, piece.end)
    if match is None:
        run.writer.write(piece, start, piece.position)
        return
    environment = match[1].strip()
    piece.position = match.end()
    if environment == "document":
        close_file(run, piece)
        return
    if environment in run.scopes.environments:
        _, closing = run.scopes.environments[environment]
        path, low, _ = piece.origin(start)
        run.reader.push(expand_call(closing, run.reader, (path, low, piece.origin(match.end() - 1)[2])))
    else:
        run.writer.write(piece, start, match.end())
    run.scopes.leave(environment)


def begin_group(run: Expanding, name: str, piece: Piece, start: int) -> None:
    """``\\begingroup``."""
    run.scopes.enter("\\begingroup")


def end_group(run: Expanding, name: str, piece: Piece, start: int) -> None:
    """``\\endgroup``."""
    run.scopes.leave("\\begingroup")


def _begin_document(run: Expanding, piece: Piece) -> None:
    """Forget the preamble's own text: it prints nothing."""
    if piece.path == run.main or not run.texts.get(run.main, "").count("\\begin{document}"):
        run.began = True
        run.writer.clear()
    else:
        run.reader.looked_far = True
