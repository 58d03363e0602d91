"""Draw docs/accuracy.md from the figures in docs/accuracy.json: ``python tools/draw_accuracy.py``.

``tools/measure_accuracy.py`` measures them. What a person found out about single false alarms stands in
``docs/accuracy_readings.json``, by target, source and the two printed values.
"""

import json
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.draw_records import draw_records
from tools.draw_tables import draw_cascade, draw_tables

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE, FIGURES, READINGS = DOCS / "accuracy.md", DOCS / "accuracy.json", DOCS / "accuracy_readings.json"
_VALUES = re.compile(
    r"^(?P<ours>\S+) .*?(?:the cited|cited number is) (?P<theirs>[^\s,;(]+)[^(]*\((?P<where>.*?)\)(?:;|$)"
)
Figures = dict[str, Any]


def page() -> str:
    figures = json.loads(FIGURES.read_text("utf-8"))
    readings = json.loads(READINGS.read_text("utf-8"))
    parts = (
        _HEAD,
        *(draw(figures[name], readings) for name, draw in _PARTS if name in figures),
        _FOOT,
    )
    return "\n\n".join(parts).rstrip() + "\n"


_HEAD = """# How accurate is it?

This page is drawn from `docs/accuracy.json` by `python tools/draw_accuracy.py`; `tools/measure_accuracy.py` measures
anew. All figures are percentages unless they are counts. The data are the development half of arXiVeri (79 pairs of a
target table and a cited paper) and sets for table extraction; [Measuring tablecheck](evaluation.md) says how to measure
them, and [when it is not an error](when-it-is-not-an-error.md) what a difference may mean."""

_FOOT = """## What these figures do not say

arXiVeri is of one field, computer vision, and of papers whose tables were read from HTML that LaTeX was turned into.
The planted slips are of the kinds that were seen in public corrections, in equal numbers; in manuscripts they are not
equally frequent. Nobody knows how many of the numbers in published tables are wrong."""


