"""What a user chose: which rules speak, how loud a finding must be, how long a paper may take."""

from collections.abc import Iterable
from dataclasses import dataclass

from tablecheck.linter.baseline import Baseline
from tablecheck.linter.rule_names import speaks
from tablecheck.model.finding import Finding, Severity
from tablecheck.rules import RULES, Rule


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What is left out in some files or in one table.

    ``of`` is a pattern for paths, or the label of a table. The rest is as in ``Settings``.
    """

    of: str
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    floor: Severity = Severity.NOTE


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices of a run.

    ``select``, ``extend_select`` and ``ignore`` hold names, codes or beginnings of codes, such as ``TC2``; an empty
    ``select`` means all rules. ``floor`` is the severity below which a finding is counted and not shown; a report
    always has them all. ``fail_on`` is the lowest severity that makes a run fail, ``None`` for none.
    ``seconds_a_paper`` bounds the reading of one cited document. ``folder`` is the manuscript's as seen from the
    configuration, to which the patterns of ``per_file`` are relative.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    floor: Severity = Severity.WARNING
    seconds_a_paper: float = 120.0
    extend_select: tuple[str, ...] = ()
    fail_on: Severity | None = Severity.WARNING
    per_file: tuple[Narrowing, ...] = ()
    per_table: tuple[Narrowing, ...] = ()
    folder: str = ""
    baseline: Baseline | None = None


def chosen_rules(settings: Settings) -> tuple[Rule, ...]:
    """The rules that speak."""
    return tuple(rule for rule in RULES if is_chosen(rule.code, rule.name, settings))


def is_chosen(code: str, name: str, settings: Settings) -> bool:
    """Whether a rule takes part in a run."""
    return speaks(code, name, settings.select, settings.ignore, settings.extend_select)


def shown(findings: Iterable[Finding], settings: Settings) -> tuple[Finding, ...]:
    """The findings at or above the floor."""
    return tuple(finding for finding in findings if finding.severity >= settings.floor)
