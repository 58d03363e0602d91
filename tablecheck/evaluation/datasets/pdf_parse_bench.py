"""pdf-parse-bench (Horn and Keuper, arXiv 2603.18652): ``pdfs/NAME.pdf`` with ``ground_truth/NAME.json``.

Tables are LaTeX and have neither page nor box, so they can be found by their text alone.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tablecheck.evaluation.samples import DataSet, Rejected, Rejections, Sample, known_table
from tablecheck.latex.tables import read_tables
from tablecheck.model.table import Table


def read_pdf_parse_bench(data: Path, limit: int | None = None) -> DataSet:
    """Read the folder of the benchmark, or of one of its releases."""
    rejections = Rejections()
    samples: list[Sample] = []
    pdfs = {path.stem: path for path in data.rglob("*.pdf")}
    for path in sorted(data.rglob("ground_truth/*.json"))[:limit]:
        if path.stem not in pdfs:
            rejections.add("document without a PDF")
            continue
        try:
            parts = list(_table_sources(json.loads(path.read_text(encoding="utf-8"))))
        except (OSError, ValueError, TypeError, AttributeError):
            rejections.add("annotation file that cannot be parsed")
            continue
        samples.append(Sample(path.stem, pdfs[path.stem], tuple(_tables(parts, rejections))))
    return DataSet("pdf-parse-bench", tuple(samples), rejections.counts)


def _table_sources(parts: Any) -> Iterator[str]:
    """The LaTeX of each table; newer releases nest parts inside parts."""
    for part in parts:
        if part.get("type") == "table":
            yield str(part.get("data") or "")
        elif isinstance(part.get("data"), list):
            yield from _table_sources(part["data"])


def _tables(sources: list[str], rejections: Rejections) -> list[Table]:
    tables: list[Table] = []
    for source in sources:
        read = read_tables(source)
        if len(read) != 1:
            rejections.add("LaTeX that is not one table")
            continue
        try:
            tables.append(known_table(((cell.rows, cell.columns, cell.text) for cell in read[0].cells), None))
        except Rejected as reason:
            rejections.add(reason)
    return tables
