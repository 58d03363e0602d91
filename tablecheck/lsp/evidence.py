"""What there is to show beside a number: the cited table, its page, and both rows: ``tablecheck/evidence``."""

import base64
from typing import Any

from lsprotocol import types

from tablecheck.lsp.cited_pages import table_uri
from tablecheck.lsp.comparisons import Pair, cell_at, pair_of, row_of
from tablecheck.lsp.looking import View
from tablecheck.model.errors import UsageError
from tablecheck.model.place import PagePlace
from tablecheck.reporters.html_report.drawn import CITED, rows_around, table_element
from tablecheck.reporters.visual import PagePicture, page_picture


def pair_at(view: View, position: types.Position) -> Pair | None:
    """What the number at a position was compared with."""
    offset = view.offset(position)
    found = cell_at(view.checked.report.manuscript, view.name, offset) if offset is not None else None
    return pair_of(view.evidence, *found) if found is not None else None


def evidence_of(view: View, pair: Pair, picture: bool = True) -> dict[str, Any]:
    """All there is to show of a cited number; drawing the picture of the page takes up to some seconds."""
    table, document = pair.match.theirs, pair.match.document
    place = pair.theirs.place
    columns = row_of(view.evidence, pair)
    label = table.label or "the cited table"
    marks = {(pair.theirs.row, pair.theirs.column): CITED}
    drawn = _picture(pair) if picture else None
    return {
        "key": pair.match.key,
        "title": document.reference.title,
        "version": document.version,
        "page": place.page + 1 if isinstance(place, PagePlace) else None,
        "kind": document.kind,
        "foundAt": document.found_at,
        "caption": ": ".join(filter(None, (table.label, " ".join(table.caption.split())))),
        "ours": pair.our_number.text,
        "theirs": pair.their_number.text,
        "agrees": pair.agrees,
        "probability": round(pair.probability, 3),
        "tableHtml": table_element(table, rows_around(table, [pair.theirs.row]), marks, label),
        "row": {
            "header": [one.header for one in columns],
            "ours": [one.ours for one in columns],
            "theirs": [one.theirs for one in columns],
            "here": next((index for index, one in enumerate(columns) if one.is_here), None),
        },
        "pageUri": table_uri(document, table, pair.theirs),
        "pagePng": base64.b64encode(drawn.png).decode("ascii") if drawn is not None else None,
        "pageSize": [drawn.width, drawn.height] if drawn is not None else None,
        "pageBox": list(place.bbox) if isinstance(place, PagePlace) else None,
    }


def _picture(pair: Pair) -> PagePicture | None:
    document, place = pair.match.document, pair.theirs.place
    if document.kind != "pdf" or not document.content or not isinstance(place, PagePlace):
        return None
    try:
        return page_picture(document.content, place.page, [place])
    except UsageError:
        return None
