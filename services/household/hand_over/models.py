"""Tables of hand-overs: who was offered a household's place, how it ended, and the links in the mails about it."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import NEVER_REUSED, Base, BigId, UtcDateTime, one_of
from services.core.personal_data import CONTRACT, About, Lead, Subject, personal


class HandOverAnswer(StrEnum):
    """How a hand-over ended."""

    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    """By the household that offered its place."""
    EXPIRED = "expired"
    """Nobody answered in time."""
    CLOSED = "closed"
    """The place cannot be handed over any more: given up, cancelled, under contract, or the park is not built."""


IS_OPEN = text("answer IS NULL")


class HandOver(Base):
    """A household's offer of its place to another one. `answer` is null while it is open."""

    __tablename__ = "hand_overs"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"))
    name: Mapped[str] = mapped_column(String(100), info=personal("Name des anderen Haushalts"))
    """Of the other household, as the offering one typed it; shown to nobody else."""
    email: Mapped[str] = mapped_column(String(254), info=personal("Adresse des anderen Haushalts"))
    """As typed; the only address that can accept."""
    email_normalized: Mapped[str] = mapped_column(
        String(254), info=personal("Adresse, vergleichbar", is_exported=False)
    )
    mailbox: Mapped[str] = mapped_column(String(254), info=personal("Postfach", is_exported=False))
    asked_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Angeboten am"))
    answer_by: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Antwort bis"))
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime, info=personal("Beendet am"))
    answer: Mapped[str | None] = mapped_column(String(20), info=personal("Antwort"))
    contract_id: Mapped[int | None] = mapped_column(BigId)
    """The contract of the place; null before there is one. No foreign key: its room is above this one."""

    __table_args__ = (
        CheckConstraint(f"answer IS NULL OR {one_of('answer', HandOverAnswer)}", name="answer"),
        Index(
            "uq_hand_overs_open",
            "reservation_id",
            unique=True,
            postgresql_where=IS_OPEN,
            sqlite_where=IS_OPEN,
        ),
        Index(None, "reservation_id"),
        Index(None, "mailbox"),
        Index(None, "ended_at"),
        NEVER_REUSED,
    )
    __privacy__ = About(
        "Weitergegebene Plätze",
        purpose="Ein Haushalt bietet seinen Platz einem anderen an, der annimmt oder ablehnt.",
        basis=CONTRACT,
        rule="hand_overs",
        leads=(Lead(Subject.HAND_OVER, "id"),),
        dated_by="asked_at",
        nobody="id reservation_id contract_id",
    )


class HandOverLink(Base):
    """A link sent to the other household. The secret itself is in no row: see `mail/link_tokens.py`."""

    __tablename__ = "hand_over_links"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    seed_sha256: Mapped[str] = mapped_column(
        String(64), unique=True, info=personal("Prüfsumme des Links", is_exported=False)
    )
    hand_over_id: Mapped[int] = mapped_column(ForeignKey("hand_overs.id"))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Verschickt am"))
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Gültig bis"))

    __table_args__ = (Index(None, "hand_over_id"),)
    __privacy__ = About(
        "Links zu weitergegebenen Plätzen",
        purpose="Der andere Haushalt sieht, was er übernähme.",
        basis=CONTRACT,
        rule="hand_overs",
        leads=(Lead(Subject.HAND_OVER, "hand_over_id"),),
        dated_by="created_at",
        nobody="id hand_over_id",
    )
