"""What an extractor reads out of the documents of a data set, kept on disk between reading and scoring."""

import json
import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pymupdf

from tablecheck.evaluation.samples import DataSet, Sample
from tablecheck.extractors.registry import extract_content
from tablecheck.extractors.sandbox import cpu_seconds_apart, end_reading
from tablecheck.model.errors import UsageError
from tablecheck.model.place import PagePlace
from tablecheck.model.progress import Progress, silent
from tablecheck.model.table import Cell, Table
from tablecheck.reporters.tables import tables_as_json

_open: Any = pymupdf.open  # PyMuPDF carries no types


@dataclass(frozen=True, slots=True)
class Prediction:
    """The tables read out of one document, and what reading them cost.

    ``cpu_seconds`` counts this process and the one that reads PDFs: on a shared machine wall time measures the others.
    """

    name: str
    tables: tuple[Table, ...]
    pages: int
    cpu_seconds: float
    wall_seconds: float
    problems: tuple[str, ...] = ()


def predict(
    data_set: DataSet, extractor: str, folder: Path | None = None, progress: Progress = silent
) -> tuple[Prediction, ...]:
    """Read all documents of a data set; with a folder, each once and for all runs.

    What is in the folder already is not read again: delete it after a change to the extractor.

    Raises:
        UsageError: there is no extractor of that name.
        Cancelled: ``progress`` stopped the run.
    """
    predictions: list[Prediction] = []
    end_reading()  # or the start of another extractor's process would count as what the first document cost
    for done, sample in enumerate(data_set.samples):
        progress("read", done, len(data_set.samples))
        file = prediction_file(folder, sample) if folder is not None else None
        if file is not None and file.is_file():
            predictions.append(load_prediction(file))
            continue
        text = read_sample(sample, extractor)
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        predictions.append(_parse(text))
    progress("read", len(data_set.samples), len(data_set.samples))
    return tuple(predictions)


def load_prediction(file: Path) -> Prediction:
    """Read a prediction that ``predict`` saved.

    Raises:
        UsageError: the file is not of that form.
    """
    try:
        return _parse(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{file} holds no saved prediction ({error}); delete it and run again") from error


def prediction_file(folder: Path, sample: Sample) -> Path:
    """Where the prediction of a document is kept."""
    return folder / (re.sub(r"[^\w.-]", "_", sample.name) + ".json")


def read_sample(sample: Sample, extractor: str) -> str:
    """Read one document and write the prediction as JSON: that of ``tablecheck extract``, and what it cost."""
    content = sample.path.read_bytes()
    cpu, wall = _cpu_seconds(), time.perf_counter()
    extraction = extract_content(content, extractor)
    cpu, wall = _cpu_seconds() - cpu, time.perf_counter() - wall
    cost = {"name": sample.name, "pages": _page_count(sample.path), "cpu_seconds": cpu, "wall_seconds": wall}
    return json.dumps({**cost, **json.loads(tables_as_json(extraction))}, ensure_ascii=False)


def _cpu_seconds() -> float:
    return time.process_time() + cpu_seconds_apart()


def _page_count(path: Path) -> int:
    try:
        with _open(path) as document:
            return int(document.page_count)
    except RuntimeError:  # PyMuPDF's own errors derive from it
        return 0


def _parse(text: str) -> Prediction:
    saved = json.loads(text)
    return Prediction(
        saved["name"],
        tuple(_table(table) for table in saved["tables"]),
        saved["pages"],
        saved["cpu_seconds"],
        saved["wall_seconds"],
        tuple(problem["message"] for problem in saved["problems"]),
    )


def _table(saved: dict[str, Any]) -> Table:
    cells = tuple(
        Cell(cell["row"], cell["column"], cell["text"], cell["row_span"], cell["column_span"], cell["is_header"])
        for cell in saved["cells"]
    )
    place = PagePlace(saved["page"], *saved["bbox"]) if saved["bbox"] is not None else None
    return Table(
        cells, saved["caption"], saved["label"], place=place, read_by=saved["read_by"], confidence=saved["confidence"]
    )
