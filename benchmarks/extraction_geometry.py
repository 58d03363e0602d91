"""How well tables are read out of PDFs, on the sets that come with a ``gt.json``.

Usage: ``python benchmarks/extraction_geometry.py [SET ...] [--reader geometry|layout] [--documents]``

Prints detection F1 (IoU > 0.5), GriTS-Con and TEDS on the true positives and weighted by detection, linked
values F1 over all tables of the documents, and CPU seconds a page.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pymupdf

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import extraction_metrics as metrics
from tablecheck.extractors import pdf_geometry
from tablecheck.model.table import Table
from tests.data_folder import DATA

SETS = ("latex-synth", "latex-real", "icdar2013")


@dataclass
class Score:
    """Sums over documents, from which the figures are derived."""

    pages: int = 0
    seconds: float = 0.0
    truth: int = 0
    found: int = 0
    hits: int = 0
    content: float = 0.0
    teds: float = 0.0
    linked: list[int] = field(default_factory=lambda: [0, 0, 0])
    confidences: list[tuple[float, float]] = field(default_factory=list)

    def add(self, other: "Score") -> None:
        for name in ("pages", "seconds", "truth", "found", "hits", "content", "teds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.linked = [a + b for a, b in zip(self.linked, other.linked, strict=True)]
        self.confidences += other.confidences

    def figures(self) -> dict[str, float]:
        detection = metrics.f1(self.hits, self.truth, self.found)
        content, teds = (value / max(1, self.hits) for value in (self.content, self.teds))
        return {
            "pages": self.pages,
            "truth": self.truth,
            "found": self.found,
            "P": self.hits / max(1, self.found),
            "R": self.hits / max(1, self.truth),
            "F1": detection,
            "Con": content,
            "TEDS": teds,
            "F1Con": detection * content,
            "F1TEDS": detection * teds,
            "linked": metrics.f1(self.linked[0], self.linked[1], self.linked[2]),
            "s/page": self.seconds / max(1, self.pages),
        }


def pdf_path(folder: Path, key: str) -> Path:
    return next(folder.rglob(f"{key}.pdf"))


def read_geometry(content: bytes) -> list[Table]:
    extraction = pdf_geometry.extract(content)
    for problem in extraction.problems:
        print(problem.message, file=sys.stderr)
    return list(extraction.tables)


READERS: dict[str, Callable[[bytes], list[Table]]] = {"geometry": read_geometry}


def score_document(path: Path, truth: list[dict[str, Any]], reader: Callable[[bytes], list[Table]]) -> Score:
    content = path.read_bytes()
    started = time.process_time()
    found = reader(content)
    score = Score(seconds=time.process_time() - started)
    with pymupdf.open(stream=content) as document:
        score.pages = len(document)
    true_tables = [
        metrics.table_of([(c["row_nums"], c["column_nums"], c["cell_text"]) for c in table["cells"]]) for table in truth
    ]
    found_tables = [metrics.refold(table) for table in found]
    true_boxes = [(table["page"], tuple(table["bbox"])) for table in truth]
    found_boxes = [(table.place.page, table.place.bbox) for table in found]
    pairs = metrics.pair_boxes(true_boxes, found_boxes)
    score.truth, score.found, score.hits = len(truth), len(found), len(pairs)
    quality = dict.fromkeys(range(len(found)), 0.0)
    for i, j in pairs:
        quality[j] = metrics.grits_content(true_tables[i], found_tables[j])
        score.content += quality[j]
        score.teds += metrics.teds(true_tables[i], found_tables[j])
    score.confidences = [(table.confidence, quality[j]) for j, table in enumerate(found)]
    ours, theirs = (
        Counter(v for t in tables for v in metrics.linked_values(t)) for tables in (true_tables, found_tables)
    )
    score.linked = [metrics.overlap(ours, theirs), ours.total(), theirs.total()]
    return score


def score_set(name: str, reader: Callable[[bytes], list[Table]], limit: int | None = None) -> dict[str, Score]:
    """Score each document of a set."""
    folder = DATA / "te" / name
    truth = json.loads((folder / "gt.json").read_text())
    return {key: score_document(pdf_path(folder, key), truth[key], reader) for key in list(truth)[:limit]}


def total(scores: dict[str, Score]) -> Score:
    result = Score()
    for score in scores.values():
        result.add(score)
    return result


def line(name: str, figures: dict[str, float]) -> str:
    return f"{name:36}" + " ".join(
        f"{value:7d}" if isinstance(value, int) else f"{value:7.3f}" for value in figures.values()
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=SETS)
    parser.add_argument("--reader", default="geometry", choices=READERS)
    parser.add_argument("--documents", action="store_true", help="one line a document")
    parser.add_argument("--limit", type=int)
    arguments = parser.parse_args()
    print(f"{arguments.reader:36}" + " ".join(f"{name:>7}" for name in Score().figures()))
    for name in arguments.sets:
        scores = score_set(name, READERS[arguments.reader], arguments.limit)
        if arguments.documents:
            for key, score in scores.items():
                print(line("  " + key, score.figures()))
        print(line(name, total(scores).figures()), flush=True)


if __name__ == "__main__":
    main()
