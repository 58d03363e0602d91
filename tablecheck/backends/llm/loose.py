"""Reads lists and dictionaries anywhere in what a model says: JSON, Python, or something like them.

Prose and code fences around them, missing or trailing commas at the end, single quotes, bare words and comments do not
matter, nor that the reply was cut off: what was whole before is kept.
"""

import re
from dataclasses import dataclass
from typing import Union

_LONGEST = 200_000  # characters that are read of a reply
_DEEPEST = 25  # brackets in brackets
_MOST_FAILED = 500  # brackets that open nothing; prose has a few
_OPENING = re.compile(r"[\[({]")
_SPACE = re.compile(r"(?:\s|(?://|#)[^\n]*)*")
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.])")
_WORD = re.compile(r"[^\W\d]\w*")
_STRING = {quote: re.compile(rf"{quote}((?:[^{quote}\\]|\\.)*){quote}", re.S) for quote in "\"'"}
_ARROW = re.compile(r":|=>?|->|→")
_CLOSERS = {"[": "]", "(": ")", "{": "}"}
_WORDS = {"null": None, "None": None, "true": True, "True": True, "false": False, "False": False}
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


@dataclass(frozen=True, slots=True)
class Entries:
    """A dictionary as it was written: its keys may be anything, lists too, and may repeat."""

    pairs: tuple[tuple["Value", "Value"], ...]

    def get(self, key: str) -> "Value":
        """The value of the first entry of a name, in any case of letters; ``None`` where there is none."""
        return next((value for name, value in self.pairs if isinstance(name, str) and name.lower() == key), None)


Value = Union[str, int, float, bool, None, tuple["Value", ...], Entries]  # noqa: UP007 - it names itself


def values_in(reply: str) -> tuple[Value, ...]:
    """Give the lists and dictionaries of a reply in their order; those inside others are not given again.

    What a model thinks aloud before ``</think>`` is left out.
    """
    text = reply.rpartition("</think>")[2][:_LONGEST]
    values: list[Value] = []
    at = failed = 0
    while failed < _MOST_FAILED and (opening := _OPENING.search(text, at)) is not None:
        at = opening.start()
        try:
            value, at = _bracket(text, at, 0)
            values.append(value)
        except _UnreadableError:
            at += 1
            failed += 1
    return tuple(values)


class _UnreadableError(Exception):
    """There is no value here."""


def _value(text: str, at: int, depth: int) -> tuple[Value, int]:
    character = text[at : at + 1]
    if character in _CLOSERS and character:
        return _bracket(text, at, depth + 1)
    if character in _STRING and character:
        if match := _STRING[character].match(text, at):
            return _unescaped(match[1]), match.end()
        raise _UnreadableError
    if match := _NUMBER.match(text, at):
        written = match[0]
        return (int(written) if re.fullmatch(r"[-+]?\d{1,9}", written) else float(written)), match.end()
    if match := _WORD.match(text, at):
        return _WORDS.get(match[0], match[0]), match.end()
    raise _UnreadableError


def _bracket(text: str, at: int, depth: int) -> tuple[Value, int]:
    if depth > _DEEPEST:
        raise _UnreadableError
    opener, closer = text[at], _CLOSERS[text[at]]
    items: list[Value] = []
    pairs: list[tuple[Value, Value]] = []
    at = _skip(text, at + 1)
    while at < len(text) and text[at] != closer:
        try:
            item, after = _value(text, at, depth)
        except _UnreadableError:
            if _is_cut(text, at):
                break
            raise
        after = _skip(text, after)
        if opener == "{" and (arrow := _ARROW.match(text, after)):
            begin = _skip(text, arrow.end())
            try:
                value, after = _value(text, begin, depth)
            except _UnreadableError:
                if begin >= len(text) or _is_cut(text, begin):
                    at = len(text)
                    break
                raise
            pairs.append((item, value))
            after = _skip(text, after)
        else:
            items.append(item)
        at = _after_comma(text, after, closer)
    contents: Value = Entries(tuple(pairs)) if opener == "{" and (pairs or not items) else tuple(items)
    return contents, min(at + 1, len(text))


def _after_comma(text: str, at: int, closer: str) -> int:
    if at >= len(text) or text[at] == closer:
        return at
    if text[at] in ",;":
        return _skip(text, at + 1)
    if "\n" in text[text.rfind(text[at - 1], 0, at) : at] or text[at] in "[({":
        return at  # a comma was forgotten between lines or brackets
    raise _UnreadableError


def _is_cut(text: str, at: int) -> bool:
    """Tell a reply that ends inside a string from one that is no data at all."""
    return text[at] in _STRING and _STRING[text[at]].match(text, at) is None


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _unescaped(text: str) -> str:
    text = re.sub(r"\\(u[0-9a-fA-F]{4}|.)", _character, text, flags=re.S)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")  # joins the halves of rare characters


def _character(match: re.Match[str]) -> str:
    code = match[1]
    return chr(int(code[1:], 16)) if len(code) == 5 else _ESCAPED.get(code, code)
