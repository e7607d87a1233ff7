"""Issues and looks up links of households.

A link opens the page as often as its mailbox needs it: the first browser may be the one that a mail program has built
in, and is closed with it. It ends after its time, when the household signs out, and with `end_ways_in`.
"""

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
    """A link to be sent: `seed` goes into the mail, `email` is the address as typed. `sent_at`: when the mail may
    leave, if it waits until then; the link's time begins there.
    """

    reservation_id: int
    purpose: Purpose
    email: str
    seed: str
    sent_at: datetime | None = None


def issue(session: Session, wanted: Sequence[Wanted], now: datetime) -> None:
    """Store links; one statement for all."""
    rows = [
        {
            "seed_sha256": seed_sha256(link.seed),
            "reservation_id": link.reservation_id,
            "purpose": link.purpose.value,
            "email": link.email,
            "created_at": link.sent_at or now,
            "expires_at": (link.sent_at or now) + LIFETIME,
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
    """The link of a token, expired or not; None: no such link was ever sent, or it has ended, or was forgotten."""
    seed = seed_of(key, token)
    if seed is None:
        return None
    return session.scalars(select(HouseholdLink).where(HouseholdLink.seed_sha256 == seed_sha256(seed))).one_or_none()


def use(link: HouseholdLink, now: datetime) -> bool:
    """Note its first press. False: it is over."""
    if link.expires_at <= now:
        return False
    link.used_at = link.used_at or now
    return True


def sign_out(session: Session, reservation_id: int, now: datetime) -> None:
    """End the links that were sent so far, or the history of a shared browser would open the page again. That to a new
    address stays, for another mailbox waits for it.
    """
    is_open = (HouseholdLink.reservation_id == reservation_id) & (HouseholdLink.expires_at > now)
    is_way_in = HouseholdLink.purpose != Purpose.CHANGE_EMAIL.value
    session.execute(update(HouseholdLink).where(is_open, is_way_in).values(expires_at=now))


def end_ways_in(session: Session, reservation_id: int, but_to: str = "") -> None:
    """End every link and every session of a reservation: who has its former address, which may be a stranger's, or
    had its place, is let in no more. `but_to`: the address, as typed, whose links stay.
    """
    is_former = (HouseholdLink.reservation_id == reservation_id) & (HouseholdLink.email != but_to)
    session.execute(delete(HouseholdLink).where(is_former))
    session.execute(delete(HouseholdSession).where(HouseholdSession.reservation_id == reservation_id))


def forget_expired(session: Session, now: datetime) -> int:
    """Delete links that ended long ago; returns how many."""
    gone = delete(HouseholdLink).where(HouseholdLink.expires_at <= now - _KEPT)
    return session.execute(gone).rowcount  # type: ignore[attr-defined,no-any-return]
