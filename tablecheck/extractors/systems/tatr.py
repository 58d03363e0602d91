"""Table Transformer from weights on disk, on regions of its own detector or of an XY-cut.

``TABLECHECK_TATR`` names a folder with two models as ``transformers`` saves them: ``detection`` and ``structure``
(microsoft/table-transformer-detection and -structure-recognition, MIT). Nothing is downloaded.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pymupdf

from tablecheck.extractors.systems.tatr_grid import Box, Printed, Thing, cells_of, crossings
from tablecheck.extractors.systems.xy_cut import blocks_of
from tablecheck.model.document import Extraction
from tablecheck.model.headers import flag_headers
from tablecheck.model.place import PagePlace
from tablecheck.model.problem import Problem
from tablecheck.model.table import Table

VARIABLE = "TABLECHECK_TATR"
_SCALE = 2.0  # pixels a point; the models shrink what they get to 800 and 1000 pixels
_MARGIN = 10.0  # points around a detected table, as in the released code, which keeps 10 pixels
_LEAST_SCORE = 0.5
_SIZES = {"detection": 800, "structure": 1000}
_open: Any = pymupdf.open  # PyMuPDF carries no types
_rect: Any = pymupdf.Rect
_matrix: Any = pymupdf.Matrix
See = Callable[[Any], list[Thing]]


@dataclass(frozen=True, slots=True)
class Models:
    """What sees tables on a page, and what sees rows and columns in a table; both take pictures."""

    detection: See
    structure: See


def extract(content: bytes) -> Extraction:
    """Read the tables that the detector sees.

    Raises:
        ImportError: the extra ``tatr`` is not installed.
    """
    return _extract(content, "tatr", _detected)


def extract_xy_cut(content: bytes) -> Extraction:
    """Read as tables those blocks of an XY-cut in which the structure model sees rows and columns.

    Raises:
        ImportError: the extra ``tatr`` is not installed.
    """
    return _extract(content, "xycut_tatr", _blocks)


Regions = Callable[[Any, Models], Iterator[tuple[Box, float]]]


def _extract(content: bytes, name: str, regions: Regions) -> Extraction:
    try:
        models = load_models(os.environ.get(VARIABLE, ""))
    except (OSError, ValueError) as error:
        message = f"no Table Transformer: {error}; save its models and name their folder by {VARIABLE}"
        return Extraction((), (Problem("extract", message),))
    tables: list[Table] = []
    problems: list[Problem] = []
    with _open(stream=content, filetype="pdf") as document:
        for page in document:
            try:
                tables += _tables_on(page, models, name, regions)
            except Exception as error:  # noqa: BLE001 - models and pages fail in many ways; the next may be readable
                problems.append(Problem("extract", f"page {page.number + 1} was not read: {error}"))
    return Extraction(tuple(tables), tuple(problems))


def _tables_on(page: Any, models: Models, name: str, regions: Regions) -> Iterator[Table]:
    words = [(word[:4], word[4]) for word in page.get_text("words")]
    for box, score in regions(page, models):
        left, top = max(0.0, box[0] - _MARGIN), max(0.0, box[1] - _MARGIN)
        clip = (left, top, box[2] + _MARGIN, box[3] + _MARGIN)
        things = models.structure(_picture(page, clip))
        if min(crossings(things)) < 2:
            continue
        inside = [
            Printed(text, _scaled(at, left, top))
            for at, text in words
            if box[0] <= (at[0] + at[2]) / 2 <= box[2] and box[1] <= (at[1] + at[3]) / 2 <= box[3]
        ]
        table = Table(cells_of(things, inside), read_by=name, confidence=round(score, 4))
        if not any(cell.is_header for cell in table.cells):
            table = flag_headers(table)
        yield replace(table, place=PagePlace(page.number, *box))


def _detected(page: Any, models: Models) -> Iterator[tuple[Box, float]]:
    for thing in models.detection(_picture(page, tuple(page.rect))):
        if thing.label in {"table", "table rotated"} and thing.score >= _LEAST_SCORE:
            left, top, right, bottom = (float(edge) / _SCALE for edge in thing.box)
            yield (left, top, right, bottom), thing.score


def _blocks(page: Any, models: Models) -> Iterator[tuple[Box, float]]:
    for block in blocks_of([tuple(word[:4]) for word in page.get_text("words")]):
        seen = [thing.score for thing in models.structure(_picture(page, block)) if thing.label == "table"]
        if seen and max(seen) >= _LEAST_SCORE:
            yield block, max(seen)


def _picture(page: Any, clip: Sequence[float]) -> Any:
    picture = page.get_pixmap(matrix=_matrix(_SCALE, _SCALE), clip=_rect(*clip), alpha=False)
    return np.frombuffer(picture.samples, np.uint8).reshape(picture.height, picture.width, 3)


def _scaled(box: Sequence[float], left: float, top: float) -> Box:
    return tuple((edge - (left, top)[n % 2]) * _SCALE for n, edge in enumerate(box))  # type: ignore[return-value]


@cache
def load_models(folder: str) -> Models:
    """Load the two models; once, for it takes seconds.

    Raises:
        ImportError: the extra ``tatr`` is not installed.
        ValueError, OSError: the folder does not hold the models.
    """
    import torch
    import transformers

    if not folder:
        raise ValueError(f"{VARIABLE} is not set")

    def load(part: str) -> See:
        place = Path(folder) / part
        if not (place / "config.json").is_file():
            raise ValueError(f"{place} holds no model")
        size = {"shortest_edge": _SIZES[part], "longest_edge": _SIZES[part]}
        # The released processor files lack a size that newer versions of the library ask for.
        processor = transformers.AutoImageProcessor.from_pretrained(str(place), size=size, local_files_only=True)
        model = transformers.TableTransformerForObjectDetection.from_pretrained(str(place), local_files_only=True)

        def see(picture: Any) -> list[Thing]:
            with torch.no_grad():
                outputs = model(**processor(images=picture, return_tensors="pt"))
            (found,) = processor.post_process_object_detection(
                outputs, threshold=_LEAST_SCORE, target_sizes=[picture.shape[:2]]
            )
            parts = zip(found["labels"].tolist(), found["scores"].tolist(), found["boxes"].tolist(), strict=True)
            return [Thing(model.config.id2label[label], score, tuple(box)) for label, score, box in parts]

        return see

    return Models(load("detection"), load("structure"))
