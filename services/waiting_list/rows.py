"""Reads and changes entries under their park's lock, with their history."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.parks import allocation
from services.parks.allocation import LockedPark
from services.parks.fullness import count_waiting
from services.staff import audit
from services.waiting_list.errors import EntryOver, UnknownEntry
from services.waiting_list.models import EntryState, WaitingEntry, WaitingEvent, WaitingOffer

OPEN = (EntryState.WAITING.value, EntryState.OFFERED.value)
SYSTEM = "system"
HOUSEHOLD = "household"


def lock_entry(session: Session, entry_id: int) -> tuple[WaitingEntry, LockedPark]:
    """The entry as it is once its park is locked, so that nothing of the list changes until the transaction ends.
    UnknownEntry.
    """
    park_id = session.scalar(select(WaitingEntry.park_id).where(WaitingEntry.id == entry_id))
    locked = allocation.lock_park(session, park_id) if park_id else None
    if locked is None:
        raise UnknownEntry
    return session.get_one(WaitingEntry, entry_id, populate_existing=True), locked


def lock_open_entry(session: Session, entry_id: int) -> tuple[WaitingEntry, LockedPark]:
    """The same for an entry that has not ended. EntryOver."""
    entry, locked = lock_entry(session, entry_id)
    if entry.state not in OPEN:
        raise EntryOver
    return entry, locked


def open_offer(session: Session, entry_id: int) -> WaitingOffer | None:
    """The offer an entry has not answered."""
    is_open = (WaitingOffer.entry_id == entry_id) & WaitingOffer.answer.is_(None)
    return session.scalars(select(WaitingOffer).where(is_open)).one_or_none()


def entry_of_mailbox(session: Session, park_id: str, mailbox: str) -> WaitingEntry | None:
    """The open entry of a mailbox in a park."""
    is_it = (WaitingEntry.park_id == park_id) & (WaitingEntry.mailbox == mailbox) & WaitingEntry.state.in_(OPEN)
    return session.scalars(select(WaitingEntry).where(is_it)).one_or_none()


def waiting_entries(session: Session, park_id: str) -> Sequence[WaitingEntry]:
    """Those who can be offered a place, in the order of their turn."""
    is_waiting = (WaitingEntry.park_id == park_id) & (WaitingEntry.state == EntryState.WAITING.value)
    query = select(WaitingEntry).where(is_waiting, WaitingEntry.confirmed_at.is_not(None))
    return session.scalars(query.order_by(WaitingEntry.rank, WaitingEntry.id)).all()


def position_of(session: Session, entry: WaitingEntry) -> int:
    """Its place on the list: 1 is the head."""
    ahead = (WaitingEntry.park_id == entry.park_id) & WaitingEntry.state.in_(OPEN) & (WaitingEntry.rank < entry.rank)
    return 1 + (session.scalar(select(func.count()).select_from(WaitingEntry).where(ahead)) or 0)


def change_entry(session: Session, entry: WaitingEntry, values: Mapping[str, Any], event: WaitingEvent) -> None:
    """Set columns of a locked entry and keep what happened, with an audit entry that names no person. A reservation
    that waits for its confirmation is needed until then, or until the entry has ended.
    """
    for name, value in values.items():
        setattr(entry, name, value)
    if values.get("confirmed_at") or values.get("ended_at"):
        entry.request = None
    entry.version += 1
    session.add(event)
    session.flush()
    recount(session, entry.park_id)
    told = audit.Event(event.actor, f"waiting_list.{event.action}", f"waiting:{entry.id}", event.details)
    audit.append(session, [told], event.at)


def recount(session: Session, park_id: str) -> None:
    """Keep the park's own count of its list, which decides whether a place can be sold."""
    can_be_offered = (WaitingEntry.state == EntryState.WAITING.value) & WaitingEntry.confirmed_at.is_not(None)
    counts = select(func.count().filter(can_be_offered), func.count())
    is_open = (WaitingEntry.park_id == park_id) & WaitingEntry.state.in_(OPEN)
    waiting, length = session.execute(counts.select_from(WaitingEntry).where(is_open)).one()
    count_waiting(session, park_id, waiting, length)


def event_of(
    entry: WaitingEntry, actor: str, action: str, now: datetime, reason: str = "", **details: Any
) -> WaitingEvent:
    """Something that happened to an entry; `details` are figures, never about the person."""
    return WaitingEvent(entry_id=entry.id, at=now, actor=actor, action=action, details=details, reason=reason)
