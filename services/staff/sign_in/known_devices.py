"""Browsers in which somebody has signed in before: a signed cookie, no row.

It opens nothing. Codes typed in such a browser are counted by themselves, so that a guesser elsewhere cannot keep the
owner out; a log-in without it is told to the owner by mail. A new password makes every browser a new one.
"""

import hashlib
import hmac
import secrets
from typing import Final

from services.staff.models import Account

LASTS_SECONDS: Final = 180 * 24 * 3600


def issue(account: Account, key: bytes) -> str:
    """What the browser keeps from now on."""
    number = secrets.token_urlsafe(12)
    return f"{number}.{_signature(number, account, key)}"


def number_of(token: str, account: Account, key: bytes) -> str | None:
    """The browser's random number if it is one of this account's, else None."""
    number, _, signature = token.partition(".")
    is_ours = hmac.compare_digest(signature.encode(), _signature(number, account, key).encode())
    return number if is_ours else None


def _signature(number: str, account: Account, key: bytes) -> str:
    signed = f"device|{account.id}|{account.password_hash}|{number}"
    return hmac.new(key, signed.encode(), hashlib.sha256).hexdigest()
