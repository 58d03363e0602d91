"""What the environment says of extractors that ask models, and a record of what they cost."""

import json
import logging
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from tablecheck.backends.answers import answers_folder
from tablecheck.model.errors import UsageError

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Spending:
    """What reading one document took: pages asked about now and earlier, their cost, and the seconds of asking."""

    extractor: str
    model: str
    asked: int
    kept: int
    cost: float | None
    seconds: float


def spending(one: Spending) -> None:
    """Write down what a document took; extractors run in a process apart and give tables, nothing else."""
    line = json.dumps({"at": round(time.time()), **asdict(one)}) + "\n"
    try:
        _file().parent.mkdir(parents=True, exist_ok=True)
        with _file().open("a", encoding="utf-8") as stream:
            stream.write(line)
    except OSError as error:
        logger.info("what %s took cannot be written down: %s", one.extractor, error)


def spent_by(extractor: str, since: float) -> Spending | None:
    """Add up what an extractor took since a time, in seconds of the epoch; ``None`` where it asked nobody."""
    lines = []
    with suppress(OSError, ValueError):
        written = [json.loads(line) for line in _file().read_text("utf-8").splitlines()]
        lines = [one for one in written if one["extractor"] == extractor and one["at"] >= int(since)]
    if not lines:
        return None
    costs = [one["cost"] for one in lines]
    return Spending(
        extractor,
        lines[-1]["model"],
        sum(one["asked"] for one in lines),
        sum(one["kept"] for one in lines),
        None if None in costs else sum(costs),
        sum(one["seconds"] for one in lines),
    )


def amount(variable: str, written: str) -> float | None:
    """Read an amount of money; ``None`` for nothing written.

    Raises:
        UsageError: it is no number, or below 0.
    """
    if not written.strip():
        return None
    try:
        number = float(written)
    except ValueError:
        number = -1.0
    if not 0 <= number < 1e9:
        raise UsageError(f"{variable} holds {written.strip()!r}; write numbers, 0 or above")
    return number


def _file() -> Path:
    return answers_folder() / "spending.jsonl"
