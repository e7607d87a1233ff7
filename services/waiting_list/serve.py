"""Offers what is free to the waiting list, by the rule of `queue.py`, and ends offers."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.mail.letters.waiting import WaitingOffer as OfferLetter
from services.mail.letters.waiting import WaitingOfferEnded, WaitingPassed
from services.parks import allocation
from services.parks.allocation import LockedPark
from services.parks.models import IS_FREE, Spot
from services.waiting_list import mails
from services.waiting_list.models import EntryState, OfferAnswer, WaitingEntry, WaitingOffer
from services.waiting_list.queue import MOST_PASSES, Offer, Passed, Waiting, next_offer
from services.waiting_list.rows import (
    HOUSEHOLD,
    SYSTEM,
    change_entry,
    event_of,
    open_offer,
    position_of,
    waiting_entries,
)

OFFER_LASTS: Final = timedelta(hours=72)


def serve_park(session: Session, park_id: str, now: datetime) -> int:
    """Offer everything that can be offered now; returns how many offers were made. A park that is paused or called off
    offers nothing.
    """
    made = 0
    while (locked := allocation.lock_park(session, park_id)) and locked.waiting and not is_closed(locked):
        free = free_spots(session, park_id, locked)  # thousands may wait, each of whose links comes by here
        queue = [waiting(entry) for entry in waiting_entries(session, park_id)] if free else ()
        offer = next_offer(queue, free, kwh_left(locked))
        if offer is None:
            break
        make_offer(session, offer, now)
        made += 1
    return made


def make_offer(session: Session, offer: Offer, now: datetime, actor: str = SYSTEM, reason: str = "") -> WaitingOffer:
    """Hold a spot for an entry of a locked park, write to it, and explain it to those who are passed."""
    entry = session.get_one(WaitingEntry, offer.id, populate_existing=True)
    locked = allocation.lock_park(session, entry.park_id)
    freed = kwh_left(locked) if locked else None
    until = now + OFFER_LASTS
    number = allocation.hold_for_offer(session, entry.park_id, offer.kwh, until, now)
    if number is None:
        raise RuntimeError(f"nothing is free in {entry.park_id}, although its park is locked")
    made = WaitingOffer(
        entry_id=entry.id,
        park_id=entry.park_id,
        spot_number=number,
        annual_kwh=offer.kwh,
        is_smaller=offer.is_smaller,
        offered_at=now,
        expires_at=until,
    )
    session.add(made)
    event = event_of(entry, actor, "offered", now, reason, spot=number, kwh=offer.kwh, wished_kwh=entry.annual_kwh)
    change_entry(session, entry, {"state": EntryState.OFFERED.value, "is_skipped": False}, event)
    mails.order_offer(session, entry, made, OfferLetter, now)
    for passed in offer.passes:
        _pass(session, passed, freed, now, reason)
    return made


def end_offer(
    session: Session, entry: WaitingEntry, answer: OfferAnswer, now: datetime, actor: str = HOUSEHOLD
) -> None:
    """Free the spot of an entry's open offer; the park is locked. An offer of a smaller package that was declined or
    not answered keeps the household's turn; otherwise the entry ends. Mails the household unless it leaves.
    """
    offer = open_offer(session, entry.id)
    if offer is None:
        return
    allocation.end_offers(session, entry.park_id, [offer.spot_number], now)
    offer.answer, offer.answered_at = answer.value, now
    event = event_of(entry, actor, f"offer_{answer.value}", now, spot=offer.spot_number, kwh=offer.annual_kwh)
    if answer is OfferAnswer.WITHDRAWN:
        change_entry(session, entry, {}, event)
        return
    if offer.is_smaller:
        values = {"state": EntryState.WAITING.value, "declined_kwh": offer.annual_kwh}
    else:
        ended = EntryState.DECLINED if answer is OfferAnswer.DECLINED else EntryState.EXPIRED
        values = {"state": ended.value, "ended_at": now}
    change_entry(session, entry, values, event)
    how = f"smaller_{answer.value}" if offer.is_smaller else answer.value
    told = {"spot_number": offer.spot_number, "annual_kwh": offer.annual_kwh, "how": how}
    mails.order(session, entry, WaitingOfferEnded, now, **told)


def is_closed(locked: LockedPark) -> bool:
    """Whether nothing is given at the moment, or ever again."""
    return locked.paused_at is not None or locked.cancelled_at is not None


def kwh_left(locked: LockedPark) -> int | None:
    """The kWh a year that can still be given; None: no limit."""
    return None if locked.kwh_limit is None else max(locked.kwh_limit - locked.kwh_taken, 0)


def free_spots(session: Session, park_id: str, locked: LockedPark) -> int:
    """The free spots within the limit."""
    is_free = (Spot.park_id == park_id) & (Spot.number <= locked.spot_limit)
    return session.scalar(select(func.count()).select_from(Spot).where(is_free, IS_FREE)) or 0


def waiting(entry: WaitingEntry) -> Waiting:
    """An entry as the rule sees it."""
    return Waiting(entry.id, entry.annual_kwh, entry.passed, entry.declined_kwh, entry.is_skipped)


def _pass(session: Session, passed: Passed, freed: int | None, now: datetime, reason: str) -> None:
    entry = session.get_one(WaitingEntry, passed.id, populate_existing=True)
    # A skip was explained with a reason when staff asked for it; here its turn comes.
    figures = {"why": passed.why, "freed_kwh": freed, "wished_kwh": entry.annual_kwh}
    event = event_of(entry, SYSTEM, "passed", now, reason, **figures)
    change_entry(session, entry, {"passed": entry.passed + 1, "is_skipped": False}, event)
    is_too_large = passed.why == "too_large" and freed is not None
    mails.order(
        session,
        entry,
        WaitingPassed,
        now,
        freed_kwh=freed if is_too_large else 0,
        position=position_of(session, entry),
        left=max(MOST_PASSES - entry.passed, 0),
    )
