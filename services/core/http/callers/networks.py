"""The networks around an address, since one caller may own a whole block of addresses."""

import hashlib
import hmac
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Final

IPV4: Final = (24, 16)
"""A small provider or a rented server's neighbours; what a hosting company has."""
IPV6: Final = (56, 48, 40, 32)
"""What many providers give a household; what anybody gets for a free tunnel; a part of, and all of, what the registry
gives to any company that asks."""


def networks_of(caller: str) -> tuple[str, ...]:
    """The networks around a caller (of `client_address`), the smallest first; none for an unknown one.

    The only list of networks: everything that counts networks picks from it.
    """
    try:
        address = ip_network(caller).network_address
    except ValueError:
        return ()
    if address.version == 4:
        return tuple(str(IPv4Network((int(address) >> 32 - bits << 32 - bits, bits))) for bits in IPV4)
    return tuple(str(IPv6Network((int(address) >> 128 - bits << 128 - bits, bits))) for bits in IPV6)


def line_of(caller: str) -> str:
    """What identifies one household's line: its IPv4 address, or its IPv6 /56; the caller itself if unknown."""
    found = networks_of(caller)
    return found[0] if found and ":" in caller else caller


def label_of(network: str, secret: bytes) -> str:
    """A keyed hash of a network or line: equal ones are equal, and without the secret it cannot be traced back."""
    kind = "v6" if ":" in network else "v4"
    return f"{kind}-{hmac.digest(secret, f'network|{network}'.encode(), hashlib.sha256).hex()[:8]}"
