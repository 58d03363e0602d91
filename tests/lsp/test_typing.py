"""What happens while somebody types, in the ways that go wrong in editors."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from lsprotocol import types
from pytest_lsp import client_capabilities

from tests.lsp.editor import SERVE, Editor, editor, uri_of
from tests.lsp.papers import FIRST, SECOND

Story = Callable[[Editor], Awaitable[None]]


def play(story: Story, port: int, options: dict | None = None, client: str = "emacs") -> None:
    """Play a story with a client that is sent its diagnostics."""

    async def whole() -> None:
        async with editor(client_capabilities(client), {"diagnosticMode": "push", **(options or {})}, port=port) as one:
            await story(one)

    asyncio.run(whole())


async def marked(one: Editor, uri: str) -> list[str]:
    """The texts that are underlined."""
    return [one.marked(uri, found.range) for found in await one.diagnostics(uri)]


def test_what_is_typed_counts_and_not_what_is_saved(paper: Path, listening: int):
    async def story(one: Editor) -> None:
        uri = uri_of(paper)
        one.open(uri, paper.read_text("utf-8").replace(FIRST, "37.2"))
        assert await marked(one, uri) == [SECOND]
        one.replace(uri, "53.8", "35.8")
        assert await marked(one, uri) == ["35.8", SECOND]
        assert FIRST in paper.read_text("utf-8")

    play(story, listening)


def test_a_document_that_is_broken_for_a_while_keeps_what_can_be_seen(paper: Path, listening: int):
    async def story(one: Editor) -> None:
        uri = uri_of(paper)
        text = paper.read_text("utf-8")
        one.open(uri, text)
        await one.diagnostics(uri)
        for broken in (r"\end{tabular}", r"\bottomrule", r"\textbf{31.2}", r"\cite{adeyemi2023tundranet} & 53.8"):
            end = text.index(broken) + len(broken)
            one.type(uri, end - 4, end, "")
            await one.diagnostics(uri)  # whatever it is, it comes
            one.type(uri, end - 4, end - 4, broken[-4:])
            assert await marked(one, uri) == [FIRST, SECOND], broken
        assert one.texts[uri] == text

    play(story, listening)


def test_undo_brings_the_findings_back(paper: Path, listening: int):
    async def story(one: Editor) -> None:
        uri = uri_of(paper)
        one.open(uri, paper.read_text("utf-8"))
        before = await one.diagnostics(uri)
        one.replace(uri, FIRST, "37.2")
        assert await marked(one, uri) == [SECOND]
        one.replace(uri, "37.2", FIRST)
        assert await one.diagnostics(uri) == before

    play(story, listening)


def test_lines_that_end_as_on_windows_keep_their_places(paper: Path, listening: int):
    async def story(one: Editor) -> None:
        uri = uri_of(paper)
        one.open(uri, paper.read_text("utf-8").replace("\n", "\r\n"))
        assert await marked(one, uri) == [FIRST, SECOND]
        one.replace(uri, "We compare", "𝔚e\r\ncompare")
        found = await one.diagnostics(uri)
        assert [one.marked(uri, each.range) for each in found] == [FIRST, SECOND]
        action = (await one.actions(uri, found[0]))["Accept TC101 here, with a reason"]
        one.apply(action.edit)
        assert "% tablecheck: ignore[TC101=31.2] say why\r\n" in one.texts[uri]
        assert await marked(one, uri) == [SECOND]

    play(story, listening)


def test_two_documents_at_once_each_have_their_own(tmp_path: Path, paper: Path, listening: int):
    other = paper.with_name("other.tex")
    other.write_text(paper.read_text("utf-8").replace(SECOND, "46.1"), "utf-8")

    async def story(one: Editor) -> None:
        first, second = uri_of(paper), uri_of(other)
        one.open(first, paper.read_text("utf-8"))
        one.open(second, other.read_text("utf-8"))
        assert await marked(one, first) == [FIRST, SECOND]
        assert await marked(one, second) == [FIRST]
        one.replace(second, FIRST, "37.2")
        assert await marked(one, second) == []
        assert await marked(one, first) == [FIRST, SECOND]

    play(story, listening)


def test_a_part_is_checked_within_its_main_file(paper: Path, listening: int):
    text = paper.read_text("utf-8")
    table = text[text.index(r"\begin{table}") : text.index(r"\bibliographystyle")]
    part = paper.with_name("table.tex")
    part.write_text(table, "utf-8")
    paper.write_text(text.replace(table, "\\input{table}\n"), "utf-8")

    async def story(one: Editor) -> None:
        uri, main = uri_of(part), uri_of(paper)
        one.open(uri, table)
        assert await marked(one, uri) == [FIRST, SECOND]
        one.open(main, paper.read_text("utf-8"))
        assert await marked(one, main) == []
        one.replace(main, r"\input{table}", r"% \input{table}")
        assert await marked(one, main) == []
        await one.until(lambda: one.published[uri].diagnostics == ())

    play(story, listening)


def test_a_document_that_is_closed_in_the_middle_of_a_check_leaves_nothing_behind(paper: Path, listening: int):
    async def story(one: Editor) -> None:
        uri = uri_of(paper)
        for _ in range(5):
            one.open(uri, paper.read_text("utf-8"))
            await asyncio.sleep(0.02)
            one.close(uri)
        one.open(uri, paper.read_text("utf-8"))
        assert await marked(one, uri) == [FIRST, SECOND]
        one.close(uri)
        await one.until(lambda: one.published[uri].diagnostics == ())
        left = await one.ask("tablecheck/statistics", {})
        assert left["documents"] == 0

    play(story, listening)


def test_only_the_newest_text_is_spoken_of(paper: Path, listening: int):
    async def story(one: Editor) -> None:
        uri = uri_of(paper)
        one.open(uri, paper.read_text("utf-8"))
        await one.diagnostics(uri)
        for number in range(40):
            one.type(uri, 0, 0, f"% {number}\n")
        one.replace(uri, FIRST, "37.2")
        assert await marked(one, uri) == [SECOND]
        versions = [sent.version for sent in one.history if sent.uri == uri]
        assert versions == sorted(versions)

    play(story, listening)


def test_a_server_that_is_killed_can_be_started_again(paper: Path):
    async def story() -> None:
        uri, text = uri_of(paper), paper.read_text("utf-8")
        with subprocess.Popen([*SERVE, "--tcp", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True) as first:
            assert first.stdout is not None
            first.stdout.readline()
            first.send_signal(signal.SIGKILL)
            assert first.wait(10) == -signal.SIGKILL
        async with editor(options={"diagnosticMode": "push"}) as one:
            one.open(uri, text)
            assert await marked(one, uri) == [FIRST, SECOND]

    asyncio.run(story())


def test_stdin_that_ends_ends_the_server():
    done = subprocess.run([*SERVE], input=b"", capture_output=True, timeout=60, check=False)
    assert done.returncode == 1  # as the protocol wants it where nobody has said shutdown
    assert done.stdout == b""


def test_what_is_no_message_is_told_and_the_next_one_is_heard(paper: Path):
    junk = b'Content-Length: 9\r\n\r\n{"broken"'
    hello = b'{"jsonrpc":"2.0","id":1,"method":"shutdown"}'
    message = b"Content-Length: %d\r\n\r\n%s" % (len(hello), hello)
    done = subprocess.run([*SERVE], input=junk + message, capture_output=True, timeout=60, check=False)
    assert b'"id":1' in done.stdout.replace(b" ", b"")
    assert b"could not be handled" in done.stderr


def test_nothing_is_sent_where_checking_is_switched_off(paper: Path, listening: int):
    async def story(one: Editor) -> None:
        uri = uri_of(paper)
        one.open(uri, paper.read_text("utf-8"))
        one.type(uri, 0, 0, "x")
        assert await one.hover(uri, types.Position(21, 72)) is None
        assert one.history == []

    play(story, listening, {"enable": False})


def test_with_manual_runs_only_the_command_checks(paper: Path, listening: int):
    async def story(one: Editor) -> None:
        uri = uri_of(paper)
        one.open(uri, paper.read_text("utf-8"))
        one.replace(uri, FIRST, "37.2")
        one.save(uri)
        assert (await one.command("tablecheck.checkNow", uri))["state"] == "fresh"
        assert await marked(one, uri) == [SECOND]
        assert len(one.history) == 1

    play(story, listening, {"run": "manual"})


if sys.platform == "win32":
    del test_a_server_that_is_killed_can_be_started_again  # there is no SIGKILL
