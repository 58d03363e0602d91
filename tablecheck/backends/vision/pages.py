"""The pages of a PDF as pictures, with the numbers that their text prints."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

import pymupdf

_DOTS = 150  # an inch; subscripts of tables are still read at it, and a page takes some 200 kilobytes
_LONGEST = 2200  # pixels
_NUMBER = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d*\.\d+|\d+")
_RAISED = 1  # the flag of MuPDF


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its size in points, its picture as PNG, and how often its text prints which number."""

    number: int
    width: float
    height: float
    picture: bytes
    pixels: tuple[int, int]
    printed: Counter[str]


def pages_of(content: bytes) -> Iterator[Page]:
    """Draw the pages of a PDF that print a number; those without text cannot be checked and are left out.

    Raises:
        ValueError: the PDF cannot be opened.
    """
    document: Any
    try:
        document = cast(Any, pymupdf).open(stream=content, filetype="pdf")
    except (RuntimeError, ValueError) as error:
        raise ValueError(f"the PDF cannot be opened: {error}") from error
    with document:
        for page in document:
            printed = Counter(numbers_in(_text(page)))
            if not printed:
                continue
            scale = min(_DOTS / 72, _LONGEST / max(page.rect.width, page.rect.height, 1.0))
            drawn = page.get_pixmap(matrix=cast(Any, pymupdf).Matrix(scale, scale), colorspace="gray", alpha=False)
            size = float(page.rect.width), float(page.rect.height)
            yield Page(page.number, *size, drawn.tobytes("png"), (drawn.width, drawn.height), printed)


def numbers_in(text: str) -> list[str]:
    """The digits of each number that a text prints, without the commas between thousands; raised digits apart."""
    return [match[0].replace(",", "") for match in _NUMBER.finditer(text)]


def _text(page: Any) -> str:
    """The text, with a space around what is raised: the mark of a footnote is no digit of the number before it."""
    pieces: list[str] = []
    for block in page.get_text("dict")["blocks"]:
        for line in block.get("lines", ()):
            pieces += (f" {span['text']} " if span["flags"] & _RAISED else span["text"] for span in line["spans"])
            pieces.append("\n")
    return "".join(pieces)
