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
from services.core.personal_data import CONTRACT, INTEREST, About, Effect, Lead, Subject, personal
from services.referral_codes.verdicts import CodeKind, Verdict
from services.visits.touches import LONGEST_VALUE

_VALUE = String(LONGEST_VALUE)


class ReferralCode(Base):
    """A code with which a household or a partner recommends the offer."""

    __tablename__ = "referral_codes"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    code: Mapped[str] = mapped_column(String(40), unique=True, info=personal("Code", Effect.PSEUDONYM))
    """Upper case; compared without regard to case."""
    kind: Mapped[str] = mapped_column(String(20))
    reservation_id: Mapped[int | None] = mapped_column(ForeignKey("reservations.id"), unique=True)
    """The household's reservation; None for partners."""
    partner_name: Mapped[str] = mapped_column(String(120), info=personal("Name eines Partners", Effect.REDACT))
    """An organisation; empty for households."""
    note: Mapped[str] = mapped_column(String(500), info=personal("Notiz des Teams", Effect.REDACT))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Vergeben am", Effect.STATISTIC))
    created_by: Mapped[str] = mapped_column(String(80))
    disabled_at: Mapped[datetime | None] = mapped_column(UtcDateTime, info=personal("Gesperrt am", Effect.STATISTIC))

    __table_args__ = (CheckConstraint(one_of("kind", CodeKind), name="kind"),)
    __privacy__ = About(
        "Empfehlungscodes",
        purpose="Ein Haushalt empfiehlt uns weiter. Der Code ist Zufall und nennt niemanden.",
        basis=CONTRACT,
        rule="over",
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="created_at",
        nobody="id reservation_id kind created_by",
    )


class ReferralUse(Base):
    """The verdict on the code a reservation came with. Written by a job after the reservation, never by the call."""

    __tablename__ = "referral_uses"

    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"), primary_key=True)
    raw_code: Mapped[str] = mapped_column(_VALUE, info=personal("Code, wie er ankam", Effect.REDACT))
    code_id: Mapped[int | None] = mapped_column(ForeignKey("referral_codes.id"))
    """None if no such code exists."""
    verdict: Mapped[str] = mapped_column(String(20), info=personal("Urteil", Effect.STATISTIC))
    checked_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Geprüft am", Effect.STATISTIC))

    __table_args__ = (
        Index(None, "code_id", "reservation_id"),
        CheckConstraint(one_of("verdict", Verdict), name="verdict"),
    )
    __privacy__ = About(
        "Benutzte Empfehlungscodes",
        purpose="Ob ein Haushalt auf Empfehlung kam.",
        basis=INTEREST,
        rule="over",
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="checked_at",
        nobody="reservation_id code_id",
    )
