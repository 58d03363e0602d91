"""Boxes as models write them, in points of the page."""

from collections.abc import Sequence
from typing import Literal, get_args

from tablecheck.backends.vision.pages import Page
from tablecheck.backends.vision.seen import Box

Way = Literal["unit", "gemini", "pixels"]
WAYS: tuple[Way, ...] = get_args(Way)


def way_of(model: str) -> Way:
    """How a model writes boxes, by its name: Gemini counts to 1000, rows first; Qwen's models count pixels."""
    name = model.lower()
    if "gemini" in name:
        return "gemini"
    return "pixels" if "qwen" in name and "vl" in name else "unit"


def read_box(written: Sequence[float], way: Way, page: Page) -> Box | None:
    """Turn four numbers into a box on the page, cut to it; ``None`` where nothing is left.

    A model that was asked for shares and counts to a hundred or a thousand is understood.
    """
    if len(written) != 4:
        return None
    x0, y0, x1, y1 = written
    if way == "gemini":
        y0, x0, y1, x1 = written
    if way == "pixels":
        across, down = page.pixels
    else:
        largest = max(written)
        usual = 1000 if way == "gemini" else next((whole for whole in (1, 100, 1000) if largest <= whole * 1.05), 1000)
        across = down = usual
    left, right = sorted((x0 / across * page.width, x1 / across * page.width))
    top, bottom = sorted((y0 / down * page.height, y1 / down * page.height))
    box = max(0.0, left), max(0.0, top), min(page.width, right), min(page.height, bottom)
    return box if box[0] < box[2] and box[1] < box[3] else None
