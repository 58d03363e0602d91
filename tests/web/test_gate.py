"""Nobody but our own page comes in, and nothing but the manuscript goes out."""

import os
import socket as plain
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosedError, InvalidStatus

from tests.web.running import Served, ask, served

_PAPER = (
    "\\documentclass{article}\n\\begin{document}\n\\input{part}\n\\input{../shared/beside}\nHello.\n\\end{document}\n"
)


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("desk") / "manuscript"
    folder.mkdir()
    (folder / "paper.tex").write_text(_PAPER, "utf-8")
    (folder / "part.tex").write_text("A part.\n", "utf-8")
    (folder / "secret.tex").write_text("Not of this manuscript.\n", "utf-8")
    (folder.parent / "shared").mkdir()
    (folder.parent / "shared" / "beside.tex").write_text("Beside.\n", "utf-8")
    return folder / "paper.tex"


@pytest.fixture(scope="module")
def page(paper: Path) -> Iterator[Served]:
    with served(paper) as running:
        yield running


def _request(page: Served, head: str, host: str | None = None) -> str:
    with plain.create_connection(("127.0.0.1", page.port), timeout=10) as stream:
        stream.sendall(f"{head}\r\nHost: {host or f'127.0.0.1:{page.port}'}\r\n\r\n".encode())
        answer = b""
        while part := stream.recv(65536):
            answer += part
    return answer.decode("utf-8", "replace")


def test_the_page_lets_nothing_in_from_outside(page: Served):
    head, _, body = _request(page, "GET / HTTP/1.1").partition("\r\n\r\n")
    assert head.startswith("HTTP/1.1 200")
    policy = next(line for line in head.splitlines() if line.startswith("Content-Security-Policy"))
    for rule in (
        "default-src 'none'",
        "script-src 'self';",
        "connect-src 'self';",
        "frame-ancestors 'none'",
        "form-action 'none'",
    ):
        assert rule in policy
    assert "unsafe" not in policy
    assert "Access-Control-Allow-Origin" not in head
    assert page.token not in head + body
    assert "@NONCE@" not in body
    assert "http://" not in body
    assert "https://" not in body


@pytest.mark.parametrize(
    "path",
    [
        "/../server.py",
        "/%2e%2e/server.py",
        "/page/../../server.py",
        "//etc/passwd",
        "/paper.tex",
        "/index.html",
        "/..%5cserver.py",
    ],
)
def test_no_path_leads_out_of_the_page(page: Served, path: str):
    assert _request(page, f"GET {path} HTTP/1.1").startswith("HTTP/1.1 404")


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example:80", "127.0.0.1", "[::1]:80", ""]
)
def test_a_name_that_was_made_to_lead_here_is_refused(page: Served, host: str):
    assert _request(page, "GET / HTTP/1.1", host or " ").startswith("HTTP/1.1 421")


@pytest.mark.parametrize("path", ["/lsp", "/files"])
@pytest.mark.parametrize(
    "stranger",
    [
        {"token": "wrong"},
        {"token": ""},
        {"token": "ü"},
        {"origin": "http://evil.example"},
        {"origin": "https://127.0.0.1:1"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
    ],
    ids=str,
)
def test_a_stranger_gets_no_socket(page: Served, path: str, stranger: dict[str, str]):
    if stranger.get("token") == "ü":
        stranger = {"token": "%C3%BC"}
    with pytest.raises(InvalidStatus, match="403"):
        page.socket(path, **stranger)


def test_a_socket_without_any_origin_is_refused_too(page: Served):
    answer = _request(
        page,
        "GET /files HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        f"Sec-WebSocket-Protocol: tablecheck, tablecheck.token.{page.token}",
    )
    assert answer.startswith("HTTP/1.1 403")


def test_the_token_is_not_said_back(page: Served):
    with page.socket("/files") as socket:
        assert socket.subprotocol == "tablecheck"


def test_a_frame_that_is_too_large_ends_the_socket_and_nothing_else(page: Served):
    with page.socket("/files") as socket:
        socket.send("x" * (17 * 1024 * 1024))
        with pytest.raises(ConnectionClosedError, match="1009"):
            socket.recv(timeout=20)
    with page.socket("/files") as socket:
        assert "result" in ask(socket, "list")


def test_the_token_stands_in_no_command_line(page: Served):
    lines = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if os.access(path, os.R_OK)]
    assert not [line for line in lines if page.token.encode() in line]


