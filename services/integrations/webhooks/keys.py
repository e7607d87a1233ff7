"""Signing secrets of an endpoint: the current one, and its predecessor during the overlap."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Select, or_, select
from sqlalchemy.orm import Session

from services.integrations.models import WebhookSecret
from services.integrations import signing

OVERLAP: Final = timedelta(hours=24)
"""How long the old secret signs alongside the new one."""


def add_secret(session: Session, endpoint_id: int, key: bytes, now: datetime) -> str:
    """Add a new secret, valid at once; the previous one ends after the overlap. Returns the secret to show once."""
    for earlier in session.scalars(_living(endpoint_id, now)):
        earlier.ends_at = min(earlier.ends_at or now + OVERLAP, now + OVERLAP)
    seed = signing.new_seed()
    session.add(
        WebhookSecret(
            endpoint_id=endpoint_id, seed=seed, fingerprint=signing.fingerprint(seed, key), created_at=now, ends_at=None
        )
    )
    session.flush()
    return signing.shown_secret(seed, key)


def signing_keys(session: Session, endpoint_id: int, key: bytes, now: datetime) -> list[bytes]:
    """Signing keys, newest first; without those derived from a former secret of the installation."""
    living = session.scalars(_living(endpoint_id, now)).all()
    return [
        signing.secret_key(row.seed, key) for row in living if signing.fingerprint(row.seed, key) == row.fingerprint
    ]


def living_secrets(session: Session, endpoint_id: int, now: datetime) -> Sequence[WebhookSecret]:
    """Secrets valid now, newest first."""
    return session.scalars(_living(endpoint_id, now)).all()


def _living(endpoint_id: int, now: datetime) -> Select[WebhookSecret]:
    is_living = or_(WebhookSecret.ends_at.is_(None), WebhookSecret.ends_at > now)
    return (
        select(WebhookSecret)
        .where(WebhookSecret.endpoint_id == endpoint_id, is_living)
        .order_by(WebhookSecret.id.desc())
    )
