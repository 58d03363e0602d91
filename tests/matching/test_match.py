import time

import pytest

from tablecheck.matching.match import match_sources, match_table
from tablecheck.model.match import Relation, TableMatch
from tablecheck.model.table import Cell, Table, with_numbers
from tests.matching.small_tables import document, table


def matched(ours: Table, theirs: Table, title: str | None = None, cells=None) -> TableMatch:
    match = match_table(ours, theirs, document(title), "north", cells=cells)
    assert match is not None
    return match


def lines(match: TableMatch) -> tuple[dict[int, int], dict[int, int]]:
    return {row.ours: row.theirs for row in match.rows}, {column.ours: column.theirs for column in match.columns}


def values(match: TableMatch) -> set[tuple[str, str]]:
    return {(cell.ours.text, cell.theirs.text) for cell in match.cells}


def test_a_wrong_number_leaves_its_row_and_column_aligned() -> None:
    ours = table("Method | Lake | River | Fjord\nNorthNet | 71.4 | 60.0 | 52.1\nSouthNet | 66.0 | 58.3 | 49.9")
    theirs = table("Model | River | Fjord | Lake\nSouthNet | 58.3 | 49.9 | 66.0\nNorthNet | 60.0 | 52.1 | 74.1")
    match = matched(ours, theirs)
    assert lines(match) == ({1: 2, 2: 1}, {1: 3, 2: 1, 3: 2})
    assert ("71.4", "74.1") not in values(match)
    assert len(match.cells) == 5
    assert match.score > 0.5


def test_one_row_of_two_numbers_with_one_wrong_is_aligned() -> None:
    match = matched(
        table("Method | Lake | River\nNorthNet | 71.4 | 60.0"), table(" | Lake | River\nNorthNet | 74.1 | 60.0")
    )
    assert lines(match) == ({1: 1}, {1: 1, 2: 2})
    assert [(column.agreeing, column.compared) for column in match.columns] == [(0, 1), (1, 1)]
    assert values(match) == {("60.0", "60.0")}


def test_a_row_that_differs_altogether_is_aligned_by_its_names() -> None:
    ours = table("Method | Lake | River | Fjord\nSouthNet-L | 13.3 | 15.2 | 18.8")
    theirs = table(" | Lake | River | Fjord\nSouthNet | 12.1 | 14.0 | 17.0\nSouthNet-L | 11.0 | 12.9 | 16.1")
    match = matched(ours, theirs)
    assert lines(match) == ({1: 2}, {1: 1, 2: 2, 3: 3})
    assert match.cells == ()
    assert match.score < 0.5


def test_the_cited_paper_calls_its_own_method_ours() -> None:
    ours = table("Method | Lake | River\nNorthNet | 71.4 | 60.0")
    theirs = table("Method | Lake | River\nGale | 50.0 | 40.0\nOurs | 70.9 | 61.1")
    assert lines(matched(ours, theirs, "NorthNet: Polar Features"))[0] == {1: 2}


def test_tables_that_share_neither_numbers_nor_names_do_not_match() -> None:
    ours = table("Method | Lake | River\nNorthNet | 71.4 | 60.0")
    theirs = table("Optimizer | Rate\nAdam | 0.001\nSGD | 0.1")
    assert match_table(ours, theirs, document(), "north") is None


@pytest.mark.parametrize("empty", [Table(()), table("Method | Lake\nNorthNet | n/a")])
def test_a_table_without_numbers_does_not_match(empty: Table) -> None:
    some = table("Method | Lake\nNorthNet | 71.4")
    assert match_table(empty, some, document(), "north") is None
    assert match_table(some, empty, document(), "north") is None


def test_only_the_cells_that_claim_the_source_take_part() -> None:
    ours = table("Method | Lake | River\nNorthNet | 71.4 | 60.0\nOurs | 75.0 | 63.2")
    theirs = table("Method | Lake | River\nNorthNet | 71.4 | 60.0\nGale | 75.0 | 63.2")
    match = matched(ours, theirs, cells=[cell for cell in ours.cells if cell.row == 1])
    assert {cell.ours.row for cell in match.cells} == {1}


def test_a_transposed_table_is_turned() -> None:
    ours = table("Method | Lake | River | Fjord\nNorthNet | 71.4 | 60.2 | 52.1\nSouthNet | 66.0 | 58.3 | 49.9")
    theirs = table("Data | SouthNet | NorthNet\nLake | 66.0 | 71.4\nRiver | 58.3 | 60.2\nFjord | 49.9 | 52.1")
    match = matched(ours, theirs)
    assert match.transposed
    assert lines(match) == ({1: 2, 2: 1}, {1: 1, 2: 2, 3: 3})
    assert len(match.cells) == 6
    assert all(cell.our_number.value == cell.their_number.value for cell in match.cells)


def test_a_column_of_percents_repeats_a_column_of_fractions() -> None:
    ours = table("Method | AUC (%) | Acc (%) | F1\nNorthNet | 68.40 | 71.4 | 85.0")
    theirs = table("Method | AUC | Error (%) | F1\nNorthNet | 0.684 | 28.6 | 84.95")
    match = matched(ours, theirs)
    assert {cell.relation for cell in match.cells} == {Relation.SCALED, Relation.COMPLEMENT, Relation.ROUNDED}
    assert [(column.scale, column.complement) for column in match.columns] == [(2, False), (0, True), (0, False)]


