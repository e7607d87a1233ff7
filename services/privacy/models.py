"""Tables of consents, and of the exact wording of everything a household was shown."""

from datetime import date, datetime

from sqlalchemy import Date, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime
from services.core.personal_data import LEGAL_DUTY, About, Effect, Lead, Subject, about_nobody, personal


class Consent(Base):
    """A household's consent: to which text, when, and on what evidence."""

    __tablename__ = "consents"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"))
    purpose: Mapped[str] = mapped_column(String(40), info=personal("Wozu", Effect.STATISTIC))
    text_version: Mapped[str] = mapped_column(String(40), info=personal("Fassung des Textes", Effect.STATISTIC))
    text_sha256: Mapped[str] = mapped_column(String(64), info=personal("Prüfsumme des Textes", Effect.STATISTIC))
    source: Mapped[str] = mapped_column(String(20), info=personal("Wodurch erklärt", Effect.STATISTIC))
    """`explicit`: the call said so. `client_form`: an older form sends only after its own box was ticked. A `Channel`:
    staff took it, spoken or in writing."""
    given_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Erklärt am", Effect.STATISTIC))
    asked_at: Mapped[datetime | None] = mapped_column(UtcDateTime, info=personal("Gefragt am", Effect.STATISTIC))
    """When the question was sent, where it was sent by mail."""
    taken_by: Mapped[str | None] = mapped_column(String(80))
    """Who of the staff wrote it down, as in the audit log."""
    received_on: Mapped[date | None] = mapped_column(
        Date, info=personal("Tag des Schreibens oder der Messe", Effect.STATISTIC)
    )
    """The day of the letter or of the fair, where staff wrote it down."""

    __table_args__ = (Index(None, "reservation_id"),)
    __privacy__ = About(
        "Einwilligungen und Bestätigungen",
        purpose="Nachweis, welchem Text wann zugestimmt und dass die Adresse bestätigt wurde.",
        basis=LEGAL_DUTY,
        rule="over",
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="given_at",
        nobody="id reservation_id taken_by",
    )


class KeptText(Base):
    """A version of a text, or of the price book, exactly as it was published. Triggers refuse change and deletion.

    The fingerprint is a part of the key: a version that was edited after it was published would be a second row, which
    a nightly check reports.
    """

    __tablename__ = "kept_texts"

    kind: Mapped[str] = mapped_column(String(20), primary_key=True)
    """A `TextKind`."""
    version: Mapped[str] = mapped_column(String(40), primary_key=True)
    sha256: Mapped[str] = mapped_column(String(64), primary_key=True)
    """Of `content` in UTF-8."""
    content: Mapped[str] = mapped_column(Text)
    kept_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (Index(None, "sha256"),)
    __privacy__ = about_nobody("kind version sha256 content kept_at")
