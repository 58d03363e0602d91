"""Small PDFs drawn by hand, glyph by glyph and rule by rule."""

import pymupdf


class Drawing:
    """One page to which rows of text and rules are added; positions are PDF points from the top left."""

    def __init__(self, width: float = 612, height: float = 792) -> None:
        self.document = pymupdf.open()
        self.page = self.document.new_page(width=width, height=height)
        self.ends: dict[str, tuple[float, float, float]] = {}

    def text(self, x: float, y: float, text: str, size: float = 10, font: str = "helv", rotate: int = 0) -> None:
        self.page.insert_text((x, y), text, fontsize=size, fontname=font, rotate=rotate)
        self.ends[text] = (x + pymupdf.get_text_length(text, fontname=font, fontsize=size), y, size)

    def row(self, y: float, cells: dict[float, str], size: float = 10, font: str = "helv") -> None:
        for x, text in cells.items():
            self.text(x, y, text, size, font)

    def raised_after(self, text: str, mark: str) -> None:
        x, y, size = self.ends[text]
        self.page.insert_text((x + 0.3, y - 0.36 * size), mark, fontsize=0.65 * size)

    def lowered_after(self, text: str, index: str) -> None:
        x, y, size = self.ends[text]
        self.page.insert_text((x + 0.3, y + 0.15 * size), index, fontsize=0.7 * size)

    def rule(self, x0: float, x1: float, y: float, thickness: float = 0.8) -> None:
        self.page.draw_line((x0, y), (x1, y), width=thickness)

    def bar(self, x: float, y0: float, y1: float) -> None:
        self.page.draw_line((x, y0), (x, y1), width=0.5)

    def content(self) -> bytes:
        return bytes(self.document.tobytes())
