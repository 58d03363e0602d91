"""Cuts tables out of a PDF in a process of its own, so that a hostile file can hang or crash nothing else.

Run as a script. It reads a line of JSON, the pictures wanted, and then the PDF; for each picture it answers a line
of JSON. Imports nothing of ours, to start fast. Boxes are those of ``PagePlace``: points from the top left.
"""

import base64
import json
import sys
from typing import Any

_MEMORY = 3_000_000_000  # bytes of address space; MuPDF maps far more than it uses
_SCALE = 2.0  # 144 dots an inch: small print stays readable when the browser shows half as many
_MOST_PIXELS = 4_000_000  # a full A4 page at this scale has half as many
_BESIDE = (8.0, 2.0)  # points kept free beside and above a table; more would show the end of its caption
_AROUND = (2.0, 0.0)  # points between a cell and its frame; rows stand close to each other
_CITED = (0.76, 0.07, 0.18)
_ELSEWHERE = (0.05, 0.3, 0.75)


def _bound_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limit; the parent's patience is the only bound there
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def cut_out(pymupdf: Any, document: Any, wanted: dict[str, Any]) -> dict[str, Any]:
    """Draw one table with its cells framed: the cited ones solid, those elsewhere dashed."""
    page = document[wanted["page"]]
    clip = _wider(pymupdf, wanted["clip"], _BESIDE) & page.rect
    for box in wanted["elsewhere"]:
        frame = _wider(pymupdf, box, _AROUND) * page.derotation_matrix
        page.draw_rect(frame, color=_ELSEWHERE, width=1.4, dashes="[4 2.5] 0")
    for box in wanted["cells"]:
        frame = _wider(pymupdf, box, _AROUND) * page.derotation_matrix
        page.draw_rect(frame, color=_CITED, width=1.6, fill=(1, 0.9, 0.2), fill_opacity=0.22)
    scale = min(_SCALE, (_MOST_PIXELS / max(1.0, clip.width * clip.height)) ** 0.5)
    picture = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), clip=clip, alpha=False)
    data = base64.b64encode(picture.tobytes("png")).decode("ascii")
    return {"png": data, "width": round(clip.width * 4 / 3), "height": round(clip.height * 4 / 3)}


def _wider(pymupdf: Any, box: list[float], by: tuple[float, float]) -> Any:
    (left, top, right, bottom), (beside, above) = box, by
    return pymupdf.Rect(left - beside, top - above, right + beside, bottom + above)


def main() -> None:
    """Answer for every picture, also for those that fail."""
    _bound_memory()
    answers, sys.stdout = sys.stdout, sys.stderr  # the library prints its messages
    import pymupdf as library

    pymupdf: Any = library
    pymupdf.TOOLS.mupdf_display_errors(False)
    wishes = json.loads(sys.stdin.buffer.readline())
    content = sys.stdin.buffer.read()
    for wanted in wishes:
        try:
            with pymupdf.open(stream=content, filetype="pdf") as document:  # anew: the frames stay on the page
                answer = cut_out(pymupdf, document, wanted)
        except Exception as error:  # noqa: BLE001 - whatever a damaged file makes the library raise is the answer
            answer = {"error": str(error)[:200]}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
