"""Tells by its first bytes what kind of document a file is."""

import re
from typing import Literal

Form = Literal["pdf", "html", "tex", "tar", "gzip"]

HEAD = 4096  # bytes that are looked at
_PDF = re.compile(rb"%PDF-\d")
_HTML = re.compile(
    rb"\s*(?:<!--.*?-->\s*)*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body|article|section|div|table|h1|p|main)\b",
    re.I | re.S,
)
_TEX = re.compile(rb"\\(?:documentclass|documentstyle|begin\s*\{|title\b|section\b|input\b|usepackage\b|newcommand\b)")
_BINARY = re.compile(rb"[\x00\x01\x02\x03\x04\x05\x06]")


def form_of(head: bytes) -> Form | None:
    """Give the form of a file whose first bytes are ``head``, ``None`` where it is no document we read.

    A PDF may begin with some bytes of junk, as the format's readers allow.
    """
    if head.startswith(b"\x1f\x8b"):
        return "gzip"
    if head[257:262] == b"ustar":
        return "tar"
    if _PDF.search(head[:1024]):
        return "pdf"
    if _BINARY.search(head):
        return None
    text = head.removeprefix(b"\xef\xbb\xbf")
    if _HTML.match(text):
        return "html"
    return "tex" if _TEX.search(text) else None
