"""Runs a case of ``tests/cases`` through the whole road and reads what it expects."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablecheck.latex.manuscript import read_manuscript
from tablecheck.linter.engine import Engine
from tablecheck.model.finding import Finding
from tablecheck.model.place import line_column, line_starts
from tablecheck.model.report import Report
from tablecheck.rules import RULES
from tablecheck.sources.library import Library

CASES = Path(__file__).resolve().parents[1] / "cases"

KINDS = {
    "digit": {"value-differs", "transposed-digits", "last-digit-differs"},
    "swap-columns": {"swapped-columns"},
    "swap-rows": {"swapped-rows"},
    "extra-precision": {"extra-digits"},
    "source-inconsistent": {"source-inconsistent"},
    "version": {"other-version"},
    "whole-row-differs": {"row-differs"},
    "scale": {"wrong-scale"},
    "unit-not-converted": {"unit-not-converted"},
}
"""The rules that each kind of diagnostic in the cases' own words may come from."""


@dataclass(frozen=True)
class Story:
    """A finished run and what the case says about it."""

    report: Report
    expected: dict[str, Any]

    @property
    def errors_and_warnings(self) -> list[Finding]:
        return [finding for finding in self.report.findings if finding.severity.label in {"error", "warning"}]

    def of_kind(self, kind: str) -> list[Finding]:
        names = KINDS[kind]
        assert names <= {rule.name for rule in RULES}
        return [finding for finding in self.report.findings if finding.name in names]

    def line_of(self, finding: Finding) -> int:
        text = self.report.manuscript.texts[finding.place.path]
        return line_column(line_starts(text), finding.place.span.start).line

    def text_at(self, finding: Finding) -> str:
        span = finding.place.span
        return self.report.manuscript.texts[finding.place.path][span.start : span.end]


def run(case: str, main: str = "paper.tex", papers: str = "sources") -> Story:
    """Check the manuscript of a case against the papers beside it."""
    folder = next(CASES.glob(f"{case}-*"))
    library = Library([folder / papers] if (folder / papers).exists() else [], root=folder)
    report = Engine(library).check(read_manuscript(folder / main))
    return Story(report, json.loads((folder / "expected.json").read_text("utf-8")))
