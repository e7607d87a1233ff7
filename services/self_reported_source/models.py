"""Table of answers to how a household heard of us."""

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime
from services.core.personal_data import INTEREST, About, Lead, Subject, personal

LONGEST_TEXT = 120


class ToldOrigin(Base):
    """The question as one household was asked it, and its answer."""

    __tablename__ = "told_origins"
    __privacy__ = About(
        "Wie jemand von uns erfahren hat",
        purpose="Eine freiwillige Frage nach der Reservierung: Sie zeigt, welche Werbung ankommt.",
        basis=INTEREST,
        rule="over",
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="asked_at",
        nobody="id reservation_id",
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"), unique=True)
    asked_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Gefragt am"))
    answer: Mapped[str] = mapped_column(String(20), info=personal("Antwort"))
    """A key of `answers.py`; empty: none, or withdrawn."""
    answered_at: Mapped[datetime | None] = mapped_column(UtcDateTime, info=personal("Zuletzt geantwortet am"))
    """When it was last answered, changed or withdrawn."""
    text: Mapped[str] = mapped_column(String(LONGEST_TEXT), info=personal("Eigene Worte", names_others=True))
    """What was typed; empty unless the answer is `other`."""
