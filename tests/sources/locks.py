"""Small locks, and strategies for the tables in them."""

from dataclasses import replace

from hypothesis import strategies as st

from tablecheck.model.document import Extraction
from tablecheck.model.place import PagePlace, Span, TextPlace
from tablecheck.model.problem import Problem
from tablecheck.model.table import Cell, Table, with_numbers
from tablecheck.sources.lock import Lock, LockedDocument, LockedReference, LockedTables

SHA = "a" * 64
words = st.text(st.characters(exclude_categories=("Cs",)), max_size=8)
printed = st.sampled_from(["NorthNet", "81.5", "63.5 ± 0.5", "1.2k", "85.3¹", "", "<3", "0.9", "72.0 (+1.9)", "−4"])
boxes = st.tuples(*[st.integers(0, 60000)] * 4).map(lambda box: PagePlace(2, *(value / 100 for value in box)))
places = st.none() | boxes | st.integers(0, 99).map(lambda start: TextPlace("a.tex", Span(start, start + 3)))


@st.composite
def tables(draw) -> Table:
    """Tables whose cells span, carry marks and places, and now and then numbers that the text alone does not give."""
    place = draw(places)
    cells = []
    for row in range(draw(st.integers(0, 3))):
        column = 0
        for _ in range(draw(st.integers(1, 3))):
            span = draw(st.integers(1, 2))
            cell = Cell(
                row,
                column,
                draw(printed | words),
                column_span=span,
                is_header=draw(st.booleans()),
                emphasis=draw(st.sampled_from([(), ("bold",), ("bold", "underline")])),
                place=draw(st.just(place) | boxes),
            )
            cell = with_numbers(cell)
            if cell.numbers and draw(st.booleans()):
                cell = replace(cell, numbers=tuple(number.scaled(1) for number in cell.numbers))
            cells.append(cell)
            column += span
    confidence = draw(st.integers(0, 100)) / 100
    return Table(tuple(cells), draw(words), draw(words), draw(words), place, "pdf-geometry", confidence)


def lock_with(*some: Table, **changes) -> Lock:
    document = LockedDocument("pdf", 2, SHA, "https://host.example/2101.90001v2", "arxiv:2101.90001")
    references = {
        "north": LockedReference({"title": "NorthNet", "authors": ["Ada Example"], "year": 2021}, (document,)),
        "gone": LockedReference({"title": "SouthNet"}, (), "no-copy"),
    }
    read = Extraction(some, (Problem("extract", "page 3 could not be read"),))
    values = {"references": references, "tables": {SHA: LockedTables("pdf", "some.reader@1", read)}}
    return Lock("paper.tex", **(values | changes))
