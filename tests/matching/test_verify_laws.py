"""What must hold for any table: a faithful copy is never accused, and one slip is one disagreement at most."""

from decimal import Decimal

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tablecheck.matching.explain_slips import digit_slip
from tablecheck.matching.explain_writing import written_like
from tablecheck.matching.match import match_table
from tablecheck.matching.verify import verify
from tablecheck.model.evidence import Cause, Evidence
from tablecheck.model.match import Relation
from tablecheck.model.number import parse_number
from tablecheck.model.table import Table
from tests.pipes import manuscript, pipes, source

NAMES = ("Lake", "River", "Delta", "Fjord", "Tarn", "Brook", "Creek", "Lagoon")
METHODS = ("NorthNet", "SouthNet", "Gale", "Calm", "Breeze", "Storm")


@st.composite
def printed_tables(draw, rows: int = 2, columns: int = 3) -> list[list[str]]:
    """The numbers of a table, all different, one decimal each."""
    height = draw(st.integers(rows, 5))
    width = draw(st.integers(columns, 6))
    values = draw(st.lists(st.integers(101, 989), min_size=height * width, max_size=height * width, unique=True))
    return [[f"{value / 10:.1f}" for value in values[row * width : (row + 1) * width]] for row in range(height)]


def table(numbers: list[list[str]], key: str = "") -> Table:
    cite = f" [{key}]" if key else ""
    rows = [" | ".join([f"{METHODS[index]}{cite}", *row]) for index, row in enumerate(numbers)]
    return pipes("\n".join([" | ".join(["Method", *NAMES[: len(numbers[0])]]), *rows]) + "\n")


def check(ours: Table, theirs: Table) -> Evidence:
    cited = source("north", theirs)
    match = match_table(ours, theirs, cited[1], "north")
    assert match is not None
    return verify([match], manuscript(ours), [cited])


@settings(max_examples=40, deadline=None)
@given(printed_tables())
def test_a_faithful_copy_is_never_accused(numbers: list[list[str]]):
    evidence = check(table(numbers, "north"), table(numbers))
    assert not evidence.disagreements
    assert len(evidence.agreements) == sum(map(len, numbers))
    assert not evidence.unchecked


@settings(max_examples=40, deadline=None)
@given(printed_tables(), st.integers(-1, 1))
def test_a_copy_in_fewer_digits_is_never_accused(numbers: list[list[str]], extra: int):
    finer = [[f"{Decimal(text)}{abs(extra) * 4}" for text in row] for row in numbers]
    evidence = check(table(numbers, "north"), table(finer))
    assert not [one for one in evidence.disagreements if not one.cause.is_remark]


@settings(max_examples=60, deadline=None)
@given(printed_tables(), st.data())
def test_one_wrong_number_is_one_disagreement_there_and_nowhere_else(numbers: list[list[str]], data: st.DataObject):
    row = data.draw(st.integers(0, len(numbers) - 1))
    column = data.draw(st.integers(0, len(numbers[0]) - 1))
    wrong = data.draw(st.integers(101, 989))
    assume(f"{wrong / 10:.1f}" not in {text for line in numbers for text in line})
    ours = [list(line) for line in numbers]
    ours[row][column] = f"{wrong / 10:.1f}"
    evidence = check(table(ours, "north"), table(numbers))
    assert [(cell.ours.row, cell.ours.column) for one in evidence.disagreements for cell in one.cells] == [
        (row + 1, column + 1)
    ]
    assert evidence.disagreements[0].suggestion == numbers[row][column]
    assert len(evidence.agreements) == sum(map(len, numbers)) - 1


@settings(max_examples=40, deadline=None)
@given(printed_tables(), st.data())
def test_what_is_compared_and_what_is_not_are_all_the_numbers(numbers: list[list[str]], data: st.DataObject):
    ours = [[data.draw(st.sampled_from([text, "12.3", "--"])) for text in line] for line in numbers]
    mine = table(ours, "north")
    evidence = check(mine, table(numbers))
    seen = [(one.cell.ours.row, one.cell.ours.column) for one in evidence.agreements]
    seen += [
        (cell.ours.row, cell.ours.column)
        for one in evidence.disagreements
        if not one.cause.is_remark
        for cell in one.cells
    ]
    seen += [(cell.row, cell.column) for _, cell, _ in evidence.unchecked]
    assert sorted(seen) == sorted((cell.row, cell.column) for cell in mine.number_cells())


@given(st.decimals("0.01", "9999", places=2), st.integers(0, 3), st.integers(0, 3))
def test_a_suggestion_is_a_print_of_the_cited_value(value: Decimal, our_places: int, their_places: int):
    ours, cited = parse_number(f"{value + 7:.{our_places}f}"), parse_number(f"{value:.{their_places}f}")
    suggestion = parse_number(written_like(ours, cited))
    assert suggestion.agrees_with(cited)
    assert suggestion.decimals == min(our_places, their_places)


@given(st.decimals("1", "9999", places=2), st.decimals("1", "9999", places=2))
def test_every_difference_has_a_name(one: Decimal, other: Decimal):
    assume(one != other)
    ours, cited = parse_number(f"{one}"), parse_number(f"{other}")
    assert digit_slip(ours, cited) in {
        Cause.TRANSPOSED_DIGITS,
        Cause.LAST_DIGIT,
        Cause.DIGIT,
        Cause.UNEXPLAINED,
    }


def test_a_wrong_leading_digit_is_not_slight():
    evidence = check(
        table([["61.3", "70.2", "80.1"], ["11.5", "12.6", "13.7"]], "north"),
        table([["91.3", "70.2", "80.1"], ["11.5", "12.6", "13.9"]]),
    )
    assert [one.slight for one in evidence.disagreements] == [False, True]
    assert [one.doubts for one in evidence.disagreements] == [1, 0]


def test_agreeing_relations_are_the_matchers():
    evidence = check(table([["61.3", "70.2", "80.10"]], "north"), table([["61.3", "70.24", "80.1"]]))
    assert [one.cell.relation for one in evidence.agreements] == [
        Relation.EQUAL,
        Relation.ROUNDED,
        Relation.EXTRA_DIGITS,
    ]
