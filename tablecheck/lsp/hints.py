"""The cited value behind each number that differs from it."""

from collections.abc import Iterator

from lsprotocol import types

from tablecheck.lsp.comparisons import cell_at, pair_of
from tablecheck.lsp.looking import View


def hints(view: View, asked: types.Range) -> Iterator[types.InlayHint]:
    """A hint for each finding of a document that lies within a range and has a cited number."""
    for finding in view.checked.findings:
        where = view.range(finding.place) if finding.source is not None else None
        if where is None or not asked.start.line <= where.start.line <= asked.end.line:
            continue
        found = cell_at(view.checked.report.manuscript, finding.place.path, finding.place.span.start)
        pair = pair_of(view.evidence, *found) if found is not None else None
        if pair is not None:
            label = f"cited: {pair.their_number.text}"
            yield types.InlayHint(where.end, label, padding_left=True, tooltip=f"{finding.rule} {finding.name}")
