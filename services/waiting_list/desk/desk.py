"""What staff do with the list: offer, skip, move, note, take off; each with words that stay with the
entry.
"""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.staff import audit
from services.staff.errors import Stale
from services.waiting_list.answers import end_entry
from services.waiting_list.errors import EntryOver, NothingToOffer, PassedOften
from services.waiting_list.models import EntryState, WaitingEntry
from services.waiting_list.queue import MOST_PASSES, offer_by_staff
from services.waiting_list.rows import OPEN, change_entry, event_of, lock_entry, lock_open_entry, waiting_entries
from services.waiting_list.serve import free_spots, is_closed, kwh_left, make_offer, serve_park, waiting


def refuse_stale(session: Session, entry_id: int, version: int) -> None:
    """Refuse a step that was decided over an older version of the entry. UnknownEntry, Stale."""
    entry, _ = lock_entry(session, entry_id)
    if entry.version != version:
        raise Stale("diesen Eintrag", entry.version)


def reveal(session: Session, entry_id: int, actor: str, now: datetime) -> str:
    """The address of an entry, with an audit entry. UnknownEntry."""
    entry, _ = lock_entry(session, entry_id)
    audit.append(session, [audit.Event(actor, "waiting_list.revealed", f"waiting:{entry.id}", {"field": "email"})], now)
    return entry.email


def offer(session: Session, entry_id: int, reason: str, actor: str, now: datetime) -> None:
    """Offer a free place to a household, whatever its turn. EntryOver, NothingToOffer.

    Those it passes get a mail, and none is passed more often than the rule allows.
    """
    entry, locked = lock_open_entry(session, entry_id)
    if is_closed(locked):
        raise NothingToOffer("Dieser Park ist angehalten oder abgesagt.")
    if entry.state != EntryState.WAITING.value or entry.confirmed_at is None:
        raise NothingToOffer("Angeboten wird nur Haushalten, die warten und deren Adresse bestätigt ist.")
    free, left = free_spots(session, entry.park_id, locked), kwh_left(locked)
    queue = [waiting(other) for other in waiting_entries(session, entry.park_id)]
    made = offer_by_staff(queue, entry.id, free, left)
    if made is None:
        is_short = free < 1 or (left is not None and left < entry.annual_kwh)
        raise NothingToOffer(
            "Dafür ist gerade nicht genug frei." if is_short else "Davor steht ein Haushalt, der schon dreimal wartete."
        )
    make_offer(session, made, now, actor, reason)


def skip(session: Session, entry_id: int, reason: str, actor: str, now: datetime) -> None:
    """Let the next offer pass a household once. EntryOver, PassedOften."""
    entry, _ = lock_open_entry(session, entry_id)
    if entry.state != EntryState.WAITING.value:
        raise EntryOver
    if entry.passed >= MOST_PASSES:
        raise PassedOften
    change_entry(session, entry, {"is_skipped": True}, event_of(entry, actor, "skipped", now, reason))
    serve_park(session, entry.park_id, now)


def move(session: Session, entry_id: int, position: int, reason: str, actor: str, now: datetime) -> None:
    """Give a household another turn: 1 is the head, beyond the end is the end. EntryOver."""
    entry, _ = lock_open_entry(session, entry_id)
    is_open = (WaitingEntry.park_id == entry.park_id) & WaitingEntry.state.in_(OPEN)
    query = select(WaitingEntry).where(is_open).order_by(WaitingEntry.rank, WaitingEntry.id)
    queue = list(session.scalars(query.execution_options(populate_existing=True)))
    before = queue.index(entry) + 1
    ranks = sorted(other.rank for other in queue)
    queue.remove(entry)
    queue.insert(position - 1, entry)
    for other, rank in zip(queue, ranks, strict=True):
        other.rank = rank
    figures = {"before": before, "after": queue.index(entry) + 1}
    change_entry(session, entry, {}, event_of(entry, actor, "moved", now, reason, **figures))
    serve_park(session, entry.park_id, now)


def note(session: Session, entry_id: int, text: str, actor: str, now: datetime) -> None:
    """Keep what was said on the telephone, as the words of an event of its history. EntryOver."""
    entry, _ = lock_open_entry(session, entry_id)
    change_entry(session, entry, {}, event_of(entry, actor, "noted", now, text))


def take_off(session: Session, entry_id: int, reason: str, actor: str, now: datetime) -> None:
    """End an entry; a spot held for it goes to the next household. EntryOver."""
    entry, _ = lock_open_entry(session, entry_id)
    end_entry(session, entry, "taken_off", now, actor, reason)
    serve_park(session, entry.park_id, now)
