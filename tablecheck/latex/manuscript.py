"""Read a manuscript: its files, its tables, its citations and its bibliography."""

import posixpath
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from tablecheck.latex.bibliography import read_bibliography
from tablecheck.latex.environments import outline
from tablecheck.latex.expand import expand
from tablecheck.latex.files import DiskFiles, Find, resolve
from tablecheck.latex.memo import ReadingMemo
from tablecheck.latex.provenance import read_marks
from tablecheck.latex.tables import tables_of
from tablecheck.latex.unread import unread_tables
from tablecheck.model.manuscript import Manuscript
from tablecheck.model.problem import Problem


def read_manuscript(
    path: Path, overlay: Mapping[str, str] | None = None, memo: ReadingMemo | None = None
) -> Manuscript:
    """Read a manuscript from its main file.

    Texts are named relative to the main file's folder. ``overlay`` holds unsaved texts, by the same names, in
    place of what is on disk. A file that cannot be read is a problem of the manuscript, never an exception. Who reads
    a manuscript again and again gives a ``memo``, so that what has not changed is not read again.
    """
    files = DiskFiles(path.parent, overlay or {})
    manuscript = _read(path.name, files.find, memo)
    told = {problem.path for problem in files.problems}
    problems = [one for one in manuscript.problems if one.path in manuscript.texts or one.path not in told]
    return replace(manuscript, problems=(*problems, *files.problems))


def read_files(files: Mapping[str, str], main: str) -> Manuscript:
    """Read a manuscript from memory; nothing outside the mapping is looked at, and TeX is never run."""
    known = {posixpath.normpath(name): text for name, text in files.items()}
    return _read(posixpath.normpath(main), known.get)


def read_found(main: str, find: Find, memo: ReadingMemo | None = None) -> Manuscript:
    """Read a manuscript whose files are found by somebody else; names are relative to the folder of the main file."""
    return _read(posixpath.normpath(main), find, memo)


def _read(main: str, find: Find, memo: ReadingMemo | None = None) -> Manuscript:
    stretches, known = (memo.stretches, memo.tables) if memo is not None else (None, None)
    expansion = expand(main, find, stretches)
    found = outline(expansion.flat)
    tables, damages = tables_of(expansion.flat, found, expansion.column_types, expansion.texts, known)
    tables, marks = read_marks(expansion.texts, tables, known)
    if known is not None:
        known.end()
    in_cells = {citation for table in tables for cell in table.cells for citation in cell.citations}
    citations = tuple(
        citation for _, citation in found.citations if citation not in in_cells and citation.command != "nocite"
    )
    texts = dict(expansion.texts)
    problems = [*expansion.problems, *damages, *unread_tables(expansion.flat, found, expansion.texts)]
    bibliographies, missing = _bibliography_files(main, found.bibliographies, find)
    problems.extend(missing)
    references, unread = read_bibliography({**texts, **bibliographies}, tuple(texts), tuple(found.bibliographies))
    problems.extend(unread)
    texts.update(bibliographies)
    return Manuscript(main, texts, tables, citations, references, tuple(problems), marks)


def _bibliography_files(main: str, names: list[str], find: Find) -> tuple[dict[str, str], list[Problem]]:
    """The texts of the named ``.bib`` files and of the main file's ``.bbl``."""
    texts: dict[str, str] = {}
    problems: list[Problem] = []
    compiled = posixpath.splitext(main)[0] + ".bbl"
    if (bbl := find(compiled)) is not None:
        texts[compiled] = bbl
    for name in names:
        path = resolve(name, main, find, suffix=".bib")
        if path is not None:
            texts[path] = find(path) or ""
        elif not texts:
            problems.append(Problem("read", f"the bibliography {name.removesuffix('.bib')}.bib cannot be found", main))
    return texts, problems
