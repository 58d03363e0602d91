"""Numbers under the right labels."""

from tablecheck.evaluation.linked_values import linked_values
from tablecheck.model.table import Cell, Table, with_numbers


def _grid(*rows: tuple[str, ...]) -> Table:
    cells = (Cell(row, column, text) for row, texts in enumerate(rows) for column, text in enumerate(texts))
    return Table(tuple(with_numbers(cell) for cell in cells))


def test_each_number_is_linked_to_its_row_and_its_column():
    links = linked_values([_grid(("Method", "Lake"), ("North", "85.3"), ("South", "84.10"))])
    assert dict(links) == {("north", "lake", "85.3"): 1, ("south", "lake", "84.10"): 1}


def test_equal_links_are_counted_as_often_as_they_stand_there():
    table = _grid(("Method", "Lake"), ("North", "85.3"))
    assert linked_values([table, table])["north", "lake", "85.3"] == 2


def test_spanning_headers_are_part_of_the_path():
    cells = (Cell(0, 1, "Lake", column_span=2), Cell(1, 0, "Method"), Cell(1, 1, "Acc"), Cell(1, 2, "F1"))
    cells += (Cell(2, 0, "North"), with_numbers(Cell(2, 1, "85.3")), with_numbers(Cell(2, 2, "84.1")))
    assert set(linked_values([Table(cells)])) == {("north", "lake / acc", "85.3"), ("north", "lake / f1", "84.1")}


def test_spaces_do_not_count():
    one = linked_values([_grid(("Method", "Top Lake"), ("North Net", "10 000.5"))])
    assert one == linked_values([_grid(("Method", "TopLake"), ("NorthNet", "10000.5"))])


def test_digits_in_labels_are_no_values():
    assert not linked_values([_grid(("Method", "Lake"), ("North v2 (2017)", "–"))])
