"""Offers that end soon, for the list of what is to be done."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from services.core.db.rows import fetch
from services.waiting_list.deadlines import REMIND_BEFORE
from services.waiting_list.models import WaitingOffer


def ending_offers(session: Session, now: datetime) -> Sequence[Row[int, datetime]]:
    """Key and end of every unanswered offer that ends within a day, in any order."""
    is_ending = WaitingOffer.answer.is_(None) & (WaitingOffer.expires_at <= now + REMIND_BEFORE)
    return fetch(session, select(WaitingOffer.id, WaitingOffer.expires_at).where(is_ending))
