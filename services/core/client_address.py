"""Whose call it is, for rate limits: an address that a client cannot choose for itself."""

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address

from starlette.requests import HTTPConnection

Networks = Sequence[IPv4Network | IPv6Network]


def client_address(connection: HTTPConnection, trusted: Networks) -> str:
    """The caller's address; an IPv6 one as its /64, since a household owns all of that.

    `X-Forwarded-For` is read from the right, and only as far as listed proxies wrote it: everything left of the
    first foreign address is the client's own invention.
    """
    peer = connection.client.host if connection.client else "unknown"
    hops = [hop.strip() for hop in connection.headers.get("x-forwarded-for", "").split(",") if hop.strip()]
    address = peer
    while hops and _is_within(address, trusted):
        address = hops.pop()
    return _coarse(address)


def _is_within(address: str, networks: Networks) -> bool:
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return any(parsed in network for network in networks)


def _coarse(address: str) -> str:
    try:
        parsed = ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(IPv6Network((int(parsed) >> 64 << 64, 64)))
    return str(parsed)
