"""While someone types, the undamaged rows and the next tables survive."""

import gc
import random
from collections.abc import Callable
from functools import cache

import pytest

from tablecheck.latex.manuscript import read_files
from tablecheck.latex.tables import read_tables
from tablecheck.model.table import Table
from tests.data_folder import DATA, needs_data
from tests.latex.grids import tabular

HAND_WRITTEN = [
    tabular(
        "lccc",
        "\\toprule\nMethod & A & B & C \\\\\n\\midrule\n"
        "NorthNet~\\cite{n} & 71.3 & \\textbf{88.4} & 60.5 \\\\ % re-run\n"
        "SouthNet~\\cite{s} & 72.9 & 89.0 & $61.7_{\\pm 0.2}$ \\\\\n"
        "\\makecell{East\\\\Net} & 1.5 & 2.5 & 3.5 \\\\\nOurs & \\textbf{74.1} & 90.2 & 63.3 \\\\\n\\bottomrule",
    ),
    tabular(
        "|l|cc|",
        "\\hline\n\\multirow{2}{*}{M} & \\multicolumn{2}{c|}{G} \\\\ \\cline{2-3}\n & a & b \\\\ \\hline\n"
        "X & 1.25 & 2.5 \\\\ \\hline\n"
        "Y & 3.25 & 4.5 \\\\ \\hline\n\\multirow{2}{*}{Z} & 5.25 & 6.5 \\\\\n & 7.25 & 8.5 \\\\ \\hline",
    ),
    tabular("lrr", "A & 10 & 20 \\\\\n\nB & 30 & 40 \\\\\n\nC & 50 & 60 \\\\\nD & 70 & 80"),
]
DAMAGES: dict[str, Callable[[str, int], str]] = {
    "missing \\end{tabular}": lambda text, at: "".join(text.rsplit("\\end{tabular}", 1)),
    "half \\textbf{": lambda text, at: text[:at] + " \\textbf{" + text[at:],
    "half \\cite{": lambda text, at: text[:at] + " \\cite{he2" + text[at:],
    "lone $": lambda text, at: text[:at] + " $" + text[at:],
    "stray }": lambda text, at: text[:at] + " }" + text[at:],
    "half \\begin{": lambda text, at: text[:at] + " \\begin{" + text[at:],
    "half \\multicolumn": lambda text, at: text[:at] + " \\multicolumn{2}{c" + text[at:],
    "half \\multicolumn text": lambda text, at: text[:at] + " \\multicolumn{2}{c}{" + text[at:],
    "half option": lambda text, at: text[:at] + " \\cite[see" + text[at:],
    "lone backslash": lambda text, at: text[:at] + " \\" + text[at:],
    "half \\verb": lambda text, at: text[:at] + " \\verb|x" + text[at:],
    "half \\begin{tabular}": lambda text, at: text[:at] + " \\begin{tabular}{c} x" + text[at:],
    "half \\iffalse": lambda text, at: text[:at] + " \\iffalse " + text[at:],
    "half macro": lambda text, at: text[:at] + " \\best{" + text[at:],
}
# Share of A's rows kept, share of B's read whole. A lone backslash hides the `&` after it: that row suffers.
FLOORS = dict.fromkeys(DAMAGES, (0.97, 1.0)) | {"lone backslash": (0.85, 1.0)}


def rows_that_say_something(table: Table) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The rows of a table by their numbers and citations, and the columns these stand in."""
    rows = []
    for line in range(table.row_count):
        cells = [cell for cell in table.row_cells(line) if cell.row == line]
        numbers = tuple(f"{cell.column}:{number.text}" for cell in cells for number in cell.numbers)
        keys = tuple(key for cell in cells for citation in cell.citations for key in citation.keys)
        if numbers or keys:
            rows.append((numbers, keys))
    return rows


@cache
def whole_rows(text: str) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The rows of an undamaged table."""
    return rows_that_say_something(read_tables(text)[0])


def survival(first: str, second: str, damage: Callable[[str, int], str], at: int, floats: bool) -> tuple[float, bool]:
    """Damage one table before another: the share of its rows that are kept, and whether the other is whole."""
    rows, others = whole_rows(first), whole_rows(second)
    damaged = damage(first, at)
    if floats:
        text = (
            f"Intro.\n\\begin{{table}}\n{damaged}\n\\caption{{x}}\n\\end{{table}}\nSome $x$ text.\n\n"
            f"\\begin{{table}}\n{second}\n\\end{{table}}\nBye.\n"
        )
    else:
        text = f"Intro.\n\n{damaged}\n\nSome $x$ text with 3.5 words.\n\n{second}\n\nBye.\n"
    read = [
        rows_that_say_something(table) for table in read_tables(f"\\newcommand{{\\best}}[1]{{\\textbf{{#1}}}}\n{text}")
    ]
    kept = {row for table in read for row in table}
    return len(set(rows) & kept) / len(set(rows)), others in read


