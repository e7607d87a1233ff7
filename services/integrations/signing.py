"""Signatures as in Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA256 over id, timestamp and body.

The secret is not stored. It is derived from the installation's secret and a random seed in the row, so a copy of the
database alone cannot sign. Its fingerprint shows if the installation's secret has changed: then nothing is sent, since
receivers would reject the signature. During an overlap the predecessor of a secret signs as well.
"""

import hashlib
import hmac
import secrets
from base64 import b64encode
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from services.integrations.models import WebhookSecret

_PREFIX: Final = "whsec_"
_OVERLAP: Final = timedelta(hours=24)
"""How long the old secret signs alongside the new one."""


def add_secret(session: Session, endpoint_id: int, key: bytes, now: datetime) -> str:
    """Add a new secret, valid at once; the previous one ends after the overlap. Returns the secret to show once."""
    for earlier in living_secrets(session, endpoint_id, now):
        earlier.ends_at = min(earlier.ends_at or now + _OVERLAP, now + _OVERLAP)
    seed = secrets.token_hex(32)
    fingerprint = _fingerprint(_secret_key(seed, key))
    session.add(WebhookSecret(endpoint_id=endpoint_id, seed=seed, fingerprint=fingerprint, created_at=now))
    session.flush()
    return _PREFIX + b64encode(_secret_key(seed, key)).decode()


def living_secrets(session: Session, endpoint_id: int, now: datetime) -> Sequence[WebhookSecret]:
    """Secrets valid now, newest first."""
    is_living = or_(WebhookSecret.ends_at.is_(None), WebhookSecret.ends_at > now)
    living = select(WebhookSecret).where(WebhookSecret.endpoint_id == endpoint_id, is_living)
    return session.scalars(living.order_by(WebhookSecret.id.desc())).all()


def signing_keys(session: Session, endpoint_id: int, key: bytes, now: datetime) -> list[bytes]:
    """Signing keys, newest first; without those derived from a former secret of the installation."""
    found = [(_secret_key(row.seed, key), row) for row in living_secrets(session, endpoint_id, now)]
    return [secret for secret, row in found if _fingerprint(secret) == row.fingerprint]


def signature(keys: Sequence[bytes], message_id: str, timestamp: int, body: bytes) -> str:
    """Value of the header `webhook-signature`: one signature per key, newest first."""
    content = f"{message_id}.{timestamp}.".encode() + body
    return " ".join("v1," + b64encode(hmac.digest(key, content, hashlib.sha256)).decode() for key in keys)


def _secret_key(seed: str, key: bytes) -> bytes:
    return hmac.digest(key, f"webhook|{seed}".encode(), hashlib.sha256)


def _fingerprint(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()
