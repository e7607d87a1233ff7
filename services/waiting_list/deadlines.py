"""Job: reminds of offers, ends those that are over, offers what is free, and ends entries whose time is over."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.db.db import Database
from services.mail.letters.waiting import WaitingOfferEnding
from services.parks import allocation
from services.waiting_list import mails
from services.waiting_list.answers import end_entry
from services.waiting_list.models import EntryState, OfferAnswer, WaitingEntry, WaitingOffer
from services.waiting_list.rows import OPEN, SYSTEM, change_entry, event_of
from services.waiting_list.serve import end_offer, serve_park

REMIND_BEFORE = timedelta(hours=24)
_BATCH = 100


@dataclass(frozen=True, slots=True)
class Served:
    """What one round has done."""

    offered: int
    reminded: int
    ended: int


def serve_waiting_lists(db: Database, clock: Clock) -> Served:
    """One round over every park for which somebody waits: the others are not locked. Any number of processes may run it
    at once.
    """
    now = clock()
    waits = select(WaitingEntry.park_id).where(WaitingEntry.state.in_(OPEN)).distinct()
    with db.read() as session:
        parks = list(session.scalars(waits.order_by(WaitingEntry.park_id)))
    ended = sum(
        _rounds(db, park, batch, now) for park in parks for batch in (end_closed, expire_offers, expire_entries)
    )
    reminded = sum(_rounds(db, park, remind, now) for park in parks)
    offered = sum(db.write(lambda session, park=park: serve_park(session, park, now)) for park in parks)  # type: ignore[misc]
    return Served(offered, reminded, ended)


def _rounds(db: Database, park: str, batch: Callable[[Session, str, datetime], int], now: datetime) -> int:
    done = 0
    while count := db.write(lambda session: batch(session, park, now)):
        done += count
    return done


def expire_offers(session: Session, park: str, now: datetime) -> int:
    """End a batch of offers whose 72 hours are over; returns how many."""
    due = (WaitingOffer.park_id == park) & WaitingOffer.answer.is_(None) & (WaitingOffer.expires_at <= now)
    return _each(session, park, select(WaitingOffer.entry_id).where(due).order_by(WaitingOffer.id), _expire_offer, now)


def expire_entries(session: Session, park: str, now: datetime) -> int:
    """End a batch of entries whose address was not confirmed in time; returns how many. Nobody is written to."""
    is_waiting = (WaitingEntry.park_id == park) & (WaitingEntry.state == EntryState.WAITING.value)
    due = is_waiting & WaitingEntry.confirmed_at.is_(None) & (WaitingEntry.confirm_by <= now)
    return _each(session, park, select(WaitingEntry.id).where(due).order_by(WaitingEntry.id), _lapse, now)


def end_closed(session: Session, park: str, now: datetime) -> int:
    """End a batch of the entries of a park that is called off; returns how many."""
    locked = allocation.lock_park(session, park)
    if locked is None or locked.cancelled_at is None:
        return 0
    is_open = (WaitingEntry.park_id == park) & WaitingEntry.state.in_(OPEN)
    return _each(session, park, select(WaitingEntry.id).where(is_open).order_by(WaitingEntry.id), _close, now)


def remind(session: Session, park: str, now: datetime) -> int:
    """Remind a batch of households whose offer ends within a day, once each; returns how many."""
    allocation.lock_park(session, park)
    is_open = (WaitingOffer.park_id == park) & WaitingOffer.answer.is_(None)
    is_soon = (WaitingOffer.expires_at <= now + REMIND_BEFORE) & (WaitingOffer.expires_at > now)
    due = is_open & is_soon & WaitingOffer.reminded_at.is_(None)
    offers = session.scalars(select(WaitingOffer).where(due).order_by(WaitingOffer.id).limit(_BATCH)).all()
    for offer in offers:
        offer.reminded_at = now
        entry = session.get_one(WaitingEntry, offer.entry_id)
        mails.order_offer(session, entry, offer, WaitingOfferEnding, now)
    return len(offers)


def _each(
    session: Session,
    park: str,
    due: Select[int],
    end: Callable[[Session, WaitingEntry, datetime], None],
    now: datetime,
) -> int:
    """End the entries that a query finds once the park is locked."""
    allocation.lock_park(session, park)
    ids: Sequence[int] = session.scalars(due.limit(_BATCH)).all()
    for entry_id in ids:
        end(session, session.get_one(WaitingEntry, entry_id, populate_existing=True), now)
    return len(ids)


def _expire_offer(session: Session, entry: WaitingEntry, now: datetime) -> None:
    end_offer(session, entry, OfferAnswer.EXPIRED, now, SYSTEM)


def _lapse(session: Session, entry: WaitingEntry, now: datetime) -> None:
    values = {"state": EntryState.EXPIRED.value, "ended_at": now}
    change_entry(session, entry, values, event_of(entry, SYSTEM, "unconfirmed", now))


def _close(session: Session, entry: WaitingEntry, now: datetime) -> None:
    end_entry(session, entry, "park_cancelled", now, SYSTEM)
