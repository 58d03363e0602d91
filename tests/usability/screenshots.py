"""What a screenshot of the HTML report shows, judged by its pixels alone."""

import base64
import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pymupdf

from tests.browser import Page

Picture = np.ndarray
"""Rows, columns and three colours, 0 to 255."""

RED = (194, 18, 47)
"""The frame around a cited cell."""

_NEAR = 4
_GRID = (24, 64)  # rows and columns in which the ink of two words is compared
_DARK = 130  # above it lie the paper and the tint of a framed cell, on a scale to 255


@dataclass(frozen=True, slots=True)
class Box:
    """In pixels of the page as it is laid out."""

    x: float
    y: float
    width: float
    height: float


def read_png(content: bytes) -> Picture:
    """Read a picture."""
    pixels = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.Pixmap(io.BytesIO(content)))
    if pixels.alpha:
        pixels = pymupdf.Pixmap(pixels, 0)
    return np.frombuffer(pixels.samples, np.uint8).reshape(pixels.height, pixels.width, 3)


def shot(page: Page, box: Box) -> Picture:
    """Take a part of the page as a reader sees it who has come near."""
    clip = {"x": box.x, "y": box.y, "width": box.width, "height": box.height, "scale": _NEAR}
    answer = page.send("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
    return read_png(base64.b64decode(answer["data"]))


def red_share(picture: Picture) -> float:
    """The share of pixels that have the colour of a frame."""
    return float(_red(picture).mean())


def inside_frame(picture: Picture) -> Picture:
    """Cut out what the red frame surrounds.

    Raises:
        AssertionError: there is no frame.
    """
    rows, columns = np.nonzero(_red(picture))
    assert rows.size > 50, "there is no red frame"
    edge = 2 * _NEAR
    return picture[rows.min() + edge : rows.max() - edge + 1, columns.min() + edge : columns.max() - edge + 1]


def most_alike(picture: Picture, pdf: Path, page: int) -> str:
    """Of all words of a page that hold a digit, give the one whose printed shape is most like the picture."""
    seen = _shape(picture)
    with pymupdf.open(pdf) as document:
        drawn = document[page]
        words = [word for word in drawn.get_text("words") if any(sign.isdigit() for sign in word[4])]
        shapes = {word[4]: _shape(_drawn(drawn, pymupdf.Rect(word[:4]))) for word in words}
    return max(shapes, key=lambda word: float(np.corrcoef(seen.ravel(), shapes[word].ravel())[0, 1]))


def _red(picture: Picture) -> np.ndarray:
    distance = np.abs(picture.astype(int) - np.array(RED)).max(axis=2)
    return distance < 60


def _drawn(page: pymupdf.Page, box: pymupdf.Rect) -> Picture:
    return read_png(page.get_pixmap(dpi=300, clip=box).tobytes("png"))


def _shape(picture: Picture) -> np.ndarray:
    """The ink of a word, cut to its edges and laid into one grid, whatever the size it was drawn in."""
    ink = np.clip(255 - picture.astype(float).max(axis=2), 0, 255)
    rows, columns = np.nonzero(ink > 255 - _DARK)
    assert rows.size, "there is no ink"
    ink = ink[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    return _resized(_resized(ink, _GRID[0]).T, _GRID[1]).T


def _resized(ink: np.ndarray, rows: int) -> np.ndarray:
    """Bring the rows to a number by averaging what falls into each."""
    fine = np.repeat(ink, rows, axis=0)
    return fine.reshape(rows, ink.shape[0], ink.shape[1]).mean(axis=1)
