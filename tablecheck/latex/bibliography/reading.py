"""Puts the bibliography of a manuscript together from all files that hold a part of it."""

from collections.abc import Mapping, Sequence
from posixpath import normpath

from tablecheck.latex.bibliography.bib_file import entries_of, split_bib, strings_of
from tablecheck.latex.bibliography.entry import Entry, inherit
from tablecheck.latex.bibliography.reference import reference_of
from tablecheck.model.citation import Reference
from tablecheck.model.problem import Problem


def read_bibliography(
    files: Mapping[str, str], main_text_paths: Sequence[str], bib_names: Sequence[str]
) -> tuple[dict[str, Reference], tuple[Problem, ...]]:
    r"""Read all references a manuscript may cite.

    ``files`` maps relative paths to texts and holds the ``.tex``, ``.bib`` and ``.bbl`` files;
    ``main_text_paths`` are the paths of the manuscript's texts, the main one first; ``bib_names`` are the
    names in ``\bibliography`` and ``\addbibresource``. An entry of a ``.bib`` file counts before one of a
    ``.bbl`` or a ``thebibliography``, which fill what is missing. Never raises for what the files hold.
    """
    entries, problems = _bib_entries(files, bib_names)
    references = {key: reference_of(inherit(entry, entries)) for key, entry in entries.items()}
    return references, problems


def _bib_entries(files: Mapping[str, str], bib_names: Sequence[str]) -> tuple[dict[str, Entry], tuple[Problem, ...]]:
    paths = {normpath(path): path for path in files}
    problems: list[Problem] = []
    split = []
    for name in dict.fromkeys(bib_names):
        path = paths.get(normpath(name)) if name.endswith(".bib") else paths.get(normpath(name + ".bib"))
        if path is None:
            problems.append(Problem("read", f"the bibliography {name} was not found beside the manuscript", name))
        else:
            split.append(split_bib(path, files[path]))
    strings = strings_of(split)
    entries: dict[str, Entry] = {}
    for file in split:
        read, damaged = entries_of(file, strings)
        problems.extend(damaged)
        for entry in read:
            entries.setdefault(entry.key, entry)
    return entries, tuple(problems)
