"""Puts the bibliography of a manuscript together from all files that hold a part of it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from posixpath import normpath, splitext

from tablecheck.latex.bibliography.bib_file import entries_of, split_bib, strings_of
from tablecheck.latex.bibliography.bibitem import read_bibitems
from tablecheck.latex.bibliography.biblatex_bbl import is_biblatex, read_biblatex_bbl
from tablecheck.latex.bibliography.entry import Entry, inherit
from tablecheck.latex.bibliography.reference import reference_of
from tablecheck.model.citation import Reference
from tablecheck.model.problem import Problem

# Entries; all of so many are read in about a second. The bibliographies of whole fields hold a hundred thousand.
_MANY = 1_000
_MOST_PROBLEMS = 50
_WORD = re.compile(r"[^\s,{}\[\]]+")

_Named = tuple[tuple[str, str], ...]
"""The paths and texts of ``.bib`` files."""


def read_bibliography(
    files: Mapping[str, str], main_text_paths: Sequence[str], bib_names: Sequence[str]
) -> tuple[dict[str, Reference], tuple[Problem, ...]]:
    r"""Read all references a manuscript may cite.

    ``files`` maps relative paths to texts and holds the ``.tex``, ``.bib`` and ``.bbl`` files;
    ``main_text_paths`` are the paths of the manuscript's texts, the main one first; ``bib_names`` are the
    names in ``\bibliography`` and ``\addbibresource``. An entry of a ``.bib`` file counts before one of a
    ``.bbl`` or a ``thebibliography``, which fill what is missing. Of a very large bibliography only the entries
    are given whose keys stand in the texts. Never raises for what the files hold.
    """
    named, missing = _named(files, bib_names)
    entries, damaged = _entries(named)
    wanted = set(entries)
    if len(entries) > _MANY:
        texts = [files[path] for path in main_text_paths if path in files]
        wanted = wanted.intersection(word for text in texts for word in _WORD.findall(text)) if texts else wanted
    known = _references(named)
    for key in entries:
        if key in wanted and key not in known:
            known[key] = reference_of(inherit(entries[key], entries))
    references = {key: known[key] for key in entries if key in wanted}
    printed: dict[str, Reference] = {}
    for reference in _printed(files, main_text_paths):
        printed.setdefault(reference.key, reference)
    for key, reference in printed.items():
        references.setdefault(key, reference)
    # What LaTeX would print is at hand: a .bib that did not come along, as in arXiv sources, hides nothing.
    return references, _first(damaged) if printed else (*missing, *_first(damaged))


def _first(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    if len(problems) <= _MOST_PROBLEMS:
        return problems
    rest = len(problems) - _MOST_PROBLEMS
    more = Problem("read", f"{rest} more entries are not well formed", problems[_MOST_PROBLEMS].path)
    return (*problems[:_MOST_PROBLEMS], more)


def _printed(files: Mapping[str, str], main_text_paths: Sequence[str]) -> Iterator[Reference]:
    """Read the ``.bbl`` files, that of the main text first, and the bibliographies inside the texts."""
    main = splitext(main_text_paths[0])[0] + ".bbl" if main_text_paths else ""
    bbl_paths = sorted((path for path in files if path.endswith(".bbl")), key=lambda path: (path != main, path))
    for path in dict.fromkeys([*bbl_paths, *(path for path in main_text_paths if path in files)]):
        text = files[path]
        if path.endswith(".bbl") and is_biblatex(text):
            yield from map(reference_of, read_biblatex_bbl(path, text))
        else:
            yield from read_bibitems(path, text)


def _named(files: Mapping[str, str], bib_names: Sequence[str]) -> tuple[_Named, tuple[Problem, ...]]:
    """The named ``.bib`` files with their texts, and those that were not found."""
    paths = {normpath(path): path for path in files}
    missing: list[Problem] = []
    found: list[tuple[str, str]] = []
    for name in dict.fromkeys(bib_names):
        path = paths.get(normpath(name)) if name.endswith(".bib") else paths.get(normpath(name + ".bib"))
        if path is None:
            message = f"the bibliography {name} was not found; what only it defines cannot be checked"
            missing.append(Problem("read", message, name))
        else:
            found.append((path, files[path]))
    return tuple(found), tuple(missing)


@lru_cache(maxsize=4)  # who reads a manuscript again has changed its bibliography seldom
def _entries(named: _Named) -> tuple[Mapping[str, Entry], tuple[Problem, ...]]:
    """Read ``.bib`` files; gives the entries by key, and what is damaged."""
    problems: list[Problem] = []
    split = [split_bib(path, text) for path, text in named]
    strings = strings_of(split)
    entries: dict[str, Entry] = {}
    for file in split:
        read, damaged = entries_of(file, strings)
        problems.extend(damaged)
        for entry in read:
            entries.setdefault(entry.key, entry)
    return entries, tuple(problems)


@lru_cache(maxsize=4)
def _references(named: _Named) -> dict[str, Reference]:
    """The references that were made of entries of these files so far; whoever makes one more puts it here."""
    return {}
