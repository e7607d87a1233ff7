"""A household enters the waiting list of a full park."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.contact_details import Email, mailbox_of
from services.mail.acknowledgements import Acknowledgements
from services.parks import allocation
from services.parks.fullness import park_fullness
from services.privacy.consent_texts import CURRENT_TERMS, READ_WITH
from services.reservations.errors import ParkNotBuilt
from services.settings import Settings
from services.staff import audit
from services.waiting_list import mails
from services.waiting_list.errors import NotFull, UnknownEntry
from services.waiting_list.models import EntryState, WaitingEntry
from services.waiting_list.rows import HOUSEHOLD, entry_of_mailbox, event_of, recount

CONFIRM_WITHIN = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a household enters. `typed`: what else it had filled in on the reservation form."""

    park: str
    name: str
    email: Email
    annual_kwh: int
    payment_plan: str
    typed: dict[str, Any]


def join(session: Session, settings: Settings, wish: Wish, now: datetime) -> WaitingEntry | None:
    """Add an entry at the end of the list and write to it. None: the mailbox is on the list already, and got its link
    once more. UnknownEntry for an unknown park, ParkNotBuilt, NotFull.
    """
    locked = allocation.lock_park(session, wish.park)
    if locked is None:
        raise UnknownEntry
    if locked.cancelled_at:
        raise ParkNotBuilt
    found = entry_of_mailbox(session, wish.park, mailbox_of(wish.email.normalized))
    may_write = Acknowledgements(settings, "waiting").allow(session, [wish.email.normalized], now)[0]
    if found is not None:
        if may_write:
            mails.order_link(session, found, now)
        return None
    if not park_fullness(session, wish.park)[0].fullness.is_full:
        raise NotFull
    entry = _entry(wish, _last_rank(session, wish.park) + 1, now)
    session.add(entry)
    session.flush()
    session.add(event_of(entry, HOUSEHOLD, "joined", now, kwh=entry.annual_kwh))
    recount(session, wish.park)
    audit.append(session, [audit.Event(HOUSEHOLD, "waiting_list.joined", f"waiting:{entry.id}")], now)
    if may_write:
        mails.order_joined(session, entry, now)
    return entry


def send_link(session: Session, settings: Settings, email: Email, now: datetime) -> None:
    """Mail a fresh link for every open entry of an address. Returns nothing, so that the answer does not reveal whether
    there is one; entering the address for the same park does, with `already_waiting`.
    """
    is_open = WaitingEntry.state.in_((EntryState.WAITING.value, EntryState.OFFERED.value))
    query = select(WaitingEntry).where(WaitingEntry.email_normalized == email.normalized, is_open)
    entries = session.scalars(query.order_by(WaitingEntry.id)).all()
    if entries and Acknowledgements(settings, "waiting").allow(session, [email.normalized], now)[0]:
        for entry in entries:
            mails.order_link(session, entry, now)


def _entry(wish: Wish, rank: int, now: datetime) -> WaitingEntry:
    return WaitingEntry(
        park_id=wish.park,
        rank=rank,
        name=wish.name,
        email=wish.email.typed,
        email_normalized=wish.email.normalized,
        mailbox=mailbox_of(wish.email.normalized),
        annual_kwh=wish.annual_kwh,
        payment_plan=wish.payment_plan,
        typed=wish.typed,
        privacy_version=READ_WITH[CURRENT_TERMS]["privacy"],
        joined_at=now,
        confirm_by=now + CONFIRM_WITHIN,
        state=EntryState.WAITING.value,
        passed=0,
        declined_kwh=0,
        is_skipped=False,
        version=1,
    )


def _last_rank(session: Session, park_id: str) -> int:
    return session.scalar(select(func.max(WaitingEntry.rank)).where(WaitingEntry.park_id == park_id)) or 0
