"""Turns a file that was found into a source document."""

import hashlib

from tablecheck.model.citation import Reference
from tablecheck.model.document import Kind, SourceDocument
from tablecheck.sources.archive import gunzipped, tex_members
from tablecheck.sources.folder import Shelved
from tablecheck.sources.kinds import HEAD, form_of
from tablecheck.sources.unpacked import packed


def load(document: Shelved, reference: Reference, version: int | None) -> SourceDocument | str:
    """Read the bytes of a document; a text says why there are none to use.

    An e-print that is one gzipped file is unpacked; a tar stays one, for its reader needs all its files, and a
    LaTeX source in several files becomes one.
    """
    try:
        content = document.path.read_bytes()
    except OSError as error:
        return f"{document.path} could not be opened ({error.strerror})"
    if document.sha256 and hashlib.sha256(content).hexdigest() != document.sha256:
        return f"{document.path} was damaged since it was fetched from {document.found_at}"
    judged = _kind_and_content(document, content)
    if judged is None:
        return f"{document.path} is an archive that holds no LaTeX source, is damaged, or unpacks to too much"
    kind, content = judged
    digest = hashlib.sha256(content).hexdigest()
    return SourceDocument(reference, kind, content, digest, document.origin, version)


def _kind_and_content(document: Shelved, content: bytes) -> tuple[Kind, bytes] | None:
    if document.form == "pdf":
        return "pdf", content
    if document.form == "html":
        return "html", content
    if document.form == "tex":
        return "latex", packed(document.path, content)
    unpacked = gunzipped(content) if document.form == "gzip" else content
    if unpacked is None:
        return None
    match form_of(unpacked[:HEAD]):
        case "tar":
            return ("latex", content) if any(tex_members(unpacked)) else None
        case "pdf":
            return "pdf", unpacked
        case "tex":
            return "latex", unpacked
        case "html":
            return "html", unpacked
    return None
