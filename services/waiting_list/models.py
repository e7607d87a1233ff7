"""Tables of the waiting list: entries, what they were offered, what happened to them, and the keys to their page."""

from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, Integer, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import NEVER_REUSED, Base, BigId, UtcDateTime, one_of
from services.core.personal_data import CONTRACT, About, Lead, Subject, personal

_PURPOSE: Final = "Einen frei gewordenen Platz der Reihe nach anbieten."


class EntryState(StrEnum):
    """The state of an entry. `waiting` and `offered` are open; the others are its end."""

    WAITING = "waiting"
    OFFERED = "offered"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    EXPIRED = "expired"
    """An offer was not answered, or the address not confirmed, in time."""
    LEFT = "left"
    """The household left, or staff took it off the list, or the park is not built."""


class OfferAnswer(StrEnum):
    """How an offer ended."""

    ACCEPTED = "accepted"
    DECLINED = "declined"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"
    """The entry ended while the offer was open."""


class KeyKind(StrEnum):
    """What a key opens a page by: a link in a mail, or a browser's cookie."""

    LINK = "link"
    SESSION = "session"


IS_OPEN = text("state IN ('waiting', 'offered')")
IS_UNANSWERED = text("answer IS NULL")


class WaitingEntry(Base):
    """A household that waits for a place of a park."""

    __tablename__ = "waiting_entries"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    park_id: Mapped[str] = mapped_column(ForeignKey("parks.id"), info=personal("Solarpark"))
    rank: Mapped[int] = mapped_column(Integer)
    """Its turn among the entries of the park: lower is earlier. Given on entering."""
    name: Mapped[str] = mapped_column(String(200), info=personal("Name"))
    email: Mapped[str] = mapped_column(String(254), info=personal("E-Mail-Adresse"))
    """As typed."""
    email_normalized: Mapped[str] = mapped_column(
        String(254), info=personal("E-Mail-Adresse, vergleichbar", is_exported=False)
    )
    mailbox: Mapped[str] = mapped_column(String(254), info=personal("Postfach", is_exported=False))
    annual_kwh: Mapped[int] = mapped_column(Integer, info=personal("Gewünschte kWh im Jahr"))
    payment_plan: Mapped[str] = mapped_column(String(20), info=personal("Gewünschte Zahlung"))
    typed: Mapped[dict[str, Any]] = mapped_column(JSON, info=personal("Weitere Angaben für die Reservierung"))
    """What else was filled in on the reservation form, by field, so that it need not be typed again."""
    privacy_version: Mapped[str] = mapped_column(String(40), info=personal("Fassung der Datenschutzhinweise"))
    """The version of the privacy notice that was linked from the form."""
    joined_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Eingetragen am"))
    confirm_by: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Zu bestätigen bis"))
    confirmed_at: Mapped[datetime | None] = mapped_column(UtcDateTime, info=personal("Bestätigt am"))
    """When the address was confirmed; only then can a place be offered."""
    state: Mapped[str] = mapped_column(String(20), info=personal("Stand"))
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime, info=personal("Beendet am"))
    passed: Mapped[int] = mapped_column(Integer)
    """How often others were offered a place before it."""
    declined_kwh: Mapped[int] = mapped_column(Integer)
    """The largest smaller package it said no to, kWh a year; 0: none."""
    is_skipped: Mapped[bool]
    """Whether staff have said that the next offer passes it."""
    version: Mapped[int] = mapped_column(Integer)
    request: Mapped[dict[str, Any] | None] = mapped_column(
        JSON(none_as_null=True), info=personal("Reservierung, die auf die Bestätigung wartet", is_exported=False)
    )
    """The whole call of a household that has to confirm first, until it has or the entry ended; None: only an entry."""

    __table_args__ = (
        CheckConstraint(one_of("state", EntryState), name="state"),
        Index(None, "park_id", "rank"),
        Index(
            "uq_waiting_entries_mailbox",
            "park_id",
            "mailbox",
            unique=True,
            postgresql_where=IS_OPEN,
            sqlite_where=IS_OPEN,
        ),
        Index("ix_waiting_entries_email", "email_normalized"),
        NEVER_REUSED,
    )
    __privacy__ = About(
        "Warteliste",
        purpose=_PURPOSE,
        basis=CONTRACT,
        rule="waiting",
        leads=(Lead(Subject.WAITING, "id"),),
        dated_by="joined_at",
        nobody="id rank passed declined_kwh is_skipped version",
    )


