"""Has a chat model describe cells, and reads the JSON objects out of its reply, wherever they stand in it."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import resources
from typing import Any

from tablecheck.evaluation.records.benchmark import Annotated
from tablecheck.evaluation.records.scores import Description, Value
from tablecheck.evaluation.records.swde import NOTHING, Page

Ask = Callable[[Sequence[str]], Sequence[str | None]]
"""Puts questions to a model; gives the text of each answer, ``None`` where there is none."""

MOST_CELLS = 40  # of one question: their descriptions fit the usual limit of an answer
_LONGEST_SOURCE = 60_000  # characters of a table or page; some fifteen thousand tokens
_LONGEST_TEXT = 12_000
_UNKNOWN = ("", "xx", "n/a", "none", NOTHING.lower())


def describe_by_model(
    tables: Sequence[Annotated], schema: Mapping[str, Sequence[str]], lists: frozenset[str], ask: Ask
) -> list[dict[str, Description]]:
    """Describe the cells of tables; a cell that no answer describes has no description.

    Args:
        tables: The tables.
        schema: The attributes of each type of cell.
        lists: Those attributes whose values are names with values.
        ask: What puts the questions; all of them at once, so that it may ask several at a time.
    """
    parts = [(at, keys) for at, table in enumerate(tables) for keys in _batches(tuple(table.cells))]
    questions = [question_of(tables[at], keys, schema, lists) for at, keys in parts]
    described: list[dict[str, Description]] = [{} for _ in tables]
    for (at, keys), answer in zip(parts, ask(questions), strict=True):
        described[at] |= read_answer(answer or "", keys, schema, lists)
    return described


def question_of(
    table: Annotated, keys: Sequence[str], schema: Mapping[str, Sequence[str]], lists: frozenset[str]
) -> str:
    """Write the question for some cells of a table."""
    templates = [
        {"cell": 1, "type": kind, **{name: {"name": "value"} if name in lists else "" for name in names}}
        for kind, names in schema.items()
    ]
    return (
        _prompt("tables.txt")
        .replace("{templates}", "\n".join(json.dumps(one, ensure_ascii=False) for one in templates))
        .replace("{cells}", "\n".join(f"{count}: {table.cells[key]}" for count, key in enumerate(keys, 1)))
        .replace("{text}", table.text[:_LONGEST_TEXT] or "(none)")
        .replace("{source}", table.source[:_LONGEST_SOURCE])
    )


def read_answer(
    answer: str, keys: Sequence[str], schema: Mapping[str, Sequence[str]], lists: frozenset[str]
) -> dict[str, Description]:
    """Take the descriptions out of an answer; the first of a cell counts, and counts out of range are dropped."""
    found: dict[str, Description] = {}
    for one in objects_in(answer):
        count, kind = one.get("cell"), one.get("type")
        if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= len(keys):
            continue
        if not isinstance(kind, str) or kind not in schema:
            continue
        values = ((name, _value(one.get(name), name in lists)) for name in schema[kind])
        found.setdefault(keys[count - 1], {"type": kind, **{name: value for name, value in values if value}})
    return found


def describe_pages_by_model(
    pages: Sequence[Page], attributes: Callable[[Page], Sequence[str]], ask: Ask
) -> list[dict[str, str]]:
    """Give the attributes of web pages by a model."""
    questions = [
        _prompt("page.txt")
        .replace("{attributes}", ", ".join(f'"{name}"' for name in attributes(page)))
        .replace("{title}", page.title)
        .replace("{source}", page.html[:_LONGEST_SOURCE])
        for page in pages
    ]
    described = []
    for page, answer in zip(pages, ask(questions), strict=True):
        given = next(objects_in(answer or ""), {})
        values = ((name, _value(given.get(name), is_list=False)) for name in attributes(page))
        described.append({name: value for name, value in values if isinstance(value, str) and value})
    return described


def objects_in(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects that stand in a text, those inside lists and other objects' lists among them.

    >>> list(objects_in('Here: {"cell": 1} and [{"cell": 2}], {broken'))
    [{'cell': 1}, {'cell': 2}]
    """
    decoder = json.JSONDecoder()
    at = text.find("{")
    while at >= 0:
        try:
            found, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            inner = [one for value in found.values() if isinstance(value, list) for one in value]
            nested = [one for one in inner if isinstance(one, dict) and "cell" in one]
            yield from nested or [found]
        at = text.find("{", end)


def _batches(keys: Sequence[str]) -> Iterator[Sequence[str]]:
    return (keys[start : start + MOST_CELLS] for start in range(0, len(keys), MOST_CELLS))


def _value(given: Any, is_list: bool) -> Value:
    if is_list:
        pairs = given.items() if isinstance(given, dict) else ()
        return {str(name): str(one) for name, one in pairs if str(one).strip().lower() not in _UNKNOWN}
    if isinstance(given, list):
        given = given[0] if given else ""
    text = str(given).strip() if isinstance(given, str | int | float) else ""
    return "" if text.lower() in _UNKNOWN else text


def _prompt(name: str) -> str:
    return resources.files(__package__).joinpath("prompts", name).read_text("utf-8")
