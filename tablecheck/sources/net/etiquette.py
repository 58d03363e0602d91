"""How often each service may be asked; docs/services.md says where the figures are written down."""

from collections.abc import Mapping
from types import MappingProxyType

from tablecheck.sources.net.service import Service

# Seconds between two requests, over all processes of a user. Where a service allows a burst we still do not make one:
# a manuscript has some forty references, and the slowest service decides how long they take.
INTERVALS: Mapping[Service, float] = MappingProxyType(
    {
        Service.ARXIV: 3.0,
        Service.SEMANTIC_SCHOLAR: 1.0,
        Service.CROSSREF: 1.0,  # the slowest pool for lists; the headers of an answer may ask for more
        Service.OPENALEX: 0.2,
        Service.UNPAYWALL: 0.9,  # 100 000 a day
        Service.ACL: 1.0,
        Service.OPENREVIEW: 1.0,
        Service.PMLR: 1.0,
        Service.CVF: 1.0,
        Service.PMC: 0.4,  # three a second without a key
        Service.PUBLISHER: 0.5,
    }
)

# Without a key all the world shares a hundred requests in five minutes.
_WITHOUT_KEY: Mapping[Service, float] = MappingProxyType({Service.SEMANTIC_SCHOLAR: 3.0})

# "One connection at a time": the connection is closed before another process may open one.
ONE_CONNECTION = frozenset({Service.ARXIV})


def interval_of(service: Service, *, has_key: bool) -> float:
    """Give the seconds between two requests to a service."""
    return INTERVALS[service] if has_key else _WITHOUT_KEY.get(service, INTERVALS[service])
