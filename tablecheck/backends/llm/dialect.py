"""What a server understands of the protocol; learnt from what it refuses."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablecheck.backends.llm.server import ModelServer
from tablecheck.backends.llm.tokens import Messages

Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Dialect:
    """Which parts of a request are sent: the schema of the answer, the temperature, and the name of the limit."""

    structured: bool = True
    temperature: bool = True
    limit: str = "max_tokens"


def request_of(server: ModelServer, messages: Messages, schema: Schema | None, dialect: Dialect) -> dict[str, Any]:
    """Write a request in the dialect of a server."""
    request: dict[str, Any] = {"model": server.model, "messages": list(messages), dialect.limit: server.most_output}
    if dialect.temperature:
        request["temperature"] = server.temperature
    if schema is not None and dialect.structured:
        form = {"name": "answer", "schema": schema, "strict": True}
        request["response_format"] = {"type": "json_schema", "json_schema": form}
    if server.stream:
        request |= {"stream": True, "stream_options": {"include_usage": True}}
    return request


def simpler(dialect: Dialect, request: Mapping[str, Any], complaint: str) -> Dialect | None:
    """What to try after a server refused a request, ``None`` where nothing is left to leave out.

    Newer models of OpenAI want another name for the limit and no temperature; many servers know no schemas.
    """
    if "max_completion_tokens" in complaint and dialect.limit == "max_tokens":
        return replace(dialect, limit="max_completion_tokens")
    if "temperature" in complaint and "temperature" in request:
        return replace(dialect, temperature=False)
    if "response_format" in request:
        return replace(dialect, structured=False)
    return None
