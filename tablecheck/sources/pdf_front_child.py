"""Reads the front of PDFs in a process of its own, so that a hostile file can hang or crash nothing else.

Run as a script: reads one JSON path a line, answers one JSON line each. Imports nothing of ours, to start fast.
"""

import json
import sys
from typing import Any

_PAGES = 2
_LONGEST_TEXT = 20_000
_MEMORY = 3_000_000_000  # bytes of address space; MuPDF maps far more than it uses
_LARGER = 1.12  # a title is printed at least so much larger than the text; the smallest seen is 12 over 10 points


def _bound_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limit; the parent's patience is the only bound there
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def read_front(path: str) -> dict[str, Any]:
    """Read titles and text of the first pages."""
    # PyMuPDF loads its layout model where it can; that takes longer than reading the fronts of twenty papers.
    sys.modules.setdefault("pymupdf.layout", None)  # type: ignore[arg-type]
    import pymupdf

    open_document: Any = pymupdf.open
    with open_document(path, filetype="pdf") as document:
        if document.needs_pass:
            return {"error": "it is locked with a password"}
        pages = [document[index] for index in range(min(_PAGES, document.page_count))]
        text = "\n".join(page.get_text() for page in pages)[:_LONGEST_TEXT]
        titles = _large_lines(pages[0]) if pages else []
        return {"titles": titles, "metadata": str((document.metadata or {}).get("title") or ""), "text": text}


def _large_lines(page: Any) -> list[str]:
    """Give the runs of the largest and second largest lines in the upper part of a page, if larger than the text."""
    lines: list[tuple[float, float, str]] = []
    lengths: dict[float, int] = {}
    for block in page.get_text("dict")["blocks"]:
        for line in block.get("lines", ()):
            spans = [span for span in line["spans"] if span["text"].strip()]
            if not spans or line["dir"][0] < 0.9:  # the stamp of arXiv runs upwards
                continue
            text = "".join(span["text"] for span in line["spans"]).strip()
            size = round(max(span["size"] for span in spans), 1)
            lines.append((size, line["bbox"][1], text))
            lengths[size] = lengths.get(size, 0) + len(text)
    if not lengths:
        return []
    body = max(lengths, key=lambda size: lengths[size])
    upper = page.rect.height * 0.6
    sizes = sorted({size for size, y, text in lines if y < upper and size >= body * _LARGER}, reverse=True)
    runs = [" ".join(text for size, y, text in lines if size == wanted and y < upper) for wanted in sizes[:2]]
    return [run[:500] for run in runs if sum(letter.isalpha() for letter in run) >= 8]


def main() -> None:
    """Answer until the input ends."""
    _bound_memory()
    for line in sys.stdin:
        try:
            answer = read_front(json.loads(line))
        except Exception as error:  # noqa: BLE001 - whatever a damaged file makes the library raise is the answer
            answer = {"error": f"it could not be opened ({error})"}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
