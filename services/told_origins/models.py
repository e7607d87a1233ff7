"""The table of what households tell us about how they heard of us."""

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime

LONGEST_TEXT = 120


class ToldOrigin(Base):
    """The question as one household was asked it, and its answer."""

    __tablename__ = "told_origins"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"), unique=True)
    asked_at: Mapped[datetime] = mapped_column(UtcDateTime)
    answer: Mapped[str] = mapped_column(String(20))
    """A key of `answers.py`; empty: none, or taken back."""
    answered_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When it was answered or changed last, or taken back."""
    text: Mapped[str] = mapped_column(String(LONGEST_TEXT))
    """What was typed; empty unless the answer is `other`."""