def _matching(figures: Figures, readings: Figures) -> str:
    held_out, shipped = figures["held_out"], figures["shipped"]
    rows = [
        ("cells, right table given", held_out["cells"], shipped["cells"]),
        ("end to end", held_out["end_to_end"], shipped["end_to_end"]),
    ]
    lines = [
        "## Which table, which cells (arXiVeri)",
        "",
        _paragraph(
            "The weights of the two logistic regressions are fitted by `tools/fit_matching.py`. *Held out* is",
            "the mean of",
            "three times five folds, all pairs of a target paper in one fold, both regressions fitted anew in each;",
            "*shipped* are the weights in the package, which have seen these tables. Published: cell F1 50.3",
            "(GPT-4), table",
            "accuracy 43.0 (embeddings) on the full benchmark (arXiv 2306.07968).",
        ),
        "",
        "| | held out: recall | precision | F1 | shipped: recall | precision | F1 |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name, one, other in rows:
        numbers = [scores[key] for scores in (one, other) for key in ("recall", "precision", "f1")]
        lines.append(f"| {name} | " + " | ".join(f"{number:.1f}" for number in numbers) + " |")
    tables = (
        ("accuracy by printed text", "accuracy_text"),
        ("accuracy by equal strings, as the paper scores", "accuracy_official"),
        ("right table, of the pairs that have one", "right_table_among_matched"),
    )
    lines += ["", "| tables | held out | shipped |", "| --- | --- | --- |"]
    lines += [f"| {words} | {held_out['tables'][key]:.1f} | {shipped['tables'][key]:.1f} |" for words, key in tables]
    lines += [
        f"| accuracy by printed text, most shared numbers win | {figures['overlap']:.1f} | |",
        f"| accuracy by printed text, at random | {figures['random']:.1f} | |",
        "",
        _paragraph(
            "The ground truth was made by overlap of numbers, so that a picker by overlap sees part of the",
            "answer; ours",
            "does not use it as such. Equal strings cap the official accuracy: most ground-truth tables equal no",
            "candidate",
            "as strings.",
        ),
        "",
        f"### Misses: {_count(len(figures['wrong_tables']), 'pair')} with the wrong table",
        "",
    ]
    lines += [
        f"- {one['target']} and {one['source']}: "
        + (
            "another table, or none, was picked"
            if one["repeats"]
            else "a table was picked, and the annotators have none"
        )
        for one in figures["wrong_tables"]
    ]
    worst = sorted(figures["cells"], key=lambda one: -one["missed"] - one["wrong"])
    lines += ["", "### Misses: pairs with wrong or missing cells, right table given", ""]
    lines += ["| target | source | cells | missed | not in the ground truth |", "| --- | --- | --- | --- | --- |"]
    lines += [
        f"| {one['target']} | {one['source']} | {one['truth']} | {one['missed']} | {one['wrong']} |" for one in worst
    ]
    lines += [
        "",
        "The matcher links mostly numbers that agree: a cell not in the ground truth mostly prints an equal one.",
    ]
    return "\n".join(lines)


def _embeddings(figures: Figures, readings: Figures) -> str:
    lines = [
        "### Picking tables by other embeddings",
        "",
        _paragraph(
            f"The same pairs by {figures['model']}, a small model that runs on this machine, in the place of the",
            "embeddings that the authors released; tables are shown to it as CSV. The thresholds were chosen on these",
            "very pairs, so the figures flatter it. The true cosine and the published normalisation, which divides by",
            "the norm of all candidates; weighted by shared numbers or not.",
        ),
        "",
        "| normalisation | weighted | threshold | accuracy by printed text | by equal strings |",
        "| --- | --- | --- | --- | --- |",
    ]
    lines += [
        f"| {row['normalisation']} | {'yes' if row['weighted'] else 'no'} | {row['threshold']:g} "
        f"| {row['accuracy_text']:.1f} | {row['accuracy_official']:.1f} |"
        for row in figures["rows"]
    ]
    return "\n".join(lines)


def _documents(figures: Figures, readings: Figures) -> str:
    return f"""## From the cited papers' PDFs

For the {figures["pairs"]} pairs whose paper is at hand as a PDF, source tables are taken out of the PDF by the default
extractor. A cell is right when value, row label and column header agree with the ground truth.

| recall | precision | F1 | F1 of value and row label | right table |
| --- | --- | --- | --- | --- |
| {figures["recall"]:.1f} | {figures["precision"]:.1f} | {figures["f1"]:.1f} | {figures["value_and_row_f1"]:.1f} | \
{figures["right_table"]:.1f} |"""


def _errors(figures: Figures, readings: Figures) -> str:
    both = [figures["oracle"], figures["end_to_end"]]
    lines = [
        "## Planted slips",
        "",
        _paragraph(
            f"A seeded generator plants {both[0]['planted']:.0f} slips in copied tables, equally many of each",
            "kind and size",
            "of table, one at a time; the mean of three seeds, findings of severity warning and above.",
        ),
        "",
        "| | right table given | end to end |",
        "| --- | --- | --- |",
    ]
    for words, key in (
        ("recall", "recall"),
        ("recall, mean over tables", "recall_macro_by_table"),
        ("precision", "precision"),
        ("precision of new flags", "precision_new_flags"),
        ("false alarms per matched clean table (a count)", "false_alarms_per_matched_table"),
        ("false alarms per unmatched clean table (a count)", "false_alarms_per_unmatched_table"),
    ):
        lines.append(f"| {words} | " + " | ".join(f"{one[key]:.3g}" for one in both) + " |")
    for title, key in (("kind of slip", "by_kind"), ("numbers shared with the source", "by_size")):
        lines += ["", f"| recall by {title} | right table given | end to end |", "| --- | --- | --- |"]
        lines += [
            f"| {name} | " + " | ".join(f"{one[key].get(name, 0):.1f}" for one in both) + " |"
            for name in sorted(both[0][key], key=_in_order)
        ]
    return "\n".join([*lines, "", *_alarms(both, readings)])


def _in_order(name: str) -> tuple[int, str]:
    return int(match[0]) if (match := re.match(r"\d+", name)) else 0, name


def _alarms(both: list[Figures], readings: Figures) -> Iterator[str]:
    """The false alarms, each once, with what a person found out about it."""
    alarms = {(one["target"], one["source"], one["message"]): one for runs in both for one in runs["alarms"]}
    yield "### The false alarms, read by hand"
    yield ""
    yield _paragraph(
        "Findings in published tables as they are. A difference is not an accusation: both papers print what",
        "they print,",
        "and there are good reasons why they may differ.",
    )
    yield ""
    yield "| target | source | rule | target prints | source prints | possible reasons |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for (target, source, message), alarm in sorted(alarms.items()):
        match = _VALUES.search(message)
        ours, theirs = (match["ours"], match["theirs"]) if match else ("", message)
        reason = readings.get(f"{target} {source} {ours} {theirs}", "not looked into yet")
        where = f" ({_place(match['where'])})" if match else ""
        yield f"| {target} | {source} | {alarm['rule']} | {ours} | {theirs}{where} | {reason} |"


def _place(where: str) -> str:
    return re.sub(r"^\[[^\]]*\],\s*", "", where).replace("|", "/")


def _consistency(figures: Figures, readings: Figures) -> str:
    groups: dict[tuple[str, str, str], list[Figures]] = {}
    for one in figures["findings"]:
        groups.setdefault((one["paper"], one["table"], one["rule"]), []).append(one)
    lines = [
        "## The manuscript against itself",
        "",
        _paragraph(
            f"The rules TC401 to TC408 over all {figures['tables']} tables ({figures['numbers']} numbers) of the",
            f"{figures['papers']} papers of the data set, also of those that stand in no pair. In the tables as",
            f"published there are {_count(len(figures['findings']), 'finding')}; all were read. One digit is then",
            f"changed in up to four numbers of each of the {figures['slipped_tables']} tables of pairs, one at a time:",
            "a new finding is right when it names the changed number or the numbers it belongs to.",
        ),
        "",
        "| planted | led to a finding | new findings | right |",
        "| --- | --- | --- | --- |",
        f"| {figures['planted']} | {figures['found']} | {figures['new_findings']} | {figures['right']} |",
        "",
        _paragraph(
            "Most numbers take part in no arithmetic, and no rule can know of a slip in them. By rule, right",
            "ones of new",
            "findings:",
            ", ".join(f"{rule} {right} of {new}" for rule, (new, right) in figures["by_rule"].items()) + ".",
        ),
        "",
        "| paper | table | rule | findings | what is found, first | read |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for (paper, table, rule), ones in groups.items():
        first = ones[0]
        where = f"{first['row']} / {first['column']}: {first['message']}".replace("|", "/")
        read = readings.get(f"{paper} {table} {rule}", "not looked into yet")
        lines.append(f"| {paper} | {table} | {rule} | {len(ones)} | {where} | {read} |")
    return "\n".join(lines)


def _latex(figures: Figures, readings: Figures) -> str:
    exact = 100 * (1 - figures["differing"] / figures["tables"])
    words = _paragraph(
        f"Of {figures['tables']} tables of real manuscripts and papers, drawn by a fixed seed, {exact:.1f} %",
        "are read as",
        f"LaTeXML reads them in every one of their {figures['cells']} cells: numbers, citations and spans. Tables with",
        "packages that LaTeXML 0.8 does not know are left out.",
    )
    return f"## LaTeX, against LaTeXML\n\n{words}"


def _paragraph(*words: str) -> str:
    return textwrap.fill(" ".join(words), 118, break_long_words=False, break_on_hyphens=False)


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


_PARTS = (
    ("matching", _matching),
    ("embeddings", _embeddings),
    ("documents", _documents),
    ("errors", _errors),
    ("records", draw_records),
    ("consistency", _consistency),
    ("extraction", draw_tables),
    ("cascade", draw_cascade),
    ("latex", _latex),
)

if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
