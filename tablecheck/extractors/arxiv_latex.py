"""Tables of LaTeX sources as arXiv hands them out; TeX is never run."""

import json
import posixpath
import re
from collections.abc import Mapping
from dataclasses import replace

from tablecheck.extractors.archives import unpack
from tablecheck.extractors.latex_numbering import number_tables
from tablecheck.latex.files import decode
from tablecheck.latex.manuscript import read_files
from tablecheck.latex.unread import NOT_LOOKED_AT
from tablecheck.model.document import Extraction
from tablecheck.model.problem import Problem

VERSION = "2"
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%.*")
_CLASS = re.compile(r"\\document(?:class|style)\s*(?:\[[^\]]*\])?\s*\{(?!standalone|beamer|tikz)")
_BEGIN = re.compile(r"\\begin\s*\{document\}")
_INCLUDED = re.compile(r"\\(?:input|include|subfile|import\s*\{[^}]*\}|subimport\s*\{[^}]*\})\s*\{?\s*([^\s}]+)")
_TABULAR = re.compile(r"\\begin\s*\{(?:tabular|longtable|tblr|longtblr|NiceTabular|tabu|array)")
_USUAL_NAMES = ("main", "ms", "paper", "arxiv", "article", "manuscript", "root")
_UNLIKELY = re.compile(
    r"suppl|appendix|rebuttal|response|cover|letter|template|example|sample|diff|standalone|poster", re.I
)


def extract(content: bytes) -> Extraction:
    """Read the tables of an archive, a compressed file or a plain LaTeX text.

    They are called "Table 1" and so on, as LaTeX numbers their captions; a table without a caption has no label.
    """
    unpacked = unpack(content)
    files = {name: decode(text) for name, text in unpacked.files.items()}
    main = find_main(files)
    is_complete = main is not None
    if main is None:
        main, files = _all_tables(files)
    if not files[main]:
        problems = unpacked.problems or (Problem("extract", "no LaTeX file in it; give the PDF or the HTML page"),)
        return Extraction((), problems)
    manuscript = read_files(files, main)
    tables = tuple(replace(table, read_by="latex") for table in number_tables(manuscript.tables, manuscript.texts))
    if not is_complete:  # the order of the tables in the paper is not known
        tables = tuple(replace(table, label="") for table in tables)
    # That a paper has tables which are pictures too is no reason to doubt those that were read.
    unread = (problem for problem in manuscript.problems if not problem.message.endswith(NOT_LOOKED_AT))
    problems = (*unpacked.problems, *(replace(problem, stage="extract") for problem in unread))
    if not tables and not problems:
        problems = (Problem("extract", f"no table stands in {main} and the files it includes"),)
    return Extraction(tables, problems)


def find_main(files: Mapping[str, str]) -> str | None:
    """Tell which file of a source LaTeX is to be run on, ``None`` where no file is a complete document.

    What arXiv's own notes say counts first. Of several complete documents, it is the one no other includes,
    with a usual name, near the top, and the longest.
    """
    sources = _sources(files)
    for name in _named_by_arxiv(files):
        if name in sources:
            return name
    complete = [name for name, text in sources.items() if _CLASS.search(text) and _BEGIN.search(text)]
    included = _included(sources)
    outermost = [name for name in complete if name not in included] or complete
    return max(outermost, key=lambda name: _likelihood(name, sources[name]), default=None)


def _all_tables(files: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """A main file for a source that has none, such as a folder of tables: all files with tables, by name."""
    sources = _sources(files)
    included = _included(sources)
    parts = sorted(name for name, text in sources.items() if _TABULAR.search(text) and name not in included)
    main = next(name for name in ("all.tex", "all tables.tex", "all tables of the source.tex") if name not in files)
    return main, {**files, main: "\n".join(f"\\input{{{name}}}" for name in parts)}


def _sources(files: Mapping[str, str]) -> dict[str, str]:
    """The LaTeX files, without their comments."""
    return {name: _COMMENT.sub(r"\1", text) for name, text in files.items() if _is_source(name)}


def _included(sources: Mapping[str, str]) -> set[str]:
    """The files that another one includes."""
    return {_resolved(found, name, sources) for name, text in sources.items() for found in _INCLUDED.findall(text)}


def _is_source(name: str) -> bool:
    return posixpath.splitext(name)[1].lower() in {".tex", ".ltx", ".latex"}


def _likelihood(name: str, text: str) -> tuple[bool, bool, int, int]:
    stem = posixpath.splitext(posixpath.basename(name))[0].lower()
    return _UNLIKELY.search(stem) is None, stem in _USUAL_NAMES, -name.count("/"), len(text)


def _resolved(included: str, by: str, sources: Mapping[str, str]) -> str:
    for folder in (posixpath.dirname(by), ""):
        path = posixpath.normpath(posixpath.join(folder, included))
        for candidate in (path, f"{path}.tex"):
            if candidate in sources:
                return candidate
    return included


def _named_by_arxiv(files: Mapping[str, str]) -> list[str]:
    """The top-level files that arXiv's ``00README`` names, in either of its forms."""
    named: list[str] = []
    for name, text in files.items():
        if posixpath.basename(name).lower() == "00readme.xxx":
            named += [line.split()[0] for line in text.splitlines() if line.strip().lower().endswith("toplevelfile")]
        elif posixpath.basename(name).lower() == "00readme.json":
            named += _top_level(text)
    return named


def _top_level(text: str) -> list[str]:
    try:
        sources = json.loads(text).get("sources", [])
        return [str(source["filename"]) for source in sources if source.get("usage") == "toplevel"]
    except (ValueError, AttributeError, KeyError, TypeError, RecursionError):
        return []
