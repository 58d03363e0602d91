"""Draws pages of a PDF in a process of its own, so that a hostile file can hang or crash nothing else.

Run as a script. It reads a line of JSON and then the PDF. ``{"pages": [n]}`` asks for plain pictures, answered by a
line of JSON each; ``{"drawn": [[n, [[colour, width, fill, box]]]]}`` for one picture of all pages with boxes on them.
The size of a page is told in points, that of several pages in pixels.
Imports nothing of ours, to start fast. Boxes are those of ``PagePlace``: points from the top left.
"""

import base64
import json
import sys
from typing import Any

_MEMORY = 3_000_000_000  # bytes of address space; MuPDF maps far more than it uses
_SCALE = 2.0  # 144 dots an inch
_MOST_PIXELS = 4_000_000  # a page; A4 has half as many
_MOST_OF_ALL = 120_000_000  # pixels of one picture of all pages; some viewers give up above
_GAP = 12  # pixels between two pages


def _bound_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limit; the parent's patience is the only bound there
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def picture(pymupdf: Any, page: Any) -> Any:
    """Render a page."""
    scale = min(_SCALE, (_MOST_PIXELS / max(1.0, page.rect.width * page.rect.height)) ** 0.5)
    return page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), alpha=False)


def mark(pymupdf: Any, page: Any, boxes: list[Any]) -> None:
    """Draw boxes on a page; one without height or width is a line."""
    for colour, width, fill, (left, top, right, bottom) in boxes:
        if left == right or top == bottom:
            ends = [pymupdf.Point(*end) * page.derotation_matrix for end in ((left, top), (right, bottom))]
            page.draw_line(*ends, color=colour, width=width, overlay=True)
            continue
        frame = pymupdf.Rect(left, top, right, bottom) * page.derotation_matrix
        page.draw_rect(frame, color=colour, width=width, fill=colour if fill else None, fill_opacity=fill, overlay=True)


def stacked(pymupdf: Any, pictures: list[Any]) -> Any:
    """Put pictures under each other."""
    width = max(one.width for one in pictures)
    height = sum(one.height + _GAP for one in pictures) - _GAP
    whole = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, width, height), False)
    whole.clear_with(200)
    top = 0
    for one in pictures:
        one.set_origin(0, top)
        whole.copy(one, one.irect)
        top += one.height + _GAP
    return whole


def main() -> None:
    """Answer for every page, also for those that fail."""
    _bound_memory()
    answers, sys.stdout = sys.stdout, sys.stderr  # the library prints its messages
    import pymupdf as library

    pymupdf: Any = library
    pymupdf.TOOLS.mupdf_display_errors(False)
    asked = json.loads(sys.stdin.buffer.readline())
    with pymupdf.open(stream=sys.stdin.buffer.read(), filetype="pdf") as document:
        pictures, pixels, scale = [], 0, 1.0
        for number, boxes in asked.get("drawn", ()):
            page = document[number]
            mark(pymupdf, page, boxes)
            pictures.append(picture(pymupdf, page))
            pixels += pictures[-1].width * pictures[-1].height
            scale = pictures[-1].width / max(1.0, page.rect.width)
            if pixels > _MOST_OF_ALL:
                break
        if pictures:
            _answer(answers, stacked(pymupdf, pictures), len(pictures), scale if len(pictures) == 1 else 1.0)
        for number in asked.get("pages", ()):
            page = document[number]
            drawn = picture(pymupdf, page)
            _answer(answers, drawn, number, drawn.width / max(1.0, page.rect.width))


def _answer(answers: Any, drawn: Any, number: int, scale: float) -> None:
    size = {"width": drawn.width / scale, "height": drawn.height / scale}
    png = base64.b64encode(drawn.tobytes("png")).decode("ascii")
    answers.write(json.dumps({"number": number, "png": png, **size}) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
