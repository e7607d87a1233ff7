"""The networks around an address, since one caller may own a whole block of addresses."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_network


def networks_of(caller: str) -> tuple[str, ...]:
    """The networks around a caller as `client_address` names it, the smallest first; none for an unknown one.

    IPv4: the /24 a small provider or a rented server has. IPv6: the /56 many providers give a household, and the /48
    that anybody gets for a free tunnel.
    """
    try:
        network = ip_network(caller)
    except ValueError:
        return ()
    address = network.network_address
    if isinstance(address, IPv4Address):
        return (str(ip_network(f"{address}/24", strict=False)),)
    return tuple(_ipv6_network(address, bits) for bits in (56, 48))


def _ipv6_network(address: IPv6Address, bits: int) -> str:
    rest = 128 - bits
    return str(IPv6Network((int(address) >> rest << rest, bits)))
