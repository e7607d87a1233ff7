"""Tables of what households tell us about how they heard of us."""

from datetime import datetime

from sqlalchemy import Boolean, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime

LONGEST_TEXT = 120
LONGEST_NAME = 40


class ToldOrigin(Base):
    """The question as one household was asked it, and its answer."""

    __tablename__ = "told_origins"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"), unique=True)
    asked_at: Mapped[datetime] = mapped_column(UtcDateTime)
    has_decoy: Mapped[bool] = mapped_column(Boolean)
    """Whether the decoy was among the answers: only such rows say anything about guessing."""
    answer: Mapped[str] = mapped_column(String(20))
    """A key of `answers.py`; empty: none, or taken back."""
    answered_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When it was answered or changed last, or taken back."""
    text: Mapped[str] = mapped_column(String(LONGEST_TEXT))
    """What was typed; empty unless the answer is `other`."""
    compared: Mapped[str] = mapped_column(String(LONGEST_TEXT))
    """The same text as spellings are compared."""
    counted_as: Mapped[str] = mapped_column(String(LONGEST_NAME))
    """What staff mapped the text to: a key of `answers.py`, or a name of their own. Empty: not mapped."""

    __table_args__ = (Index(None, "compared"),)


class ToldText(Base):
    """A typed text means an answer, for past and future households; undone rows are kept."""

    __tablename__ = "told_texts"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    raw: Mapped[str] = mapped_column(String(LONGEST_TEXT))
    """As texts are compared. `texts.py` keeps those in use unique, not the table: an erasure may make two equal."""
    counted_as: Mapped[str] = mapped_column(String(LONGEST_NAME))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_by: Mapped[str] = mapped_column(String(80))
    undone_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    undone_by: Mapped[str | None] = mapped_column(String(80))

    __table_args__ = (Index(None, "raw"),)
