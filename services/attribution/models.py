"""Tables of attribution."""

from datetime import datetime

from sqlalchemy import ForeignKey, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from services.attribution.touches import LONGEST_VALUE
from services.core.db import Base, BigId, UtcDateTime

_VALUE = String(LONGEST_VALUE)


class ReservationTouch(Base):
    """One touch of the visit that led to a reservation; raw values, never changed afterwards."""

    __tablename__ = "reservation_touches"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"))
    position: Mapped[int] = mapped_column(Integer)
    """1 is the earliest."""
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    utm_source: Mapped[str] = mapped_column(_VALUE)
    utm_medium: Mapped[str] = mapped_column(_VALUE)
    utm_campaign: Mapped[str] = mapped_column(_VALUE)
    utm_term: Mapped[str] = mapped_column(_VALUE)
    utm_content: Mapped[str] = mapped_column(_VALUE)
    referral_code: Mapped[str] = mapped_column(_VALUE)
    referrer_host: Mapped[str] = mapped_column(_VALUE)
    landing_path: Mapped[str] = mapped_column(_VALUE)

    __table_args__ = (UniqueConstraint("reservation_id", "position"),)
