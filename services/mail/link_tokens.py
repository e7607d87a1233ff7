"""Tokens of the links in mails.

A mail's row holds a random seed, from which the token is made with this installation's secret key when the mail is
rendered. So neither the outbox, nor a copy of the database, nor a member of staff looking at a mail can open a
household's page, and a mail can be retried and resent like any other.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Final

_BYTES: Final = 16
SEED_LENGTH: Final = 22
TOKEN_LENGTH: Final = 2 * SEED_LENGTH
_MOST_DIGITS: Final = 18
"""Of an id that every database can hold."""


def new_seed() -> str:
    """128 random bits, in 22 characters."""
    return secrets.token_urlsafe(_BYTES)


def seed_sha256(seed: str) -> str:
    """Lookup key of a link's row."""
    return sha256(seed.encode()).hexdigest()


def link_token(key: bytes, seed: str) -> str:
    """The token of a seed: the seed and 128 bits that nobody can compute without the key."""
    digest = hmac.new(key, f"household-link|{seed}".encode(), sha256).digest()
    return seed + urlsafe_b64encode(digest[:_BYTES]).decode().rstrip("=")


def stop_token(key: bytes, delivery: int) -> str:
    """The token with which the recipient of a report's delivery (its id) takes their address off the schedule."""
    digest = hmac.new(key, f"report-stop|{delivery}".encode(), sha256).digest()
    return f"{delivery}-{urlsafe_b64encode(digest[:_BYTES]).decode().rstrip('=')}"


def delivery_of(key: bytes, token: str) -> int | None:
    """The delivery of a token made with this key; None for anything else."""
    number = token.partition("-")[0]
    if not (token.isascii() and number.isdecimal() and len(number) <= _MOST_DIGITS):
        return None
    return int(number) if hmac.compare_digest(stop_token(key, int(number)), token) else None


def seed_of(key: bytes, token: str) -> str | None:
    """The seed of a token made with this key; None for anything else."""
    seed = token[:SEED_LENGTH]
    is_ours = len(token) == TOKEN_LENGTH and token.isascii() and hmac.compare_digest(link_token(key, seed), token)
    return seed if is_ours else None
