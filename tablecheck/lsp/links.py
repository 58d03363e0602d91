"""From a number, or the citation of its row, to the cited table."""

from collections.abc import Iterator

from lsprotocol import types

from tablecheck.lsp.cited_pages import table_page, table_uri
from tablecheck.lsp.comparisons import Pair, cell_at, first_pair, pair_of
from tablecheck.lsp.convert import Lines, to_range
from tablecheck.lsp.looking import View
from tablecheck.model.table import Cell, Table


def definition(view: View, position: types.Position) -> types.Location | None:
    """Where the number at a position was cited from."""
    offset = view.offset(position)
    found = cell_at(view.checked.report.manuscript, view.name, offset) if offset is not None else None
    pair = pair_of(view.evidence, *found) if found is not None else None
    if pair is None:
        return None
    page = table_page(pair.match.document, pair.match.theirs, (pair.theirs,))
    where = to_range(Lines(page.text), page.cell, view.encoding)
    return types.Location(table_uri(pair.match.document, pair.match.theirs, pair.theirs), where)


def document_links(view: View, *, pages: bool) -> Iterator[types.DocumentLink]:
    """A link on each citation of a row: to the cited table where the client can open it, else to the paper."""
    for table in view.checked.report.manuscript.tables:
        for cell in table.cells:
            for citation in cell.citations:
                where = view.range(citation.place) if citation.place is not None else None
                target = _target(view, table, cell, citation.keys[0], pages=pages) if where and citation.keys else None
                if where is not None and target is not None:
                    yield types.DocumentLink(where, *target)


def _target(view: View, table: Table, cell: Cell, key: str, *, pages: bool) -> tuple[str, str] | None:
    pair = first_pair(view.evidence, table, key, cell.row) if pages else None
    if pair is not None:
        return _page_of(pair), f"{pair.match.theirs.label or 'the table'} of [{key}]"
    reference = view.checked.report.manuscript.references.get(key)
    if reference is not None and reference.arxiv_id:
        version = f"v{reference.arxiv_version}" if reference.arxiv_version else ""
        return f"https://arxiv.org/abs/{reference.arxiv_id}{version}", f"[{key}] on arXiv"
    if reference is not None and reference.doi:
        return f"https://doi.org/{reference.doi}", f"[{key}] by its DOI"
    return None


def _page_of(pair: Pair) -> str:
    return table_uri(pair.match.document, pair.match.theirs, pair.theirs)
