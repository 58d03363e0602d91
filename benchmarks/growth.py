"""How the time of each piece grows with its work: the exponent of a power fitted to medians.

    python -m benchmarks.growth [--rounds N]

1 is linear. Processor seconds are counted, so that a busy machine changes little.
"""

import argparse
import math
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from tablecheck.latex.manuscript import read_files
from tablecheck.matching.match import match_sources
from tablecheck.model.citation import Reference
from tablecheck.model.document import SourceDocument
from tablecheck.model.table import Table


@dataclass(frozen=True)
class Growth:
    """What was timed: sizes, median seconds of each, and the exponent with which the seconds grow."""

    name: str
    unit: str
    sizes: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def exponent(self) -> float:
        """The slope of the seconds over the sizes, both as logarithms, by least squares."""
        xs, ys = [math.log(size) for size in self.sizes], [math.log(one) for one in self.seconds]
        mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
        over = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
        return over / sum((x - mean_x) ** 2 for x in xs)


def measured(name: str, unit: str, works: dict[int, Callable[[], object]], rounds: int) -> Growth:
    """Time each size in turn, after one run to warm up."""
    seconds: dict[int, list[float]] = {size: [] for size in works}
    for counted in (False, *[True] * rounds):
        for size, work in works.items():
            started = time.process_time()
            work()
            if counted:
                seconds[size].append(time.process_time() - started)
    return Growth(name, unit, tuple(works), tuple(median(seconds[size]) for size in works))


def latex_reading(rounds: int) -> Growth:
    """Reading a manuscript of 100 kB to 10 MB: text, macros and a table every few pages."""
    sizes = (100_000, 1_000_000, 10_000_000)
    return measured("reading LaTeX", "bytes", {size: _reading(_manuscript(size)) for size in sizes}, rounds)


def matching_cells(rounds: int) -> Growth:
    """Matching two tables of 100 to 10,000 cells of which most agree."""
    sizes = {100: (10, 10), 1_000: (50, 20), 10_000: (250, 40)}
    return measured("matching a table", "cells", {size: _matching(*shape, 1) for size, shape in sizes.items()}, rounds)


def matching_tables(rounds: int) -> Growth:
    """Matching one table with papers of 10 to 160 tables."""
    sizes = (10, 40, 160)
    return measured("matching with a paper", "tables", {size: _matching(12, 6, size) for size in sizes}, rounds)


def _reading(text: str) -> Callable[[], object]:
    return lambda: read_files({"main.tex": text}, "main.tex")


def _matching(rows: int, columns: int, candidates: int) -> Callable[[], object]:
    chance = random.Random(rows * columns + candidates)
    tables = [_table(_tabular(chance, rows, columns, f"T{number}")) for number in range(candidates)]
    ours = _table(_tabular(random.Random(rows * columns + candidates), rows, columns, "T0", cite="key"))
    document = SourceDocument(Reference("key"), "latex", b"", "0" * 64, "made up")
    return lambda: match_sources(ours, [("key", document, tuple(tables))])


def _table(tabular: str) -> Table:
    text = f"\\documentclass{{article}}\\begin{{document}}{tabular}\\end{{document}}"
    (table,) = read_files({"main.tex": text}, "main.tex").tables
    return table


def _tabular(chance: random.Random, rows: int, columns: int, name: str, cite: str = "") -> str:
    head = " & ".join(["Method", *(f"Set{column}" for column in range(columns))])
    cited = f"~\\cite{{{cite}}}" if cite else ""
    lines = [
        " & ".join([f"{name}-Net{row}{cited}", *(f"{chance.uniform(1, 99):.2f}" for _ in range(columns))])
        for row in range(rows)
    ]
    body = " \\\\\n".join([head, *lines])
    begin = f"\\begin{{table}}\\caption{{Accuracy.}}\\begin{{tabular}}{{l{'c' * columns}}}"
    return f"{begin}\n{body} \\\\\n\\end{{tabular}}\\end{{table}}\n"


def _manuscript(size: int) -> str:
    chance = random.Random(0)
    words = "We follow the usual \\emph{protocol} and report $x_{ij}$ as in \\cite{one}. " * 60
    parts = ["\\documentclass{article}\\newcommand{\\ours}{OursNet}\\begin{document}"]
    length = 0
    while length < size:
        part = f"\\section{{More}} {words} \\ours\n" + _tabular(chance, 12, 6, "M", "one")
        parts.append(part)
        length += len(part)
    return "\n".join([*parts, "\\end{document}"])


GROWTHS: Sequence[Callable[[int], Growth]] = (latex_reading, matching_cells, matching_tables)


def section(rounds: int) -> str:
    """The growths as Markdown."""
    lines = ["| work | sizes | seconds | exponent |", "| --- | --- | --- | --- |"]
    for growth in GROWTHS:
        found = growth(rounds)
        sizes = ", ".join(f"{size:,}" for size in found.sizes)
        seconds = ", ".join(f"{one:.3g}" for one in found.seconds)
        lines.append(f"| {found.name} | {sizes} {found.unit} | {seconds} | {found.exponent:.2f} |")
    return "Processor seconds, and the exponent of the power that fits them; 1 is linear.\n\n" + "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    print(section(parser.parse_args().rounds))


if __name__ == "__main__":
    main()
