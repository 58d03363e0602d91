"""How many tokens a question has, counted or estimated, before it is sent."""

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

logger = logging.getLogger(__name__)

Messages = Sequence[Mapping[str, Any]]
Count = Callable[[str], int]

_PATIENCE = 10.0  # seconds; tiktoken fetches an encoding once, and waits for ever where there is no network
_AROUND = 8  # tokens that the chat template of common models puts around a message
_PICTURE, _LARGEST_PICTURE = 1500, 6000  # tokens of a page at 150 dots an inch: vendors count 765 to some 3000


@dataclass(frozen=True, slots=True)
class Tokens:
    """How many tokens there probably are and can be at most; ``is_counted`` tells a count from an estimate."""

    likely: int
    most: int
    is_counted: bool


def tokens_of(messages: Messages, model: str) -> Tokens:
    """Count the tokens of a question by the model's own encoding, or estimate them where it cannot be had.

    The estimate is a third of the bytes: tables are mostly digits, of which an encoding puts one to three into a
    token. No encoding that works on bytes needs more tokens than there are bytes.
    """
    texts, pictures = list(_texts(messages)), _pictures(messages)
    around = _AROUND * len(messages)
    count = counter_of(model)
    if count is not None:
        counted = sum(count(text) for text in texts) + around
        return Tokens(counted + _PICTURE * pictures, counted + around + _LARGEST_PICTURE * pictures, not pictures)
    size = sum(len(text.encode("utf-8", "replace")) for text in texts)
    return Tokens(
        size // 3 + around + _PICTURE * pictures, size + 4 * around + _LARGEST_PICTURE * pictures, is_counted=False
    )


@cache
def counter_of(model: str) -> Count | None:
    """What counts the tokens of a text for a model, ``None`` where no encoding is known or it cannot be loaded."""
    import tiktoken

    try:
        name = tiktoken.encoding_name_for_model(model)
    except KeyError:
        return None
    loaded: list[tiktoken.Encoding] = []

    def load() -> None:
        try:
            loaded.append(tiktoken.get_encoding(name))
        except Exception as error:  # noqa: BLE001 - whatever happens in there on the way to its server
            logger.info("the encoding %s cannot be loaded: %s", name, error)

    thread = threading.Thread(target=load, daemon=True)
    thread.start()
    thread.join(_PATIENCE)
    if not loaded:
        return None
    encoding = loaded[0]
    return lambda text: len(encoding.encode(text, disallowed_special=()))


def _texts(messages: Messages) -> Iterator[str]:
    for message in messages:
        content = message.get("content", "")
        if isinstance(content, str):
            yield content
            continue
        yield from (part["text"] for part in content if part.get("type") == "text")


def _pictures(messages: Messages) -> int:
    return sum(
        part.get("type") == "image_url"
        for message in messages
        if not isinstance(message.get("content", ""), str)
        for part in message["content"]
    )
