"""A household's actions on the waiting list other than accepting: decline, change its package, leave."""

from datetime import datetime

from sqlalchemy.orm import Session

from services.mail.letters.waiting import WaitingOver
from services.waiting_list import mails
from services.waiting_list.errors import NoOffer, OfferIsOpen
from services.waiting_list.models import EntryState, OfferAnswer, WaitingEntry, WaitingOffer
from services.waiting_list.rows import HOUSEHOLD, change_entry, event_of, lock_open_entry, open_offer
from services.waiting_list.serve import end_offer, serve_park


def decline(session: Session, entry_id: int, now: datetime) -> None:
    """Say no to an open offer; the spot goes to the next household at once. EntryOver, NoOffer."""
    entry, _ = lock_open_entry(session, entry_id)
    live_offer(session, entry, now)
    end_offer(session, entry, OfferAnswer.DECLINED, now)
    serve_park(session, entry.park_id, now)


def change_wish(session: Session, entry_id: int, annual_kwh: int, payment_plan: str, now: datetime) -> None:
    """Wish for another package or plan; the turn stays. EntryOver, OfferIsOpen."""
    entry, _ = lock_open_entry(session, entry_id)
    if open_offer(session, entry.id):
        raise OfferIsOpen
    if (entry.annual_kwh, entry.payment_plan) == (annual_kwh, payment_plan):
        return
    event = event_of(entry, HOUSEHOLD, "wish_changed", now, before_kwh=entry.annual_kwh, after_kwh=annual_kwh)
    wish = {"annual_kwh": annual_kwh, "payment_plan": payment_plan, "declined_kwh": 0}
    change_entry(session, entry, wish, event)
    serve_park(session, entry.park_id, now)


def leave(session: Session, entry_id: int, now: datetime) -> None:
    """Go off the list; a spot held for the household goes to the next one. EntryOver."""
    entry, _ = lock_open_entry(session, entry_id)
    end_entry(session, entry, "left", now)
    serve_park(session, entry.park_id, now)


def end_entry(
    session: Session, entry: WaitingEntry, why: str, now: datetime, actor: str = HOUSEHOLD, reason: str = ""
) -> None:
    """End an open entry of a locked park, and an offer with it. `why`: as the mail has it; a confirmed household gets
    one.
    """
    end_offer(session, entry, OfferAnswer.WITHDRAWN, now, actor)
    values = {"state": EntryState.LEFT.value, "ended_at": now}
    change_entry(session, entry, values, event_of(entry, actor, why, now, reason))
    if entry.confirmed_at is not None:
        mails.order(session, entry, WaitingOver, now, why=why)


def live_offer(session: Session, entry: WaitingEntry, now: datetime) -> WaitingOffer:
    """The offer that can still be answered. NoOffer."""
    offer = open_offer(session, entry.id)
    if offer is None or offer.expires_at <= now:
        raise NoOffer
    return offer
