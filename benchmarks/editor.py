"""How long an editor waits: from an edit to fresh diagnostics, and for a hover while a check and a fetch are under way.

    python -m benchmarks.editor [--edits N] [--chapters N]

The manuscript is that of ``benchmarks/long_manuscript.py``: a hundred pages, forty tables, thirty cited papers that are
at hand. A real server in a process of its own is edited by a real client; every other edit is in a number of a table,
the others are in running text. The debounce is 0, so the times are what comes on top of it.
"""

import argparse
import asyncio
import random
import re
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

from lsprotocol import types

from benchmarks.long_manuscript import write_long_manuscript
from tablecheck.lsp.convert import Lines, to_position
from tests.lsp.editor import Editor, editor, uri_of

_NUMBER = re.compile(r"(?<=[& ])\d\d\.\d(?= )")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edits", type=int, default=60)
    parser.add_argument("--chapters", type=int, default=0, help="write the thesis in so many files")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        main_file = write_long_manuscript(Path(folder), chapters=asked.chapters)
        file = main_file if not asked.chapters else main_file.with_name("chapter0.tex")
        asyncio.run(measure(file, asked.edits))


async def measure(file: Path, edits: int) -> None:
    """Print the times of edits and hovers."""
    chance, uri = random.Random(5), uri_of(file)
    async with editor(options={"debounce": 0}) as one:
        started = time.perf_counter()
        one.open(uri, file.read_text("utf-8"))
        await one.diagnostics(uri)
        print(f"open to first diagnostics        {time.perf_counter() - started:6.2f} s")
        in_text, in_tables = [], []
        computed = []
        for number in range(edits):
            seconds = in_tables if number % 2 else in_text
            before = await cpu(one)
            seconds.append(await edited(one, uri, chance, in_table=bool(number % 2)))
            computed.append(await cpu(one) - before)
        told("edit of text to diagnostics", in_text)
        told("edit of a table to diagnostics", in_tables)
        told("all edits", in_text + in_tables)
        told("of which the server computed", computed)
        told("hover at rest", [await hovered(one, uri, chance) for _ in range(30)])
        told("hover while checks run", await hovers_under_load(one, uri, chance))


async def cpu(one: Editor) -> float:
    """How long the server has computed, in seconds; this holds where the machine is busy with other things too."""
    return float((await one.ask("tablecheck/statistics", {}))["cpu"])


async def edited(one: Editor, uri: str, chance: random.Random, *, in_table: bool) -> float:
    """Make an edit and wait for what is found in the new text."""
    text = one.texts[uri]
    started = time.perf_counter()
    if in_table:
        start = chance.choice(list(_NUMBER.finditer(text))).start()
        one.type(uri, start, start + 1, str(chance.randint(1, 9)))
    else:
        start = text.index(" the ", chance.randrange(len(text) * 9 // 10))
        one.type(uri, start, start, " x")
    await one.diagnostics(uri)
    return time.perf_counter() - started


async def hovered(one: Editor, uri: str, chance: random.Random) -> float:
    """Ask what stands under the pointer at a number of a table."""
    text = one.texts[uri]
    at = chance.choice(list(_NUMBER.finditer(text))).start() + 1
    position = to_position(Lines(text), at, one.encoding)
    started = time.perf_counter()
    found = await one.hover(uri, position)
    assert found is None or isinstance(found, types.Hover)
    return time.perf_counter() - started


async def hovers_under_load(one: Editor, uri: str, chance: random.Random) -> list[float]:
    """Type without a pause, so that a check is always under way, and hover meanwhile."""
    seconds = []
    for _ in range(40):
        text = one.texts[uri]
        start = chance.choice(list(_NUMBER.finditer(text))).start()
        one.type(uri, start, start + 1, str(chance.randint(1, 9)))
        await asyncio.sleep(chance.uniform(0.005, 0.05))  # somewhere in the middle of the check
        seconds.append(await hovered(one, uri, chance))
    await one.diagnostics(uri)
    return seconds


def told(name: str, seconds: list[float]) -> None:
    """Print the median and the 95th percentile in milliseconds."""
    p95 = quantiles(seconds, n=20)[-1]
    print(f"{name:<32} {1000 * median(seconds):6.0f} ms   95th percentile {1000 * p95:6.0f} ms   ({len(seconds)})")


if __name__ == "__main__":
    main()
