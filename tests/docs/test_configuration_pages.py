"""The pages on configuration and marks name what there is, and what they show works."""

import re
import tomllib
from pathlib import Path

from tablecheck.linter.comments.marks import Word, marks_in
from tablecheck.linter.config_keys import KEYS, problem_of
from tablecheck.linter.rule_names import rule_problem

DOCS = Path(__file__).resolve().parents[2] / "docs"
CONFIGURATION = (DOCS / "configuration.md").read_text("utf-8")
SUPPRESSIONS = (DOCS / "suppressions.md").read_text("utf-8")


def test_every_key_is_described_with_its_default():
    rows = re.findall(r"^\| `([\w-]+)` \|[^|]*\| ([^|]*) \|", CONFIGURATION, re.M)
    assert [name for name, _ in rows] == [key.name for key in KEYS]
    for (_, default), key in zip(rows, KEYS, strict=True):
        if key.default and isinstance(key.default, str | int):
            assert default == f"`{str(key.default).lower()}`"


def test_the_examples_are_configurations():
    for block in re.findall(r"```toml\n(.*?)```", CONFIGURATION, re.S):
        assert problem_of(tomllib.loads(block), KEYS) == ""


def test_every_word_of_a_mark_is_described_and_every_mark_can_be_read():
    marks = [mark for code in re.findall(r"`(%[^`]*)`", SUPPRESSIONS) for mark in marks_in("page", code)]
    assert {mark.word for mark in marks} == set(Word)
    assert not [name.rule for mark in marks for name in mark.names if rule_problem(name.rule)]
