"""A page that shows each pair of arXiVeri with its matched, missed and wrong cells coloured."""

from collections.abc import Mapping, Sequence
from html import escape

from tablecheck.evaluation.arxiveri import PairOutcome
from tablecheck.evaluation.arxiveri_data import HtmlTable, Place
from tablecheck.extractors.html import read_html_table
from tablecheck.model.table import Cell

_STYLE = """
body { font: 14px/1.4 system-ui, sans-serif; margin: 2rem; color: #1a1a1a; }
section { border-top: 1px solid #ccc; padding: 1rem 0; }
.tables { display: flex; flex-wrap: wrap; gap: 2rem; overflow-x: auto; }
table { border-collapse: collapse; font-size: 12px; }
td, th { border: 1px solid #ddd; padding: 2px 6px; text-align: left; }
th { background: #f4f4f4; }
.matched { background: #cdeccd; }
.missed { background: #fdeaa7; }
.wrong { background: #f6c1bd; }
caption { caption-side: top; text-align: left; max-width: 40rem; padding: 4px 0; }
"""
_MARKS = {
    "matched": "found and right",
    "missed": "in the ground truth, not found",
    "wrong": "found, not in the ground truth",
}


def report_page(outcomes: Sequence[PairOutcome]) -> str:
    """Draw all pairs, those with most to read first; cells are those predicted with the right table given.

    Colour is not the only sign: each coloured cell also carries a title with its meaning and its partner.
    """
    ordered = sorted(outcomes, key=lambda outcome: -_faults(outcome))
    key = " ".join(f'<span class="{name}">{meaning}</span>' for name, meaning in _MARKS.items())
    sections = "\n".join(_section(outcome) for outcome in ordered)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>arXiVeri, pair by pair</title>'
        f"<style>{_STYLE}</style></head>\n<body>\n<h1>arXiVeri, pair by pair</h1>\n<p>{key}</p>\n{sections}\n"
        "</body>\n</html>\n"
    )


def _faults(outcome: PairOutcome) -> int:
    return len(set(outcome.oracle.items()) ^ set(outcome.pair.truth.items())) + (not _table_is_right(outcome))


def _table_is_right(outcome: PairOutcome) -> bool:
    picked = outcome.pair.candidates[outcome.picked].text if outcome.picked is not None else ""
    return picked == outcome.pair.source_table.text


def _section(outcome: PairOutcome) -> str:
    pair = outcome.pair
    verdict = "right table" if _table_is_right(outcome) else "wrong table"
    if outcome.picked is None:
        verdict += ': "no match" was answered'
    turned = {other: place for place, other in pair.truth.items()}
    turned_oracle = {other: place for place, other in outcome.oracle.items()}
    shown = pair.source_table if pair.truth else HtmlTable("", "The ground truth has no match.")
    return (
        f"<section><h2>{escape(pair.target_id)} repeats {escape(pair.source_id)}</h2><p>{verdict}; "
        f"{len(pair.truth)} cells in the ground truth, {len(outcome.oracle)} found</p><div class=tables>"
        f"{_table(pair.target, pair.truth, outcome.oracle)}{_table(shown, turned, turned_oracle)}</div></section>"
    )


def _table(kept: HtmlTable, truth: Mapping[Place, Place], found: Mapping[Place, Place]) -> str:
    table = read_html_table(kept.html, kept.caption)
    rows = (
        "<tr>" + "".join(_cell(cell, truth, found) for cell in table.row_cells(row) if cell.row == row) + "</tr>"
        for row in range(table.row_count)
    )
    return f"<table><caption>{escape(kept.caption)}</caption>{''.join(rows)}</table>"


def _cell(cell: Cell, truth: Mapping[Place, Place], found: Mapping[Place, Place]) -> str:
    place = cell.row, cell.column
    mark, partner = "", None
    if place in found:
        partner = found[place]
        mark = "matched" if truth.get(place) == partner else "wrong"
    elif place in truth:
        mark, partner = "missed", truth[place]
    tag = "th" if cell.is_header else "td"
    sign = f' class="{mark}" title="{_MARKS[mark]}; row {partner[0]}, column {partner[1]}"' if partner else ""
    spans = f' rowspan="{cell.row_span}" colspan="{cell.column_span}"'
    return f"<{tag}{sign}{spans}>{escape(cell.text)}</{tag}>"
