"""Opens PDFs, and says of those that cannot be read why and what to do."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pymupdf

_open: Any = pymupdf.open  # PyMuPDF carries no types


class CannotRead(Exception):  # noqa: N818 - it says what becomes of the file
    """The PDF cannot be read at all; the text says why and what to do."""


@contextmanager
def opened(content: bytes) -> Iterator[Any]:
    """Open a PDF.

    Raises:
        CannotRead: it is damaged, encrypted or empty.
    """
    try:
        document = _open(stream=content, filetype="pdf")
    except Exception as error:  # MuPDF raises many kinds for damaged files
        raise CannotRead(f"the PDF cannot be opened: {error}; obtain it again") from error
    with document:
        if document.needs_pass:
            raise CannotRead("the PDF is encrypted and needs a password; save a copy without one")
        if not document.page_count:
            raise CannotRead("the PDF has no pages; obtain it again")
        yield document
