import time

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.matching.candidates import MOST_PER_NUMBER, Candidates, find_candidates
from tablecheck.matching.likeness import columns_likeness, rows_likeness
from tablecheck.matching.sheet import Sheet, prepare
from tablecheck.model.table import Cell, Table, with_numbers
from tests.matching.small_tables import table


def candidates(ours: Sheet, theirs: Sheet) -> Candidates:
    return find_candidates(ours, theirs, rows_likeness(ours, theirs).best, columns_likeness(ours, theirs).best)


def column_of(values: list[str]) -> Sheet:
    return prepare(table("Method | Lake\n" + "\n".join(f"m{row} | {value}" for row, value in enumerate(values))))


@settings(max_examples=40, deadline=None)
@given(
    *[
        st.lists(
            st.sampled_from(["0", "0.5", "0.50", "1.25", "1.2", "1.3", "12", "71.4", "71.38", "-3.1"]),
            min_size=1,
            max_size=6,
        )
    ]
    * 2
)
def test_every_pair_that_agrees_is_a_candidate(ours: list[str], theirs: list[str]) -> None:
    one, other = column_of(ours), column_of(theirs)
    found = candidates(one, other)
    pairs = set(zip(found.ours.tolist(), found.theirs.tolist(), strict=True))
    for index, entry in enumerate(one.entries):
        for place, cited in enumerate(other.entries):
            if entry.number.agrees_with(cited.number):
                assert (index, place) in pairs


def test_a_scale_counts_only_where_a_line_shows_it() -> None:
    ours = prepare(table("Method | Lake | River\nNorth | 68.4 | 10.1\nSouth | 71.3 | 22.2"))
    whole_column = prepare(table("Method | Lake\nNorth | 0.684\nSouth | 0.713"))
    one_chance = prepare(table("Method | Lake\nNorth | 0.684\nSouth | 0.999"))
    assert set(candidates(ours, whole_column).scale.tolist()) == {2}
    assert len(candidates(ours, one_chance)) == 0


def test_a_complement_counts_where_the_headers_are_opposed() -> None:
    ours = prepare(table("Method | Acc (%)\nNorth | 71.4"))
    assert candidates(ours, prepare(table("Method | Error (%)\nNorth | 28.6"))).complement.tolist() == [True]
    assert len(candidates(ours, prepare(table("Method | FID\nNorth | 28.6")))) == 0


def test_tables_full_of_one_value_stay_cheap() -> None:
    cells = [
        with_numbers(Cell(row, column, "0.0" if row and column else f"name {row} {column}", is_header=row == 0))
        for row in range(201)
        for column in range(11)
    ]
    sheet = prepare(Table(tuple(cells)))
    started = time.process_time()
    found = candidates(sheet, sheet)
    assert len(found) <= len(sheet.entries) * MOST_PER_NUMBER
    assert np.all(found.quality > 0)
    assert time.process_time() - started < 5
