"""Offers that end soon, for the list of what is to be done."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.waiting_list.deadlines import REMIND_BEFORE
from services.waiting_list.models import WaitingEntry, WaitingOffer


def ending_offers(
    session: Session, now: datetime, most: int | None
) -> tuple[int, Sequence[tuple[WaitingEntry, WaitingOffer]]]:
    """Unanswered offers that end within a day: how many, and the first few to end."""
    is_ending = WaitingOffer.answer.is_(None) & (WaitingOffer.expires_at <= now + REMIND_BEFORE)
    count = session.scalar(select(func.count()).select_from(WaitingOffer).where(is_ending)) or 0
    joined = select(WaitingEntry, WaitingOffer).join(WaitingOffer, WaitingOffer.entry_id == WaitingEntry.id)
    query = joined.where(is_ending).order_by(WaitingOffer.expires_at, WaitingOffer.id).limit(most)
    return count, [(entry, offer) for entry, offer in session.execute(query)]
