"""How long an editor waits: from an edit to fresh diagnostics, and for a hover while a check and a fetch are under way.

    python -m benchmarks.editor [--edits N] [--chapters N]

The manuscript is that of ``benchmarks/long_manuscript.py``: a hundred pages, forty tables, thirty cited papers that are
at hand. A real server in a process of its own is edited by a real client; every other edit is in a number of a table,
the others are in running text. The debounce is 0, so the times are what comes on top of it. At last one paper is taken
away, and fetching it goes on for as long as somebody hovers: the services are a server of this machine that sends an
answer byte by byte.
"""

import argparse
import asyncio
import os
import random
import re
import tempfile
import time
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from statistics import median, quantiles
from typing import BinaryIO

from lsprotocol import types

from benchmarks.long_manuscript import write_long_manuscript
from tablecheck.lsp.convert import Lines, to_position
from tests.lsp.editor import Editor, editor, uri_of
from tests.sources.fake_server.reply import Reply
from tests.sources.fake_server.server import ROUTES, serving

_NUMBER = re.compile(r"(?<=[& ])\d\d\.\d(?= )")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edits", type=int, default=60)
    parser.add_argument("--chapters", type=int, default=0, help="write the thesis in so many files")
    asked = parser.parse_args()
    print(table_of(measured(asked.edits, asked.chapters)))


def measured(edits: int, chapters: int = 0) -> dict[str, list[float]]:
    """Write the thesis, edit it, and give the seconds of everything."""
    with tempfile.TemporaryDirectory() as folder, serving() as services:
        for name in ROUTES:
            services.next_replies[name] = [Reply(write=dripping)] * 100
        os.environ |= {"TABLECHECK_CACHE": f"{folder}/cache", "TABLECHECK_SERVICES_AT": services.base}
        thesis = write_long_manuscript(Path(folder), chapters=chapters)
        return asyncio.run(measure(thesis.with_name("chapter0.tex") if chapters else thesis, edits))


def dripping(stream: BinaryIO) -> None:
    """Send an answer that does not end, slowly."""
    stream.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 1000000\r\n\r\n")
    with suppress(OSError):  # the client has had enough
        for _ in range(10_000):
            stream.write(b" ")
            stream.flush()
            time.sleep(0.005)


def table_of(times: dict[str, list[float]]) -> str:
    """The medians and 95th percentiles in milliseconds, as Markdown."""
    lines = ["| what | times | median, ms | 95th percentile, ms |", "| --- | ---: | ---: | ---: |"]
    for name, seconds in times.items():
        high = quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]
        lines.append(f"| {name} | {len(seconds)} | {1000 * median(seconds):.0f} | {1000 * high:.0f} |")
    return "\n".join(lines)


async def measure(file: Path, edits: int) -> dict[str, list[float]]:
    """Time edits and hovers."""
    chance, uri = random.Random(5), uri_of(file)
    times: dict[str, list[float]] = defaultdict(list)
    progress = types.ClientCapabilities(window=types.WindowClientCapabilities(work_done_progress=True))
    async with editor(progress, {"debounce": 0}) as one:
        started = time.perf_counter()
        one.open(uri, file.read_text("utf-8"))
        await one.diagnostics(uri)
        times["open to first diagnostics"] = [time.perf_counter() - started]
        for number in range(edits):
            in_table = bool(number % 2)
            before = await cpu(one)
            seconds = await edited(one, uri, chance, in_table=in_table)
            times["edit of a table to diagnostics" if in_table else "edit of text to diagnostics"].append(seconds)
            times["all edits"].append(seconds)
            times["of which the server computed"].append(await cpu(one) - before)
        times["hover at rest"] = [await hovered(one, uri, chance) for _ in range(30)]
        times["hover while checks run"] = await hovers_under_load(one, uri, chance)
        next((file.parent / "papers").iterdir()).unlink()
        await one.command("tablecheck.checkNow", uri)
        fetching = asyncio.create_task(one.command("tablecheck.fetchSources", uri))
        await one.until(lambda: one.progress)
        times["hover while checks run and a slow fetch"] = await hovers_under_load(one, uri, chance)
        assert not fetching.done()
        one.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(one.progress[0].token))
        await fetching
    return dict(times)


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


if __name__ == "__main__":
    main()
