"""Writes a thesis of a hundred pages with forty tables, and the thirty papers that its numbers come from.

    python -m benchmarks.long_manuscript FOLDER

Everything is made up and the same in every run. A page holds some 2,700 characters of prose with citations, formulas
and references, as theses do. Each table has rows out of several papers, and one wrong number in every fourth.
"""

import random
import sys
from pathlib import Path

PAGES, TABLES, PAPERS = 100, 40, 30
_ROWS_A_PAPER, _COLUMNS, _ROWS = 8, 6, 10
_CHARACTERS_A_PAGE = 2_700
_SLIPS_EVERY = 4  # tables
_TALK = (
    "the model we train reads each page once and keeps what moves least over many steps so that its rivals fall behind "
    "when labels are few while larger encoders gain little from depth alone although both losses agree on clean "
    "pictures and differ near the boundary where most errors of earlier work were found"
)
_WORDS = tuple(_TALK.split())
_PLACES = (
    "Harbor",
    "Meadow",
    "Quarry",
    "Orchard",
    "Lagoon",
    "Fjord",
    "Delta",
    "Summit",
    "Tundra",
    "Canyon",
    "Island",
    "Moor",
)


def write_long_manuscript(folder: Path, *, chapters: int = 0) -> Path:
    """Write the thesis, in one file or in chapters, and its papers; gives the main file."""
    chance = random.Random(7)
    papers = [_paper(chance, number) for number in range(PAPERS)]
    (folder / "papers").mkdir(parents=True, exist_ok=True)
    for number, tables in enumerate(papers):
        (folder / "papers" / f"{_arxiv(number)}v1.html").write_text(_page(number, tables), encoding="utf-8")
    (folder / "refs.bib").write_text("\n".join(map(_entry, range(PAPERS))), encoding="utf-8")
    (folder / "tablecheck.toml").write_text('papers = ["papers"]\n', encoding="utf-8")
    pages = [_prose(chance) for _ in range(PAGES)]
    for table in range(TABLES):
        pages[table * PAGES // TABLES] += _table(chance, table, papers)
    main = folder / "thesis.tex"
    parts = [pages[start :: chapters or 1] for start in range(chapters or 1)]
    names = [f"chapter{number}" for number in range(chapters)]
    for name, part in zip(names, parts, strict=False):
        (folder / f"{name}.tex").write_text("\n".join(part), encoding="utf-8")
    body = "\n".join(rf"\include{{{name}}}" for name in names) if chapters else "\n".join(pages)
    main.write_text(_HEAD + body + _FOOT, encoding="utf-8")
    return main


_HEAD = r"""\documentclass{book}
\usepackage{booktabs,amsmath,graphicx}
\newcommand{\best}[1]{\textbf{#1}}
\newcommand{\ie}{i.e.\ }
\newcommand{\vect}[1]{\mathbf{#1}}
\begin{document}
"""
_FOOT = "\n\\bibliographystyle{plain}\n\\bibliography{refs}\n\\end{document}\n"


def _prose(chance: random.Random) -> str:
    text = rf"\section{{{' '.join(chance.sample(_WORDS, 4))}}}" + "\n"
    while len(text) < _CHARACTERS_A_PAGE:
        words = [chance.choice(_WORDS) for _ in range(chance.randint(40, 90))]
        words.insert(7, rf"\cite{{{_key(chance.randrange(PAPERS))}}}")
        words.insert(20, rf"$\vect{{x}}_{chance.randint(1, 9)} = \sum_i \alpha_i f(x_i) + {chance.random():.3f}$")
        words.insert(
            30, rf"(see Table~\ref{{tab:{chance.randrange(TABLES)}}} and \emph{{{chance.choice(_WORDS)}}}, \ie"
        )
        line, lines = "", []
        for word in words:
            line = f"{line} {word}".strip()
            if len(line) > 100:
                lines.append(line)
                line = ""
        text += "\n".join([*lines, line]) + ".\n\n"
    return text


def _paper(chance: random.Random, number: int) -> list[tuple[list[str], list[tuple[str, list[str]]]]]:
    """Three tables of a paper: their columns, and their rows with a name and values each."""
    tables = []
    for table in range(3):
        columns = chance.sample(_PLACES, _COLUMNS)
        rows = [
            (f"Net{number}-{chr(65 + row)}{'x' * table}", [f"{chance.uniform(20, 95):.1f}" for _ in columns])
            for row in range(_ROWS_A_PAPER)
        ]
        tables.append((columns, rows))
    return tables


def _table(chance: random.Random, number: int, papers: list) -> str:
    cited = chance.sample(range(PAPERS), 4)
    columns = papers[cited[0]][number % 3][0]
    lines = []
    slip = number % _SLIPS_EVERY == 0
    for row in range(_ROWS):
        paper = cited[row % len(cited)]
        theirs, rows = papers[paper][number % 3]
        name, values = rows[row // len(cited)]
        by_place = dict(zip(theirs, values, strict=True))
        cells = [by_place.get(column, "--") for column in columns]
        if slip and row == 0:
            cells[2] = f"{float(cells[2]) + 3:.1f}"
        cells[row % len(cells)] = rf"\best{{{cells[row % len(cells)]}}}"
        lines.append(rf"{name}~\cite{{{_key(paper)}}} & {' & '.join(cells)} \\")
    lines.append("Ours & " + " & ".join(f"{chance.uniform(50, 99):.1f}" for _ in columns) + r" \\")
    return "\n".join(
        [
            "",
            r"\begin{table}[t]\centering",
            rf"\caption{{Results of experiment {number}. Higher is better.}}\label{{tab:{number}}}",
            r"\begin{tabular}{l" + "c" * len(columns) + r"}\toprule",
            "Method & " + " & ".join(columns) + r" \\ \midrule",
            *lines,
            r"\bottomrule\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def _page(number: int, tables: list) -> str:
    drawn = []
    for position, (columns, rows) in enumerate(tables):
        head = "".join(f"<th>{column}</th>" for column in ("Method", *columns))
        body = "".join("<tr><td>" + "</td><td>".join((name, *values)) + "</td></tr>" for name, values in rows)
        caption = f"<figcaption>Table {position + 1}: Scores of setting {position + 1}.</figcaption>"
        drawn.append(f"<figure>{caption}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></figure>")
    head = f"<!DOCTYPE html><html><head><title>{_title(number)}</title></head>"
    return f"{head}<body><h1>{_title(number)}</h1>{''.join(drawn)}</body></html>"


def _entry(number: int) -> str:
    return (
        f"@article{{{_key(number)},\n  title = {{{_title(number)}}},\n  author = {{Author{number}, Ann}},\n"
        f"  eprint = {{{_arxiv(number)}v1}},\n  archivePrefix = {{arXiv}},\n  year = {{2023}},\n}}\n"
    )


def _title(number: int) -> str:
    return f"Net{number}: A Network of {' and '.join(_PLACES[number % 7 : number % 7 + 3])}"


def _key(number: int) -> str:
    return f"author2023net{number}"


def _arxiv(number: int) -> str:
    return f"2399.9{number:04d}"


if __name__ == "__main__":
    print(write_long_manuscript(Path(sys.argv[1])))
