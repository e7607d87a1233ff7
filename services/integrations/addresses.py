"""SSRF protection for webhooks: allows connections to public addresses only, checked at every attempt.

A configured URL must not reach anything inside our own network: the database's port, the cloud metadata service
(169.254.169.254), a printer. A name is resolved once per attempt, *every* address it has must be public, and the
connection goes to one of the checked addresses: a name that is public when checked and private when used (DNS
rebinding) gains nothing.
"""

import re
import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from services.settings import Settings

Address = IPv4Address | IPv6Address
Lookup = Callable[[str, int], Sequence[str]]
"""Returns the addresses of a name as text; raises OSError."""

_LOOKUP_SECONDS = 5.0
_UNICAST = IPv6Network("2000::/3")
_TUNNELS = (IPv6Network("2001::/32"), IPv6Network("2002::/16"))
"""Teredo and 6to4: IPv4 addresses embedded in IPv6 ones."""
_OWN_CLOUDS: Sequence[IPv4Network | IPv6Network] = (
    IPv4Network("168.63.129.16/32"),  # Azure's wire server
    IPv4Network("192.0.0.0/24"),  # protocol assignments, including Oracle's metadata service
    IPv4Network("192.88.99.0/24"),  # 6to4 relays
    IPv6Network("3fff::/20"),  # documentation
)
"""Addresses that Python considers global but that lead to internal infrastructure."""
_NAME = re.compile(
    r"(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?", re.IGNORECASE
)
_LONGEST_URL = 500


class AddressRefused(Exception):
    """Nothing may be sent to this address, or it does not exist: `code` as in `sending.WORDS`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Rules:
    """What this installation allows in addition to HTTPS to public addresses."""

    plain_http: bool = False
    loopback: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """A parsed URL."""

    is_https: bool
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """Value of the header `Host`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.is_https else 80) else f"{host}:{self.port}"


def rules_of(settings: Settings) -> Rules:
    """Plain HTTP not in production; our own machine only from a demonstration, which listens on it alone."""
    return Rules(plain_http=settings.environment != "production", loopback=settings.environment == "demo")


def read_url(url: str, rules: Rules) -> Target:
    """Parse a URL and check that it may be sent to; raises AddressRefused.

    IPv4 addresses in other notations (`2130706433`, `0177.0.0.1`, `0x7f.1`) are rejected.
    """
    if len(url) > _LONGEST_URL or not url.isascii() or not url.isprintable() or any(sign in url for sign in ' \\"<>'):
        raise AddressRefused("not_an_address")
    try:
        parts = urlsplit(url)
        port = parts.port
        host = parts.hostname or ""
    except ValueError as error:
        raise AddressRefused("not_an_address") from error
    if parts.scheme not in ("https", "http") or parts.username is not None or parts.fragment:
        raise AddressRefused("not_an_address")
    if parts.scheme == "http" and not rules.plain_http:
        raise AddressRefused("not_https")
    is_https = parts.scheme == "https"
    chosen = (443 if is_https else 80) if port is None else port
    _check_host(host, rules)
    if not (chosen in (80, 443) or 1024 <= chosen <= 65535):
        raise AddressRefused("port_refused")
    return Target(is_https, host, chosen, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def _check_host(host: str, rules: Rules) -> None:
    literal = _parsed(host)
    if literal is not None:
        if not is_allowed(literal, rules):
            raise AddressRefused("address_refused")
        return
    # The system's resolver reads a last label of digits, or of 0x and digits, as an IPv4 address.
    if not _NAME.fullmatch(host) or re.fullmatch(r"0x[0-9a-f]*", host.rpartition(".")[2], re.IGNORECASE):
        raise AddressRefused("not_an_address")


def is_allowed(address: Address, rules: Rules) -> bool:
    """Whether connections to the address are allowed."""
    if rules.loopback and address.is_loopback:
        return True
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if any(address in network for network in _OWN_CLOUDS):
        return False
    if isinstance(address, IPv4Address):
        return True
    return address in _UNICAST and not any(address in tunnel for tunnel in _TUNNELS)


def addresses_of(target: Target, rules: Rules, lookup: Lookup) -> Sequence[Address]:
    """The addresses to connect to, all of them allowed; raises AddressRefused."""
    try:
        texts = lookup(target.host, target.port)
    except OSError as error:
        raise AddressRefused("unknown_name") from error
    found = [address for text in texts if (address := _parsed(text)) is not None]
    if not found:
        raise AddressRefused("unknown_name")
    if not all(is_allowed(address, rules) for address in found):
        raise AddressRefused("address_refused")
    return list(dict.fromkeys(found))


def system_lookup(host: str, port: int) -> Sequence[str]:
    """Resolve with the system's resolver, for at most five seconds: it has no timeout we could set."""
    answers: list[Sequence[str]] = []
    failures: list[OSError] = []

    def ask() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answers.append([str(sockaddr[0]) for *_, sockaddr in found])
        except (OSError, UnicodeError) as error:
            failures.append(error if isinstance(error, OSError) else OSError(str(error)))

    # A daemon thread: a resolver that never answers must not keep the process from exiting.
    thread = threading.Thread(target=ask, name="webhook-lookup", daemon=True)
    thread.start()
    thread.join(_LOOKUP_SECONDS)
    if failures:
        raise failures[0]
    if not answers:
        raise TimeoutError("no answer from the resolver")
    return answers[0]


def _parsed(text: str) -> Address | None:
    """An address in standard notation. One with a zone (`fe80::1%eth0`) is local to this network, hence not public."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address
