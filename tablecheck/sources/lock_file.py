"""Reads and writes the lock file: JSON in a fixed order, described in docs/lock.md."""

import json
import os
import re
import tempfile
from pathlib import Path
from typing import Any

from tablecheck.model.document import Extraction
from tablecheck.model.errors import LockError
from tablecheck.model.problem import Problem
from tablecheck.sources.lock import Lock, LockedDocument, LockedReference, LockedTables
from tablecheck.sources.lock_layout import OneLine, laid_out
from tablecheck.sources.lock_tables import read_table, written_table

VERSION = 1
_LARGEST = 200_000_000  # bytes; some hundred papers with all their tables take a tenth of it
_SHA256 = re.compile(r"[0-9a-f]{64}")
_KINDS = ("html", "latex", "pdf")
_CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7})", re.M)


def written_lock(lock: Lock) -> str:
    """Write a lock as text, ending with a line end; equal locks give equal texts."""
    references = {key: _written_reference(lock.references[key]) for key in sorted(lock.references)}
    used = dict.fromkeys(
        document["sha256"] for reference in references.values() for document in map(_value, reference["documents"])
    )
    tables = {sha256: _written_tables(lock.tables[sha256]) for sha256 in used}
    document = {
        "tablecheck_lock": VERSION,
        "manuscript": lock.manuscript,
        "references": references,
        "documents": tables,
    }
    return laid_out(document) + "\n"


def write_lock(path: Path, lock: Lock) -> bool:
    """Write a lock into its place, whole or not at all; tells whether the file is another one now.

    Raises:
        LockError: the file cannot be written.
    """
    content = written_lock(lock).encode()
    try:
        if path.is_file() and path.read_bytes() == content:
            return False
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(content)
            Path(temporary).chmod(0o644)
            Path(temporary).replace(path)
        finally:
            Path(temporary).unlink(missing_ok=True)
    except OSError as error:
        raise LockError(f"{path} cannot be written ({error.strerror or error}); name another by --lock-file") from error
    return True


def read_lock(path: Path) -> Lock:
    """Read a lock file.

    Raises:
        LockError: it cannot be opened, is damaged, or was written by a newer tablecheck.
    """
    try:
        if path.stat().st_size > _LARGEST:
            raise LockError(f"{path} is larger than {_LARGEST // 1_000_000} MB and no lock file")
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LockError(f"{path} cannot be read ({getattr(error, 'strerror', None) or error}); {_RENEW}") from error
    return lock_of_text(text, str(path))


def lock_of_text(text: str, name: str) -> Lock:
    """Read the text of a lock file that is called so.

    Raises:
        LockError: it is damaged, or was written by a newer tablecheck.
    """
    try:
        written = json.loads(text)
        version = written["tablecheck_lock"]
        if version != VERSION:
            raise LockError(
                f"{name} is of version {version!r}, this tablecheck reads {VERSION}; {_RENEW} or update tablecheck"
            )
        return _read(written)
    except (ValueError, TypeError, KeyError, AttributeError, ArithmeticError, RecursionError) as error:
        why = "it holds the marks of a merge conflict" if _CONFLICT.search(text) else f"{type(error).__name__}: {error}"
        raise LockError(f"{name} is damaged ({why:.200}); {_RENEW}") from None


_RENEW = "write it anew with `tablecheck lock`"


def _written_reference(reference: LockedReference) -> dict[str, Any]:
    written: dict[str, Any] = {"cited": {name: _short(value) for name, value in reference.cited.items()}}
    if reference.fate:
        written["fetching"] = reference.fate
    return {**written, "documents": [OneLine(_written_document(document)) for document in reference.documents]}


def _written_document(document: LockedDocument) -> dict[str, Any]:
    fields = {
        "kind": document.kind,
        "identity": document.identity,
        "version": document.version,
        "sha256": document.sha256,
        "found_at": document.found_at,
    }
    return {name: value for name, value in fields.items() if value}


def _written_tables(tables: LockedTables) -> dict[str, Any]:
    problems = [
        OneLine({"stage": problem.stage, "message": problem.message, "path": problem.path, "line": problem.line})
        for problem in tables.extraction.problems
    ]
    return {
        "kind": tables.kind,
        "extractor": tables.extractor,
        **({"problems": problems} if problems else {}),
        "tables": [written_table(table) for table in tables.extraction.tables],
    }


def _read(written: dict[str, Any]) -> Lock:
    tables = {_sha256(name): _read_tables(tables) for name, tables in written["documents"].items()}
    references = {key: _read_reference(reference) for key, reference in written["references"].items()}
    for reference in references.values():
        for document in reference.documents:
            if document.sha256 not in tables:
                raise ValueError(f"the tables of the document {document.sha256[:12]} are missing")
    return Lock(str(written["manuscript"]), references, tables)


def _read_reference(written: dict[str, Any]) -> LockedReference:
    documents = tuple(
        LockedDocument(
            _kind(document["kind"]),
            document.get("version"),
            _sha256(document["sha256"]),
            str(document["found_at"]),
            str(document.get("identity", "")),
        )
        for document in written["documents"]
    )
    return LockedReference(dict(written["cited"]), documents, str(written.get("fetching", "")))


def _read_tables(written: dict[str, Any]) -> LockedTables:
    problems = tuple(
        Problem(str(problem["stage"]), str(problem["message"]), problem["path"], problem["line"])
        for problem in written.get("problems", ())
    )
    tables = tuple(read_table(table) for table in written["tables"])
    return LockedTables(_kind(written["kind"]), str(written["extractor"]), Extraction(tables, problems))


def _kind(written: object) -> Any:
    if written not in _KINDS:
        raise ValueError(f"no kind of document: {written!r:.100}")
    return written


def _sha256(written: str) -> str:
    if not _SHA256.fullmatch(written):
        raise ValueError(f"no SHA-256: {written!r:.100}")
    return written


def _short(value: object) -> object:
    return OneLine(value) if isinstance(value, list) else value


def _value(line: OneLine) -> Any:
    return line.value
