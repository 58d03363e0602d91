"""Pieces of the work beside what they are compared with, turn by turn in one run: medians, spread and their ratio."""

import importlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

EXAMPLE = Path(__file__).resolve().parents[1] / "examples"
_OLD_READERS = ("pybtex==0.26.1", "bibtexparser==1.4.4")
"""Readers of .bib files that cannot be installed beside ours, for one has its name."""

Work = Callable[[], object]


@dataclass(frozen=True)
class Pair:
    """A piece of work and its yardstick."""

    name: str
    work: Work
    beside: str
    yardstick: Work


def section(rounds: int) -> str:
    """The comparisons as Markdown."""
    lines = ["| work | seconds | beside | seconds | ratio |", "| --- | --- | --- | --- | --- |"]
    left_out = []
    with tempfile.TemporaryDirectory() as folder:
        for pair in [*_in_process(), *_bibliographies(Path(folder), left_out), *_pdfs(left_out), *_processes(left_out)]:
            ours, theirs = in_turn(pair.work, pair.yardstick, rounds)
            ratio = median(a / b for a, b in zip(ours, theirs, strict=True))
            lines.append(f"| {pair.name} | {spread(ours)} | {pair.beside} | {spread(theirs)} | {ratio:.3g} |")
    lines += [f"\nNot compared: {', '.join(left_out)}." if left_out else ""]
    return (
        "Medians and spread of what was run in turn; a ratio below 1 says that tablecheck is faster.\n\n"
        + "\n".join(lines)
    )


def _in_process() -> Iterator[Pair]:
    from pylatexenc.latexwalker import LatexWalker

    from tablecheck.latex.manuscript import read_manuscript
    from tablecheck.linter.engine import Engine
    from tablecheck.sources.library import Library

    paper, papers = EXAMPLE / "paper.tex", EXAMPLE / "papers"
    texts = list(read_manuscript(paper).texts.values())

    def parse_only() -> None:
        for text in texts:
            LatexWalker(text, tolerant_parsing=True).get_latex_nodes()

    def first() -> object:
        return Engine(Library([papers], EXAMPLE)).check(read_manuscript(paper))

    engine = Engine(Library([papers], EXAMPLE))
    yield Pair("read the manuscript", partial(read_manuscript, paper), "parse it with pylatexenc", parse_only)
    yield Pair(
        "check it, papers read", lambda: engine.check(read_manuscript(paper)), "check it, papers not read", first
    )


def _bibliographies(folder: Path, left_out: list[str]) -> Iterator[Pair]:
    """Each reader reads a file of a thousand entries in a process of its own, which says how long reading took."""
    bib = folder / "thousand.bib"
    bib.write_text("".join(_ENTRY.format(number=number) for number in range(1000)), encoding="utf-8")
    target = folder / "old"
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(target), *_OLD_READERS],
        capture_output=True, check=False,
    )  # fmt: skip
    if done.returncode:
        left_out.append("pybtex and bibtexparser 1, which cannot be had from here")
        return
    ours = _Reader(
        "from tablecheck.latex.bibliography.reading import read_bibliography",
        f"read_bibliography({{'a.bib': open({str(bib)!r}).read()}}, [], ['a'])",
        "",
    )
    pybtex = _Reader("from pybtex.database import parse_file", f"parse_file({str(bib)!r})", str(target))
    parser = _Reader("import bibtexparser", f"bibtexparser.loads(open({str(bib)!r}).read())", str(target))
    yield Pair("read 1,000 entries of a .bib file", ours.run, "pybtex", pybtex.run)
    yield Pair("read 1,000 entries of a .bib file", ours.run, "bibtexparser 1", parser.run)


_ENTRY = (
    "@article{{key{number},\n  title = {{A {{Toy}} Paper of Number {number}}},\n"
    "  author = {{Ada Example and Bo Sample}},\n"
    "  journal = {{Journal of Toys}},\n  year = {{2021}},\n  pages = {{1--9}},\n}}\n\n"
)


@dataclass(frozen=True)
class _Reader:
    """A statement that is timed in a process of its own."""

    setup: str
    statement: str
    path: str

    def run(self) -> float:
        clock = "time.perf_counter()"
        code = f"import time\n{self.setup}\nstart = {clock}\n{self.statement}\nprint({clock} - start)"
        path = os.pathsep.join(filter(None, [self.path, str(EXAMPLE.parent)]))
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, check=True,
            env=os.environ | {"PYTHONPATH": path},
        )  # fmt: skip
        return float(done.stdout.split()[-1])


def _pdfs(left_out: list[str]) -> Iterator[Pair]:
    """Every PDF of the example, with each tool that is installed; layout costs what its model costs."""
    from tablecheck.extractors import pdf_geometry

    contents = [path.read_bytes() for path in sorted((EXAMPLE / "papers").glob("*.pdf"))]

    def with_tool(extract: Callable[[bytes], object]) -> Work:
        return lambda: [extract(content) for content in contents]

    for name, module, function in (
        ("PyMuPDF find_tables", "pymupdf_lines", "extract"),
        ("PyMuPDF layout", "pymupdf_layout", "extract"),
        ("pdfplumber", "pdfplumber", "extract"),
        ("camelot stream", "camelot", "extract_stream"),
    ):
        try:
            other = getattr(importlib.import_module(f"tablecheck.extractors.baselines.{module}"), function)
            other(contents[0])
        except ImportError:
            left_out.append(name)
            continue
        yield Pair("tables of the example's PDFs", with_tool(pdf_geometry.extract), name, with_tool(other))


def _processes(left_out: list[str]) -> Iterator[Pair]:
    """Whole commands, from nothing to their end."""
    if shutil.which("latexml") is None:
        left_out.append("LaTeXML")
        return
    paper = str(EXAMPLE.parent / "benchmarks" / "tables-src" / "longtable.tex")
    read = [sys.executable, "-m", "tablecheck", "extract", paper]
    xml = ["latexml", "--quiet", "--log=/dev/null", "--destination=/dev/null", paper]
    yield Pair(
        "tablecheck extract longtable.tex, the whole command", partial(_run, read), "latexml", partial(_run, xml)
    )


def _run(command: list[str]) -> None:
    subprocess.run(command, capture_output=True, check=False, stdin=subprocess.DEVNULL)


def in_turn(work: Work, yardstick: Work, rounds: int) -> tuple[list[float], list[float]]:
    """Run both in turn and give their seconds, by the clock or as they say themselves; first once to warm up."""
    ours: list[float] = []
    theirs: list[float] = []
    for counted in (False, *[True] * rounds):
        for function, seconds in ((work, ours), (yardstick, theirs)):
            started = time.perf_counter()
            said = function()
            if counted:
                seconds.append(said if isinstance(said, float) else time.perf_counter() - started)
    return ours, theirs


def spread(seconds: list[float]) -> str:
    """The median, with the least and the most."""
    return f"{median(seconds):.3f} ({min(seconds):.3f} to {max(seconds):.3f})"
