import pytest

from tablecheck.model.citation import Attribution, Scope
from tablecheck.model.table import Cell, Table


def test_cells_that_overlap_are_refused():
    with pytest.raises(ValueError, match="two cells at row 0, column 1"):
        Table((Cell(0, 0, "a", column_span=2), Cell(0, 1, "b")))


def test_a_spanning_cell_fills_its_places_and_is_counted_once():
    table = Table((Cell(0, 0, "a", column_span=2), Cell(1, 0, "b"), Cell(1, 1, "c")))
    assert table.at(0, 1) is table.at(0, 0)
    assert [cell.text for cell in table.row_cells(0)] == ["a"]
    assert [cell.text for cell in table.column_cells(1)] == ["a", "c"]


def test_the_nearest_citation_governs_a_cell():
    cell = Cell(1, 1, "77.0")
    table = Table(
        (Cell(1, 0, "x"), cell),
        attributions=(
            Attribution("whole", Scope.TABLE, (0, 1), (0, 1)),
            Attribution("row", Scope.ROW, (1,), (0, 1)),
        ),
    )
    assert table.cited_keys(cell) == ("row",)
