"""The figures of ``tablecheck eval tables``, as JSON and as a table for the terminal."""

import json
from collections.abc import Sequence

from rich.table import Table as Drawing

from tablecheck.evaluation.table_scores import TableScores

# Soric et al. (arXiv 2511.16134), F1 of detection and F1 weighted by GriTS-Top, GriTS-Con and TEDS.
PUBLISHED: dict[str, dict[str, tuple[float, float, float, float]]] = {
    "icdar2013": {
        "PyMuPDF": (0.76, 0.59, 0.51, 0.49),
        "pdfplumber": (0.63, 0.50, 0.43, 0.41),
        "Camelot": (0.66, 0.57, 0.51, 0.50),
        "Docling": (0.99, 0.97, 0.90, 0.90),
    }
}

NAMED_BY_PAPER = {
    "pymupdf_lines": "PyMuPDF",
    "pdfplumber": "pdfplumber",
    "camelot_lattice": "Camelot",
    "camelot_network": "Camelot",
    "camelot_stream": "Camelot",
    "docling": "Docling",
}
"""What the paper calls our extractors; it does not say which of Camelot's flavours it ran."""


def scores_as_dict(scores: TableScores) -> dict[str, object]:
    """Give the figures in the documented shape; ``detail`` holds what goes beyond it."""
    detected, structure, linked = scores.detected, scores.structure, scores.linked
    (precision_0, recall_0, f1_0), (precision_5, recall_5, f1_5) = scores.expected
    ap = scores.average_precision
    weights = {"top": structure.top, "con": structure.con, "teds": structure.teds}
    return {
        "dataset": scores.dataset,
        "extractor": scores.extractor,
        "pages": scores.pages,
        "n_gt": detected.known,
        "n_pred": detected.read,
        "td": {
            "precision": _rounded(detected.precision),
            "recall": _rounded(detected.recall),
            "f1": _rounded(detected.f1),
            "f1_text": _rounded(scores.by_text.f1),
            "expected_f1_0": _rounded(f1_0),
            "ap": _rounded(ap),
            "d_ece": _rounded(scores.calibration_error),
        },
        "tsr": {name: _rounded(weight) for name, weight in weights.items()},
        "te": {f"f1_{name}": _rounded(detected.f1 * weight) for name, weight in weights.items()},
        "linked_values": {
            "recall": _rounded(linked.recall),
            "precision": _rounded(linked.precision),
            "f1": _rounded(linked.f1),
        },
        "seconds_per_page": round(scores.cpu_seconds_per_page, 5),
        "detail": {
            "documents": scores.documents,
            "found": detected.found,
            "expected_0": {"precision": _rounded(precision_0), "recall": _rounded(recall_0), "f1": _rounded(f1_0)},
            "expected_0.5": {"precision": _rounded(precision_5), "recall": _rounded(recall_5), "f1": _rounded(f1_5)},
            "weighted": {
                name: {
                    "precision": _rounded(detected.precision * weight),
                    "recall": _rounded(detected.recall * weight),
                    "ap": _rounded(None if ap is None else ap * weight),
                }
                for name, weight in weights.items()
            },
            "n_linked_gt": linked.known,
            "n_linked_pred": linked.read,
            "rejected": scores.rejected,
            "problems": scores.problems,
        },
    }


def scores_as_json(scores: Sequence[TableScores]) -> str:
    """Write one extractor's figures as an object, those of several as an array."""
    written = [scores_as_dict(one) for one in scores]
    return json.dumps(written[0] if len(written) == 1 else written, ensure_ascii=False, indent=2) + "\n"


def draw_scores(scores: Sequence[TableScores]) -> Drawing:
    """Draw one line an extractor, and below them what the paper published for the data set."""
    first = scores[0]
    drawing = Drawing(title=f"{first.dataset}: {first.detected.known} tables on {first.pages} pages")
    drawing.add_column("extractor")
    for heading in ("read", "P", "R", "F1", "F1 text", "AP", "D-ECE", "Top", "Con", "TEDS"):
        drawing.add_column(heading, justify="right")
    for heading in ("F1 Top", "F1 Con", "F1 TEDS", "linked F1", "CPU s/page"):
        drawing.add_column(heading, justify="right")
    for one in scores:
        detected, structure = one.detected, one.structure
        figures: list[float | None] = [detected.precision, detected.recall, detected.f1, one.by_text.f1]
        figures += [one.average_precision, one.calibration_error, structure.top, structure.con, structure.teds]
        figures += [detected.f1 * weight for weight in (structure.top, structure.con, structure.teds)]
        figures += [one.linked.f1, one.cpu_seconds_per_page]
        drawing.add_row(one.extractor, str(detected.read), *(_printed(figure) for figure in figures))
    drawing.add_section()
    ours = {NAMED_BY_PAPER[one.extractor] for one in scores if one.extractor in NAMED_BY_PAPER}
    published = PUBLISHED.get(first.dataset, {})
    for name in sorted(published, key=lambda one: one not in ours):  # those that were run here come first
        f1, *weighted = published[name]
        cells = ["", "", "", _printed(f1), *[""] * 6, *(_printed(figure) for figure in weighted), "", ""]
        drawing.add_row(f"{name} (published)", *cells, style="dim")
    if first.rejected:
        drawing.caption = "rejected: " + ", ".join(f"{count} {reason}" for reason, count in first.rejected.items())
    return drawing


def _rounded(figure: float | None) -> float | None:
    return None if figure is None else round(float(figure), 4)


def _printed(figure: float | None) -> str:
    return "–" if figure is None else f"{figure:.3f}"
