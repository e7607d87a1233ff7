"""The table of card checks."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, Integer, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import NEVER_REUSED, Base, BigId, UtcDateTime, one_of
from services.core.personal_data import CONTRACT, About, Effect, Lead, Subject, personal
from services.payments.states import CheckState

OPEN = text("state = 'open'")
DUE = text("look_at IS NOT NULL")


class CardCheck(Base):
    """One attempt of a household to have its card checked. The row is written before the provider is called. There is
    nothing of the card in it: its number is typed on the provider's page and never reaches us.
    """

    __tablename__ = "card_checks"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"))
    attempt: Mapped[int] = mapped_column(Integer, info=personal("Wievielter Versuch", Effect.STATISTIC))
    """With the reservation the natural key: two calls at once begin one check."""
    key: Mapped[str] = mapped_column(
        String(43), unique=True, info=personal("Schlüssel beim Zahlungsdienst", Effect.STATISTIC, is_exported=False)
    )
    """Random, and all that the provider learns of the household: every call carries it, so that a repeated call does
    nothing twice.
    """
    provider: Mapped[str] = mapped_column(String(20), info=personal("Zahlungsdienst", Effect.STATISTIC))
    reference: Mapped[str | None] = mapped_column(
        String(255), info=personal("Nummer beim Zahlungsdienst", Effect.STATISTIC)
    )
    """Null until the provider has answered once."""
    address: Mapped[str | None] = mapped_column(
        Text, info=personal("Seite beim Zahlungsdienst", Effect.STATISTIC, is_exported=False)
    )
    state: Mapped[str] = mapped_column(String(20), info=personal("Stand", Effect.STATISTIC))
    cause: Mapped[str] = mapped_column(String(20), info=personal("Warum gescheitert", Effect.STATISTIC))
    begun_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Begonnen am", Effect.STATISTIC))
    closes_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Möglich bis", Effect.STATISTIC))
    """When the provider closes its page."""
    held_at: Mapped[datetime | None] = mapped_column(UtcDateTime, info=personal("Vorgemerkt am", Effect.STATISTIC))
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime, info=personal("Beendet am", Effect.STATISTIC))
    """Since when nothing can come of it any more, and nothing is owed."""
    seen_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the provider answered last."""
    look_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When to ask it next; null: not before the night."""
    simulated: Mapped[str | None] = mapped_column(String(20))
    """What the simulated provider knows; nobody else writes this."""

    __table_args__ = (
        UniqueConstraint("reservation_id", "attempt"),
        CheckConstraint(one_of("state", CheckState), name="state"),
        Index("uq_card_checks_open", "reservation_id", unique=True, postgresql_where=OPEN, sqlite_where=OPEN),
        Index("ix_card_checks_due", "look_at", postgresql_where=DUE, sqlite_where=DUE),
        NEVER_REUSED,
    )
    __privacy__ = About(
        "Prüfungen der Zahlungskarte",
        purpose="Vor dem Vertrag wird 1 € auf der Karte vorgemerkt und wieder freigegeben.",
        basis=CONTRACT,
        rule="card_checks",
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="begun_at",
        nobody="id reservation_id seen_at look_at simulated",
    )
