"""The addresses of the database and of its replica: which are accepted, and what they have in common."""

from contextlib import suppress
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

from sqlalchemy import make_url

_POSTGRESQL: Final = "postgresql+psycopg://"


def is_database(value: str) -> bool:
    """Whether it is an address of one of the two databases. A password with @ or : that is not encoded is refused here:
    the driver would take a part of it for the host.
    """
    if value.startswith("sqlite:///"):
        return len(value) > len("sqlite:///")
    return is_postgresql(value)


def is_postgresql(value: str) -> bool:
    """The same for PostgreSQL alone, on one host or on several separated by commas."""
    if not value.startswith(_POSTGRESQL) or urlsplit_or_none(value) is None:
        return False
    place = urlsplit(value).netloc
    hosts = place.rpartition("@")[2].split(",")
    if len(hosts) > 1 and any(host.startswith("[") for host in hosts):
        return False  # SQLAlchemy would take an IPv6 address in a list apart at its colons: there it needs a name
    return place.count("@") <= 1 and all(is_host(host) for host in hosts)


def with_hosts(value: str) -> str:
    """The address with several hosts, `a:5432,b:5432`, as SQLAlchemy takes them: `?host=a:5432&host=b:5432`."""
    if not value.startswith(_POSTGRESQL):
        return value
    parts = urlsplit(value)
    user, at, place = parts.netloc.rpartition("@")
    hosts = place.split(",")
    if len(hosts) == 1:
        return value
    query = "&".join([*(f"host={host}" for host in hosts), *filter(None, [parts.query])])
    return f"{_POSTGRESQL}{user}{at}{parts.path}?{query}"


def may_be_in_clear(database: str) -> bool:
    """Whether the line to PostgreSQL leaves this machine without a certificate that is checked."""
    url = make_url(database)
    asked = url.query.get("host", ())
    hosts = (url.host or "", *(asked.split(",") if isinstance(asked, str) else asked))
    is_here = all(not host or host.startswith("/") or is_loopback(_without_port(host)) for host in hosts)
    return not is_here and url.query.get("sslmode") not in ("verify-ca", "verify-full")


def is_loopback(host: str) -> bool:
    """Whether a name or address means this machine."""
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost"


def urlsplit_or_none(value: str) -> SplitResult | None:
    """The parts of an address; None if it is none."""
    try:
        return urlsplit(value)
    except ValueError:
        return None


def is_host(host: str) -> bool:
    """A host with a usable port, if any."""
    try:
        port = urlsplit(f"//{host}").port
    except ValueError:
        return False
    return port is None or port > 0


def _without_port(host: str) -> str:
    name, _, port = host.rpartition(":")
    return name if port.isdigit() and name and ":" not in name else host