def test_the_header_implies_the_scale_where_no_number_agrees() -> None:
    ours = table("Method | IoU (%) | F1\nNorthNet | 8.3 | 85.0")
    match = matched(ours, table("Method | IoU | F1\nNorthNet | 0.83 | 85.0"))
    assert match.columns[0].scale == 2
    assert values(match) == {("85.0", "85.0")}


def test_a_small_count_under_the_same_names_is_a_copy() -> None:
    ours = table("Method | Layers | Acc | F1\nNorthNet | 3 | 71.4 | 85.0")
    assert ("3", "3") in values(matched(ours, table("Method | Layers | Acc | F1\nNorthNet | 3 | 71.4 | 85.0")))


def test_each_line_takes_part_at_most_once() -> None:
    ours = table("Method | Lake | Lake\nNorthNet | 71.4 | 71.4\nNorthNet | 71.4 | 71.4")
    match = matched(ours, table("Method | Lake\nNorthNet | 71.4"))
    for found in (match.rows, match.columns):
        assert len({line.ours for line in found}) == len({line.theirs for line in found}) == len(found)


def test_rows_without_a_citation_claim_nothing() -> None:
    ours = table("Method | Lake\nNorthNet | 71.4", cited={})
    theirs = table("Method | Lake\nNorthNet | 71.4")
    assert match_sources(ours, [("north", document(), [theirs])]) == ()


def test_each_source_gets_the_table_that_its_rows_repeat() -> None:
    rows = "NorthNet | 71.4 | 60.2 | 52.1\nSouthNet | 66.0 | 58.3 | 49.9\nOurs | 77.1 | 66.9 | 55.5"
    ours = table(f"Method | Lake | River | Fjord\n{rows}", cited={1: "north", 2: "south"})
    north = table("Method | Lake | River | Fjord\nOurs | 71.4 | 60.2 | 52.1")
    ablation = table("Loss | Lake\nsquare | 70.2\ncube | 69.9")
    south = table("Method | Lake | River | Fjord\nSouthNet | 66.0 | 58.3 | 49.9")
    sources = [
        ("north", document("NorthNet: x"), [ablation, north]),
        ("south", document("SouthNet: y", "south"), [south]),
    ]
    matches = match_sources(ours, sources)
    assert [(match.key, match.theirs) for match in matches] == [("north", north), ("south", south)]
    assert [{cell.ours.row for cell in match.cells} for match in matches] == [{1}, {2}]


def test_two_tables_of_one_paper_may_serve_one_table_of_ours() -> None:
    rows = "NorthNet | 71.4 | 60.2 | 8.31 | 4.07\nNorthNet-L | 73.9 | 62.8 | 8.05 | 3.96"
    ours = table(f"Method | Lake | River | Tide | Wind\n{rows}", cited={1: "north", 2: "north"})
    first = table("Method | Lake | River\nNorthNet | 71.4 | 60.2\nNorthNet-L | 73.9 | 62.8")
    second = table("Method | Tide | Wind\nNorthNet | 8.31 | 4.07\nNorthNet-L | 8.05 | 3.96")
    other = table("Method | Cost\nAdam | 12.5")
    matches = match_sources(ours, [("north", document(), [other, first, second])])
    assert {id(match.theirs) for match in matches} == {id(first), id(second)}


def test_every_version_is_matched_by_itself() -> None:
    ours = table("Method | Joint | Slot\nNorthNet | 52.31 | 41.0", cited={1: "north"})
    old, new = (table(f" | Joint | Slot\nNorthNet | {value} | 41.0") for value in ("52.31", "53.08"))
    sources = [("north", document(version=1), [old]), ("north", document(version=3), [new])]
    assert [match.document.version for match in match_sources(ours, sources)] == [1, 3]


def test_a_paper_that_no_row_repeats_gives_no_match() -> None:
    ours = table("Method | Lake | River\nNorthNet | 71.4 | 60.2", cited={1: "north"})
    theirs = table("Layer | Kernel | Stride\nconv1 | 7 | 2\nconv2 | 3 | 1")
    assert match_sources(ours, [("north", document(), [theirs])]) == ()


@pytest.mark.parametrize("hostile", ["1e999", "1e-999", "9" * 400, "0." + "3" * 400])
def test_numbers_of_any_size_are_no_trouble(hostile: str) -> None:
    ours = table(f"Method | Lake | River\nNorthNet | 71.4 | {hostile}")
    match = matched(ours, table(f"Method | Lake | River\nNorthNet | 71.4 | {hostile}"))
    assert ("71.4", "71.4") in values(match)


def test_digits_that_the_cited_paper_does_not_print_are_kept_apart() -> None:
    ours = table("Method | Lake | River | Fjord\nNorthNet | 71.42 | 60.0 | 52.1\nSouthNet | 66.0 | 58.3 | 49.9")
    theirs = table("Method | Lake | River | Fjord\nNorthNet | 71.4 | 60.0 | 52.1\nSouthNet | 66.0 | 58.3 | 49.9")
    match = matched(ours, theirs)
    assert [(cell.ours.text, cell.theirs.text) for cell in match.inexact] == [("71.42", "71.4")]
    assert ("71.42", "71.4") not in values(match)


def test_large_tables_take_bounded_time() -> None:
    cells = tuple(
        with_numbers(
            Cell(
                row,
                column,
                f"{(row * 37 + column * 11) % 1000 / 10}" if row and column else f"n{row} c{column}",
                is_header=row == 0,
            )
        )
        for row in range(300)
        for column in range(12)
    )
    big = Table(cells)
    started = time.process_time()
    match_table(big, big, document(), "north")
    assert time.process_time() - started < 30
