"""Lays JSON out so that a change of one cell is a change of one line."""

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class OneLine:
    """A value that is written on one line, however deep it is."""

    value: Any


def laid_out(value: Any, depth: int = 0) -> str:
    """Write a value as JSON, one member of every object and list a line, but for ``OneLine``."""
    inner, outer = " " * (depth + 1), " " * depth
    if isinstance(value, OneLine):
        return _plain(value.value)
    if isinstance(value, dict) and value:
        members = [f"{inner}{_plain(name)}: {laid_out(member, depth + 1)}" for name, member in value.items()]
        return "{\n" + ",\n".join(members) + f"\n{outer}}}"
    if isinstance(value, list) and value:
        members = [inner + laid_out(member, depth + 1) for member in value]
        return "[\n" + ",\n".join(members) + f"\n{outer}]"
    return _plain(value)


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
