"""Tables of HTML pages: arXiv's and ar5iv's (both written by LaTeXML), and pages written by hand."""

import re
from collections.abc import Iterator
from dataclasses import replace

from lxml import etree

from tablecheck.extractors.html_captions import PageOrder, caption_of, order_of, split_caption
from tablecheck.extractors.html_grid import is_table, read_grid, rows_of
from tablecheck.extractors.html_text import classes, footnotes, is_hidden, visible_text
from tablecheck.model.document import Extraction
from tablecheck.model.markup import plain_text
from tablecheck.model.problem import Problem
from tablecheck.model.table import Table, with_numbers

VERSION = "1"
_LARGEST_PAGE = 64 * 2**20  # bytes; the largest page of ar5iv we met has 12 MB
_MOST_CELLS = 300_000  # of a page; some seconds
_MOST_PARTS = 100  # a float has a caption, a table or some, and notes
_DECLARED = re.compile(rb"<meta[^>]+charset|<\?xml[^>]+encoding", re.I)


def extract(content: bytes) -> Extraction:
    """Read the tables of a page, in their order; bytes that are no page give a problem."""
    if len(content) > _LARGEST_PAGE:
        return _nothing(f"the page is larger than {_LARGEST_PAGE // 2**20} MB; save the part with the tables")
    parser = _parser(content)
    try:
        page = etree.fromstring(content, parser)
    except etree.LxmlError as error:
        return _nothing(f"not an HTML page ({error}); save it again from the browser")
    if page is None:
        return _nothing("the page is empty; save it again from the browser")
    problems: list[Problem] = []
    if any("xcessive depth" in entry.message or "HUGE" in entry.message for entry in parser.error_log):
        problems.append(Problem("extract", "the page nests too deeply; tables after that place were not read"))
    tables: list[Table] = []
    cell_count = 0
    order = order_of(page)
    for element in _shown_tables(page):
        try:
            table = _read(element, order)
        except (ValueError, RecursionError) as error:
            problems.append(Problem("extract", f"a table was left out: {error}", line=element.sourceline))
            continue
        if _is_worth_reading(table):
            tables.append(table)
        cell_count += len(table.cells)
        if cell_count > _MOST_CELLS:
            problems.append(Problem("extract", f"more than {_MOST_CELLS} cells; the rest of the page was not read"))
            break
    problems.extend(_pictured_tables(page))
    if not tables and not problems:
        problems.append(Problem("extract", "no table stands in the page; is it the full text of the paper?"))
    return Extraction(tuple(tables), tuple(problems))


def read_html_table(html: str, caption: str = "") -> Table:
    """Read one table that is kept as HTML text, with its caption beside it.

    Rows and columns are those of the expanded grid: rows of the head count, spans fill all their places.
    TeX that the keeper of the table left in its cells is written in plain form. A text without a table
    gives a table without cells.
    """
    page = etree.fromstring(html if "<table" in html else f"<table>{html}</table>", etree.HTMLParser())
    element = next((part for part in page.iter() if is_table(part)), None) if page is not None else None
    table = read_grid(element) if element is not None else Table(())
    cells = (replace(cell, text=re.sub(r"\s+", " ", plain_text(cell.text).text).strip()) for cell in table.cells)
    label, rest = split_caption(plain_text(caption).text)
    return replace(table, cells=tuple(with_numbers(cell) for cell in cells), caption=rest, label=label, read_by="html")


def _shown_tables(page: etree._Element) -> Iterator[etree._Element]:
    """The tables that hold data, in the order of the page.

    A table that only lays out others gives way to them; one that stands inside a cell of data is text.
    """
    inside: etree._Element | None = None
    for element in page.iter():
        if not isinstance(element.tag, str) or not is_table(element):
            continue
        if inside is not None and inside in element.iterancestors():
            continue
        if is_hidden(element) or any(is_hidden(outer) for outer in element.iterancestors()):
            continue
        if not _lays_out(element):
            inside = element
            yield element


def _lays_out(table: etree._Element) -> bool:
    """Tell a table that serves to place others: most of what it prints stands in tables of their own.

    Cells of several lines are written as a table of one column; they are part of the cell.
    """
    if table.get("role") in {"presentation", "none"}:
        return True
    nested = [part for part in table.iter() if part is not table and is_table(part) and _is_square(part)]
    outermost = [part for part in nested if not any(other in part.iterancestors() for other in nested)]
    inner = sum(_size(part) for part in outermost)
    return inner * 2 > _size(table)


def _is_square(table: etree._Element) -> bool:
    rows = rows_of(table)
    return len(rows) > 1 and max(len(row.cells) for row in rows) > 1


def _size(element: etree._Element) -> int:
    return len(visible_text(element).text.replace(" ", ""))


def _read(element: etree._Element, order: PageOrder) -> Table:
    label, caption = caption_of(element, order)
    table = read_grid(element)
    return replace(table, label=label, caption=caption, notes=" ".join(_notes(element)), read_by="html")


def _notes(element: etree._Element) -> list[str]:
    """Footnotes in the table, and what stands in its float beside table and caption."""
    notes = list(footnotes(element))
    figure = next((outer for outer in element.iterancestors("figure") if "ltx_table" in classes(outer)), None)
    for part in figure if figure is not None and len(figure) < _MOST_PARTS else ():
        is_text = isinstance(part.tag, str) and part.tag not in {"figcaption", "figure", "table", "img"}
        if is_text and not any(is_table(inner) for inner in part.iter()) and (text := visible_text(part).text):
            notes.append(text)
    return notes


def _is_worth_reading(table: Table) -> bool:
    """Tell a table from a row of pictures, a box drawn round a paragraph, a menu."""
    printed = sum(bool(cell.text) for cell in table.cells)
    if table.label.lower().startswith("tab"):
        return printed > 1
    enough = 3 if any(cell.numbers for cell in table.cells) else 4
    return printed >= enough and table.row_count > 1 and table.column_count > 1


def _pictured_tables(page: etree._Element) -> Iterator[Problem]:
    for figure in page.iter("figure"):
        if "ltx_table" in classes(figure) and not any(is_table(part) for part in figure.iter()):
            caption = next((visible_text(part).text for part in figure.iter("figcaption")), "")
            name = split_caption(caption)[0] or "a table"
            message = f"{name} is a picture or could not be converted by LaTeXML; give the PDF to have it read"
            yield Problem("extract", message, line=figure.sourceline)


def _parser(content: bytes) -> etree.HTMLParser:
    """A parser that stays off the network, within libxml2's limits, and takes undeclared text for UTF-8."""
    encoding: str | None = "utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
    try:
        content.decode(str(encoding))
    except UnicodeDecodeError:
        encoding = None if _DECLARED.search(content[:4096]) else "cp1252"
    return etree.HTMLParser(encoding=encoding, no_network=True, huge_tree=False, remove_comments=True, remove_pis=True)


def _nothing(message: str) -> Extraction:
    return Extraction((), (Problem("extract", message),))
