"""What stands above and beside a cell."""

from tablecheck.model.headers import (
    column_path,
    flag_headers,
    header_row_count,
    normal_label,
    row_path,
    section_heading,
    stub_columns,
)
from tablecheck.model.table import Cell, Table, with_numbers


def table(rows: list[list[str]], headers: int = 0) -> Table:
    """A table from rows of texts; a text followed by ``>`` places spans them, by ``^`` is covered from above."""
    cells = []
    for row, texts in enumerate(rows):
        for column, text in enumerate(texts):
            if text in {">", "^"}:
                continue
            width = next((step for step in range(1, len(texts) - column) if texts[column + step] != ">"), None)
            height = next((step for step in range(1, len(rows) - row) if rows[row + step][column] != "^"), None)
            cell = Cell(row, column, text, height or len(rows) - row, width or len(texts) - column, row < headers)
            cells.append(with_numbers(cell))
    return Table(tuple(cells))


GROUPED = [
    ["Method", "Backbone", "Lake", ">", "River", ">"],
    ["^", "^", "Acc", "F1", "Acc", "F1"],
    ["Without extra data", ">", ">", ">", ">", ">"],
    ["NorthNet", "R50", "81.2", "79.9", "64.0", "61.3"],
    ["^", "R101", "82.6", "81.1", "66.8", "63.9"],
    ["With extra data", ">", ">", ">", ">", ">"],
    ["SouthNet", "R50", "83.0", "81.4", "67.1", "64.2"],
]


def test_a_number_has_its_group_and_its_column_above_it():
    grouped = table(GROUPED, 2)
    assert column_path(grouped, 2) == ("Lake", "Acc")
    assert column_path(grouped, 5) == ("River", "F1")
    assert column_path(grouped, 0) == ("Method",)


def test_a_number_has_its_section_and_its_labels_beside_it():
    grouped = table(GROUPED, 2)
    assert row_path(grouped, 4) == ("Without extra data", "NorthNet", "R101")
    assert row_path(grouped, 6) == ("With extra data", "SouthNet", "R50")


def test_a_section_heading_stands_alone_on_its_row():
    grouped = table(GROUPED, 2)
    assert section_heading(grouped, 2) == "Without extra data"
    assert section_heading(grouped, 3) == ""


def test_a_heading_over_the_whole_width_may_hold_a_number():
    tall = table([["Method", "Acc"], ["With 10% of the labels", ">"], ["A", "81.2"]], 1)
    assert section_heading(tall, 1) == "With 10% of the labels"
    assert row_path(tall, 2) == ("With 10% of the labels", "A")


def test_a_row_with_one_result_is_no_heading():
    assert section_heading(table([["Method", "Acc"], ["A", ""], ["", "81.2"]], 1), 2) == ""


def test_the_header_ends_where_results_begin():
    assert header_row_count(flag_headers(table(GROUPED[:2] + GROUPED[3:]))) == 2


def test_years_and_sizes_in_a_first_row_are_headers():
    assert header_row_count(flag_headers(table([["K", "1", "5", "10"], ["A", "81.2", "79.9", "64.0"]]))) == 1


def test_the_stub_ends_at_the_first_column_of_numbers():
    assert stub_columns(table(GROUPED, 2)) == range(2)


def _guessed(*rows: list[str]) -> int:
    return header_row_count(flag_headers(table(list(rows))))


def test_digits_in_the_names_of_metrics_are_no_results():
    assert _guessed(["Model", "mAP@0.5", "AP 0.75", "δ<1.25"], ["A", "81.2", "79.9", "0.964"]) == 1
    assert _guessed(["", "Lake", ">"], ["Model", "R@1", "R@5"], ["A", "81.2", "79.9"]) == 2


def test_thresholds_in_equal_steps_head_columns():
    assert _guessed(["Method", "0.3", "0.4", "0.5"], ["A", "81.2", "79.9", "64.0"]) == 1
    assert _guessed(["", "mAP", ">", ">"], ["Method", "0.3", "0.4", "0.5"], ["A", "81.2", "79.9", "64.0"]) == 2
    assert _guessed(["Method", "0.95", "0.75", "0.5"], ["A", "81.2", "79.9", "64.0"]) == 1


def test_results_that_rise_from_column_to_column_are_results():
    assert _guessed(["Method", "x", "y", "z"], ["A", "62.4", "94.6", "153.2"], ["B", "1.0", "7.0", "2.0"]) == 1


def test_cells_of_two_results_are_results():
    assert _guessed(["", "car", "chair"], ["A", "0.28 / 0.31", "0.43 / 0.44"], ["B", "1.0", "2.0"]) == 1


def test_a_heading_over_the_first_section_ends_the_header():
    assert _guessed(["Method", "Acc"], ["With labels", ""], ["A", "81.2"]) == 1
    assert _guessed(["Method", "Acc"], ["With 10% of the labels", ">"], ["A", "81.2"]) == 1


def test_a_table_of_words_has_one_header_row_or_two_where_the_first_is_divided():
    assert _guessed(["Method", "Task"], ["A", "words"], ["B", "words"]) == 1
    assert _guessed(["", "Lake", ">"], ["Method", "deep", "wide"], ["A", "yes", "no"]) == 2
    assert _guessed(["A", "b"]) == 0


def test_a_label_is_the_same_whichever_of_raised_and_lowered_letters_comes_first():
    assert normal_label("Ωʳᵉˡₘᵢ") == normal_label("Ωₘᵢʳᵉˡ")
