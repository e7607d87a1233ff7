"""Sessions of households: one reservation, one browser, one hour. Ending a session deletes its row."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from services.household_links.models import HouseholdSession

LASTS = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Begun:
    """A new session with the secret for its cookie."""

    token: str
    reservation_id: int
    expires_at: datetime


def begin(session: Session, reservation_id: int, now: datetime) -> Begun:
    token = secrets.token_urlsafe(32)
    row = HouseholdSession(
        token_sha256=_hash(token), reservation_id=reservation_id, created_at=now, expires_at=now + LASTS
    )
    session.add(row)
    return Begun(token, reservation_id, row.expires_at)


def find(session: Session, token: str, now: datetime) -> HouseholdSession | None:
    """The session of a cookie, if it is still valid."""
    is_valid = (HouseholdSession.token_sha256 == _hash(token)) & (HouseholdSession.expires_at > now)
    return session.scalars(select(HouseholdSession).where(is_valid)).one_or_none()


def end(session: Session, own: HouseholdSession) -> None:
    """End this one."""
    session.execute(delete(HouseholdSession).where(HouseholdSession.id == own.id))


def forget_ended(session: Session, now: datetime) -> int:
    """Delete expired sessions; returns how many."""
    gone = delete(HouseholdSession).where(HouseholdSession.expires_at <= now)
    return session.execute(gone).rowcount  # type: ignore[attr-defined,no-any-return]


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
