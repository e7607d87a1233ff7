"""Whose call it is: an address a caller cannot choose for itself."""

from collections.abc import Sequence
from ipaddress import ip_network

import pytest
from starlette.requests import HTTPConnection

from services.core.http.callers.client_address import client_address

PROXIES = [ip_network(network) for network in ("10.0.0.0/8", "192.168.1.5/32", "fd00::/8")]


def address(peer: str | None, *forwarded: str, trusted: Sequence = PROXIES) -> str:
    headers = [(b"x-forwarded-for", value.encode("latin-1")) for value in forwarded]
    scope = {"type": "http", "headers": headers, "client": (peer, 1) if peer is not None else None}
    return client_address(HTTPConnection(scope), trusted)


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("203.0.113.9", [], "203.0.113.9"),
        # Not behind a listed proxy: the header is the caller's own invention.
        ("203.0.113.9", ["198.51.100.1"], "203.0.113.9"),
        ("203.0.113.9", ["10.0.0.1"], "203.0.113.9"),
        ("10.1.2.3", ["198.51.100.1"], "198.51.100.1"),
        ("10.1.2.3", [], "10.1.2.3"),
        # Read from the right, and only as far as listed proxies wrote it.
        ("10.1.2.3", ["1.1.1.1, 198.51.100.1"], "198.51.100.1"),
        ("10.1.2.3", ["1.1.1.1, 198.51.100.1, 192.168.1.5"], "198.51.100.1"),
        ("10.1.2.3", ["10.9.9.9, 10.8.8.8"], "10.9.9.9"),
        ("10.1.2.3", [" , 198.51.100.1 ,"], "198.51.100.1"),
        ("10.1.2.3", ["198.51.100.1, kanarina"], "unknown"),
        # A proxy that adds a line of its own instead of extending the caller's.
        ("10.1.2.3", ["1.1.1.1", "198.51.100.1"], "198.51.100.1"),
        ("10.1.2.3", ["1.1.1.1, 2.2.2.2", "198.51.100.1", "10.4.4.4"], "198.51.100.1"),
        # Some proxies write the port as well, and brackets around IPv6.
        ("10.1.2.3", ["198.51.100.1:51234"], "198.51.100.1"),
        ("10.1.2.3", ["198.51.100.1:51234, 192.168.1.5:80"], "198.51.100.1"),
        ("10.1.2.3", ["[2001:db8:1:2::7]:443"], "2001:db8:1:2::/64"),
        ("10.1.2.3", ["[2001:db8:1:2::7]"], "2001:db8:1:2::/64"),
        ("10.1.2.3", ["[fd00::1]:443, [2001:db8:1:2::7"], "2001:db8:1:2::/64"),
        # IPv6: the whole /64 is one household's.
        ("2001:db8:1:2:3:4:5:6", [], "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", [], "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", [], "2001:db8:1:3::/64"),
        ("fd00::1", ["2001:db8:1:2:3:4:5:6"], "2001:db8:1:2::/64"),
        # An IPv4 caller on a socket for both families is the same caller, and the same proxy.
        ("::ffff:203.0.113.9", [], "203.0.113.9"),
        ("::ffff:10.1.2.3", ["198.51.100.1"], "198.51.100.1"),
        ("testclient", ["198.51.100.1"], "unknown"),
        (None, ["198.51.100.1"], "unknown"),
    ],
)
def test_the_address_is_the_first_that_no_listed_proxy_vouches_for(
    peer: str | None, forwarded: list[str], expected: str
) -> None:
    assert address(peer, *forwarded) == expected


def test_without_listed_proxies_the_header_is_never_read() -> None:
    assert address("10.1.2.3", "198.51.100.1", trusted=()) == "10.1.2.3"
