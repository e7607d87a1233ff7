"""Tables of referral codes and of their uses."""

from datetime import datetime

from sqlalchemy import (
    CheckConstraint,
    ForeignKey,
    Index,
    String,
)
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime, one_of
from services.referral_codes.verdicts import CodeKind, Verdict
from services.visits.touches import LONGEST_VALUE

_VALUE = String(LONGEST_VALUE)


class ReferralCode(Base):
    """A code by which a household or a partner recommends the offer."""

    __tablename__ = "referral_codes"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    code: Mapped[str] = mapped_column(String(40), unique=True)
    """Upper case; compared without regard to case."""
    kind: Mapped[str] = mapped_column(String(20))
    reservation_id: Mapped[int | None] = mapped_column(ForeignKey("reservations.id"), unique=True)
    """The household's reservation; None for partners."""
    partner_name: Mapped[str] = mapped_column(String(120))
    """An organisation; empty for households."""
    note: Mapped[str] = mapped_column(String(500))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(80))
    disabled_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    __table_args__ = (CheckConstraint(one_of("kind", CodeKind), name="kind"),)


class ReferralUse(Base):
    """The verdict on the code a reservation came with. Written by a job after the reservation, never by the call."""

    __tablename__ = "referral_uses"

    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"), primary_key=True)
    raw_code: Mapped[str] = mapped_column(_VALUE)
    code_id: Mapped[int | None] = mapped_column(ForeignKey("referral_codes.id"))
    """None if no such code exists."""
    verdict: Mapped[str] = mapped_column(String(20))
    checked_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (
        Index(None, "code_id", "reservation_id"),
        CheckConstraint(one_of("verdict", Verdict), name="verdict"),
    )
