"""A thesis of two hundred pages in many files: sixty tables that copy from forty papers, with five slips.

Everything is invented and the same at every run.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

CHAPTERS = 20
TABLES_PER_CHAPTER = 3
PAPERS = 40
DATA_SETS = ("Estuary", "Lagoon", "Fjord", "Atoll", "Delta", "Skerry")
_SYLLABLES = ("al", "bro", "cor", "dun", "eid", "fal", "gry", "hul", "isk", "jor", "kel", "lun", "mer", "nor")
_WORDS = ("coast", "water", "image", "model", "tide", "sand", "network", "training", "sample", "depth", "shallow")

_MAIN = r"""\documentclass[11pt]{report}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\usepackage{booktabs}
\newcommand{\best}[1]{\textbf{#1}}
\title{Coasts from Above}
\author{A. Student}
\begin{document}
\maketitle
\tableofcontents
%s
\bibliographystyle{plain}
\bibliography{thesis}
\end{document}
"""
_TABLE = r"""\begin{table}
\centering
\caption{Accuracy (\%%) on the six coasts, experiment %d.}
\label{tab:%d}
\begin{tabular}{lrrrrrr}
\toprule
Method & %s \\
\midrule
%s
\midrule
This thesis & %s \\
\bottomrule
\end{tabular}
\end{table}
"""


@dataclass(frozen=True, slots=True)
class Cited:
    """A paper: its key, its method, and what it prints in tenths, a row for each of two sizes."""

    key: str
    arxiv_id: str
    method: str
    rows: tuple[tuple[int, ...], ...]

    def labels(self) -> tuple[str, ...]:
        return tuple(f"{self.method}-{size}" for size in "SL")


def write_thesis(folder: Path) -> None:
    """Write the thesis, its bibliography and the cited papers."""
    chance = random.Random(20)
    papers = [_paper(number, chance) for number in range(PAPERS)]
    for part in ("chapters", "tables", "papers"):
        (folder / part).mkdir(parents=True)
    for paper in papers:
        (folder / "papers" / f"{paper.arxiv_id}v1.html").write_text(_html(paper), "utf-8")
    (folder / "thesis.bib").write_text("\n".join(map(_entry, papers)), "utf-8")
    for table in range(CHAPTERS * TABLES_PER_CHAPTER):
        quoted = [papers[(3 * table + step * 7) % PAPERS] for step in range(3)]
        (folder / "tables" / f"table{table:02}.tex").write_text(_table(table, quoted, chance), "utf-8")
    for chapter in range(CHAPTERS):
        (folder / "chapters" / f"chapter{chapter:02}.tex").write_text(_chapter(chapter, chance), "utf-8")
    includes = "\n".join(rf"\include{{chapters/chapter{chapter:02}}}" for chapter in range(CHAPTERS))
    (folder / "thesis.tex").write_text(_MAIN % includes, "utf-8")
    for table, change in SLIPS.items():
        _slip(folder / "tables" / f"table{table:02}.tex", change)


def _digits_exchanged(tenths: int) -> int:
    ones, tens = tenths // 10 % 10, tenths // 100
    return ones * 100 + tens * 10 + tenths % 10


SLIPS = {
    4: _digits_exchanged,
    17: lambda tenths: tenths + 100 if tenths < 700 else tenths - 100,
    30: _digits_exchanged,
    44: lambda tenths: tenths * 10,
    58: _digits_exchanged,
}
"""The tables in which a number of the first row is wrong, and what was done to it."""


def _slip(file: Path, change: Callable[[int], int]) -> None:
    lines = file.read_text("utf-8").splitlines()
    number = next(place for place, line in enumerate(lines) if r"\cite" in line)
    cells = lines[number].removesuffix(r" \\").split(" & ")
    for place in range(2, len(cells)):
        tenths = round(float(cells[place]) * 10)
        if tenths // 10 % 10 not in (0, tenths // 100):  # equal digits cannot be exchanged, nor a zero to the front
            cells[place] = f"{change(tenths) / 10:.1f}"
            break
    lines[number] = " & ".join(cells) + r" \\"
    file.write_text("\n".join(lines) + "\n", "utf-8")


def _paper(number: int, chance: random.Random) -> Cited:
    name = "".join(chance.sample(_SYLLABLES, 2)).capitalize() + str(number)
    rows = tuple(tuple(chance.randrange(510, 960) for _ in DATA_SETS) for _ in "SL")
    return Cited(f"{name.lower()}", f"2001.9{number:04}", name, rows)


def _title(paper: Cited) -> str:
    return f"{paper.method}: Reading the Coast, Part {paper.arxiv_id[-2:]}"


def _entry(paper: Cited) -> str:
    return (
        f"@article{{{paper.key},\n  title = {{{{{_title(paper)}}}}},\n  author = {{Author, {paper.method} A.}},\n"
        f"  year = {{2020}},\n  eprint = {{{paper.arxiv_id}}},\n}}\n"
    )


def _html(paper: Cited) -> str:
    head = "".join(f"<th>{name}</th>" for name in DATA_SETS)
    rows = "".join(
        f"<tr><td>{label}</td>{''.join(f'<td>{tenths / 10:.1f}</td>' for tenths in row)}</tr>\n"
        for label, row in zip(paper.labels(), paper.rows, strict=True)
    )
    return (
        f"<!doctype html><html><head><meta charset='utf-8'><title>{_title(paper)}</title></head><body>"
        f"<h1>{_title(paper)}</h1>\n<table><caption>Table 1: Accuracy (%).</caption>\n"
        f"<tr><th>Method</th>{head}</tr>\n{rows}</table></body></html>\n"
    )


def _table(number: int, quoted: list[Cited], chance: random.Random) -> str:
    lines = [
        " & ".join([rf"{label}~\cite{{{paper.key}}}", *(f"{tenths / 10:.1f}" for tenths in row)]) + r" \\"
        for paper in quoted
        for label, row in zip(paper.labels(), paper.rows, strict=True)
    ]
    ours = " & ".join(rf"\best{{{chance.randrange(961, 999) / 10:.1f}}}" for _ in DATA_SETS)
    return _TABLE % (number, number, " & ".join(DATA_SETS), "\n".join(lines), ours)


def _chapter(number: int, chance: random.Random) -> str:
    parts = [rf"\chapter{{Coast {number + 1}}}"]
    for section in range(TABLES_PER_CHAPTER):
        table = number * TABLES_PER_CHAPTER + section
        parts += [rf"\section{{Experiment {table}}}", rf"\input{{tables/table{table:02}}}"]
        parts += [_paragraph(chance) for _ in range(7)]
    return "\n\n".join(parts) + "\n"


def _paragraph(chance: random.Random) -> str:
    return " ".join(" ".join(chance.choices(_WORDS, k=14)).capitalize() + ". " for _ in range(11))
