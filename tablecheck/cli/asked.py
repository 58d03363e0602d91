"""What the command line of ``check`` asks for, and what it comes to with the configuration under it."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tablecheck.cli.papers import Papers, named_papers
from tablecheck.model.errors import UsageError
from tablecheck.model.finding import Severity

if TYPE_CHECKING:
    from tablecheck.linter.baseline import Baseline
    from tablecheck.linter.config import Config
    from tablecheck.linter.settings import Narrowing, Settings


@dataclass(frozen=True, slots=True)
class Asked:
    """The options of ``tablecheck check``; ``None`` and empty where the command line does not say."""

    papers: tuple[str, ...] = ()
    fetch: bool = False
    offline: bool = False
    locked: bool = False
    no_lock: bool = False
    lock_file: Path | None = None
    output_format: str = "text"
    output_file: Path | None = None
    others: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: str | None = None
    show_all: bool = False
    fail_on: str | None = None
    exit_zero: bool = False
    strict: bool | None = None
    config_file: Path | None = None
    isolated: bool = False
    baseline: Path | None = None
    write_baseline: Path | None = None
    add_ignore: str | None = None
    fix: bool = False
    unsafe_fixes: bool | None = None
    diff: bool = False
    exit_non_zero_on_fix: bool = False
    stdin_filename: Path | None = None
    watch: bool = False
    statistics: bool = False
    quiet: bool = False
    verbose: bool = False
    progress: bool = True


def overrides(asked: Asked) -> dict[str, Any]:
    """What the command line says, by the keys of the configuration.

    Raises:
        UsageError: an option names a rule that is not there.
    """
    said: dict[str, Any] = {
        "papers": list(asked.papers),
        "select": rule_names(asked.select),
        "extend-select": rule_names(asked.extend_select),
        "ignore": rule_names(asked.ignore),
        "severity": asked.severity or ("note" if asked.show_all or asked.select else None),
        "fail-on": asked.fail_on,
        "strict": asked.strict,
        "unsafe-fixes": asked.unsafe_fixes,
        "lock-file": asked.lock_file.as_posix() if asked.lock_file else None,
        "baseline": asked.baseline.as_posix() if asked.baseline else None,
    }
    return {name: value for name, value in said.items() if value not in (None, [])}


def rule_names(options: Iterable[str]) -> list[str]:
    """Read the names of rules, which commas may part.

    Raises:
        UsageError: no rule is called so.
    """
    from tablecheck.linter.rule_names import rule_problem

    names = [name.strip() for option in options for name in option.split(",") if name.strip()]
    for name in names:
        if problem := rule_problem(name):
            raise UsageError(problem)
    return names


def settings_of(config: "Config", main: Path, baseline: "Baseline | None" = None) -> "Settings":
    """The settings of a run over a main file."""
    from tablecheck.linter.settings import Settings

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


def papers_of(config: "Config") -> Papers:
    """The papers that the command line or the configuration names.

    Raises:
        UsageError: one of them is not there.
    """
    from tablecheck.linter.config import COMMAND_LINE, portable

    choice = config.choices["papers"]
    if choice.origin == COMMAND_LINE:
        return named_papers(choice.value)
    return named_papers(_beside(config.folder, portable(one)) for one in choice.value)


def _beside(folder: Path, option: str) -> str:
    key, separator, file = option.partition("=")
    is_pair = separator and not (folder / option).exists()
    return f"{key}={folder / file}" if is_pair else str(folder / option)


def _narrowings(tables: Mapping[str, Mapping[str, Any]]) -> "tuple[Narrowing, ...]":
    from tablecheck.linter.settings import Narrowing

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
