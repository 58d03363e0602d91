"""How rules are named, and what is left out for single files and tables."""

from dataclasses import replace

import pytest

from tablecheck.linter.narrowing import is_named, narrowed
from tablecheck.linter.rule_names import ALL_RULES, exactness_of_any, rule_problem, speaks
from tablecheck.linter.settings import Narrowing, Settings, chosen_rules
from tablecheck.model.finding import Severity
from tablecheck.model.place import Span, TextPlace
from tests.reporters.reports import FINDING


@pytest.mark.parametrize(
    ("select", "extend", "ignore", "is_heard"),
    [
        ((), (), (), True),
        (("TC1",), (), (), True),
        (("TC2",), (), (), False),
        (("TC2",), ("value-differs",), (), True),
        ((), (), ("TC101",), False),
        ((), (), ("TC1",), False),
        ((), ("TC101",), ("TC1",), True),
        (("TC101",), (), ("TC1",), True),
        (("TC1",), (), ("TC101",), False),
        (("TC101",), (), ("value-differs",), False),
        (("ALL",), (), (), True),
        ((), (), ("ALL",), False),
        (("TC1",), (), ("ALL",), True),
        (("tc10",), (), ("tc1",), True),
    ],
)
def test_the_more_exact_name_wins_and_of_two_equals_the_one_that_ignores(select, extend, ignore, is_heard):
    assert speaks("TC101", "value-differs", select, ignore, extend) is is_heard


def test_settings_choose_the_rules_that_run():
    codes = {rule.code for rule in chosen_rules(Settings(ignore=("TC1",), extend_select=("TC105",)))}
    assert "TC105" in codes
    assert not {code for code in codes if code.startswith("TC1")} - {"TC105"}


def test_every_rule_has_a_name_and_a_code_of_its_own():
    assert len({rule.code for rule in ALL_RULES}) == len({rule.name for rule in ALL_RULES}) == len(ALL_RULES)
    assert not any(rule_problem(name) for rule in ALL_RULES for name in (rule.code, rule.name))


@pytest.mark.parametrize("name", ["", " ", "TC999", "value", "TC1011"])
def test_other_names_are_said_to_be_none(name: str):
    assert not exactness_of_any(name)
    assert rule_problem(name).startswith("no rule is called")


@pytest.mark.parametrize(
    ("pattern", "path", "names_it"),
    [
        ("old.tex", "sections/old.tex", True),
        ("old.tex", "sections/older.tex", False),
        ("sections", "sections/old.tex", True),
        ("sections/*", "sections/old.tex", True),
        ("sections/*.tex", "old.tex", False),
        ("sections\\old.tex", "sections/old.tex", True),
        ("./sections/", "sections/old.tex", True),
        ("*.tex", "sections/deep/old.tex", True),
        ("sections/deep", "sections/deep/old.tex", True),
        ("[", "sections/old.tex", False),
    ],
)
def test_a_pattern_names_a_path_by_its_name_or_from_the_top(pattern: str, path: str, names_it: bool):
    assert is_named(path, pattern) is names_it


OTHER = replace(
    FINDING, place=TextPlace("sections/old.tex", Span(0, 4)), table="tab:old", severity=Severity.WARNING, rule="TC105"
)


@pytest.mark.parametrize(
    "settings",
    [
        Settings(per_file=(Narrowing("sections/*", ignore=("TC105",)),)),
        Settings(per_file=(Narrowing("old.tex", select=("TC2",)),)),
        Settings(per_file=(Narrowing("thesis/sections/*", ignore=("TC1",)),), folder="thesis"),
        Settings(per_table=(Narrowing("tab:old", floor=Severity.ERROR),)),
        Settings(per_table=(Narrowing("tab:old", ignore=("ALL",)),)),
    ],
)
def test_settings_for_a_file_or_a_table_leave_out_only_there(settings: Settings):
    assert narrowed([FINDING, OTHER], settings) == (FINDING,)
