"""Signatures as in Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA256 over id, moment and body.

The secret is not stored. It is derived from the installation's secret and a random seed in the row, so a copy of the
database alone signs nothing. Its fingerprint tells when the installation's secret was changed: then nothing is sent
rather than something that no receiver would believe.
"""

import hashlib
import hmac
import secrets
from base64 import b64encode
from collections.abc import Sequence

_PREFIX = "whsec_"


def new_seed() -> str:
    """What a fresh secret is derived from."""
    return secrets.token_hex(32)


def secret_key(seed: str, key: bytes) -> bytes:
    """The 256 bits that sign."""
    return hmac.new(key, f"webhook|{seed}".encode(), hashlib.sha256).digest()


def shown_secret(seed: str, key: bytes) -> str:
    """The secret as its receiver gets it, once."""
    return _PREFIX + b64encode(secret_key(seed, key)).decode()


def fingerprint(seed: str, key: bytes) -> str:
    """By which a derived secret is known to be the one that was shown."""
    return hashlib.sha256(secret_key(seed, key)).hexdigest()


def signature(keys: Sequence[bytes], message_id: str, timestamp: int, body: bytes) -> str:
    """The header `webhook-signature`: one signature for each key, the newest first."""
    content = f"{message_id}.{timestamp}.".encode() + body
    return " ".join("v1," + b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode() for key in keys)
