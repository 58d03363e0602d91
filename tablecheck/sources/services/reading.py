"""Takes values out of answers whose shape nobody guarantees: what is not as documented reads as nothing."""

import re
from typing import Any

from tablecheck.sources.net.answer import Answer

_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|2\d\d\d)(?!\d)")
_TAG = re.compile(r"<[^<>]{0,200}>")


def record(answer: Answer) -> dict[str, Any]:
    """Read an answer that is one JSON object.

    Raises:
        RequestError: it is something else.
    """
    value = answer.json()
    if not isinstance(value, dict):
        raise answer.nonsense("JSON of another shape")
    return value


def within(value: Any, *path: str | int) -> Any:
    """Follow a path into nested objects and lists; ``None`` where it leads nowhere."""
    for step in path:
        if isinstance(step, int):
            value = value[step] if isinstance(value, list) and -len(value) <= step < len(value) else None
        else:
            value = value.get(step) if isinstance(value, dict) else None
    return value


def items(value: Any, *path: str | int) -> list[Any]:
    """Follow a path to a list; empty where there is none."""
    found = within(value, *path)
    return found if isinstance(found, list) else []


def text(value: Any, *path: str | int) -> str:
    """Follow a path to a text, in one line and without tags; empty where there is none."""
    found = within(value, *path)
    return " ".join(_TAG.sub("", found).split())[:2000] if isinstance(found, str) else ""


def year_of(value: Any) -> int | None:
    """Read a year out of a number or a date."""
    match = _YEAR.search(str(value)) if isinstance(value, int | str) else None
    return int(match[1]) if match else None
