"""The settings of a run, as the configuration says them."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tablecheck.linter.baseline import Baseline
from tablecheck.linter.config import Config
from tablecheck.linter.settings import Narrowing, Settings
from tablecheck.model.finding import Severity


def settings_of(config: Config, main: Path, baseline: Baseline | None = None) -> Settings:
    """The settings of a run over a main file."""
    fail_on = config.value("fail-on")
    return Settings(
        select=tuple(config.value("select")),
        extend_select=tuple(config.value("extend-select")),
        ignore=tuple(config.value("ignore")),
        floor=severity_of(config.value("severity")),
        fail_on=None if fail_on == "never" else severity_of(fail_on),
        seconds_a_paper=float(config.value("seconds-a-paper")),
        per_file=_narrowings(config.value("per-file")),
        per_table=_narrowings(config.value("per-table")),
        folder=_seen_from(config.folder, main.parent),
        baseline=baseline,
    )


def severity_of(label: str) -> Severity:
    """The severity of a name."""
    return Severity[label.upper()]


def _narrowings(tables: Mapping[str, Mapping[str, Any]]) -> tuple[Narrowing, ...]:
    return tuple(
        Narrowing(
            of,
            select=tuple(values.get("select", ())),
            ignore=tuple(values.get("ignore", ())),
            floor=severity_of(values.get("severity", "note")),
        )
        for of, values in tables.items()
    )


def _seen_from(folder: Path, other: Path) -> str:
    try:
        relative = os.path.relpath(other.resolve(), folder.resolve())
    except ValueError:  # another drive of Windows
        return other.resolve().as_posix()
    return "" if relative == "." else Path(relative).as_posix()
