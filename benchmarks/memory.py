"""How much memory a long paper takes: the most that any process holds while its tables are read."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pymupdf

PAGES = 300
_CODE = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)
"""


def section(rounds: int) -> str:
    """The memory of reading a paper of many pages, as Markdown."""
    with tempfile.TemporaryDirectory() as folder:
        lines = ["| pages | most memory of a process | seconds |", "| --- | --- | --- |"]
        for pages in (30, 100, PAGES):
            path = Path(folder) / f"{pages}.pdf"
            path.write_bytes(long_paper(pages))
            megabytes, seconds = most_memory([sys.executable, "-m", "tablecheck", "extract", str(path)], folder)
            lines.append(f"| {pages} | {megabytes:.0f} MB | {seconds:.1f} |")
    return "`tablecheck extract` on a made-up paper with a table and text on every page.\n\n" + "\n".join(lines)


def most_memory(command: list[str], cache: str) -> tuple[float, float]:
    """Run a command with an empty cache; gives the most megabytes that one of its processes held, and its seconds."""
    import time

    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", _CODE, *command], capture_output=True, text=True, check=True,
        env=os.environ | {"TABLECHECK_CACHE": cache},
    )  # fmt: skip
    return float(done.stdout.split()[-1]), time.perf_counter() - started


def long_paper(pages: int) -> bytes:
    """A paper with a ruled table and running text on every page."""
    document = pymupdf.open()
    for number in range(1, pages + 1):
        page = document.new_page()
        page.insert_text((90, 90), f"Table {number}: Accuracy on four sets.", fontsize=10)
        for y in (100, 120, 290):
            page.draw_line((85, y), (500, y), width=0.8)
        for line in range(11):
            cells = (
                ["Method", "A", "B", "C", "D"]
                if line == 0
                else [f"Net-{line}", *(f"{(7 * line + 3 * number + k) % 90 + 9.5:.1f}" for k in range(4))]
            )
            for x, text in zip((90, 230, 300, 370, 440), cells, strict=True):
                page.insert_text((x, 114 + 16 * line), text, fontsize=10)
        for line in range(28):
            page.insert_text(
                (90, 330 + 14 * line), "Words of a paragraph that says little and fills the page well.", fontsize=10
            )
    content: bytes = document.tobytes(deflate=True)
    return content


if __name__ == "__main__":
    print(section(1))