def places_to_type(text: str) -> list[int]:
    """Where a cell ends, in the middle of the table."""
    ends = [at for at, character in enumerate(text) if character == "&" and text[at - 1] != "\\"]
    return ends[len(ends) // 4 : 3 * len(ends) // 4] or ends


@pytest.mark.parametrize("name", DAMAGES)
@pytest.mark.parametrize("floats", [True, False])
def test_undamaged_rows_and_the_next_table_survive(name, floats):
    kept, whole = [], []
    for index, first in enumerate(HAND_WRITTEN):
        for at in places_to_type(first):
            share, intact = survival(first, HAND_WRITTEN[index - 1], DAMAGES[name], at, floats)
            kept.append(share)
            whole.append(intact)
    assert min(kept) >= 1 - 1 / 3  # the shortest of the tables says something in four rows; one is damaged
    assert all(whole), f"{whole.count(False)} of {len(whole)} next tables lost"


@needs_data
@pytest.mark.data
def test_typing_in_real_tables_keeps_the_rows(capsys):
    chance = random.Random(7)
    tables = []
    for path in sorted((DATA / "manuscripts").rglob("*.tex")):
        text = path.read_text("utf-8", "replace")
        start = text.find("\\begin{tabular}")
        end = text.find("\\end{tabular}", start)
        if start < 0 or end < 0 or not 300 < end - start < 4000 or text.count("\\input", start, end):
            continue
        tables.append(text[start : end + len("\\end{tabular}")])
    tables = [text for text in dict.fromkeys(tables) if len(whole_rows(text)) >= 4]
    tables = chance.sample(tables, min(len(tables), 14))
    figures = {}
    for name, damage in DAMAGES.items():
        results = [
            survival(first, second, damage, chance.choice(places_to_type(first)), floats)
            for first, second in zip(tables, tables[1:] + tables[:1], strict=True)
            for floats in (True, False)
        ]
        figures[name] = (
            sum(kept for kept, _ in results) / len(results),
            sum(whole for _, whole in results) / len(results),
        )
    with capsys.disabled():
        print(f"\n{len(tables)} real tables, rows kept / next table whole")
        for name, (kept, whole) in figures.items():
            print(f"  {name:24} {kept:.3f} {whole:.3f}")
    for name, (kept, whole) in figures.items():
        assert kept >= FLOORS[name][0], name
        assert whole >= FLOORS[name][1], name


def test_reading_leaves_nothing_to_the_search_for_garbage():
    read_files({"main.tex": HAND_WRITTEN[0]}, "main.tex")
    gc.collect()
    gc.disable()
    try:
        for damage in DAMAGES.values():
            read_files({"main.tex": damage(HAND_WRITTEN[1], HAND_WRITTEN[1].index("X & 1.25"))}, "main.tex")
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_damage_is_reported_where_it_is():
    good, damaged = HAND_WRITTEN[0], DAMAGES["half \\textbf{"](HAND_WRITTEN[1], HAND_WRITTEN[1].index("X & 1.25"))
    manuscript = read_files({"main.tex": f"{good}\n{damaged}"}, "main.tex")
    (problem,) = manuscript.problems
    assert "unbalanced braces" in problem.message
    assert problem.line == good.count("\n") + 2
    assert [table.confidence for table in manuscript.tables] == [1.0, 0.5]


def test_a_half_typed_tabular_in_a_cell_takes_no_row_away():
    text = HAND_WRITTEN[0]
    at = text.index("& 89.0")
    manuscript = read_files(
        {"main.tex": f"{text[:at]}\\begin{{tabular}}{{c}} x {text[at:]}\n\n{HAND_WRITTEN[1]}"}, "main.tex"
    )
    assert [table.row_count for table in manuscript.tables] == [table.row_count for text in HAND_WRITTEN[:2]
                                                               for table in read_tables(text)]  # fmt: skip
    assert "without an end in a cell" in manuscript.problems[0].message


def test_a_half_typed_span_moves_no_cell():
    text = HAND_WRITTEN[0].replace("& \\textbf{88.4}", "\\multicolumn{2}{c & \\textbf{88.4}")
    (table,) = read_tables(text)
    assert [cell.text for cell in table.row_cells(1)][2:] == ["88.4", "60.5"]
    assert table.at(1, 2).text == "88.4"
