"""Signatures as in Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA256 over id, timestamp and body.

The secret is not stored. It is derived from the installation's secret and a random seed in the row, so a copy of the
database alone cannot sign. Its fingerprint shows if the installation's secret has changed: then nothing is sent, since
receivers would reject the signature.
"""

import hashlib
import hmac
import secrets
from base64 import b64encode
from collections.abc import Sequence

_PREFIX = "whsec_"


def new_seed() -> str:
    """Random seed of a new secret."""
    return secrets.token_hex(32)


def secret_key(seed: str, key: bytes) -> bytes:
    """The 256-bit signing key."""
    return hmac.new(key, f"webhook|{seed}".encode(), hashlib.sha256).digest()


def shown_secret(seed: str, key: bytes) -> str:
    """The secret in the form shown to its receiver, once."""
    return _PREFIX + b64encode(secret_key(seed, key)).decode()


def fingerprint(seed: str, key: bytes) -> str:
    """Hash that identifies a derived secret."""
    return hashlib.sha256(secret_key(seed, key)).hexdigest()


def signature(keys: Sequence[bytes], message_id: str, timestamp: int, body: bytes) -> str:
    """Value of the header `webhook-signature`: one signature per key, newest first."""
    content = f"{message_id}.{timestamp}.".encode() + body
    return " ".join("v1," + b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode() for key in keys)
