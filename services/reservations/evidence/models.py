"""Table of evidence: what a household was shown when it decided something."""

from datetime import date, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, CheckConstraint, Date, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime, one_of
from services.core.personal_data import CONTRACT, About, Hold, Lead, Subject, personal


class EvidenceMoment(StrEnum):
    """What the household did."""

    RESERVED = "reserved"
    OFFER_ACCEPTED = "offer_accepted"
    """It reserved a place that the waiting list had offered."""
    TAKEN_OVER = "taken_over"
    """It took the place of another household over."""
    SHARE_CHANGED = "share_changed"
    """It chose another package or plan."""


class Evidence(Base):
    """One decision of a household. Triggers refuse every change, and deletion before the household is erased.

    No foreign key: the reservation may go first.
    """

    __tablename__ = "evidence"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reservation_id: Mapped[int] = mapped_column(BigId)
    moment: Mapped[str] = mapped_column(String(20), info=personal("Wobei", hold=Hold.BOOKS))
    at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Zeitpunkt", hold=Hold.BOOKS))
    at_berlin: Mapped[str] = mapped_column(String(80), info=personal("Zeitpunkt in Berlin", hold=Hold.BOOKS))
    """The same moment in words, by the clock in Berlin."""
    texts_sha256: Mapped[str] = mapped_column(
        String(64), info=personal("Prüfsumme der Texte", hold=Hold.BOOKS, is_exported=False)
    )
    """The texts that were shown, among the kept ones: a `shown_texts`. A change of the share confirms none."""
    offer_sha256: Mapped[str] = mapped_column(
        String(64), info=personal("Prüfsumme des Angebots", hold=Hold.BOOKS, is_exported=False)
    )
    """The offer as the server computed it, among the kept texts. It names its price book."""
    before_sha256: Mapped[str | None] = mapped_column(
        String(64), info=personal("Prüfsumme des früheren Angebots", hold=Hold.BOOKS, is_exported=False)
    )
    """The offer that a change has replaced."""
    reference: Mapped[str] = mapped_column(String(12), info=personal("Nummer der Reservierung", hold=Hold.BOOKS))
    park_id: Mapped[str] = mapped_column(String(40))
    park_name: Mapped[str] = mapped_column(String(80), info=personal("Solarpark", hold=Hold.BOOKS))
    spot_number: Mapped[int] = mapped_column(Integer, info=personal("Platz", hold=Hold.BOOKS))
    spots_total: Mapped[int] = mapped_column(Integer, info=personal("Plätze im Park", hold=Hold.BOOKS))
    consent_source: Mapped[str] = mapped_column(String(20), info=personal("Wodurch zugestimmt", hold=Hold.BOOKS))
    """As that of the consent; empty where nothing was consented to."""
    client_figures: Mapped[dict[str, Any]] = mapped_column(
        JSON, info=personal("Zahlen, wie Ihr Browser sie gerechnet hat", hold=Hold.BOOKS)
    )
    """What the browser had computed and shown, as it sent it."""
    sha256: Mapped[str] = mapped_column(String(64))
    """Of all of the above, and of the two below where they are given, see `keep.py`; it stands in the audit log too."""
    taken_by: Mapped[str | None] = mapped_column(String(80))
    """Who of the staff wrote the decision down, as in the audit log; None: the household decided by itself."""
    received_on: Mapped[date | None] = mapped_column(
        Date, info=personal("Tag des Schreibens oder der Messe", hold=Hold.BOOKS)
    )
    """The day of the letter or of the fair."""

    __table_args__ = (
        CheckConstraint(one_of("moment", EvidenceMoment), name="moment"),
        Index(None, "reservation_id", "id"),
    )
    __privacy__ = About(
        "Nachweise",
        purpose="Was der Haushalt sah, als er sich entschied: Wortlaut, Preise und Zahlen.",
        basis=CONTRACT,
        rule="over",
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="at",
        nobody="id reservation_id park_id sha256 taken_by",
    )