class WaitingOffer(Base):
    """A spot held for one entry. The answer is null while it is open."""

    __tablename__ = "waiting_offers"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    entry_id: Mapped[int] = mapped_column(ForeignKey("waiting_entries.id"))
    park_id: Mapped[str] = mapped_column(ForeignKey("parks.id"), info=personal("Solarpark"))
    spot_number: Mapped[int] = mapped_column(Integer, info=personal("Platz"))
    annual_kwh: Mapped[int] = mapped_column(Integer, info=personal("Angebotene kWh im Jahr"))
    is_smaller: Mapped[bool]
    """Less than the entry wishes."""
    offered_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Angeboten am"))
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Gültig bis"))
    reminded_at: Mapped[datetime | None] = mapped_column(UtcDateTime, info=personal("Erinnert am"))
    answer: Mapped[str | None] = mapped_column(String(20), info=personal("Antwort"))
    answered_at: Mapped[datetime | None] = mapped_column(UtcDateTime, info=personal("Beantwortet am"))
    reservation_id: Mapped[int | None] = mapped_column(ForeignKey("reservations.id"))

    __table_args__ = (
        CheckConstraint(f"answer IS NULL OR {one_of('answer', OfferAnswer)}", name="answer"),
        Index(
            "uq_waiting_offers_entry",
            "entry_id",
            unique=True,
            postgresql_where=IS_UNANSWERED,
            sqlite_where=IS_UNANSWERED,
        ),
        Index(
            "uq_waiting_offers_spot",
            "park_id",
            "spot_number",
            unique=True,
            postgresql_where=IS_UNANSWERED,
            sqlite_where=IS_UNANSWERED,
        ),
        Index("ix_waiting_offers_entry_id", "entry_id"),
        Index(None, "reservation_id"),
        NEVER_REUSED,
    )
    __privacy__ = About(
        "Angebote der Warteliste",
        purpose=_PURPOSE,
        basis=CONTRACT,
        rule="waiting",
        leads=(Lead(Subject.WAITING, "entry_id"),),
        dated_by="offered_at",
        nobody="id entry_id is_smaller reservation_id",
    )


class WaitingEvent(Base):
    """One thing that happened to an entry: who did it, and the figures that explain it."""

    __tablename__ = "waiting_events"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    entry_id: Mapped[int] = mapped_column(ForeignKey("waiting_entries.id"))
    at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Zeitpunkt"))
    actor: Mapped[str] = mapped_column(String(80))
    """As in the audit log: `household`, `system` or `staff:<id>`."""
    action: Mapped[str] = mapped_column(String(40), info=personal("Was geschah"))
    details: Mapped[dict[str, Any]] = mapped_column(JSON, info=personal("Zahlen dazu"))
    reason: Mapped[str] = mapped_column(String(500), info=personal("Grund in Worten des Teams", names_others=True))

    __table_args__ = (Index(None, "entry_id", "id"),)
    __privacy__ = About(
        "Verlauf der Warteliste",
        purpose=_PURPOSE,
        basis=CONTRACT,
        rule="waiting",
        leads=(Lead(Subject.WAITING, "entry_id"),),
        dated_by="at",
        nobody="id entry_id actor",
    )


class WaitingKey(Base):
    """A key to an entry's page, kept as a hash."""

    __tablename__ = "waiting_keys"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    kind: Mapped[str] = mapped_column(String(20), info=personal("Link oder Sitzung"))
    sha256: Mapped[str] = mapped_column(String(64), info=personal("Prüfsumme", is_exported=False))
    entry_id: Mapped[int] = mapped_column(ForeignKey("waiting_entries.id"))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Ausgestellt am"))
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Gültig bis"))
    used_at: Mapped[datetime | None] = mapped_column(UtcDateTime, info=personal("Zuerst benutzt am"))

    __table_args__ = (
        CheckConstraint(one_of("kind", KeyKind), name="kind"),
        UniqueConstraint("kind", "sha256"),
        Index(None, "entry_id"),
        Index(None, "expires_at"),
    )
    __privacy__ = About(
        "Schlüssel zur Seite der Warteliste",
        purpose="Der Haushalt öffnet seinen Eintrag ohne Passwort.",
        basis=CONTRACT,
        rule="links",
        leads=(Lead(Subject.WAITING, "entry_id"),),
        dated_by="created_at",
        nobody="id entry_id",
    )
