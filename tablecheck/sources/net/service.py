"""The services that are asked."""

from enum import StrEnum


class Service(StrEnum):
    """Whose rules apply to a request: its hosts, its pace, its key."""

    ARXIV = "arxiv"
    SEMANTIC_SCHOLAR = "semantic_scholar"
    CROSSREF = "crossref"
    OPENALEX = "openalex"
    UNPAYWALL = "unpaywall"
    ACL = "acl"
    OPENREVIEW = "openreview"
    PMLR = "pmlr"
    CVF = "cvf"
    PMC = "pmc"
    PUBLISHER = "publisher"  # wherever an open-access link leads

    @property
    def label(self) -> str:
        """The name as people write it."""
        return _LABELS[self]


_LABELS = {
    Service.ARXIV: "arXiv",
    Service.SEMANTIC_SCHOLAR: "Semantic Scholar",
    Service.CROSSREF: "Crossref",
    Service.OPENALEX: "OpenAlex",
    Service.UNPAYWALL: "Unpaywall",
    Service.ACL: "the ACL Anthology",
    Service.OPENREVIEW: "OpenReview",
    Service.PMLR: "PMLR",
    Service.CVF: "the CVF",
    Service.PMC: "PubMed Central",
    Service.PUBLISHER: "the publisher",
}
