"""The client address for rate limits, read so that a client cannot forge it."""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from starlette.requests import HTTPConnection

Networks = Sequence[IPv4Network | IPv6Network]


def client_address(connection: HTTPConnection, trusted: Networks) -> str:
    """The caller's address; an IPv6 one as its /64, since a household owns all of that.

    `X-Forwarded-For` is read from the right, and only as far as listed proxies wrote it: everything left of the
    first foreign address is the client's own invention.
    """
    peer = connection.client.host if connection.client else "unknown"
    # Some proxies extend the caller's line, others add one of their own: all lines make one list.
    lines = connection.headers.getlist("x-forwarded-for")
    hops = [_bare(hop.strip()) for line in lines for hop in line.split(",") if hop.strip()]
    address = peer
    while hops and is_within(address, trusted):
        address = hops.pop()
    return network_of(address)


def _bare(hop: str) -> str:
    """The address without the port that some proxies add: `203.0.113.9:51234`, `[2001:db8::1]:443`."""
    if hop.startswith("["):
        return hop[1:].partition("]")[0]
    return hop.partition(":")[0] if hop.count(":") == 1 else hop


def _parse(address: str) -> IPv4Address | IPv6Address | None:
    """The address; an IPv4 one that came over an IPv6 socket (`::ffff:…`) as what it is."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return None
    return getattr(parsed, "ipv4_mapped", None) or parsed


def is_within(address: str, networks: Networks) -> bool:
    """Whether the address is in one of the networks."""
    parsed = _parse(address)
    return parsed is not None and any(parsed in network for network in networks)


@lru_cache(maxsize=1024)
def network_of(address: str) -> str:
    """The network that counts as one caller: an IPv6 address's /64, "unknown" for an invalid address."""
    parsed = _parse(address)
    if isinstance(parsed, IPv6Address):
        return str(IPv6Network((int(parsed) >> 64 << 64, 64)))
    return str(parsed) if parsed else "unknown"
