"""Table of notes: what staff wrote down about a reservation, one row each time."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime


class ReservationNote(Base):
    """One note. Its text is never overwritten: it can only be withdrawn by its author, soon after it was written."""

    __tablename__ = "reservation_notes"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"))
    author: Mapped[str | None] = mapped_column(String(80))
    """`staff:<id>`. None: the text of the former column, which held no author."""
    text: Mapped[str] = mapped_column(Text)
    """What was written; may hold personal data. Empty once withdrawn."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    pinned_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    pinned_by: Mapped[str | None] = mapped_column(String(80))
    withdrawn_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    __table_args__ = (Index(None, "reservation_id", "id"),)
