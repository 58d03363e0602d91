"""The open-access site of the Computer Vision Foundation: a static site, one page a paper."""

import re

from tablecheck.sources.net.answer import Answer
from tablecheck.sources.net.service import Service
from tablecheck.sources.net.session import Network
from tablecheck.sources.services.candidate import Candidate
from tablecheck.sources.services.scholar_tags import read_tags

# /content/CVPR2021/html/X_paper.html and /content_cvpr_2018/papers/X_paper.pdf of the early years
_PATH = re.compile(
    r"openaccess\.thecvf\.com/(?P<volume>content[\w/-]*)/(?:html|papers)/(?:(?P<part>[\w-]+)/)?(?P<paper>[\w-]+?)\.(?:html|pdf)$",
    re.I,
)


def page_of(url: str) -> str | None:
    """The path of a paper's page, for its page or its PDF."""
    match = _PATH.search(url.split("?")[0].split("#")[0])
    if match is None:
        return None
    part = f"{match['part']}/" if match["part"] else ""
    return f"{match['volume']}/html/{part}{match['paper']}.html"


def find_by_url(network: Network, url: str) -> Candidate | None:
    """Ask for the paper at an address; ``None`` where it is none of the CVF's, or not there.

    Raises:
        RequestError: the site does not answer.
    """
    path = page_of(url)
    if path is None:
        return None
    page = f"{network.endpoints.cvf}/{path}"

    def read(answer: Answer) -> Candidate | None:
        return None if answer.status == 404 else read_tags(answer, page)

    return network.lookup(Service.CVF, page, read, expected=(200, 404))
