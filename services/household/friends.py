"""A household's own link for friends, and how many came by it."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.referral_codes.models import ReferralCode, ReferralUse
from services.referral_codes.verdicts import Verdict
from services.reservations.models import ACTIVE, Reservation


def code_of(session: Session, reservation_id: int) -> str | None:
    """The household's code; None until the job has issued one, within a minute, or while staff have disabled it."""
    query = select(ReferralCode.code).where(
        ReferralCode.reservation_id == reservation_id, ReferralCode.disabled_at.is_(None)
    )
    return session.scalar(query)


def friends_of(session: Session, reservation_id: int) -> int:
    """How many households that hold a place came by this household's link. A number and nothing about them."""
    query = (
        select(func.count())
        .select_from(ReferralUse)
        .join(ReferralCode, ReferralCode.id == ReferralUse.code_id)
        .join(Reservation, Reservation.id == ReferralUse.reservation_id)
        .where(ReferralCode.reservation_id == reservation_id, ReferralUse.verdict == Verdict.VALID.value, ACTIVE)
    )
    return session.scalar(query) or 0
