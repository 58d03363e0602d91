"""What must hold for any copy: another order, other words, fewer lines or digits accuse nobody."""

import random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tablecheck.matching.match import match_table
from tablecheck.matching.verify import verify
from tablecheck.model.finding import Severity
from tablecheck.model.table import Table
from tablecheck.rules import RULES
from tests.faithful import CUTS, MOVES, Edit
from tests.matching.test_verify_laws import printed_tables, table
from tests.pipes import manuscript, source

_AGAINST_SOURCES = [rule for rule in RULES if not rule.code.startswith("TC4")]

seeds = st.integers(0, 2**16)


def verdicts(ours: Table, theirs: Table) -> set[tuple[object, str, str]]:
    """Where something is said that accuses, which rule says it, and how loudly."""
    cited = source("north", theirs)
    match = match_table(ours, theirs, cited[1], "north")
    evidence = verify([match] if match else [], manuscript(ours), [cited])
    found = [finding for rule in _AGAINST_SOURCES for finding in rule.check(evidence)]
    return {(one.place, one.name, one.severity.name) for one in found if one.severity >= Severity.WARNING}


def shares(numbers: list[list[str]]) -> list[list[str]]:
    return [[f"0.{text.replace('.', '')}" for text in line] for line in numbers]


@settings(max_examples=80, deadline=None)
@given(printed_tables(), st.sampled_from((*MOVES, *CUTS)), seeds, st.booleans())
def test_a_faithful_copy_is_never_accused_however_it_is_edited(
    numbers: list[list[str]], edit: Edit, seed: int, are_shares: bool
):
    printed = shares(numbers) if are_shares else numbers
    edited = edit(table(printed, "north"), random.Random(seed))
    assume(edited is not None)
    assert verdicts(edited, table(printed)) == set()


@settings(max_examples=80, deadline=None)
@given(printed_tables(), st.sampled_from(MOVES), seeds, st.data())
def test_the_order_of_lines_and_the_words_for_them_change_no_verdict(
    numbers: list[list[str]], edit: Edit, seed: int, data: st.DataObject
):
    ours = [list(line) for line in numbers]
    row = data.draw(st.integers(0, len(ours) - 1))
    column = data.draw(st.integers(0, len(ours[0]) - 1))
    ours[row][column] = f"{data.draw(st.integers(101, 989)) / 10:.1f}"
    edited = edit(table(ours, "north"), random.Random(seed))
    assume(edited is not None)
    assert verdicts(edited, table(numbers)) == verdicts(table(ours, "north"), table(numbers))


@settings(max_examples=40, deadline=None)
@given(printed_tables(rows=3), st.sampled_from(MOVES[:2]), seeds, st.data())
def test_two_exchanged_rows_stay_exchanged_in_any_order(
    numbers: list[list[str]], edit: Edit, seed: int, data: st.DataObject
):
    one, other = data.draw(st.permutations(range(len(numbers))))[:2]
    ours = [list(line) for line in numbers]
    ours[one], ours[other] = ours[other], ours[one]
    edited = edit(table(ours, "north"), random.Random(seed))
    assert edited is not None
    assert {name for _, name, _ in verdicts(edited, table(numbers))} == {"swapped-rows"}
