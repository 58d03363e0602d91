"""One request to a server and what came back, all ways of failing told apart."""

import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tablecheck.backends.failure import AskingError, Failure
from tablecheck.backends.llm.server import ModelServer

if TYPE_CHECKING:
    import openai

_LONGEST = 1_000_000  # characters of an answer; a table takes some thousand
_TOO_LONG = re.compile(
    r"context.?length|context (size|window)|maximum context|prompt is too long|too many (input )?tokens", re.I
)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said. ``finish`` is the protocol's reason for its end, or ``refusal``.

    ``tokens_in`` and ``tokens_out`` are what the server counted, ``None`` where it does not say.
    """

    text: str
    finish: str
    tokens_in: int | None
    tokens_out: int | None


def client_of(server: ModelServer) -> "openai.OpenAI":
    """Open the client of a server. It follows no redirects: the question is for the server that was named."""
    import httpx
    import openai

    timeout = httpx.Timeout(server.seconds, connect=min(10.0, server.seconds))
    return openai.OpenAI(
        api_key=server.key or "none",
        base_url=server.base_url,
        max_retries=0,  # each attempt is counted against the budget, so that they are made in ``model.py``
        timeout=timeout,
        http_client=openai.DefaultHttpxClient(timeout=timeout, follow_redirects=False),
    )


def chat(client: "openai.OpenAI", server: ModelServer, request: Mapping[str, Any]) -> Reply:
    """Send a request once.

    Raises:
        AskingError: there was no whole answer.
    """
    create: Any = client.chat.completions.create
    with told(server):
        answer = create(**request)
        return _streamed(answer, server) if server.stream else _whole(answer, server)


@contextmanager
def told(server: ModelServer) -> Iterator[None]:
    """Say in our words what goes wrong between us and a server.

    Raises:
        AskingError: something did.
    """
    import httpx
    import openai

    try:
        yield
    except openai.APITimeoutError:
        raise AskingError(Failure.TOO_SLOW, f"{server.host} was silent for {server.seconds:g} seconds") from None
    except openai.APIStatusError as error:
        raise _of_status(error, server) from None
    except openai.APIConnectionError as error:
        cause = error.__cause__
        if isinstance(cause, httpx.RemoteProtocolError | httpx.ReadError):
            raise AskingError(Failure.CUT, f"{server.host} ended the connection in the middle of an answer") from None
        message = f"{server.host} cannot be reached ({_plain(str(cause or error), server)}); is it running?"
        raise AskingError(Failure.UNREACHABLE, message) from None
    except httpx.TimeoutException:
        raise AskingError(Failure.TOO_SLOW, f"{server.host} stopped in the middle of an answer") from None
    except httpx.HTTPError:
        raise AskingError(Failure.CUT, f"{server.host} ended the connection in the middle of an answer") from None
    except openai.APIError as error:  # an error among the pieces of a stream
        message = f"{server.host} broke off: {_plain(error.message, server)}"
        raise AskingError(Failure.BROKEN, message) from None
    except (ValueError, TypeError, AttributeError, LookupError) as error:
        message = f"{server.host} did not answer as the protocol says ({_plain(str(error), server)})"
        raise AskingError(Failure.BAD_ANSWER, message) from None


def _whole(answer: Any, server: ModelServer) -> Reply:
    choice = answer.choices[0]
    usage = getattr(answer, "usage", None)
    refusal = getattr(choice.message, "refusal", None)
    return Reply(
        str(refusal or choice.message.content or "")[:_LONGEST],
        "refusal" if refusal else str(choice.finish_reason or "stop"),
        _count(usage, "prompt_tokens"),
        _count(usage, "completion_tokens"),
    )


def _streamed(chunks: Any, server: ModelServer) -> Reply:
    pieces: list[str] = []
    refusal, finish, usage, length = "", None, None, 0
    give_up = time.monotonic() + 10 * server.seconds
    for chunk in chunks:
        usage = getattr(chunk, "usage", None) or usage
        for choice in chunk.choices[:1]:
            piece = choice.delta.content or ""
            refusal += getattr(choice.delta, "refusal", None) or ""
            pieces.append(piece)
            length += len(piece)
            finish = choice.finish_reason or finish
        if length > _LONGEST or time.monotonic() > give_up:
            chunks.close()
            raise AskingError(Failure.TOO_SLOW, f"{server.host} does not come to an end")
    if finish is None:
        raise AskingError(Failure.CUT, f"{server.host} ended its stream in the middle of an answer")
    return Reply(
        refusal or "".join(pieces),
        "refusal" if refusal else str(finish),
        _count(usage, "prompt_tokens"),
        _count(usage, "completion_tokens"),
    )


def _of_status(error: "openai.APIStatusError", server: ModelServer) -> AskingError:
    body: Any = error.body
    told = body.get("message") if isinstance(body, dict) else None
    status, said = error.status_code, _plain(str(told or error.message), server)
    code = str(error.code or "")
    where = f"{server.host} answered with status {status}: {said}"
    if status in {401, 402, 403} or code == "insufficient_quota":
        return AskingError(Failure.DENIED, f"{where}; look at the key and the account")
    if status == 429:
        return AskingError(Failure.BUSY, where, _wait(error))
    if status == 408 or status >= 500:
        return AskingError(Failure.BROKEN, where, _wait(error))
    if code == "context_length_exceeded" or _TOO_LONG.search(said) or status == 413:
        return AskingError(Failure.TOO_LONG, f"{where}; choose a model with more room, or a shorter form of tables")
    return AskingError(Failure.REFUSED, where)


def _wait(error: "openai.APIStatusError") -> float | None:
    """The seconds that Retry-After names; its other form, a date, is not read, and the usual pause is made."""
    try:
        return max(0.0, float(error.response.headers.get("retry-after", "")))
    except ValueError:
        return None


def _count(usage: Any, name: str) -> int | None:
    number = getattr(usage, name, None)
    return number if isinstance(number, int) and number >= 0 else None


def _plain(text: str, server: ModelServer) -> str:
    """One line of what a server said, without the key, which some repeat."""
    text = " ".join(text.split())[:300]
    return text.replace(server.key, "[key]") if server.key else text
