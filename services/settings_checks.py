"""Startup checks of settings: unusable values are refused everywhere, unsafe ones in production.

Each function returns German sentences that begin with the setting, so that an operator sees every problem at once and
never the value of a secret. `settings_help.py` adds what is accepted.
"""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from email.utils import getaddresses
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

from pydantic_settings import DotEnvSettingsSource, EnvSettingsSource
from sqlalchemy import make_url

from services.settings_databases import is_host, is_loopback, is_postgresql, may_be_in_clear, urlsplit_or_none
from services.settings_fields import NO_PROXIES, PREFIX, SettingsFields

NO_SETTING = "ist keine Einstellung"
_FOR_TESTS = f"{PREFIX}TEST_"
_SHORTEST_SECRET = 32
_FEWEST_DIFFERENT = 10
_ORIGIN = re.compile(r"https?://(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_MAIL_SCHEMES = ("smtp", "smtps", "smtp+starttls")
_STRIPE_KEY = re.compile(r"[sr]k_(?:test|live)_[A-Za-z0-9]{8,}")
_STRIPE_WEBHOOK = re.compile(r"whsec_[A-Za-z0-9+/=_-]{8,}")
_BACKUP_KEY = re.compile(r"[A-Za-z0-9_-]{43}=?")
_BACKUP_TARGETS = ("file://", "s3://", "gs://", "az://")
_ADDRESS = re.compile(r"[^\s@<>\",;:]+@[A-Za-z0-9.-]+")
_LONGEST_PREFIXES = {4: 8, 6: 7}
"""The widest networks a proxy can be expected in: those of private addresses, 10.0.0.0/8 and fc00::/7."""
_FOR_STANDBYS = ("standby", "read-only")
_COMPANY = (
    "company_name",
    "company_street",
    "company_phone",
    "company_representative",
    "company_register_court",
    "company_register_number",
    "company_vat_id",
)


def unusable(settings: SettingsFields) -> Iterator[str]:
    """Problems that make the settings unusable in any environment."""
    for name, field in type(settings).model_fields.items():
        value = getattr(settings, name)
        if isinstance(value, str) and _CONTROL.search(value):
            yield f"{named(name)} enthält einen Zeilenumbruch oder ein anderes Steuerzeichen"
        # Of the environment pydantic asks this first; what is entered in the console comes here alone.
        patterns = [found for one in field.metadata if (found := getattr(one, "pattern", None))]
        if isinstance(value, str) and not all(re.fullmatch(pattern, value) for pattern in patterns):
            yield refused(name)
    if not _ORIGIN.fullmatch(settings.public_url):
        yield refused("public_url")
    for name in ("booking_url", "contact_widget_url"):
        address = getattr(settings, name)
        if address and not _is_web_address(address):
            yield refused(name)
    if settings.smtp_url and not _is_mail_server(settings.smtp_url):
        yield refused("smtp_url")
    if (mailbox := settings.imap_url.get_secret_value()) and not _is_mailbox(mailbox):
        yield refused("imap_url")
    if settings.traces_url and not _is_receiver(settings.traces_url):
        yield refused("traces_url")
    for name in ("mail_from", "company_email"):
        found = getaddresses([getattr(settings, name)])
        is_one_address = len(found) == 1 and bool(_ADDRESS.fullmatch(found[0][1]))
        if not is_one_address:
            yield refused(name)
    yield from _creditor_faults(settings)
    yield from _replica_faults(settings)
    yield from _engine_faults(settings)
    yield from _unusable_backups(settings)
    yield from _unusable_stripe(settings)
    yield from _unusable_store(settings)
    if any(origin != "*" and not _ORIGIN.fullmatch(origin) for origin in settings.cors_origins):
        yield refused("cors_origins")


def _creditor_faults(settings: SettingsFields) -> Iterator[str]:
    """What makes the company's account unusable."""
    if not settings.creditor_iban:
        return
    # Loaded where there is one to check: it brings a list of all banks.
    from schwifty import IBAN

    if not IBAN(settings.creditor_iban, allow_invalid=True).is_valid:
        yield refused("creditor_iban")


def _replica_faults(settings: SettingsFields) -> Iterator[str]:
    """What makes the address of the replica unusable."""
    ours, database = named("replica_url"), named("database_url")
    if not settings.replica_url:
        return
    if not is_postgresql(settings.replica_url):
        yield refused("replica_url")
    elif not is_postgresql(settings.database_url):
        yield f"{database} muss die PostgreSQL-Datenbank nennen, deren Lesekopie {ours} nennt"
    elif _place(settings.replica) == _place(settings.database) and not _asks_for_standby(settings.replica):
        yield f"{ours} nennt denselben Server wie {database}"


def _engine_faults(settings: SettingsFields) -> Iterator[str]:
    """What makes the address of the distributed engine unusable, or lets its token be read on the way."""
    url = settings.engine_url.get_secret_value()
    if not url:
        return
    parts = urlsplit_or_none(url)
    if parts is None or parts.scheme != "sc" or not parts.hostname or "@" in parts.netloc or not is_host(parts.netloc):
        yield refused("engine_url")
    elif not is_loopback(parts.hostname) and "token=" in url and "use_ssl=true" not in url:
        yield f"{named('engine_url')} hat ein Token, das sich unterwegs mitlesen lässt: Hängen Sie ;use_ssl=true an"


def _place(url: str) -> tuple[frozenset[str], str | None]:
    """Hosts with ports, and the database."""
    address = make_url(url)
    given = address.query.get("host", ())
    hosts = [address.host or "", *([given] if isinstance(given, str) else given)]
    port = address.port or 5432
    return frozenset(host if ":" in host else f"{host}:{port}" for host in hosts if host), address.database


def _asks_for_standby(url: str) -> bool:
    return make_url(url).query.get("target_session_attrs") in _FOR_STANDBYS


def _unusable_backups(settings: SettingsFields) -> Iterator[str]:
    url, key = settings.backup_url, settings.backup_key.get_secret_value()
    if key and not _BACKUP_KEY.fullmatch(key):
        yield refused("backup_key")
    if not url:
        return
    if not key:
        yield f"{named('backup_key')} fehlt"
    if "://" in url and not url.startswith(_BACKUP_TARGETS):
        yield refused("backup_url")
    elif "://" not in url or url.startswith("file://"):
        folder, data = Path(unquote(url.removeprefix("file://"))).resolve(), settings.data_dir.resolve()
        if folder.is_relative_to(data) or data.is_relative_to(folder):
            yield (
                f"{named('backup_url')} muss außerhalb von {named('data_dir')} liegen, am besten auf einem anderen "
                "Rechner: Mit dem einen ginge sonst das andere verloren"
            )


def _unusable_stripe(settings: SettingsFields) -> Iterator[str]:
    key, webhook = settings.stripe_key.get_secret_value(), settings.stripe_webhook_secret.get_secret_value()
    if key and not _STRIPE_KEY.fullmatch(key):
        yield refused("stripe_key")
    if webhook and not _STRIPE_WEBHOOK.fullmatch(webhook):
        yield refused("stripe_webhook_secret")
    if key and not webhook:
        yield f"{named('stripe_webhook_secret')} fehlt"


def _unusable_store(settings: SettingsFields) -> Iterator[str]:
    url = settings.store_url
    if url and settings.database_url.startswith("postgresql") and not settings.secret.get_secret_value():
        yield f"{named('secret')} fehlt: Alle Server mit demselben {named('store_url')} brauchen dasselbe"
    if "://" in url and not url.startswith(_BACKUP_TARGETS):
        yield refused("store_url")
    elif url and ("://" not in url or url.startswith("file://")):
        folder, data = Path(unquote(url.removeprefix("file://"))), settings.data_dir
        if _is_inside(folder, data) or _is_inside(data, folder):
            yield f"{named('store_url')} muss außerhalb von {named('data_dir')} liegen"
    elif url and settings.backup_url and _holds(url, settings.backup_url):
        yield f"{named('store_url')} und {named('backup_url')} dürfen nicht ineinander liegen"


def _holds(one: str, other: str) -> bool:
    """Whether one of two addresses contains the other."""
    first, second = one.rstrip("/") + "/", other.rstrip("/") + "/"
    return first.startswith(second) or second.startswith(first)


def _is_inside(folder: Path, data: Path) -> bool:
    return folder.resolve().is_relative_to(data.resolve())


def unsafe(settings: SettingsFields) -> Iterator[str]:
    """Problems that production refuses."""
    yield from _weak_secret(settings.secret.get_secret_value())
    yield from _plain_text(settings)
    yield from _open_doors(settings)
    for name, nearest in unknown_names().items():
        yield f"{name} {NO_SETTING}" + (f": Gemeint ist vielleicht {nearest}" if nearest else "")


def _weak_secret(secret: str) -> Iterator[str]:
    if not secret:
        yield f"{named('secret')} fehlt"
    elif len(secret) < _SHORTEST_SECRET:
        yield f"{named('secret')} ist zu kurz"
    elif len(set(secret)) < _FEWEST_DIFFERENT:
        yield f"{named('secret')} ist nicht zufällig genug"


def lacking(settings: SettingsFields) -> list[str]:
    """The settings without which production serves nobody but staff, who can enter them in the console: what is empty
    or still as in a fresh installation.
    """
    addresses = [name for name in ("company_email", "mail_from") if ".invalid" in getattr(settings, name)]
    return [*_replaced(settings, *_COMPANY), *addresses, *_replaced(settings, "booking_url", "smtp_url")]


def _replaced(settings: SettingsFields, *names: str) -> list[str]:
    fields = type(settings).model_fields
    return [name for name in names if getattr(settings, name) in (fields[name].default, "")]


def _plain_text(settings: SettingsFields) -> Iterator[str]:
    for name in ("public_url", "booking_url", "contact_widget_url"):
        if getattr(settings, name).lower().startswith("http:"):
            yield f"{named(name)} muss mit https:// beginnen"
    if any(origin.startswith("http:") for origin in settings.cors_origins):
        yield f"{named('cors_origins')} muss lauter Herkünfte mit https:// nennen"
    server = urlsplit(settings.smtp_url)
    if server.scheme == "smtp" and server.password:
        yield f"{named('smtp_url')} schickt das Passwort unverschlüsselt: Nehmen Sie smtps:// oder smtp+starttls://"
    elif server.scheme == "smtp" and not is_loopback(server.hostname or ""):
        yield f"{named('smtp_url')} schickt Namen und Adressen unverschlüsselt: Nehmen Sie smtps:// oder smtp+starttls://"
    for name, url in (("database_url", settings.database), ("replica_url", settings.replica)):
        if not url or not may_be_in_clear(url):
            continue
        yield (
            f"{named(name)} nennt einen anderen Rechner und lässt sich unterwegs mitlesen: Hängen Sie "
            "?sslmode=verify-full&sslrootcert=system an, oder die Datei Ihrer eigenen Zertifizierungsstelle"
        )


def _open_doors(settings: SettingsFields) -> Iterator[str]:
    if not settings.rate_limits.are_on:
        yield f"{named('rate_limits')} muss hier „on“ sein"
    if "*" in settings.cors_origins:
        yield f"{named('cors_origins')} lässt jede fremde Website zu"
    if "_test_" in settings.stripe_key.get_secret_value():
        yield f"{named('stripe_key')} gehört zu Stripes Testbetrieb, in dem keine Karte geprüft wird"
    if not settings.trusted_proxies:
        yield f"{named('trusted_proxies')} fehlt"
    elif any(_is_too_wide(network) for network in settings.trusted_proxies if network not in NO_PROXIES):
        yield f"{named('trusted_proxies')} ist zu weit gefasst: Anrufer darin könnten sich jede Adresse geben"


def unknown_names() -> dict[str, str]:
    """Each variable with our prefix that is no setting, with the nearest that is one, or an empty text;
    nothing else would notice a misspelt one.
    """
    return {name: next(iter(get_close_matches(name, _known(), 1)), "") for name in _given_names()}


def _given_names() -> list[str]:
    """The variables with our prefix that are no setting, those of tests aside."""
    sources = (EnvSettingsSource(SettingsFields), DotEnvSettingsSource(SettingsFields))
    given = {name.upper() for source in sources for name in source.env_vars} - set(_known())
    return sorted(name for name in given if name.startswith(PREFIX) and not name.startswith(_FOR_TESTS))


def _known() -> list[str]:
    return sorted(named(name) for name in SettingsFields.model_fields)


def refused(field: str) -> str:
    """The sentence for a value whose form is wrong; what is accepted says the rest."""
    return f"{named(field)} hat einen Wert, der nicht angenommen wird"


def named(field: str) -> str:
    """The variable of a setting, `VOLTIGO_SMTP_URL`."""
    return f"{PREFIX}{field.upper()}"


def _is_web_address(value: str) -> bool:
    parts = _parts(value)
    is_web = parts is not None and parts.scheme in ("http", "https") and bool(parts.hostname)
    return is_web and not re.search(r"[\s\"'<>]", value)


def _parts(value: str) -> SplitResult | None:
    """The parts of an address with a usable port; None if it is none."""
    try:
        parts = urlsplit(value)
        return parts if parts.port is None or parts.port > 0 else None
    except ValueError:
        return None


def _is_receiver(value: str) -> bool:
    """Names and passwords in the address would be written into every log of a proxy."""
    parts = _parts(value)
    return _is_web_address(value) and parts is not None and not (parts.username or parts.password or parts.query)


def _is_mail_server(value: str) -> bool:
    parts = _parts(value)
    return parts is not None and parts.scheme in _MAIL_SCHEMES and bool(parts.hostname)


def _is_mailbox(value: str) -> bool:
    """Without TLS on this machine only, for trying out: the password would go over the network in clear."""
    parts = _parts(value)
    if parts is None or not (parts.hostname and parts.username and parts.password):
        return False
    is_near = parts.scheme == "imap" and parts.hostname in ("127.0.0.1", "localhost")
    return (parts.scheme == "imaps" or is_near) and not (parts.query or _CONTROL.search(value))


def _is_too_wide(text: str) -> bool:
    network = ip_network(text)
    return network.prefixlen < _LONGEST_PREFIXES[network.version]
