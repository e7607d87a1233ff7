"""Machine tokens for reading the results of scheduled reports: issue, revoke, authenticate.

256 random bits after the prefix `vgr_`, which scanners for leaked tokens recognise; only the SHA-256 is stored. A
refusal never says whether a token is unknown, expired or revoked.
"""

import hashlib
import secrets
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day, end_of_berlin_day
from services.core.fields import Refused
from services.core.inputs import fault_of
from services.integrations.errors import TokenRefused, UnknownToken
from services.integrations.models import MachineToken
from services.integrations.views import MachineTokenIn
from services.staff.records import Records

PREFIX: Final = "vgr_"
_SHOWN: Final = 8
_LONGEST: Final = timedelta(days=5 * 366)
_SEEN_EVERY: Final = timedelta(minutes=1)
_TOKENS: Final = Records(MachineToken, "machine_token", UnknownToken)


def expiry_of(last_day: date | None, now: datetime) -> datetime | None:
    """When a token ends. ValidationProblem for a last day that is over or too far ahead."""
    if last_day is None:
        return None
    today = berlin_day(now)
    with fault_of("expires_on"):
        if last_day < today:
            raise Refused("in_the_past", "Dieser Tag ist schon vorbei.")
        if last_day > today + _LONGEST:
            raise Refused("too_late", "Bitte wählen Sie einen Tag innerhalb der nächsten fünf Jahre.")
    return end_of_berlin_day(last_day)


def add(session: Session, wanted: MachineTokenIn, actor: str, now: datetime) -> tuple[MachineToken, str]:
    """Issue a token: its row, and the plain token for its client."""
    token = PREFIX + secrets.token_urlsafe(32)
    row = MachineToken(
        name=wanted.name,
        beginning=token[: len(PREFIX) + _SHOWN],
        token_hash=hash_of(token),
        schedules=wanted.schedules,
        created_by=actor,
        created_at=now,
        expires_at=expiry_of(wanted.expires_on, now),
    )
    schedules = "all" if wanted.schedules is None else wanted.schedules
    return _TOKENS.add(session, row, actor, now, schedules=schedules), token


def revoke(session: Session, token_id: int, actor: str, now: datetime) -> MachineToken:
    """Revoke a token at once; a second call changes nothing. Raises UnknownToken."""
    row = _TOKENS.locked(session, token_id)
    if row.revoked_at is None:
        row.revoked_at, row.revoked_by = now, actor
        _TOKENS.save(session, row, "revoked", actor, now)
    return row


def admitted(session: Session, token: str, now: datetime) -> MachineToken:
    """The row of a valid token, with its use recorded; raises TokenRefused."""
    row = session.scalars(select(MachineToken).where(MachineToken.token_hash == hash_of(token))).one_or_none()
    if row is None or not is_valid(row, now):
        raise TokenRefused
    if row.last_used_at is None or now - row.last_used_at >= _SEEN_EVERY:
        row.last_used_at = now
    return row


def is_valid(row: MachineToken, now: datetime) -> bool:
    """Neither revoked nor expired."""
    return row.revoked_at is None and (row.expires_at is None or row.expires_at > now)


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
