"""Parts what an author has accepted, in the manuscript or in a baseline, from what is still to be looked at."""

from collections.abc import Sequence
from dataclasses import dataclass

from tablecheck.linter.baseline import accept
from tablecheck.linter.comments.obeying import obey
from tablecheck.linter.narrowing import narrowed
from tablecheck.linter.settings import Settings
from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import Finding
from tablecheck.model.problem import Problem


@dataclass(frozen=True, slots=True)
class Parted:
    """The findings to look at, and those that the author accepted, each in the order of the text."""

    findings: tuple[Finding, ...]
    accepted: tuple[Finding, ...]


def part(evidence: Evidence, findings: Sequence[Finding], problems: Sequence[Problem], settings: Settings) -> Parted:
    """Obey the author's marks, the settings for single files and tables, and the baseline, in this order."""
    judged, about_marks = obey(evidence, findings, problems, settings)
    judged = narrowed(sorted([*judged, *about_marks], key=lambda one: (one.place, one.rule)), settings)
    if settings.baseline is not None:
        judged = accept(judged, settings.baseline)
    return Parted(
        tuple(one for one in judged if one.suppression is None),
        tuple(one for one in judged if one.suppression is not None),
    )
