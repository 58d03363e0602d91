"""The parts of docs/accuracy.md about tables out of PDFs.

``tools/measure_tables.py`` measures the first, ``tools/fit_cascade.py`` the second.
"""

from typing import Any

from tablecheck.evaluation.table_report import PUBLISHED

_ORDER = (
    "auto",
    "auto+structure",
    "geometry",
    "geometry+slanet",
    "layout",
    "pymupdf_layout",
    "pymupdf_lines",
    "pdfplumber",
    "camelot_network",
    "camelot_lattice",
)
_SETS = ("latex-synth", "latex-real", "icdar2013", "pdf-parse-bench", "own")
_MODELS = {"grid": "as installed", "grid+slanet": "with `structure`"}
_BY = ("geometry", "auto", "auto_with_structure", "best_possible")
Figures = dict[str, Any]


def draw_tables(figures: Figures, readings: Figures) -> str:
    """Draw how every extractor does on every data set, and what was published."""
    lines = [
        "## Tables out of PDFs",
        "",
        "Tables found, F1 weighted by their structure, and numbers linked to the right labels;",
        "[Measuring tablecheck](evaluation.md) says what the figures and the extractors are.",
        "`auto` is what a check uses, `auto+structure` the same with the extra `structure`. The weights of both have",
        "seen these tables; below is how they do on documents that they have not. The set `own` is",
        "`benchmarks/tables-src`. CPU seconds were taken on a busy machine: those of one data set can be compared.",
    ]
    for data_set in _SETS:
        if data_set in figures:
            lines += ["", *_data_set(data_set, figures[data_set])]
    lines += [
        "",
        "Published on ICDAR-2013 (arXiv 2511.16134; versions of the tools and a few tables differ):",
        "",
        "| system | F1 | F1 Top | F1 Con | F1 TEDS |",
        "| --- | --- | --- | --- | --- |",
    ]
    for system, published in PUBLISHED["icdar2013"].items():
        lines.append(f"| {system} | " + " | ".join(f"{100 * number:.0f}" for number in published) + " |")
    return "\n".join(lines)


def _data_set(name: str, by_extractor: Figures) -> list[str]:
    lines = [
        f"| {name} | P | R | F1 | F1 by text | F1 Con | F1 TEDS | linked F1 | D-ECE | CPU s/page |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for extractor in (one for one in _ORDER if one in by_extractor):
        scores = by_extractor[extractor]
        td, te = scores["td"], scores["te"]
        shown = [td["precision"], td["recall"], td["f1"], td["f1_text"], te["f1_con"], te["f1_teds"]]
        shown += [scores["linked_values"]["f1"], td["d_ece"]]
        numbers = " | ".join("–" if number is None else f"{100 * number:.1f}" for number in shown)
        lines.append(f"| `{extractor}` | {numbers} | {scores['seconds_per_page']:.3f} |")
    return lines


def draw_cascade(figures: Figures, readings: Figures) -> str:
    """Draw how the fitted decisions of ``auto`` do on documents they have not seen."""
    lines = [
        "### What `auto` decides, on documents it was not fitted on",
        "",
        "Five parts of the documents, each read with what was fitted on the other four. The mean of GriTS-Con over the",
        "tables that were found, and of the F1 of their linked numbers; *best* is what the best reading of each table",
        "would give. *Asked* is the share of tables about which the models were asked; *geometry* has its wrapped",
        "headings joined.",
        "",
        "| data set | tables | asked | Con: geometry | auto | with `structure` | best "
        "| linked: geometry | auto | with `structure` | best |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for data_set, one in figures["structure"].items():
        shown = [
            one[of][by]
            for of in ("con", "linked")
            for by in ("geometry", "auto", "auto_with_structure", "best_possible")
        ]
        numbers = " | ".join(f"{100 * number:.1f}" for number in shown)
        lines.append(f"| {data_set} | {one['tables']} | {100 * one['asked']:.0f} | {numbers} |")
    lines += [
        "",
        "The confidence of a table is the GriTS-Con it may be expected to have, 0 for what is no table. Over all",
        "tables found in the four sets, held out in the same way:",
        "",
        "| | tables | Brier score | of who always says the mean | calibration error (ECE) |",
        "| --- | --- | --- | --- | --- |",
    ]
    confidence = figures["confidence"]
    for name, one in confidence.items():
        scores = f"{one['brier']:.4f} | {one['brier_of_the_mean']:.4f} | {one['ece']:.4f}"
        lines.append(f"| {_MODELS[name]} | {one['tables']} | {scores} |")
    lines += ["", "| said | tables | mean of what is said | mean of what is true |", "| --- | --- | --- | --- |"]
    for count, said, true in confidence["grid"]["bins"]:
        low = min(9, int(10 * said)) / 10
        lines.append(f"| {low:.1f} to {low + 0.1:.1f} | {count} | {said:.3f} | {true:.3f} |")
    return "\n".join(lines)
