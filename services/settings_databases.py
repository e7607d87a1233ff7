"""The addresses of the database and of its replica: which are accepted, and what they have in common."""

from collections.abc import Iterator
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final
from urllib.parse import SplitResult, urlsplit

from sqlalchemy import make_url

if TYPE_CHECKING:
    from services.settings import Settings

_POSTGRESQL: Final = "postgresql+psycopg://"
_FOR_STANDBYS: Final = ("standby", "read-only")


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
    return place.count("@") <= 1 and all(_is_host(host) for host in hosts)


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


def replica_faults(settings: "Settings") -> Iterator[str]:
    """What makes the address of the replica unusable."""
    url, named = settings.replica_url, "VOLTIGO_REPLICA_URL"
    if not url:
        return
    if not is_postgresql(url):
        yield f"{named} hat einen Wert, der nicht angenommen wird"
    elif not is_postgresql(settings.database_url):
        yield f"VOLTIGO_DATABASE_URL muss die PostgreSQL-Datenbank nennen, deren Lesekopie {named} nennt"
    elif _place(settings.replica) == _place(settings.database) and not _asks_for_standby(settings.replica):
        yield f"{named} nennt denselben Server wie VOLTIGO_DATABASE_URL"


def engine_faults(settings: "Settings") -> Iterator[str]:
    """What makes the address of the distributed engine unusable, or lets its token be read on the way."""
    url, named = settings.engine_url.get_secret_value(), "VOLTIGO_ENGINE_URL"
    if not url:
        return
    parts = urlsplit_or_none(url)
    if parts is None or parts.scheme != "sc" or not parts.hostname or "@" in parts.netloc or not _is_host(parts.netloc):
        yield f"{named} hat einen Wert, der nicht angenommen wird"
    elif not is_loopback(parts.hostname) and "token=" in url and "use_ssl=true" not in url:
        yield f"{named} hat ein Token, das sich unterwegs mitlesen lässt: Hängen Sie ;use_ssl=true an"


def _place(url: str) -> tuple[frozenset[str], str | None]:
    """Hosts with ports, and the database."""
    address = make_url(url)
    given = address.query.get("host", ())
    hosts = [address.host or "", *([given] if isinstance(given, str) else given)]
    port = address.port or 5432
    return frozenset(host if ":" in host else f"{host}:{port}" for host in hosts if host), address.database


def _asks_for_standby(url: str) -> bool:
    return make_url(url).query.get("target_session_attrs") in _FOR_STANDBYS


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


def _is_host(host: str) -> bool:
    """A host with a usable port, if any."""
    try:
        port = urlsplit(f"//{host}").port
    except ValueError:
        return False
    return port is None or port > 0


def _without_port(host: str) -> str:
    name, _, port = host.rpartition(":")
    return name if port.isdigit() and name and ":" not in name else host
