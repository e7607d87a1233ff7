"""Checks of the way to the world: the public address, the proxy before us, and how the settings are spelt."""

from urllib.parse import urlsplit

from services.checks.finding import Found, Ground, Level, fault, hint, ok
from services.core.http.callers.unlisted_proxies import was_seen
from services.settings_checks import unknown_names
from services.settings_removed import removed_names
from services.setup_checks.public_address import is_local
from services.setup_checks.result import first_open


def public_address(ground: Ground) -> Found:
    """What visitors meet at the public address."""
    settings = ground.settings
    address = urlsplit(settings.public_url)
    if is_local(address.hostname or ""):
        words = f"Die Adresse {settings.public_url} führt nur auf diesen Rechner."
        return fault(words) if settings.environment == "production" else hint(words)
    if address.scheme != "https":
        return fault("Die Adresse beginnt mit http://, also liest unterwegs jeder mit.")
    standing = ground.connection("public_address")
    if standing is None or not standing.result.steps:
        return hint("Die Adresse wurde noch nicht aufgerufen.")
    failed = first_open(standing.result.steps)
    if failed is not None:
        return Found(Level.FAULT, f"{failed.label}: {failed.words}", at=standing.checked_at)
    return Found(Level.OK, "Die Website antwortet dort verschlüsselt.", at=standing.checked_at)


def proxy(ground: Ground) -> Found:
    """Whether requests come through a proxy that the settings do not name."""
    if was_seen(ground.rows, ground.now):
        return fault("Anfragen kommen über einen Proxy, der nicht eingetragen ist: Alle Haushalte zählen als einer.")
    settings = ground.settings
    if settings.public_url.startswith("https:") and not settings.trusted_proxies:
        return hint("Die Website ist verschlüsselt erreichbar, aber kein Proxy ist eingetragen.")
    return ok("Kein unbekannter Proxy ist aufgefallen.")


def names(_ground: Ground) -> Found:
    """Variables with our prefix that are no setting."""
    strangers = [sentence.split(" ")[0] for sentence in unknown_names()]
    if not strangers:
        return hint(" ".join(gone)) if (gone := removed_names()) else ok("Kein Name ist falsch geschrieben.")
    return hint(f"Keine Einstellung, also ohne Wirkung: {', '.join(strangers)}.", " ".join(_nearest()))


def _nearest() -> list[str]:
    """`VOLTIGO_DATABSE heißt vielleicht VOLTIGO_DATABASE_URL.`; only names, never values."""
    pairs = [sentence.partition(" is no setting: ") for sentence in unknown_names()]
    found = [f"{name} heißt vielleicht {rest.removesuffix(' is')}." for name, _, rest in pairs if rest]
    return found or ["`voltigo deployment settings.md` nennt alle Einstellungen."]
