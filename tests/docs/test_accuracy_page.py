"""The page of figures is drawn from the figures that are kept."""

from tools.draw_accuracy import PAGE, page


def test_the_page_is_drawn_from_its_figures():
    assert PAGE.read_text("utf-8") == page(), "run python tools/draw_accuracy.py"
