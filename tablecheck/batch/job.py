"""What a worker is told, and what it answers; both cross processes and machines as JSON."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import tablecheck


@dataclass(frozen=True, slots=True)
class Limits:
    """What one manuscript may cost, and when a worker is replaced.

    ``seconds`` and ``megabytes`` are those of a manuscript; a worker ends after ``manuscripts`` of them, or where it
    holds more than half of ``megabytes`` after one.
    """

    seconds: float = 300.0
    megabytes: int = 2_000
    manuscripts: int = 500


@dataclass(frozen=True, slots=True)
class Task:
    """How all manuscripts of a batch are checked.

    ``overrides`` are keys of the configuration that the command line sets. ``store`` is a folder or an address where
    workers share what they read; ``unpacked`` a folder for archives, one below it for each.
    """

    store: str
    unpacked: str
    overrides: Mapping[str, Any] = field(default_factory=dict)
    isolated: bool = False
    limits: Limits = Limits()

    def as_json(self) -> dict[str, Any]:
        """The task as plain values."""
        return asdict(self)

    @classmethod
    def of_json(cls, said: Mapping[str, Any]) -> "Task":
        """Read what ``as_json`` gave."""
        return cls(**{**said, "limits": Limits(**said["limits"])})

    def fingerprint(self) -> str:
        """A name of everything here that changes results."""
        said = repr((sorted(self.overrides.items(), key=str), self.isolated, self.limits, code_name()))
        return hashlib.sha256(said.encode()).hexdigest()[:20]


@cache
def code_name() -> str:
    """A name of the code that reads and compares, the same on every machine that has the same code."""
    package = Path(tablecheck.__file__).parent
    files = sorted([*package.rglob("*.py"), *package.rglob("*.json")])
    together = hashlib.sha256()
    for path in files:
        if "__pycache__" not in path.parts:
            together.update(path.relative_to(package).as_posix().encode() + path.read_bytes())
    return together.hexdigest()[:20]
