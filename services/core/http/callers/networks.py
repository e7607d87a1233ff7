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
    """The networks around a caller as `client_address` names it, the smallest first; none for an unknown one.

    The one list of networks: whatever counts networks takes those it needs from here.
    """
    try:
        address = ip_network(caller).network_address
    except ValueError:
        return ()
    if address.version == 4:
        return tuple(str(IPv4Network((int(address) >> 32 - bits << 32 - bits, bits))) for bits in IPV4)
    return tuple(str(IPv6Network((int(address) >> 128 - bits << 128 - bits, bits))) for bits in IPV6)


def line_of(caller: str) -> str:
    """What one household is reached by: its IPv4 address, or its IPv6 /56; the caller itself where it is unknown."""
    found = networks_of(caller)
    return found[0] if found and ":" in caller else caller


def label_of(network: str, secret: bytes) -> str:
    """A name for a network or a line that cannot be traced back to it without the secret: equal ones are equal."""
    kind = "v6" if ":" in network else "v4"
    return f"{kind}-{hmac.digest(secret, f'network|{network}'.encode(), hashlib.sha256).hex()[:8]}"
