"""The ACL Anthology: a static site with a ``.bib`` and a ``.pdf`` for every id."""

from tablecheck.latex.bibliography.reading import read_bibliography
from tablecheck.sources.net.answer import Answer
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tablecheck.sources.services.candidate import Candidate, Link


def find_by_id(network: Network, acl_id: str) -> Candidate | None:
    """Ask for a paper; ``None`` where the Anthology does not have it.

    Raises:
        RequestError: the Anthology does not answer.
    """
    base = f"{network.endpoints.acl}/{acl_id}"

    def read(answer: Answer) -> Candidate | None:
        if answer.status == 404:
            return None
        content = answer.content.decode("utf-8", "replace")
        references, _ = read_bibliography({"anthology.bib": content}, (), ("anthology.bib",))
        for reference in references.values():
            if reference.title:
                return Candidate(
                    found_by=Service.ACL,
                    title=reference.title,
                    authors=reference.authors,
                    year=reference.year,
                    kind=reference.entry_type,
                    doi=reference.doi,
                    links=(Link(Service.ACL, f"{base}.pdf"),),
                    open_access=True,
                )
        raise answer.nonsense("no entry of a bibliography")

    return network.lookup(Service.ACL, f"{base}.bib", read, expected=(200, 404))
