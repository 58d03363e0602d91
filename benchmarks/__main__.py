"""Time tablecheck beside what it is compared with, turn by turn in one run, and print ratios.

    python -m benchmarks [--rounds N]

Each line is the median and the spread of one piece of work and of its yardstick, and their ratio. Ratios hold where
the machine is busy; the times do not. With the development data at hand the quality of extraction is measured by
``benchmarks/numbers_in_place.py`` and ``tablecheck eval``.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

EXAMPLE = Path(__file__).resolve().parents[1] / "examples"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    table = Table("work", "seconds", "beside", "seconds", "ratio")
    for name, work, yardstick_name, yardstick in comparisons():
        ours, theirs = in_turn(work, yardstick, rounds)
        ratio = median(a / b for a, b in zip(ours, theirs, strict=True))
        table.add_row(name, spread(ours), yardstick_name, spread(theirs), f"{ratio:.2f}")
    Console().print(table)


def comparisons() -> list[tuple[str, Callable[[], object], str, Callable[[], object]]]:
    import pymupdf
    from pylatexenc.latexwalker import LatexWalker

    from tablecheck.extractors import pdf_geometry
    from tablecheck.latex.manuscript import read_manuscript
    from tablecheck.linter.engine import Engine
    from tablecheck.sources.library import Library

    paper, papers = EXAMPLE / "paper.tex", EXAMPLE / "papers"
    texts = list(read_manuscript(paper).texts.values())
    content = (papers / "halvorsen2023fjordnet.pdf").read_bytes()
    engine = Engine(Library([papers], EXAMPLE))
    engine.check(read_manuscript(paper))  # the cited papers are read once, as in an editor

    def parse_only() -> None:
        for text in texts:
            LatexWalker(text, tolerant_parsing=True).get_latex_nodes()

    def find_tables() -> None:
        with pymupdf.open(stream=content, filetype="pdf") as document:
            for page in document:
                page.find_tables()

    def recheck() -> None:
        engine.check(read_manuscript(paper))

    return [
        ("read the manuscript", lambda: read_manuscript(paper), "parse it with pylatexenc", parse_only),
        ("check it, papers read", recheck, "parse it with pylatexenc", parse_only),
        ("tables of a PDF", lambda: pdf_geometry.extract(content), "PyMuPDF find_tables", find_tables),
    ]


def in_turn(
    work: Callable[[], object], yardstick: Callable[[], object], rounds: int
) -> tuple[list[float], list[float]]:
    """Run both once to warm up, then in turn; give their seconds."""
    ours: list[float] = []
    theirs: list[float] = []
    for counted in (False, *[True] * rounds):
        for function, seconds in ((work, ours), (yardstick, theirs)):
            started = time.perf_counter()
            function()
            if counted:
                seconds.append(time.perf_counter() - started)
    return ours, theirs


def spread(seconds: list[float]) -> str:
    return f"{median(seconds):.3f} ({min(seconds):.3f} to {max(seconds):.3f})"


if __name__ == "__main__":
    main()
