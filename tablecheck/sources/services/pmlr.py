"""The Proceedings of Machine Learning Research: a static site, one page a paper."""

import re

from tablecheck.sources.net.answer import Answer
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tablecheck.sources.services.candidate import Candidate
from tablecheck.sources.services.scholar_tags import read_tags

# /v139/name21a.html, /v139/name21a/name21a.pdf, and /v32/name14.pdf of the early volumes
_PATH = re.compile(
    r"proceedings\.mlr\.press/(?P<volume>[vr]\d+)/(?P<paper>[\w-]+)(?:/(?P=paper))?(?:\.html|\.pdf)?$", re.I
)


def page_of(url: str) -> str | None:
    """The path of a paper's page, for its page or its PDF."""
    match = _PATH.search(url.split("?")[0].split("#")[0])
    return f"{match['volume'].lower()}/{match['paper']}.html" if match else None


def find_by_url(network: Network, url: str) -> Candidate | None:
    """Ask for the paper at an address; ``None`` where it is none of PMLR's, or not there.

    Raises:
        RequestError: PMLR does not answer.
    """
    path = page_of(url)
    if path is None:
        return None
    page = f"{network.endpoints.pmlr}/{path}"

    def read(answer: Answer) -> Candidate | None:
        return None if answer.status == 404 else read_tags(answer, page)

    return network.lookup(Service.PMLR, page, read, expected=(200, 404))
