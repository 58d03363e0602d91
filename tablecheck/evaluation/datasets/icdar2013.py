"""The table competition of ICDAR 2013: ``NAME.pdf`` with ``NAME-reg.xml`` and ``NAME-str.xml``.

A table that goes over a page counts once on each of its pages. Boxes are those of the regions (``-reg.xml``),
or what the cells cover where no region fits. Alternative annotations (``NAMEb-str.xml``) are not read.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymupdf
from lxml import etree

from tablecheck.evaluation.samples import DataSet, Rejected, Rejections, Sample, known_table
from tablecheck.model.place import PagePlace
from tablecheck.model.table import Table

_pymupdf: Any = pymupdf  # it has no types

Box = tuple[float, float, float, float]


def read_icdar2013(data: Path, limit: int | None = None) -> DataSet:
    """Read the competition's folder; documents without both annotations are rejected."""
    rejections = Rejections()
    samples: list[Sample] = []
    for path in sorted(data.rglob("*.pdf"))[:limit]:
        structure, regions = path.with_name(f"{path.stem}-str.xml"), path.with_name(f"{path.stem}-reg.xml")
        if not structure.is_file() or not regions.is_file():
            rejections.add("document without annotations")
            continue
        try:
            samples.append(Sample(path.stem, path, tuple(_tables(path, structure, regions, rejections))))
        except (etree.XMLSyntaxError, ValueError, RuntimeError):
            rejections.add("document or annotation that cannot be parsed")
    return DataSet("icdar2013", tuple(samples), rejections.counts)


def _tables(path: Path, structure: Path, regions: Path, rejections: Rejections) -> Iterator[Table]:
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    boxes = [(int(region.get("page", "1")), _box(region)) for region in etree.parse(regions, parser).iter("region")]
    with _pymupdf.open(path) as document:
        for table in etree.parse(structure, parser).iter("table"):
            for page, parts in _by_page(table).items():
                cells = list(_cells(parts))
                covered = _union([box for part in parts for cell in part.iter("cell") if (box := _box(cell))])
                box = _fitting([other for number, other in boxes if number == page and other], covered)
                if box is None:
                    rejections.add("table without a box")
                    continue
                text = "".join(text for _, _, text in cells)
                try:
                    yield known_table(cells, PagePlace(page - 1, *_on_page(document[page - 1], box, text)))
                except Rejected as reason:
                    rejections.add(reason)


def _by_page(table: etree._Element) -> dict[int, list[etree._Element]]:
    pages: dict[int, list[etree._Element]] = {}
    for region in table.iter("region"):
        pages.setdefault(int(region.get("page", "1")), []).append(region)
    return pages


def _cells(regions: list[etree._Element]) -> Iterator[tuple[range, range, str]]:
    """The cells of all regions of a table on one page; the increments join them into one grid."""
    for region in regions:
        down = int(region.get("row-increment") or 0) if len(regions) > 1 else 0
        right = int(region.get("col-increment") or 0) if len(regions) > 1 else 0
        for cell in region.iter("cell"):
            row, column = int(cell.get("start-row", "0")), int(cell.get("start-col", "0"))
            last_row, last_column = int(cell.get("end-row") or row), int(cell.get("end-col") or column)
            yield (
                range(row + down, last_row + down + 1),
                range(column + right, last_column + right + 1),
                cell.findtext("content") or "",
            )


def _box(element: etree._Element) -> Box | None:
    """A bounding box in PDF coordinates, origin at the bottom left."""
    box = element.find("bounding-box")
    if box is None:
        return None
    # Some files of the competition print ß for 0.
    x0, y0, x1, y1 = (float(re.sub("ß", "0", box.get(name, "nan"))) for name in ("x1", "y1", "x2", "y2"))
    return x0, y0, x1, y1


def _union(boxes: list[Box]) -> Box | None:
    if not boxes:
        return None
    left, bottom, right, top = zip(*boxes, strict=True)
    return min(left), min(bottom), max(right), max(top)


def _fitting(regions: list[Box], covered: Box | None) -> Box | None:
    """The region that shares the largest area with what the cells cover."""
    if covered is None:
        return regions[0] if len(regions) == 1 else None
    best = max(regions, key=lambda box: _shared(box, covered), default=covered)
    return best if _shared(best, covered) > 0 else covered


def _shared(one: Box, other: Box) -> float:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, width) * max(0.0, height)


def _on_page(page: Any, box: Box, text: str) -> Box:
    """Turn a box into points from the top left.

    On turned pages annotators used several coordinate systems; the one whose box holds the table's text is taken.
    """
    x0, y0, x1, y1 = box
    width, height = page.rect.width, page.rect.height
    candidates = [(x0, height - y1, x1, height - y0)]
    if page.rotation:
        unturned = _pymupdf.Rect(x0, page.mediabox.height - y1, x1, page.mediabox.height - y0)
        candidates += [
            tuple((unturned * page.rotation_matrix).normalize()),
            (y0, x0, y1, x1),
            (width - y1, height - x1, width - y0, height - x0),
            (y0, height - x1, y1, height - x0),
            (x0, width - y1, x1, width - y0),
        ]
    # PyMuPDF cuts texts out by the places of the page as it was before it was turned.
    back = page.derotation_matrix
    return max(candidates, key=lambda box: _likeness(page.get_text(clip=_pymupdf.Rect(box) * back), text))


def _likeness(one: str, other: str) -> float:
    a, b = (Counter("".join(text.split())[start : start + 2] for start in range(len(text))) for text in (one, other))
    return (a & b).total() / max(1, (a | b).total())
