"""Where passkeys of this installation work: they are bound to the host of its public address."""

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

_USUAL_PORTS = {"https": 443, "http": 80}


@dataclass(frozen=True, slots=True)
class RelyingParty:
    """Who asks for a passkey, in WebAuthn's terms: the host as `id`, and the origin of the pages that may ask."""

    id: str
    origin: str


def relying_party(public_url: str) -> RelyingParty | None:
    """None where browsers offer no passkeys: on plain HTTP except `localhost`, and at addresses that are numbers."""
    address = urlsplit(public_url)
    host = address.hostname or ""
    is_secure = address.scheme == "https" or (address.scheme == "http" and host == "localhost")
    if not host or not is_secure or _is_number(host):
        return None
    is_usual = address.port in (None, _USUAL_PORTS[address.scheme])
    return RelyingParty(host, f"{address.scheme}://{host}{'' if is_usual else f':{address.port}'}")


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
