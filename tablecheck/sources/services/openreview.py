"""OpenReview: submissions by the id of their forum; old venues live behind the first version of the API."""

from typing import Any
from urllib.parse import quote

from tablecheck.sources.net.answer import Answer
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tablecheck.sources.services.candidate import Candidate, Link
from tablecheck.sources.services.reading import items, record, text, within, year_of

_MILLISECONDS_A_YEAR = 31_556_952_000


def find_by_id(network: Network, forum: str) -> Candidate | None:
    """Ask for a submission; ``None`` where neither API has it or may show it.

    Raises:
        RequestError: OpenReview does not answer.
    """
    pdf = f"{network.endpoints.openreview}/pdf?id={quote(forum, safe='')}"

    def read(answer: Answer) -> Candidate | None:
        # "Not there" is 404 or, for some ids, 400 with a name of the error; "not yours to see" is 403.
        return None if answer.status != 200 else _candidate(within(record(answer), "notes", 0), pdf)

    for base in (network.endpoints.openreview_api, network.endpoints.openreview_old_api):
        found = network.lookup(
            Service.OPENREVIEW, f"{base}/notes", read, params={"id": forum}, expected=(200, 400, 403, 404)
        )
        if found is not None:
            return found
    return None


def _candidate(note: Any, pdf: str) -> Candidate | None:
    title = _value(note, "title")
    if not title:
        return None
    names = within(note, "content", "authors", "value") or items(note, "content", "authors")
    published = within(note, "pdate") or within(note, "cdate") or within(note, "tcdate")
    return Candidate(
        found_by=Service.OPENREVIEW,
        title=title,
        authors=tuple(text(name) for name in names if isinstance(name, str)) if isinstance(names, list) else (),
        year=year_of(_value(note, "venue")) or _year_of_stamp(published),
        links=(Link(Service.OPENREVIEW, pdf),),
        open_access=True,
    )


def _value(note: Any, name: str) -> str:
    """Read a field in the form of either API: plain, or wrapped in an object."""
    return text(note, "content", name, "value") or text(note, "content", name)


def _year_of_stamp(stamp: Any) -> int | None:
    return 1970 + stamp // _MILLISECONDS_A_YEAR if isinstance(stamp, int) and 0 < stamp < 10**14 else None
