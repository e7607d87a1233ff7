"""Tables of the desk: notes about reservations, and operations that wait for a second person."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, Integer, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime, one_of
from services.core.personal_data import INTEREST, About, Effect, Lead, Subject, personal


class ReservationNote(Base):
    """One note, or a call with what was said. Its text is never overwritten: it can only be withdrawn by its author,
    soon after it was written.
    """

    __tablename__ = "reservation_notes"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reservation_id: Mapped[int] = mapped_column(
        ForeignKey("reservations.id"), info=personal("Reservierung", is_exported=False)
    )
    author: Mapped[str | None] = mapped_column(String(80))
    """`staff:<id>`. None: the text of the former column, which held no author."""
    text: Mapped[str] = mapped_column(Text, info=personal("Notiz des Teams", names_others=True))
    """What was written; may hold personal data. Empty once withdrawn, or of a call without a note."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Zeitpunkt"))
    pinned_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    pinned_by: Mapped[str | None] = mapped_column(String(80))
    withdrawn_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    called_at: Mapped[datetime | None] = mapped_column(UtcDateTime, info=personal("Beginn des Anrufs"))
    """None: no call."""
    talked_minutes: Mapped[int | None] = mapped_column(Integer, info=personal("Dauer des Gesprächs in Minuten"))
    """None: nobody was reached, or it is no call."""

    __table_args__ = (Index(None, "reservation_id", "id"),)
    __privacy__ = About(
        "Notizen",
        purpose="Das Team hält fest, was mit dem Haushalt besprochen ist.",
        basis=INTEREST,
        rule="over",
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="created_at",
        nobody="id author pinned_at pinned_by withdrawn_at",
    )


class ApprovalState(StrEnum):
    """The state of a request. One that is over is still `waiting`: nothing has to happen for it to end."""

    WAITING = "waiting"
    APPROVED = "approved"
    REFUSED = "refused"


IS_WAITING = text(f"state = '{ApprovalState.WAITING}'")


class OperationRequest(Base):
    """An operation that one person asked for and another approves or refuses."""

    __tablename__ = "operation_requests"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    """The operation, as in `transitions.py`."""
    ids: Mapped[list[int]] = mapped_column(JSON)
    """The reservations that it was possible for when it was asked for."""
    reason: Mapped[str] = mapped_column(String(500), info=personal("Grund in Worten des Teams", Effect.REDACT))
    asked_at: Mapped[datetime] = mapped_column(UtcDateTime)
    asked_by: Mapped[str] = mapped_column(String(80))
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    state: Mapped[str] = mapped_column(String(20))
    decided_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    decided_by: Mapped[str | None] = mapped_column(String(80))
    decision_reason: Mapped[str] = mapped_column(
        String(500), info=personal("Grund der Ablehnung in Worten des Teams", Effect.REDACT)
    )
    """Why it was refused; empty: it was not."""
    operation_id: Mapped[int | None] = mapped_column(BigId, ForeignKey("staff_operations.id"))
    done: Mapped[int] = mapped_column(Integer)
    left_out: Mapped[list[Any]] = mapped_column(JSON)
    """What had become impossible by then: a sentence and ids for each reason."""

    __table_args__ = (
        CheckConstraint(one_of("state", ApprovalState), name="state"),
        Index("ix_operation_requests_waiting", "expires_at", postgresql_where=IS_WAITING, sqlite_where=IS_WAITING),
    )
    __privacy__ = About(
        "Vorgänge zur Freigabe",
        purpose="Vier Augen bei großen endgültigen Vorgängen.",
        basis=INTEREST,
        rule="remarks",
        dated_by="asked_at",
        nobody="id name ids asked_at asked_by expires_at state decided_at decided_by operation_id done left_out",
    )
