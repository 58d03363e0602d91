"""Laws of the geometry: turning back, losing no word, naming every place."""

import string

from hypothesis import given, settings
from hypothesis import strategies as st

from tablecheck.extractors.pdf_geometry.glyphs import Turn
from tablecheck.extractors.pdf_geometry.lines import lines_of, segments_of
from tablecheck.extractors.pdf_geometry.regions import Region
from tablecheck.extractors.pdf_geometry.rules import joined
from tablecheck.extractors.pdf_geometry.sheet import Rule, Sheet, Word
from tablecheck.extractors.pdf_geometry.structure import structure_of

SIDE = st.floats(0, 600, allow_nan=False).map(lambda value: round(value, 1))


@st.composite
def words(draw: st.DrawFn) -> list[Word]:
    """Words of a page, in rows that may be crooked."""
    found = []
    for _ in range(draw(st.integers(1, 40))):
        x = draw(SIDE)
        width = draw(st.floats(2, 80))
        baseline = draw(st.integers(2, 40)) * 12 + draw(st.sampled_from([0, 0, 0, 2.5, 6]))
        text = draw(st.text(string.ascii_letters + string.digits + ".±", min_size=1, max_size=8))
        found.append(Word(x, x + width, baseline, draw(st.sampled_from([7.0, 10.0])), text))
    return found


@given(st.integers(0, 3), SIDE, SIDE, SIDE, SIDE)
def test_a_box_turned_upright_and_back_is_the_box(quarters: int, ax: float, ay: float, bx: float, by: float):
    width, height = 612.0, 792.0
    turn = Turn(quarters, width, height)
    turned = (width, height) if quarters in {0, 2} else (height, width)
    sheet = Sheet(0, *turned, quarters, ())
    (px, py), (qx, qy) = turn.point(ax, ay), turn.point(bx, by)
    x0, y0, x1, y1 = sheet.to_page((min(px, qx), min(py, qy), max(px, qx), max(py, qy)))
    assert abs(x0 - min(ax, bx)) < 1e-6
    assert abs(y0 - min(ay, by)) < 1e-6
    assert abs(x1 - max(ax, bx)) < 1e-6
    assert abs(y1 - max(ay, by)) < 1e-6


@given(words())
def test_each_word_is_on_one_line_and_in_one_segment(page: list[Word]):
    for parts in (lines_of(page), segments_of(page)):
        assert sorted(id(word) for part in parts for word in part.words) == sorted(map(id, page))
        for part in parts:
            assert [word.x0 for word in part.words] == sorted(word.x0 for word in part.words)


@given(st.lists(st.tuples(SIDE, st.floats(5, 90), SIDE), max_size=30))
def test_joined_rules_cover_what_was_drawn(drawn: list[tuple[float, float, float]]):
    rules = [Rule(start, start + length, at) for start, length, at in drawn]
    whole = joined(rules)
    for rule in rules:
        assert any(
            abs(other.at - rule.at) <= 1.4 and other.start <= rule.start + 0.1 and other.end >= rule.end - 0.1
            for other in whole
        )


@settings(max_examples=60, deadline=None)
@given(words(), st.lists(st.integers(2, 40), max_size=4), st.lists(st.integers(1, 5), max_size=2))
def test_a_structure_holds_each_word_once_and_no_two_cells_in_one_place(
    page: list[Word], rules: list[int], verticals: list[int]
):
    across = tuple(Rule(0, 700, 12 * line + 4) for line in sorted(set(rules)))
    down = tuple(Rule(20, 480, 100.0 * line) for line in sorted(set(verticals)))
    sheet = Sheet(0, 700, 800, 0, tuple(page), across, down)
    structure = structure_of(Region(0, 10, 700, 500, across), sheet)
    assert structure is not None
    taken = [
        (row, column)
        for cell in structure.cells
        for row in range(cell.row, cell.last_row + 1)
        for column in range(cell.first, cell.last + 1)
    ]
    assert len(taken) == len(set(taken))
    assert all(row < structure.row_count and column < structure.column_count for row, column in taken)
    inside = [word for word in page if (word.x0 + word.x1) / 2 <= 701.5 and word.middle <= 501]
    assert sorted(id(word) for cell in structure.cells for word in cell.words) == sorted(map(id, inside))
