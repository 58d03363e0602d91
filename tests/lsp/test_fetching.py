"""Fetching in an editor: with progress, to be stopped, never by typing, and never in the way of looking."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median

import pytest
from lsprotocol import types
from pytest_lsp import client_capabilities

from tests.lsp.editor import Editor, editor, uri_of
from tests.lsp.papers import FIRST
from tests.sources.fake_server.papers import Paper
from tests.sources.fake_server.reply import Reply
from tests.sources.fake_server.server import FakeServer, serving

TUNDRA = Paper(
    title="TundraNet: Sparse Neighbours for Dense Retrieval",
    authors=("Wilhelmina Adeyemi-Frost", "Caspar Lindenau"),
    year=2023,
    arxiv_id="2306.90512",
)
Story = Callable[[Editor, str], Awaitable[None]]


@pytest.fixture
def alone(paper: Path) -> Path:
    """The paper without the document of one source, and without its lock."""
    (paper.parent / "papers" / "2306.90512v1.html").unlink()
    paper.with_name("tablecheck.lock").unlink()
    return paper


def play(story: Story, paper: Path, server: FakeServer, monkeypatch: pytest.MonkeyPatch, **options: str) -> None:
    """Play a story with a server process that knows one empty cache, and of all services only ours."""
    monkeypatch.setenv("TABLECHECK_CACHE", str(paper.parent / "cache"))
    monkeypatch.setenv("TABLECHECK_SERVICES_AT", server.base)
    monkeypatch.setenv("TABLECHECK_SERVICES_INTERVAL", "0")

    async def whole() -> None:
        async with editor(client_capabilities("visual_studio_code"), {"diagnosticMode": "push", **options}) as one:
            uri = uri_of(paper)
            one.open(uri, paper.read_text("utf-8"))
            assert [one.marked(uri, found.range) for found in await one.diagnostics(uri)] == [FIRST]
            await story(one, uri)

    asyncio.run(whole())


def kinds(one: Editor) -> list[str]:
    """What was told of the progress, in order."""
    return [getattr(told.value, "kind", None) or told.value["kind"] for told in one.progress]


def test_only_the_command_fetches_and_says_how_far_it_is(alone: Path, monkeypatch: pytest.MonkeyPatch):
    with serving(TUNDRA) as server:

        async def story(one: Editor, uri: str) -> None:
            one.replace(uri, FIRST, "37.2")
            one.save(uri)
            await one.diagnostics(uri)
            assert server.log == []
            answer = await one.command("tablecheck.fetchSources", uri)
            assert answer["summary"] == "2 of 2 cited papers are at hand"
            assert answer["missing"] == []
            await one.until(lambda: kinds(one) == ["begin", "report", "end"])
            assert server.log

        play(story, alone, server, monkeypatch)


def test_never_means_never(alone: Path, monkeypatch: pytest.MonkeyPatch):
    with serving(TUNDRA) as server:

        async def story(one: Editor, uri: str) -> None:
            answer = await one.command("tablecheck.fetchSources", uri)
            assert "never" in answer["summary"]
            assert server.log == []

        play(story, alone, server, monkeypatch, fetch="never")


def test_a_slow_service_keeps_nobody_from_looking_and_can_be_left(alone: Path, monkeypatch: pytest.MonkeyPatch):
    answered = threading.Event()

    def hang(stream: object) -> None:
        answered.wait(60)

    with serving(TUNDRA) as server:
        for endpoint in ("arxiv_api", "arxiv", "arxiv_source", "semantic_scholar", "crossref", "openalex"):
            server.next_replies[endpoint] = [Reply(write=hang)] * 5

        async def story(one: Editor, uri: str) -> None:
            fetching = asyncio.create_task(one.command("tablecheck.fetchSources", uri))
            await one.until(lambda: kinds(one) == ["begin"])
            while not server.log:
                await asyncio.sleep(0.05)
            found = (await one.diagnostics(uri))[0].range.start
            seconds = []
            for number in range(30):
                one.type(uri, 0, 0, f"% {number}\n")
                found.line += 1
                started = time.perf_counter()
                assert "37.2" in (await one.hover(uri, found)).contents.value
                seconds.append(time.perf_counter() - started)
            assert median(seconds) < 0.3  # a hundredth of it on an idle machine; a blocked loop would take seconds
            assert not fetching.done()
            token = one.progress[0].token
            one.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
            answer = await asyncio.wait_for(fetching, 20)
            assert "stopped" in answer["missing"][0]
            await one.until(lambda: kinds(one)[-1] == "end")

        try:
            play(story, alone, server, monkeypatch)
        finally:
            answered.set()
