"""The cited side of a finding: a picture of the table cut out of its page, or the table drawn anew."""

from collections.abc import Sequence

from tablecheck.model.finding import CitedCell, Exhibit
from tablecheck.model.table import Cell
from tablecheck.reporters.html_report.drawn import CITED, ELSEWHERE, drawn_table, rows_around
from tablecheck.reporters.html_report.markup import Html, element, joined, scrolling
from tablecheck.reporters.html_report.picture import Picture

_FORMATS = {"pdf": "PDF", "html": "HTML page", "latex": "LaTeX source"}
_MOST_NAMED = 4  # cells that the key below a table names


def theirs(source: CitedCell, picture: Picture | None) -> Html:
    """Show the cited cell in its table, with caption, page and where the document came from."""
    exhibit = source.exhibit
    if exhibit is None:
        return element("p", f"{source.row} / {source.column} prints ", element("mark", source.text))
    drawn = _drawn(source, exhibit)
    shown = drawn if picture is None else _picture(source, picture)
    extra = None
    if picture is not None:
        extra = element("details", element("summary", "The same table as tablecheck reads it"), drawn)
    caption = element("figcaption", _caption(source, exhibit), _legend(exhibit))
    return joined([element("figure", shown, caption), extra])


def _drawn(source: CitedCell, exhibit: Exhibit) -> Html:
    marks = {(cell.row, cell.column): ELSEWHERE for cell in exhibit.elsewhere}
    marks |= {(cell.row, cell.column): CITED for cell in exhibit.cells}
    rows = rows_around(exhibit.table, sorted({row for row, _ in marks}))
    return drawn_table(exhibit.table, rows, marks, f"{source.table} of [{source.key}]")


def _picture(source: CitedCell, picture: Picture) -> Html:
    page = f" on page {source.page}" if source.page else ""
    alt = (
        f"{source.table} of [{source.key}] as it is printed{page}. "
        f"A frame marks {source.row} / {source.column}, which prints {source.text}."
    )
    address = f"data:image/png;base64,{picture.png}"
    image = element("img", src=address, alt=alt, width=picture.width, height=picture.height)
    return scrolling(image, f"Picture of {source.table} of [{source.key}]")


def _caption(source: CitedCell, exhibit: Exhibit) -> Html:
    table = exhibit.table
    name = element("b", f"{table.label}. ") if table.label else None
    title = source.title or source.key
    version = f", version {source.version}" if source.version else ""
    page = f", page {source.page}" if source.page else ""
    paper = f"[{source.key}] {title}{version}{page}. "
    kind = _FORMATS.get(source.kind, source.kind)
    read_from = element("span", f"Read from the {kind} ", element("code", exhibit.document.found_at), class_="found")
    return joined([element("p", name, table.caption), element("p", paper, read_from)])


def _legend(exhibit: Exhibit) -> Html:
    marks = [
        ("marked", "solid frame", CITED, exhibit.cells),
        ("elsewhere", "dashed frame", ELSEWHERE, exhibit.elsewhere),
    ]
    entries = [_entry(style, frame, meaning, cells) for style, frame, meaning, cells in marks if cells]
    return element("ul", entries, class_="legend")


def _entry(style: str, frame: str, meaning: str, cells: Sequence[Cell]) -> Html:
    texts = ", ".join(cell.text for cell in cells[:_MOST_NAMED]) + (", …" if len(cells) > _MOST_NAMED else "")
    key = element("span", class_=f"key {style}", aria_hidden="true")
    return element("li", key, f"{frame}: {meaning}, {texts}")
