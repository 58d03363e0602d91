"""Tells by its bytes what came, whatever its name and its server say."""

import itertools
import re

from tablecheck.model.document import Kind
from tablecheck.sources.net.archive import check_archive, unpacked_pieces
from tablecheck.sources.net.failure import Failure, RequestError

_HEAD = 4096  # bytes
_PDF_TAIL = 4096  # bytes in which the end of a PDF is marked; some servers add a few of their own
_HTML = re.compile(rb"<!doctype\s+html|<html[\s>]|<(head|body|article|section|table)[\s>]", re.I)
_LATEX = re.compile(
    rb"\\(documentclass|documentstyle|begin\s*\{|section|input\b|newcommand|usepackage|def\\|magnification)"
)
_ROBOT_CHECK = re.compile(
    rb"captcha|are you (a )?(human|robot)|cf-chl|challenge-platform|verify you are|proof[- ]of[- ]work", re.I
)
_LOGIN = re.compile(rb"sign in|log ?in|institutional access|purchase|paywall|access through", re.I)
_OTHERS = {
    b"PK\x03\x04": "a zip archive",
    b"%!PS": "PostScript",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"Rar!": "a rar archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"\x7fELF": "a program",
    b"MZ": "a program",
    b"\xd0\xcf\x11\xe0": "a Word document",
    b"{": "JSON",
    b"<?xml": "XML",
}


def kind_of_download(content: bytes, wanted: Kind) -> Kind:
    """Tell which kind of document came; where LaTeX is wanted a PDF will do, as arXiv has for some papers nothing else.

    Raises:
        RequestError: it is no document, half of one, or one that would harm.
    """
    head = content[:_HEAD]
    if not content.strip():
        raise _wrong("nothing came")
    if b"%PDF-" in head[:1024]:
        return _pdf(content, wanted)
    if head.startswith(b"\x1f\x8b"):
        return _packed(content, wanted)
    if head[257:262] == b"ustar":
        return _only("latex", wanted, "an archive of sources") if check_archive(iter([content])) else "latex"
    for magic, name in _OTHERS.items():
        if content.lstrip().startswith(magic) and not _HTML.search(head):
            raise _wrong(f"{name} came instead of {_name(wanted)}")
    if _HTML.search(head):
        return _html(content, wanted)
    return _latex(content, wanted)


def _pdf(content: bytes, wanted: Kind) -> Kind:
    if b"%%EOF" not in content[-_PDF_TAIL:] and b"startxref" not in content[-_PDF_TAIL:]:
        raise RequestError(Failure.BROKEN, "only a part of the PDF came; run again")
    return _only("pdf", wanted, "a PDF") if wanted == "html" else "pdf"


def _packed(content: bytes, wanted: Kind) -> Kind:
    _only("latex", wanted, "an archive of sources")
    pieces = unpacked_pieces(content)
    first = next(pieces, b"")
    if first[257:262] == b"ustar":
        check_archive(itertools.chain([first], pieces))
        return "latex"
    whole = first + b"".join(pieces)
    if whole.startswith((b"%PDF-", b"%!PS")):
        raise _wrong("the archive holds a printed paper, not its source")
    return _latex(whole, wanted)


def _html(content: bytes, wanted: Kind) -> Kind:
    if wanted == "html":
        if b"</html>" not in content[-_HEAD:].lower() and b"</body>" not in content[-_HEAD:].lower():
            raise RequestError(Failure.BROKEN, "only a part of the page came; run again")
        return "html"
    if _ROBOT_CHECK.search(content[:200_000]):
        raise _wrong(f"a check for robots came instead of {_name(wanted)}; open it in a browser")
    if _LOGIN.search(content[:200_000]):
        raise _wrong(f"a page to log in came instead of {_name(wanted)}")
    raise _wrong(f"a web page came instead of {_name(wanted)}")


def _latex(content: bytes, wanted: Kind) -> Kind:
    if b"%auto-ignore" in content[:200] or (
        len(content) < 2000 and re.search(rb"has been withdrawn|withdrawn by", content, re.I)
    ):
        raise RequestError(Failure.NOT_FOUND, "the paper was withdrawn")
    if not _LATEX.search(content):
        raise _wrong(f"something else came instead of {_name(wanted)}: {_first_words(content)!r}")
    return _only("latex", wanted, "LaTeX")


def _only(kind: Kind, wanted: Kind, name: str) -> Kind:
    if kind != wanted:
        raise _wrong(f"{name} came instead of {_name(wanted)}")
    return kind


def _first_words(content: bytes) -> str:
    return content[:40].decode("ascii", "replace").replace("\ufffd", "?")


def _name(kind: Kind) -> str:
    return {"pdf": "a PDF", "html": "a page with the paper", "latex": "LaTeX source"}[kind]


def _wrong(message: str) -> RequestError:
    return RequestError(Failure.WRONG_KIND, message)
