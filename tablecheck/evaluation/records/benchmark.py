"""The files of Schema-to-JSON: one a split, each a dictionary of annotated tables."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from tablecheck.evaluation.records.scores import Description, Value
from tablecheck.model.errors import UsageError

T = TypeVar("T")

_UNKNOWN = "xx"  # how the benchmark writes a value that cannot be known
_NO_SETTINGS = {"xx": "yy"}


@dataclass(frozen=True, slots=True, eq=False)
class Annotated:
    """A table of the benchmark.

    ``source`` is the table as the benchmark gives it to a reader, in LaTeX, HTML or XML; ``text`` what stands around
    it in its paper. ``cells`` maps what the benchmark calls a cell to the number in it, in its order; ``known`` has
    the right description of each annotated cell. ``raw`` is everything the file says.
    """

    name: str
    source: str
    text: str
    cells: Mapping[str, str]
    known: Mapping[str, Description]
    raw: Mapping[str, Any]

    @property
    def paper(self) -> str:
        """The paper the table comes from."""
        return self.name.split("::")[0].split("_")[0]


def read_split(data: Path, split: str) -> Mapping[str, Any]:
    """Read a split of a data set.

    Raises:
        UsageError: the folder does not hold it, or it is no JSON.
    """
    path = data / f"{split}.json"
    try:
        tables = json.loads(path.read_text("utf-8"))
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror}; name the folder that holds {split}.json with --data"
        raise UsageError(message) from error
    except ValueError as error:
        raise UsageError(f"{path} is no JSON: {error}; fetch it again") from error
    if not isinstance(tables, dict) or not tables:
        raise UsageError(f"{path} holds no tables by name; is it a file of Schema-to-JSON?")
    return dict(sorted(tables.items()))


def read_all(data: Path, split: str, form: str, annotated: Callable[[str, Any], T]) -> list[T]:
    """Read every table of a split of a data set, which is called ``form``.

    Raises:
        UsageError: the folder does not hold it in the benchmark's form.
    """
    try:
        return [annotated(name, table) for name, table in read_split(data, split).items()]
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError(f"{data}: a table of {split}.json is not in the form of {form} ({error!r})") from error


def known_values(cell: Mapping[str, Any], names: Mapping[str, str]) -> Description:
    """The attributes of an annotated cell that are known, under the names of a template."""
    found: dict[str, Value] = {}
    for attribute, value in cell.items():
        if attribute in names and value not in (_UNKNOWN, _NO_SETTINGS, "", None):
            found[names[attribute]] = _checked(value)
    return found


def _checked(value: Any) -> Value:
    if isinstance(value, dict):
        return {str(name): str(one) for name, one in value.items()}
    return [str(one) for one in value] if isinstance(value, list) else str(value)
