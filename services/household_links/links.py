"""Issues and looks up links of households."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from services.core.db.rows import Insertion
from services.household_links.models import HouseholdLink, HouseholdSession, Purpose
from services.mail.link_tokens import new_seed, seed_of, seed_sha256

LIFETIME = timedelta(hours=48)
_KEPT = timedelta(days=30)
"""After its end a link still says what it was, and sends a fresh one."""
_INSERTION = Insertion(HouseholdLink.__table__)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A link to be sent: `seed` goes into the mail, `email` is the address as typed."""

    reservation_id: int
    purpose: Purpose
    email: str
    seed: str


def issue(session: Session, wanted: Sequence[Wanted], now: datetime) -> None:
    """Store links; one statement for all."""
    rows = [
        {
            "seed_sha256": seed_sha256(link.seed),
            "reservation_id": link.reservation_id,
            "purpose": link.purpose.value,
            "email": link.email,
            "created_at": now,
            "expires_at": now + LIFETIME,
        }
        for link in wanted
    ]
    _INSERTION.run(session, rows)


def issue_one(session: Session, reservation_id: int, purpose: Purpose, email: str, now: datetime) -> str:
    """Store one link; returns its seed."""
    seed = new_seed()
    issue(session, [Wanted(reservation_id, purpose, email, seed)], now)
    return seed


def find(session: Session, key: bytes, token: str) -> HouseholdLink | None:
    """The link of a token, used, expired or neither; None: no such link was ever sent, or it was forgotten."""
    seed = seed_of(key, token)
    if seed is None:
        return None
    return session.scalars(select(HouseholdLink).where(HouseholdLink.seed_sha256 == seed_sha256(seed))).one_or_none()


def use(session: Session, link: HouseholdLink, now: datetime) -> bool:
    """Use it up. False: it is used or over; of two presses at once only one gets True."""
    is_open = (HouseholdLink.id == link.id) & HouseholdLink.used_at.is_(None) & (HouseholdLink.expires_at > now)
    used = update(HouseholdLink).where(is_open).values(used_at=now)
    return session.execute(used).rowcount == 1  # type: ignore[attr-defined,no-any-return]


def end_ways_in(session: Session, reservation_id: int) -> None:
    """End every unused link and every session of a reservation: its former address, which may be a stranger's, lets
    nobody in any more.
    """
    unused = (HouseholdLink.reservation_id == reservation_id) & HouseholdLink.used_at.is_(None)
    session.execute(delete(HouseholdLink).where(unused))
    session.execute(delete(HouseholdSession).where(HouseholdSession.reservation_id == reservation_id))


def forget_expired(session: Session, now: datetime) -> int:
    """Delete links that ended long ago; returns how many."""
    gone = delete(HouseholdLink).where(HouseholdLink.expires_at <= now - _KEPT)
    return session.execute(gone).rowcount  # type: ignore[attr-defined,no-any-return]
