"""Known browsers, in which the owner has signed in before: a signed cookie, no row.

It grants no access. Codes entered in a known browser are counted separately, so that a guesser elsewhere cannot keep
the owner out; the owner is notified by mail of a log-in without it. A new password makes every browser unknown.
"""

import hashlib
import hmac
import secrets
from typing import Final

from services.staff.models import Account

LASTS_SECONDS: Final = 180 * 24 * 3600
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def issue(account: Account, key: bytes) -> str:
    """Create the cookie's value."""
    number = secrets.token_urlsafe(12)
    return f"{number}.{_signature(number, account, key)}"


def number_of(token: str, account: Account, key: bytes) -> str | None:
    """The browser's random number if the cookie was issued for this account, else None."""
    number, _, signature = token.partition(".")
    is_ours = hmac.compare_digest(signature.encode(), _signature(number, account, key).encode())
    return number if is_ours else None


def _signature(number: str, account: Account, key: bytes) -> str:
    signed = f"device|{account.id}|{account.password_hash}|{number}"
    return hmac.new(key, signed.encode(), hashlib.sha256).hexdigest()


def device_name(user_agent: str) -> str:
    """Browser and system, "Firefox auf Windows", in fixed words only: nothing of the header `User-Agent` is kept."""
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), "")
    system = next((name for sign, name in _SYSTEMS if sign in user_agent), "")
    return " auf ".join(part for part in (browser, system) if part) or "Unbekanntes Gerät"
