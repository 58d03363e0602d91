"""A server that speaks OpenAI's protocol over real HTTP, does what a test tells it to, and logs who asked what."""

import contextlib
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Says:
    """A reply. ``raw`` replaces the whole body; ``pieces`` of a stream end early where ``is_cut``.

    ``silent_for`` is how many seconds pass before the first byte.
    """

    text: str = ""
    status: int = 200
    error: dict[str, Any] | None = None
    headers: dict[str, str] = field(default_factory=dict)
    finish: str = "stop"
    refusal: str | None = None
    usage: tuple[int, int] | None = (100, 20)
    raw: bytes | None = None
    is_cut: bool = False
    silent_for: float = 0.0


@dataclass
class Asked:
    """A request as it came, and whether a whole reply was sent."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str]
    is_answered: bool = False
    status: int = 0

    @property
    def words(self) -> str:
        """The last message's text."""
        content = self.body["messages"][-1]["content"]
        return content if isinstance(content, str) else " ".join(part.get("text", "") for part in content)


Behaviour = Callable[[Asked], Says]

TOO_MANY = Says(status=429, error={"message": "slow down", "code": "rate_limit_exceeded"}, headers={"Retry-After": "0"})
TOO_LONG = Says(
    status=400,
    error={"message": "This model's maximum context length is 4096 tokens.", "code": "context_length_exceeded"},
)
NO_SCHEMAS = Says(status=400, error={"message": "response_format is not supported", "code": None})
BROKEN = Says(status=500, error={"message": "internal error"})


class ModelServer:
    """``behaviour`` answers what ``next_says`` does not; ``log`` has every request, ``most_at_once`` how many met."""

    def __init__(self, behaviour: Behaviour | None = None, vectors: Callable[[str], list[float]] | None = None) -> None:
        self.behaviour = behaviour or (lambda asked: Says("{}"))
        self.vectors = vectors or (lambda text: [float(len(text)), 1.0])
        self.next_says: list[Says] = []
        self.log: list[Asked] = []
        self.most_at_once = 0
        self.may_answer = threading.Event()
        self.may_answer.set()
        self._at_once = 0
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._http: ThreadingHTTPServer | None = None

    @property
    def base_url(self) -> str:
        assert self._http is not None
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    @property
    def answered(self) -> list[Asked]:
        return [asked for asked in self.log if asked.is_answered]

    def reply(self, asked: Asked) -> Says:
        with self._lock:
            self.log.append(asked)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            said = self.next_says.pop(0) if self.next_says else None
        while not self.may_answer.wait(0.05) and not self._over.is_set():
            pass
        said = said or self.behaviour(asked)
        self._over.wait(said.silent_for)
        return said

    def done(self) -> None:
        with self._lock:
            self._at_once -= 1

    @contextlib.contextmanager
    def running(self) -> Iterator["ModelServer"]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length", 0))
                body = json.loads(self.rfile.read(length))
                asked = Asked(self.path, body, {name.lower(): value for name, value in self.headers.items()})
                said = server.reply(asked)
                try:
                    write(self, asked, said, server)
                    asked.is_answered, asked.status = not said.is_cut, said.status
                except OSError:
                    self.close_connection = True
                finally:
                    server.done()

            def log_message(self, *words: Any) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._http.block_on_close = False
        thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._over.set()
            self._http.shutdown()
            self._http.server_close()
            thread.join()


def write(handler: BaseHTTPRequestHandler, asked: Asked, said: Says, server: ModelServer) -> None:
    if said.raw is not None:
        return _send(handler, said.status, said.raw, {"Content-Type": "application/json", **said.headers}, said.is_cut)
    if said.status != 200:
        body = json.dumps({"error": said.error or {}}).encode()
        return _send(handler, said.status, body, {"Content-Type": "application/json", **said.headers})
    if asked.path.endswith("/embeddings"):
        return _send(handler, 200, _embeddings(asked, server), {"Content-Type": "application/json"}, said.is_cut)
    if asked.body.get("stream"):
        return _stream(handler, asked, said)
    message = {"role": "assistant", "content": said.text, "refusal": said.refusal}
    body = {
        "id": "x", "object": "chat.completion", "created": 0, "model": asked.body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": said.finish}],
    }  # fmt: skip
    if said.usage:
        body["usage"] = _usage(said.usage)
    return _send(handler, 200, json.dumps(body).encode(), {"Content-Type": "application/json"}, said.is_cut)


def _usage(usage: tuple[int, int]) -> dict[str, int]:
    return {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}


def _embeddings(asked: Asked, server: ModelServer) -> bytes:
    texts: Sequence[str] = asked.body["input"]
    rows = [{"object": "embedding", "index": at, "embedding": server.vectors(text)} for at, text in enumerate(texts)]
    size = sum(len(text) for text in texts) // 4
    usage = {"prompt_tokens": size, "total_tokens": size}
    return json.dumps({"object": "list", "data": rows, "model": asked.body["model"], "usage": usage}).encode()


def _send(
    handler: BaseHTTPRequestHandler, status: int, body: bytes, headers: dict[str, str], is_cut: bool = False
) -> None:
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body[: len(body) // 2] if is_cut else body)
    if is_cut:
        handler.close_connection = True


def _stream(handler: BaseHTTPRequestHandler, asked: Asked, said: Says) -> None:
    """Send the text in pieces of seven characters, as server-sent events."""
    handler.send_response(200)
    handler.send_header("Content-Type", "text/event-stream")
    handler.send_header("Connection", "close")
    handler.end_headers()
    handler.close_connection = True
    pieces = [said.text[at : at + 7] for at in range(0, len(said.text), 7)]
    if said.is_cut:
        pieces = pieces[: len(pieces) // 2]
    for piece in pieces:
        _event(handler, asked, {"choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}]})
    if said.is_cut:
        return
    _event(handler, asked, {"choices": [{"index": 0, "delta": {}, "finish_reason": said.finish}]})
    if said.usage and asked.body.get("stream_options", {}).get("include_usage"):
        _event(handler, asked, {"choices": [], "usage": _usage(said.usage)})
    handler.wfile.write(b"data: [DONE]\n\n")


def _event(handler: BaseHTTPRequestHandler, asked: Asked, body: dict[str, Any]) -> None:
    body = {"id": "x", "object": "chat.completion.chunk", "created": 0, "model": asked.body["model"], **body}
    handler.wfile.write(b"data: " + json.dumps(body).encode() + b"\n\n")
    handler.wfile.flush()
