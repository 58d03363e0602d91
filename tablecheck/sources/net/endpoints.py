"""Where the services are; every address is configuration."""

from dataclasses import dataclass, fields

from urllib3.util import parse_url

from tablecheck.sources.net.service import Service


@dataclass(frozen=True, slots=True)
class Endpoints:
    """The base addresses of the services, without a slash at the end.

    A field belongs to the service whose name it begins with.
    """

    arxiv_api: str = "https://export.arxiv.org/api"
    arxiv_source: str = "https://export.arxiv.org"
    arxiv: str = "https://arxiv.org"
    semantic_scholar: str = "https://api.semanticscholar.org/graph/v1"
    crossref: str = "https://api.crossref.org"
    openalex: str = "https://api.openalex.org"
    unpaywall: str = "https://api.unpaywall.org/v2"
    acl: str = "https://aclanthology.org"
    openreview_api: str = "https://api2.openreview.net"
    openreview_old_api: str = "https://api.openreview.net"
    openreview: str = "https://openreview.net"
    pmlr: str = "https://proceedings.mlr.press"
    cvf: str = "https://openaccess.thecvf.com"
    pmc_api: str = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"
    pmc_files: str = "https://pmc-oa-opendata.s3.amazonaws.com"


@dataclass(frozen=True, slots=True)
class Origin:
    """Scheme, host and port: what one server is reached by."""

    scheme: str
    host: str
    port: int


def origin_of(url: str) -> Origin:
    """Take the origin out of an address.

    Raises:
        ValueError: there is no host in it, or it cannot be read.
    """
    parsed = parse_url(url)
    if not parsed.scheme or not parsed.host:
        raise ValueError(f"no address of a server: {url!r}")
    port = parsed.port or {"http": 80, "https": 443}.get(parsed.scheme, 0)
    return Origin(parsed.scheme, parsed.host.strip("[]").rstrip(".").lower(), port)


def origins_of(endpoints: Endpoints) -> dict[Service, frozenset[Origin]]:
    """List the servers of every service; those that its base addresses redirect to are among them."""
    origins: dict[Service, set[Origin]] = {service: set() for service in Service}
    for field in fields(endpoints):
        owner = max((s for s in Service if field.name.startswith(s)), key=len)
        origins[owner].add(origin_of(getattr(endpoints, field.name)))
    for service, hosts in _REDIRECTED_TO.items():
        origins[service] |= {Origin("https", host, 443) for host in hosts}
    return {service: frozenset(found) for service, found in origins.items()}


# Hosts that the services' own addresses are known to lead to.
_REDIRECTED_TO = {
    Service.ARXIV: ("arxiv.org", "www.arxiv.org", "export.arxiv.org"),
    Service.ACL: ("aclanthology.org", "www.aclanthology.org", "aclanthology.info"),
    Service.CVF: ("openaccess.thecvf.com",),
    Service.PMLR: ("proceedings.mlr.press",),
}


def endpoints_at(base: str) -> Endpoints:
    """Put every service under one address, each at ``/<name of its field>``; for a server that stands in for all."""
    return Endpoints(**{field.name: f"{base.rstrip('/')}/{field.name}" for field in fields(Endpoints)})
