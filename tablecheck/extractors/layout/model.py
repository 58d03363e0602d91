"""The two models that come with PyMuPDF 2: one sees tables on a page, the other the lines of a table's grid.

Both are parts of ``pymupdf.layout`` (Artifex, AGPL-3.0). Only where things stand is taken from them, never text.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pymupdf

from tablecheck.extractors.pdf_geometry.sheet import Box

_rect: Any = pymupdf.Rect  # PyMuPDF carries no types
_SMALLEST = 2.0  # points; pymupdf4llm drops boxes below that, too


@dataclass(frozen=True, slots=True)
class Grid:
    """A table as a model sees it: its box, and the lines between its rows and between its columns.

    Coordinates are points of the page as it is shown. ``doubt`` is the share of lines that the model was in two
    minds about, 0 to 1.
    """

    box: Box
    across: tuple[float, ...]
    down: tuple[float, ...]
    doubt: float = 0.0


def seen_tables(page: Any) -> list[Grid]:
    """Ask the layout model for the tables of a page, which loses its rotation by that.

    Costs about 0.3 CPU seconds.

    Raises:
        ImportError: PyMuPDF was installed without its layout model.
    """
    model = _layout_model()
    page.remove_rotation()
    return [
        _grid(group["group_bbox"], group["table_grid"])
        for group in model.predict(page, return_raw=True)
        if group["class_name"] == "table" and group.get("table_grid") is not None and _is_large(group["group_bbox"])
    ]


def grid_inside(page: Any, box: Box, words: Sequence[Box]) -> Grid:
    """Ask the grid model for the lines of a table whose place on an unrotated page is known.

    ``words`` are the boxes of its words, by which lines between nothing are dropped. Costs about 0.05 CPU seconds.

    Raises:
        ImportError: PyMuPDF was installed without its layout model.
        ValueError: the box lies outside the page.
    """
    reader = _layout_model()._model.table_grid_extractor
    picture: Any = page.get_pixmap(clip=_rect(box))
    if picture.width < 2 or picture.height < 2:
        raise ValueError(f"nothing of the page lies in {box}")
    pixels = np.frombuffer(picture.samples, dtype=np.uint8).reshape(picture.height, picture.width, picture.n)
    inside = np.array(words, dtype=np.float32) - np.array([picture.x, picture.y] * 2, dtype=np.float32)
    grid, _ = reader.predict(pixels, inside)
    corner = (float(picture.x), float(picture.y))
    return _grid((*corner, corner[0] + picture.width, corner[1] + picture.height), grid)


def _grid(box: Sequence[float], grid: Any) -> Grid:
    x0, y0, x1, y1 = (float(edge) for edge in box)
    chances = np.concatenate([grid.h_on_prob, grid.v_on_prob]) if grid.h_on_prob is not None else np.zeros(0)
    drawn = len(grid.h_lines) + len(grid.v_lines)
    open_questions = float(((chances > 0.08) & (chances < 0.3)).sum())
    return Grid(
        (x0, y0, x1, y1),
        tuple(y0 + float(at) for at in grid.h_lines),
        tuple(x0 + float(at) for at in grid.v_lines),
        min(1.0, open_questions / max(1, drawn)),
    )


def _is_large(box: Sequence[float]) -> bool:
    return box[2] - box[0] > _SMALLEST and box[3] - box[1] > _SMALLEST


@cache
def _layout_model() -> Any:
    from pymupdf.layout import DocumentLayoutAnalyzer

    analyzer: Any = DocumentLayoutAnalyzer
    with _sessions_of_one_thread():
        return analyzer.get_model()


@contextmanager
def _sessions_of_one_thread() -> Iterator[None]:
    """Let the models that are loaded meanwhile work in one thread each.

    PyMuPDF has no setting for that. Threads that wait for each other cost as much as the work: a page takes a third
    less CPU time without them, a grid half as much.
    """
    import onnxruntime

    several: Any = onnxruntime.SessionOptions

    def options_for_one() -> Any:
        options = several()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        return options

    onnxruntime.SessionOptions = options_for_one
    try:
        yield
    finally:
        onnxruntime.SessionOptions = several
