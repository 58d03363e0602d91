"""Compiles a paper with anchors at its tables, and finds the anchors again on the pages.

Each outermost tabular is set into a box, and an annotation of exactly its size is laid over it; pdfTeX carries
annotations along when a table is scaled or turned. A longtable cannot be boxed: it has an anchor before and one
after it, and its box is what is printed between them. The annotations are taken out again, so that the PDF is as the
authors made it.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pymupdf

from tablecheck.evaluation.samples import Rejected
from tablecheck.model.errors import UsageError
from tablecheck.model.place import PagePlace

_ANCHORS = r"""\makeatletter
\newsavebox\tablecheckbox
\newcount\tablechecknumber \newcount\tablecheckdepth
\def\tablecheckannot#1#2{\pdfannot #1 {/Subtype/Link/Border[0 0 0]/A<</S/URI/URI(tablecheck:\the\tablechecknumber#2)>>}}
\def\tablecheckbefore{\global\advance\tablecheckdepth1
  \ifnum\tablecheckdepth=1 \begin{lrbox}{\tablecheckbox}\fi}
\def\tablecheckafter{%
  \ifnum\tablecheckdepth=1
    \end{lrbox}\global\advance\tablechecknumber1
    \leavevmode\tablecheckannot{width \wd\tablecheckbox height \ht\tablecheckbox depth \dp\tablecheckbox}{}%
    \usebox\tablecheckbox
  \fi\global\advance\tablecheckdepth-1 }
\def\tablecheckpoint#1{\par\vbox to 0pt{\hbox to 0pt{\tablecheckannot{width 1pt height 1pt depth 0pt}{#1}\hss}\vss}}
\AddToHook{env/tabular/before}{\tablecheckbefore}\AddToHook{env/tabular/after}{\tablecheckafter}
\AddToHook{env/tabular*/before}{\tablecheckbefore}\AddToHook{env/tabular*/after}{\tablecheckafter}
\AddToHook{env/tabularx/before}{\tablecheckbefore}\AddToHook{env/tabularx/after}{\tablecheckafter}
\AddToHook{env/longtable/before}{\global\advance\tablechecknumber1 \tablecheckpoint{a}}
\AddToHook{env/longtable/after}{\tablecheckpoint{z}}
\makeatother
"""
_NAME = "tablecheck-anchors"
_SECONDS = 180  # a paper with many pictures takes thirty
# Sources are strangers' programs: no shell, no files outside their folder (TeX), no Perl of theirs (latexmk, LaTeXML).
_GUARDED = {"openin_any": "p", "openout_any": "p", "shell_escape": "f", "max_print_line": "1000"}
_PROGRAMS = ("*.ltxml", "latexmkrc", ".latexmkrc", "*.latexml")
_open: Any = pymupdf.open  # PyMuPDF carries no types
_rect: Any = pymupdf.Rect


@dataclass(frozen=True, slots=True)
class Anchored:
    """A compiled paper: the PDF without anchors, and the places of its tables."""

    pdf: bytes
    places: tuple[PagePlace, ...]
    texts: tuple[str, ...]
    over_pages: int  # longtables that do not end on the page on which they begin


def needs_tex() -> None:
    """Make sure that papers can be compiled.

    Raises:
        UsageError: TeX is not installed.
    """
    if shutil.which("pdflatex") is None:
        raise UsageError("there is no pdflatex to compile with; install TeX Live (apt-get install texlive-latex-extra)")


def copy_sources(main: Path, folder: Path) -> Path:
    """Copy a paper with what lies beside it, but for programs; gives the copy of its main file."""
    shutil.copytree(main.parent, folder, ignore=shutil.ignore_patterns(*_PROGRAMS, "*.pdf.part"), dirs_exist_ok=True)
    return folder / main.name


def compile_anchored(main: Path) -> Anchored:
    """Compile a paper in its folder, which is written to.

    Raises:
        Rejected: it does not compile, or not in time.
    """
    (main.parent / f"{_NAME}.tex").write_text(_ANCHORS, encoding="utf-8")
    first = rf"\input{{{_NAME}.tex}}"
    if shutil.which("latexmk") is not None:
        command = ["latexmk", "-norc", "-pdf", "-f", "-interaction=nonstopmode", "-no-shell-escape"]
        _run([*command, f"-jobname={main.stem}", f"-usepretex={first}", main.name], main.parent)
    else:
        command = ["pdflatex", "-interaction=nonstopmode", "-no-shell-escape", f"-jobname={main.stem}"]
        for _ in range(2):
            _run([*command, rf"{first}\input{{{main.name}}}"], main.parent)
    made = main.with_suffix(".pdf")
    if not made.is_file():
        raise Rejected("document that does not compile")
    return read_anchors(made.read_bytes())


def read_anchors(content: bytes) -> Anchored:
    """Find the anchors in a PDF and take them out."""
    with _open(stream=content, filetype="pdf") as document:
        points: dict[str, tuple[int, Any]] = {}
        for page in document:
            for link in page.get_links():
                target = (link.get("uri") or "") + (link.get("file") or "")
                if target.startswith("tablecheck:"):
                    points[target.removeprefix("tablecheck:")] = (page.number, _rect(link["from"]))
                    page.delete_link(link)
        found = list(_places(document, points))
        places = tuple(place for place in found if place is not None)
        texts = tuple(_text_in(document, place) for place in places)
        pdf = document.tobytes(garbage=3, deflate=True)
    return Anchored(pdf, places, texts, len(found) - len(places))


def _places(document: Any, points: dict[str, tuple[int, Any]]) -> Iterator[PagePlace | None]:
    for name, (page, box) in points.items():
        if name.isdigit():
            yield PagePlace(page, *(round(float(edge), 2) for edge in box))
        elif name.endswith("a") and f"{name[:-1]}z" in points:
            last, end = points[f"{name[:-1]}z"]
            yield _printed_between(document[page], box.y1, end.y1) if last == page else None


def _printed_between(page: Any, top: float, bottom: float) -> PagePlace | None:
    """The box of the words and rules that stand between two heights."""
    words = [word[:4] for word in page.get_text("words")]
    rules = [tuple(drawing["rect"]) for drawing in page.get_drawings()]
    inside = [box for box in (*words, *rules) if top - 1 <= (box[1] + box[3]) / 2 <= bottom + 1]
    if not inside:
        return None
    left, upper, right, lower = zip(*inside, strict=True)
    return PagePlace(page.number, *(round(float(edge), 2) for edge in (min(left), min(upper), max(right), max(lower))))


def _text_in(document: Any, place: PagePlace) -> str:
    left, top, right, bottom = place.bbox
    return str(document[place.page].get_text(clip=_rect(left - 1, top - 1, right + 1, bottom + 1)))


def _run(command: list[str], folder: Path) -> None:
    try:
        subprocess.run(  # noqa: S603 - the command is ours, what it reads is guarded above
            command,
            cwd=folder,
            env={**os.environ, **_GUARDED},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Rejected("document that does not compile in time") from None
