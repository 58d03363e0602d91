"""Decides which addresses may be asked at all: a document or a service may name any, also those inside our network."""

import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

from tablecheck.sources.net.endpoints import Origin, origin_of
from tablecheck.sources.net.failure import Failure, RequestError
from tablecheck.sources.net.service import Service

_LONGEST_URL = 4000  # characters; browsers and servers rarely take more than 8000
_IPV4_WITHIN = (IPv6Network("64:ff9b::/96"), IPv6Network("::/96"))
_LOCAL_TRANSLATION = IPv6Network("64:ff9b:1::/48")  # RFC 8215; the address inside may be any

Resolve = Callable[..., list[Any]]


@dataclass(frozen=True, slots=True)
class Guard:
    """Which servers each service has, and which ports of this machine a test has opened.

    ``resolve`` is ``socket.getaddrinfo`` but in tests.
    """

    origins: Mapping[Service, frozenset[Origin]]
    loopback_ports: frozenset[int] = frozenset()
    resolve: Resolve = socket.getaddrinfo

    def check(self, service: Service, url: str, came_from: str | None = None) -> None:
        """Let an address pass that the service may be asked at; ``came_from`` is the one that redirected to it.

        Raises:
            RequestError: it is none of the service's, or not one that anybody should ask.
        """
        where = f"{_host(came_from)} redirects to" if came_from else f"{service.label} is not asked at"
        try:
            origin = origin_of(url)
        except ValueError:
            raise _refused(f"{where} an address that cannot be read: {url[:200]!r}") from None
        if len(url) > _LONGEST_URL:
            raise _refused(f"{where} an address of {len(url)} characters at {origin.host}")
        if "@" in url.split("//", 1)[-1].split("/", 1)[0]:
            raise _refused(f"{where} {origin.host}: the address holds a user name")
        loopback = origin.scheme == "http" and origin.port in self.loopback_ports and _is_loopback(origin.host)
        if came_from and origin.scheme != "https" and origin_of(came_from).scheme == "https":
            raise _refused(f"{where} {origin.host} without encryption; that is not followed")
        if origin.scheme != "https" and not loopback:
            raise _refused(f"{where} {origin.host} by {origin.scheme}; only https is spoken")
        if service is not Service.PUBLISHER and origin not in self.origins[service]:
            raise _refused(f"{where} {origin.host}:{origin.port}, which is no server of {service.label}")
        if service is Service.PUBLISHER and origin.port != 443 and not loopback:
            raise _refused(f"{where} port {origin.port} of {origin.host}; only 443 is asked")
        if (literal := _literal(origin.host)) is not None:
            self._check_address(origin.host, literal, origin.port)

    def addresses(self, host: str, port: int) -> tuple[str, ...]:
        """Look a host up once and give the addresses to connect to; what was checked is what is connected to.

        Raises:
            RequestError: the host has no address, or one inside our own network.
        """
        try:
            found = self.resolve(host, port, 0, socket.SOCK_STREAM)
        except (OSError, UnicodeError):
            message = f"{host} has no address; look whether this machine is connected to the network"
            raise RequestError(Failure.UNREACHABLE, message) from None
        addresses = tuple(dict.fromkeys(str(entry[4][0]) for entry in found))
        for address in addresses:
            self._check_address(host, ip_address(address.partition("%")[0]), port)
        return addresses

    def _check_address(self, host: str, address: IPv4Address | IPv6Address, port: int) -> None:
        address = _unwrapped(address)
        if address.is_loopback and port in self.loopback_ports:
            return
        local = isinstance(address, IPv6Address) and (address.is_site_local or address in _LOCAL_TRANSLATION)
        if local or not address.is_global or address.is_multicast or address.is_reserved or address.is_unspecified:
            named = host if host == str(address) else f"{host} ({address})"
            raise _refused(f"{named} is not a public address; nothing inside a network is asked for papers")


def _unwrapped(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Take the IPv4 address out of an IPv6 one that stands for it."""
    if isinstance(address, IPv4Address):
        return address
    if address.ipv4_mapped or address.sixtofour:
        return address.ipv4_mapped or address.sixtofour or address
    if address.teredo:
        return address.teredo[1]
    if any(address in network for network in _IPV4_WITHIN) and int(address) > 1:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host.partition("%")[0])
    except ValueError:
        return None


def _is_loopback(host: str) -> bool:
    literal = _literal(host)
    return host == "localhost" if literal is None else literal.is_loopback


def _host(url: str) -> str:
    try:
        return origin_of(url).host
    except ValueError:
        return "a server"


def _refused(message: str) -> RequestError:
    return RequestError(Failure.REFUSED, message)
