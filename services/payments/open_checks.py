"""Checks that people should know of: what failed, what hangs, what is owed."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session

from services.payments.models import CardCheck
from services.payments.states import CheckState

HANGS_AFTER: Final = timedelta(minutes=30)
"""A release takes seconds, and a page closes by itself."""


def failed_attempts(session: Session, reservation_ids: Collection[int]) -> Mapping[int, CardCheck]:
    """The newest failed check of each of these reservations that has one."""
    is_failed = (CardCheck.state == CheckState.FAILED.value) & CardCheck.reservation_id.in_(reservation_ids)
    newest = select(func.max(CardCheck.id)).where(is_failed).group_by(CardCheck.reservation_id)
    return {one.reservation_id: one for one in session.scalars(select(CardCheck).where(CardCheck.id.in_(newest)))}


def hanging(session: Session, now: datetime) -> Sequence[CardCheck]:
    """The newest check of each reservation that the provider should have ended, and has not."""
    is_late = or_(
        (CardCheck.state == CheckState.HELD.value) & (CardCheck.held_at < now - HANGS_AFTER),
        (CardCheck.state == CheckState.OPEN.value) & (CardCheck.closes_at < now - HANGS_AFTER),
    )
    found = session.scalars(select(CardCheck).where(is_late).order_by(CardCheck.id))
    return list({one.reservation_id: one for one in found}.values())


def owing(session: Session, reservation_ids: Collection[int]) -> frozenset[int]:
    """Which of these reservations are owed a release."""
    is_held = (CardCheck.state == CheckState.HELD.value) & CardCheck.reservation_id.in_(reservation_ids)
    return frozenset(session.scalars(select(CardCheck.reservation_id).where(is_held)))