def test_only_the_files_of_the_manuscript_can_be_opened(page: Served):
    with page.socket("/files") as socket:
        names = [one["name"] for one in ask(socket, "list")["result"]["files"]]
        assert names == ["paper.tex", "../shared/beside.tex", "part.tex"]
        for name in ("secret.tex", "../manuscript/paper.tex", "/etc/passwd", "part.tex/../secret.tex", "part", ""):
            assert ask(socket, "open", name=name)["error"]["code"] == "refused"
        assert ask(socket, "open", name="part.tex")["result"]["text"] == "A part.\n"


def test_a_file_beside_the_folder_is_shown_and_not_changed(page: Served, paper: Path):
    with page.socket("/files") as socket:
        listed = {one["name"]: one["mayBeSaved"] for one in ask(socket, "list")["result"]["files"]}
        assert listed == {"paper.tex": True, "../shared/beside.tex": False, "part.tex": True}
        seen = ask(socket, "open", name="../shared/beside.tex")["result"]
        answer = ask(socket, "save", name="../shared/beside.tex", text="Changed.", digest=seen["digest"])
        assert "lies outside" in answer["error"]["message"]
    assert (paper.parent.parent / "shared" / "beside.tex").read_text("utf-8") == "Beside.\n"


def test_a_link_that_leads_out_of_the_folder_is_not_written_through(page: Served, paper: Path):
    part = paper.parent / "part.tex"
    kept = part.read_bytes()
    part.unlink()
    part.symlink_to(paper.parent.parent / "shared" / "beside.tex")
    try:
        with page.socket("/files") as socket:
            ask(socket, "list")
            seen = ask(socket, "open", name="part.tex")["result"]
            assert ask(socket, "save", name="part.tex", text="x", digest=seen["digest"])["error"]["code"] == "refused"
    finally:
        part.unlink()
        part.write_bytes(kept)


@pytest.mark.parametrize(
    "message",
    [
        "", "[]", "null", "{", "[" * 100_000, "\x00", '{"id": 1}',
        '{"id": 1, "method": "eval"}', '{"id": 1, "method": "open"}',
        '{"id": 1, "method": "save", "params": {"name": "part.tex"}}', '{"id": 1, "method": "open", "params": []}',
    ],
    ids=lambda message: message[:30],
)  # fmt: skip
def test_what_makes_no_sense_is_answered_and_the_socket_lives_on(page: Served, message: str):
    with page.socket("/files") as socket:
        ask(socket, "list")
        socket.send(message)
        assert "error" in socket.recv(timeout=10)
        assert "result" in ask(socket, "list")


def test_a_saved_file_is_told_to_the_other_pages(page: Served, paper: Path):
    with page.socket("/files") as one, page.socket("/files") as other:
        for socket in (one, other):
            ask(socket, "list")
        seen = ask(one, "open", name="part.tex")["result"]
        ask(other, "open", name="part.tex")
        saved = ask(one, "save", name="part.tex", text="A new part.\n", digest=seen["digest"])["result"]
        assert saved["digest"] != seen["digest"]
        assert other.recv(timeout=10) == '{"changed": "part.tex"}'
        late = ask(other, "save", name="part.tex", text="Mine.\n", digest=seen["digest"])
        assert late["error"]["code"] == "changed"
    assert (paper.parent / "part.tex").read_text("utf-8") == "A new part.\n"


def test_a_browser_is_started_without_the_secret_in_its_command_line(paper: Path, tmp_path: Path):
    browser, told = tmp_path / "browser", tmp_path / "told"
    browser.write_text(
        f'#!/bin/sh\ncat "${{1#file://}}" > {told}.part\necho "$@" >> {told}.part\nmv {told}.part {told}\n'
    )
    browser.chmod(0o755)
    with served(paper, "--open", env={"BROWSER": f"{browser} %s", "DISPLAY": ":0"}) as page:
        end = time.monotonic() + 20
        while not told.exists():
            assert time.monotonic() < end
            time.sleep(0.05)
        door, argument = told.read_text("utf-8").rsplit(">", 1)
        assert f"url={page.address}" in door
        assert page.token not in argument
        file = Path(argument.strip().removeprefix("file://"))
        assert file.parent.stat().st_mode & 0o077 == 0
    assert not file.exists()


def test_a_secret_that_can_be_guessed_is_refused(paper: Path):
    with (
        pytest.raises(AssertionError, match="must have 16 letters"),
        served(paper, env={"TABLECHECK_WEB_TOKEN": "short"}),
    ):
        pass
