"""What TeX reads verbatim: short code, addresses, and environments that print what they hold or nothing at all."""

from tablecheck.latex.expanding import Expanding
from tablecheck.latex.reader import Piece

URLS = frozenset({"url", "path", "nolinkurl", "href", "lstinline", "mintinline"})
ENVIRONMENTS = frozenset({"verbatim", "verbatim*", "Verbatim", "lstlisting", "minted", "comment", "filecontents",
                          "filecontents*", "alltt", "BVerbatim", "tcblisting", "pycode"})  # fmt: skip


def verb(run: Expanding, name: str, piece: Piece, start: int) -> None:
    """``\\verb|code|``."""
    at = piece.position
    if at < piece.end and piece.text[at] == "*":
        at += 1
    if at >= piece.end or piece.text[at].isspace():
        return
    line_end = piece.text.find("\n", at + 1, piece.end)
    closing = piece.text.find(piece.text[at], at + 1, line_end if line_end >= 0 else piece.end)
    if closing >= 0:
        run.writer.write_verbatim(piece, at + 1, closing)
        piece.position = closing + 1


def url(run: Expanding, name: str, piece: Piece, start: int) -> None:
    """Hide the specials of an address, which TeX reads verbatim."""
    at = piece.position
    while at < piece.end and piece.text[at] in " \t\n":
        at += 1
    run.writer.write(piece, start, piece.position)
    closing = piece.text.find("}", at, piece.end)
    if at < piece.end and piece.text[at] == "{" and 0 <= closing < at + 2_000:
        depth = piece.text.count("{", at + 1, closing)
        for _ in range(min(depth, 20)):
            further = piece.text.find("}", closing + 1, piece.end)
            run.reader.looked_far = run.reader.looked_far or further < 0
            closing = max(closing, further)
        run.writer.write(piece, piece.position, at + 1)
        run.writer.write_verbatim(piece, at + 1, closing)
        piece.position = closing
    elif at < piece.end and piece.text[at] == "{":
        run.reader.looked_far = True


def skip_environment(run: Expanding, environment: str, piece: Piece, inside: int, start: int) -> None:
    """Go past the end of an environment."""
    closing = piece.text.find(f"\\end{{{environment}}}", inside, piece.end)
    if closing < 0:
        run.tell(f"\\begin{{{environment}}} is never closed; the text after it is read", piece.origin(start))
        piece.position = inside
    else:
        piece.position = closing + len(environment) + 6
