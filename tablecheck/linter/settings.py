"""What a user chose: which rules speak, how loud a finding must be, how long a paper may take."""

from collections.abc import Iterable
from dataclasses import dataclass

from tablecheck.model.finding import Finding, Severity
from tablecheck.rules import RULES, Rule


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices of a run.

    ``select`` and ``ignore`` hold names, codes or beginnings of codes, such as ``TC2``; an empty ``select``
    means all rules. ``floor`` is the severity below which a finding is counted and not shown; a report always
    has them all. ``seconds_a_paper`` bounds the reading of one cited document.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    floor: Severity = Severity.WARNING
    seconds_a_paper: float = 120.0


def chosen_rules(settings: Settings) -> tuple[Rule, ...]:
    """The rules that speak."""
    return tuple(
        rule
        for rule in RULES
        if (not settings.select or _named(rule, settings.select)) and not _named(rule, settings.ignore)
    )


def shown(findings: Iterable[Finding], settings: Settings) -> tuple[Finding, ...]:
    """The findings at or above the floor."""
    return tuple(finding for finding in findings if finding.severity >= settings.floor)


def _named(rule: Rule, names: tuple[str, ...]) -> bool:
    return any(rule.is_called(name) for name in names)
