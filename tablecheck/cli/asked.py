"""What the command line of ``check`` asks for."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablecheck.model.errors import UsageError


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
    adjudicate: bool | None = None
    llm: str | None = None
    base_url: str | None = None
    budget: float | None = None
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
        "adjudicate": asked.adjudicate,
        "llm": asked.llm,
        "llm-budget": asked.budget,
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
