"""Flags uses of a referral code within minutes of another one, or of the recommender's own reservation.

Hints for people, no verdicts: a family at one table looks the same as invented households. Whether two came over one
line is known for seven days, as long as reservations keep its label (`reservations/abuse/bursts.py`).
"""

from collections.abc import Collection
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import func, or_, select
from sqlalchemy.orm import Session, aliased

from services.referral_codes.models import ReferralCode, ReferralUse
from services.reservations.models import Reservation

SOON: Final = timedelta(minutes=10)


def used_soon(session: Session, ids: Collection[int]) -> set[int]:
    """Which of these reservations used a code within `SOON` of another use or of its owner's reservation."""
    neighbours = {row[0]: [other for other in row[1:] if other is not None] for row in session.execute(_query(ids))}
    wanted = {*neighbours, *(other for others in neighbours.values() for other in others)}
    moments = select(Reservation.id, Reservation.created_at).where(Reservation.id.in_(wanted))
    at = {row.id: row.created_at for row in session.execute(moments)}
    return {id_ for id_, others in neighbours.items() if any(abs(at[id_] - at[other]) <= SOON for other in others)}


def on_one_line(session: Session, ids: Collection[int]) -> set[int]:
    """Which of these reservations used a code over the line of its owner's reservation, or of another use of it."""
    own, theirs, other = aliased(Reservation), aliased(Reservation), aliased(ReferralUse)
    is_other = (other.code_id == ReferralUse.code_id) & (other.reservation_id != ReferralUse.reservation_id)
    same_line = select(theirs.id).where(theirs.line == own.line, theirs.id != own.id)
    by_owner = same_line.where(theirs.id == ReferralCode.reservation_id).exists()
    by_other = same_line.join(other, other.reservation_id == theirs.id).where(is_other).exists()
    found = (
        select(ReferralUse.reservation_id)
        .join(ReferralCode, ReferralCode.id == ReferralUse.code_id)
        .join(own, own.id == ReferralUse.reservation_id)
        .where(ReferralUse.reservation_id.in_(ids), own.line.is_not(None), or_(by_owner, by_other))
    )
    return set(session.scalars(found))


def _query(ids: Collection[int]) -> Any:
    """Each with the previous and next use of its code, and the reservation of the code's owner. Reservations
    are numbered in order of arrival, so those two uses are the nearest in time.
    """
    other = aliased(ReferralUse)
    same_code = other.code_id == ReferralUse.code_id
    before = select(func.max(other.reservation_id)).where(same_code, other.reservation_id < ReferralUse.reservation_id)
    after = select(func.min(other.reservation_id)).where(same_code, other.reservation_id > ReferralUse.reservation_id)
    return (
        select(
            ReferralUse.reservation_id, before.scalar_subquery(), after.scalar_subquery(), ReferralCode.reservation_id
        )
        .join(ReferralCode, ReferralCode.id == ReferralUse.code_id)
        .where(ReferralUse.reservation_id.in_(ids))
    )
