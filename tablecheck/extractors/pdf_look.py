"""What can be said of a PDF before its tables are looked for: whether it opens, ends, has pages, and holds text."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pymupdf

from tablecheck.model.problem import Problem

_TAIL = 4096  # bytes in which the end of a PDF is marked; some servers add a few of their own
_LONGEST_SEARCH = 60  # pages that are looked at for text before a PDF is taken for one without
_UNREADABLE = 0.7  # share of glyphs without a character from which a page cannot be read
_FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE  # not TEXT_CID_FOR_UNKNOWN_UNICODE: unknown characters shall show
_open: Any = pymupdf.open  # PyMuPDF carries no types


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen; ``content`` is what should be read, cut to the pages that may be.

    Where ``is_open`` is false no reader will get anywhere, where ``has_text`` is false only one that reads
    pictures. ``excuse`` says why nothing can be found in a document that is read in vain.
    """

    content: bytes
    is_open: bool = True
    has_text: bool = True
    problems: tuple[Problem, ...] = ()
    excuse: Problem | None = None


def look_at_pdf(content: bytes, most_pages: int) -> Look:
    """Open a PDF and look at what it holds; never raises for a damaged one."""
    try:
        document = _open(stream=content, filetype="pdf")
    except Exception as error:  # noqa: BLE001 - MuPDF raises many kinds for damaged files
        if not content.strip():
            return _closed(content, "the PDF is an empty file; obtain it again")
        return _closed(content, f"the PDF cannot be opened: {_short(error)}; obtain it again")
    with document:
        return _look(document, content, most_pages)


def _look(document: Any, content: bytes, most_pages: int) -> Look:
    if document.needs_pass:
        return _closed(content, "the PDF is encrypted and needs a password; save a copy without one")
    is_cut_off = bool(document.is_repaired) and b"%%EOF" not in content[-_TAIL:]
    pages = int(document.page_count)
    if not pages:
        reason = "is cut off and none of its pages could be recovered" if is_cut_off else "has no pages"
        return _closed(content, f"the PDF {reason}; obtain it again")
    problems: list[Problem] = []
    if is_cut_off:
        problems.append(_problem(f"the PDF is cut off; the {pages} pages that could be recovered were read"))
    why_not = _why_without_text(document)
    if pages > most_pages:
        problems.append(_problem(f"the PDF has {pages} pages; the first {most_pages} were read, cut out what matters"))
        document.select(range(most_pages))
        content = document.tobytes()
    if why_not is None:
        return Look(content, problems=tuple(problems))
    has_text, words = why_not
    return Look(content, has_text=has_text, problems=tuple(problems), excuse=_problem(words))


def _why_without_text(document: Any) -> tuple[bool, str] | None:
    """Say why there is nothing to read, and whether there are glyphs all the same; ``None`` if a page has text."""
    pictures = shapes = unreadable = 0
    for page in _pages(document):
        text = "".join(page.get_text("text", flags=_FLAGS).split())
        unknown = sum(character == "\ufffd" or "\ue000" <= character <= "\uf8ff" for character in text)
        if text and unknown < _UNREADABLE * len(text):
            return None
        unreadable += bool(text)
        pictures += bool(page.get_images())
        shapes += bool(not page.get_fonts() and page.read_contents().strip())
    if unreadable:
        words = "the fonts of the PDF do not say which characters their glyphs are; another version, or OCR, is needed"
        return True, words
    if pictures:
        return False, "the PDF holds only pictures of pages; a version with text is needed, or OCR"
    if shapes:
        return False, "the PDF uses no fonts, its letters are drawn as shapes; a version with text is needed, or OCR"
    return False, "the PDF holds no text, its pages are empty; obtain it again"


def _pages(document: Any) -> Iterator[Any]:
    for number in range(min(document.page_count, _LONGEST_SEARCH)):
        try:
            page = document[number]
            page.get_images()
        except Exception:  # noqa: BLE001, S112 - a page that cannot be loaded has no text to offer
            continue
        yield page


def _closed(content: bytes, message: str) -> Look:
    return Look(content, is_open=False, problems=(_problem(message),))


def _problem(message: str) -> Problem:
    return Problem("extract", message)


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
