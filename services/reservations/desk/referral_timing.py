"""Uses of a referral code that came strikingly soon: within minutes of another one, or of the recommender's own
reservation. A hint for people, no verdict: a family at one table does the same as somebody who invents households.

Whether two came out of one network is not known: the limits count networks by keyed hashes that no reservation refers
to, and storing one with each reservation would be personal data that nobody was told of.
"""

from collections.abc import Collection
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from services.referral_codes.models import ReferralCode, ReferralUse
from services.reservations.models import Reservation

SOON: Final = timedelta(minutes=10)


def used_soon(session: Session, ids: Collection[int]) -> set[int]:
    """Which of these reservations came by a code that was used, or whose owner reserved, at most `SOON` apart."""
    neighbours = {row[0]: [other for other in row[1:] if other is not None] for row in session.execute(_query(ids))}
    wanted = {*neighbours, *(other for others in neighbours.values() for other in others)}
    moments = select(Reservation.id, Reservation.created_at).where(Reservation.id.in_(wanted))
    at = {row.id: row.created_at for row in session.execute(moments)}
    return {id_ for id_, others in neighbours.items() if any(abs(at[id_] - at[other]) <= SOON for other in others)}


def _query(ids: Collection[int]) -> Any:
    """Each with the use of its code before it, the one after it, and the reservation of the code's owner. Reservations
    are numbered as they come, so those two are the nearest in time.
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
