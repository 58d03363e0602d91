"""What the last checks know of a place in a document that may have been typed on since."""

from collections.abc import Iterator
from dataclasses import dataclass

from lsprotocol import types

from tablecheck.lsp.convert import to_offset, to_range
from tablecheck.lsp.desk import Desk
from tablecheck.lsp.documents import Document
from tablecheck.lsp.moving import Change, change_between
from tablecheck.lsp.projects import Checked, Project
from tablecheck.model.evidence import Evidence
from tablecheck.model.place import Span, TextPlace


@dataclass(frozen=True, slots=True)
class View:
    """A document as one of its manuscripts was checked, and how it has changed since."""

    project: Project
    checked: Checked
    evidence: Evidence
    document: Document
    name: str
    change: Change
    encoding: str

    def offset(self, position: types.Position) -> int | None:
        """A position of the client as an offset of the text that was checked; ``None`` where that is typed anew."""
        return self.change.back(to_offset(self.document.lines, position, self.encoding))

    def range(self, place: TextPlace | Span) -> types.Range | None:
        """Where a place of the text that was checked stands now; ``None`` for another file, and where it changed."""
        if isinstance(place, TextPlace):
            if place.path != self.name:
                return None
            place = place.span
        span = self.change.moved(place)
        return to_range(self.document.lines, span, self.encoding) if span is not None else None


def views(desk: Desk, uri: str) -> Iterator[View]:
    """A document as each of its manuscripts was checked last."""
    document = desk.documents.get(uri)
    if document is None:
        return
    for project in desk.projects_of(uri):
        checked, name = project.checked, project.home.name_of(uri)
        if checked is None or checked.report.evidence is None or name not in checked.lines:
            continue
        change = change_between(checked.lines[name].text, document.text)
        yield View(project, checked, checked.report.evidence, document, name, change, desk.encoding)
