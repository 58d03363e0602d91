"""Writes a table that was read from anywhere as LaTeX, for stories that begin with a manuscript."""

from collections.abc import Collection

from tablecheck.model.headers import header_row_count, label_cells
from tablecheck.model.table import Cell, Table

_SPECIAL = {
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "$": r"\$",
    "{": r"\{",
    "}": r"\}",
    "\\": r"\textbackslash ",
}


def as_latex(table: Table, key: str, rows: Collection[int]) -> str:
    """Write a table; the given rows cite ``key`` beside their label."""
    top = header_row_count(table)
    lines = []
    for row in range(table.row_count):
        cells = [_cell(table, row, column, key if row in rows else "") for column in range(table.column_count)]
        lines.append(" & ".join(text for text in cells if text is not None) + r" \\")
        if row == top - 1:
            lines.append(r"\midrule")
    body = "\n".join(lines)
    return f"\\begin{{tabular}}{{{'l' * table.column_count}}}\n\\toprule\n{body}\n\\bottomrule\n\\end{{tabular}}\n"


def _cell(table: Table, row: int, column: int, key: str) -> str | None:
    cell = table.at(row, column)
    if cell is None:
        return ""
    if column > cell.column:
        return None
    text = _escaped(cell.text) if row == cell.row else ""
    labels = label_cells(table, row)
    if key and (cell is labels[0] if labels else column == 0):
        text += rf"~\cite{{{key}}}"
    return rf"\multicolumn{{{cell.column_span}}}{{c}}{{{text}}}" if cell.column_span > 1 else text


def _escaped(text: str) -> str:
    return "".join(_SPECIAL.get(character, character) for character in " ".join(text.split()))


def manuscript_with(table: str, key: str, arxiv_id: str, title: str) -> dict[str, str]:
    """The files of a manuscript that holds one table and cites one paper."""
    paper = f"\\documentclass{{article}}\n\\begin{{document}}\n{table}\\bibliography{{refs}}\n\\end{{document}}\n"
    entry = f"@misc{{{key}, title={{{title}}}, eprint={{{arxiv_id}}}, archiveprefix={{arXiv}}}}\n"
    return {"paper.tex": paper, "refs.bib": entry}


def cell_at(table: Table, row: int, column: int) -> Cell:
    """A cell that must be there."""
    cell = table.at(row, column)
    assert cell is not None
    return cell
