"""Cited tables as documents that an editor can open, each with its cell marked: ``tablecheck-doc:``."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote, urlsplit

from tablecheck.model.document import SourceDocument
from tablecheck.model.evidence import Evidence
from tablecheck.model.finding import CitedCell
from tablecheck.model.headers import header_row_count
from tablecheck.model.place import PagePlace, Span
from tablecheck.model.table import Cell, Table

SCHEME = "tablecheck-doc"
# Nothing in it is written differently by any client, so nobody has to ask how often it was escaped.
_ASKED = re.compile(r"(?P<of>[0-9a-f]{20})\.(?P<at>[0-9a-f]{12})\.(?P<row>\d{1,6})\.(?P<column>\d{1,6})")
_LONGEST_NAME = 60  # characters of a title or a caption that stand in an address


@dataclass(frozen=True, slots=True)
class CitedPage:
    """A cited table as Markdown, and where its marked cell stands in the text."""

    text: str
    cell: Span


def page_uri(source: CitedCell) -> str:
    """The address of the page of a cited cell; what stands last is what a list of problems shows."""
    exhibit = source.exhibit
    if exhibit is None:
        return f"{SCHEME}:/{_quoted(source.key)}/{_quoted(source.table)}.md"
    return table_uri(exhibit.document, exhibit.table, exhibit.cells[0])


def table_uri(document: SourceDocument, table: Table, cell: Cell) -> str:
    """The address of the page of a table with a cell marked."""
    reference = document.reference
    paper = f"arXiv {reference.arxiv_id}" if reference.arxiv_id else reference.title or reference.key
    version = f"v{document.version}" if document.version else ""
    name = table.label or table.caption[:_LONGEST_NAME] or "table"
    asked = f"{document.sha256[:20]}.{_where(table)}.{cell.row}.{cell.column}"
    return f"{SCHEME}:/{_quoted(paper[:_LONGEST_NAME] + version)}/{_quoted(name)}.md?{asked}"


def cited_page(source: CitedCell) -> CitedPage:
    """Write the page of a cited cell that has an exhibit."""
    exhibit = source.exhibit
    assert exhibit is not None  # noqa: S101 - the caller looks
    return table_page(exhibit.document, exhibit.table, exhibit.cells)


def find_page(uri: str, evidences: Iterable[Evidence]) -> CitedPage | None:
    """Write the page of an address, out of what was compared; ``None`` where its table is no longer there."""
    asked = _ASKED.fullmatch(urlsplit(uri).query)
    if asked is None:
        return None
    for evidence in evidences:
        for _, document, tables in evidence.sources:
            if document.sha256.startswith(asked["of"]):
                for table in tables:
                    if _where(table) == asked["at"]:
                        marked = table.at(int(asked["row"]), int(asked["column"]))
                        return table_page(document, table, (marked,) if marked is not None else ())
    return None


@lru_cache(maxsize=128)
def table_page(document: SourceDocument, table: Table, marked: tuple[Cell, ...]) -> CitedPage:
    """Write a table of a cited paper as Markdown."""
    reference = document.reference
    version = f", version {document.version}" if document.version else ""
    page = f", page {table.place.page + 1}" if isinstance(table.place, PagePlace) else ""
    title = f"# {reference.title or reference.key}{version}"
    name = ". ".join(filter(None, (table.label, " ".join(table.caption.split()))))
    head = "\n\n".join([title, f"[{reference.key}]{page}, read from {document.found_at}", name]) + "\n\n"
    text, cells = _grid(table, {(one.row, one.column) for one in marked}, len(head))
    first = (marked[0].row, marked[0].column) if marked else (-1, -1)
    return CitedPage(head + text, cells.get(first, Span(0, len(title))))


def _grid(table: Table, marked: set[tuple[int, int]], offset: int) -> tuple[str, dict[tuple[int, int], Span]]:
    """Draw the table with its columns lined up, and tell where each cell came to stand."""
    texts = [[_text(table, row, column, marked) for column in range(table.column_count)] for row in _rows(table)]
    widths = [max((len(row[column]) for row in texts), default=0) for column in range(table.column_count)]
    widths = [max(3, min(width, _LONGEST_NAME)) for width in widths]
    top = max(1, header_row_count(table))
    lines: list[str] = []
    cells: dict[tuple[int, int], Span] = {}
    for row, parts in enumerate(texts):
        at = offset + sum(len(line) + 1 for line in lines) + 2
        for column, part in enumerate(parts):
            stars = 2 if (row, column) in marked else 0
            cells[row, column] = Span(at + stars, at + len(part) - stars)
            at += max(widths[column], len(part)) + 3
        lines.append("| " + " | ".join(part.ljust(width) for part, width in zip(parts, widths, strict=True)) + " |")
        if row + 1 == top:
            lines.append("|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines) + "\n", cells


def _rows(table: Table) -> range:
    return range(table.row_count)


def _text(table: Table, row: int, column: int, marked: set[tuple[int, int]]) -> str:
    cell = table.at(row, column)
    if cell is None or (cell.row, cell.column) != (row, column):
        return ""
    text = " ".join(cell.text.split()).replace("|", "\\|")
    return f"**{text}**" if (row, column) in marked else text


def _where(table: Table) -> str:
    """Tell the tables of a document apart without counting them: by place, label and size."""
    place = table.place
    if isinstance(place, PagePlace):
        where = f"{place.page}:{place.x0:.0f},{place.y0:.0f}"
    else:
        start = place.span.start if place is not None else ""
        where = f"{table.label}:{start}:{table.row_count}x{table.column_count}:{len(table.caption)}"
    return hashlib.sha256(where.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _quoted(text: str) -> str:
    """Write a name as one part of an address: without what file systems and addresses read as more than a name."""
    return quote(re.sub(r"[\s/\\:*?\"<>|#%]+", " ", text).strip(" .") or "paper")
