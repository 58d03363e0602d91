"""Every rule has a page of cases; every case says all that is found in it, by this rule or another."""

import pkgutil
from pathlib import Path

import pytest

from tablecheck import rules
from tablecheck.model.place import line_column, line_starts
from tests.rules.pages import Case, Mark, cases, findings_of, marks_of

HERE = Path(__file__).parent
ALL = [case for page in sorted(HERE.glob("*.md")) for case in cases(page)]


def drawn(case: Case, marks: tuple[Mark, ...]) -> str:
    """The manuscript with carets, as the page has it."""
    lines = case.manuscript.splitlines()
    starts = line_starts(case.manuscript)
    for mark in sorted(marks, key=lambda one: -one.start):
        place = line_column(starts, mark.start)
        lines.insert(place.line, " " * (place.column - 1) + "^" * (mark.end - mark.start) + " " + mark.words)
    return "\n".join(lines)


@pytest.mark.parametrize("case", ALL, ids=lambda case: f"{case.page}: {case.title}")
def test_what_is_found_is_what_the_page_marks(case: Case):
    assert drawn(case, marks_of(findings_of(case))) == drawn(case, case.marks)


def test_every_module_is_listed():
    modules = {module.name for module in pkgutil.iter_modules(rules.__path__) if not module.name.startswith("_")}
    assert {rule.name.replace("-", "_") for rule in rules.RULES} == modules


def test_codes_are_unique_and_in_order():
    codes = [rule.code for rule in rules.RULES]
    assert codes == sorted(set(codes))


@pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.name)
def test_every_rule_has_a_page_of_documentation_and_one_of_cases(rule: rules.Rule):
    for heading in ("## Why it matters", "## Example", "## When it stays silent"):
        assert heading in rule.documentation
    page = [case for case in ALL if case.page == rule.name]
    marked = [mark for case in page for mark in case.marks]
    assert any(mark.words.startswith(rule.code) for mark in marked), "no case in which the rule speaks"
    assert any(not any(mark.words.startswith(rule.code) for mark in case.marks) for case in page), "none in which not"


@pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.name)
def test_no_case_marks_more_than_the_severity_of_the_rule(rule: rules.Rule):
    said = {
        mark.words.split()[1].rstrip(":") for case in ALL for mark in case.marks if mark.words.startswith(rule.code)
    }
    assert said <= {severity.label for severity in type(rule.severity) if severity <= rule.severity}
