"""Tables of `core`: stored answers of idempotent calls, rate limit counters, and the installation."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, CheckConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, UtcDateTime
from services.core.personal_data import INTEREST, About, Effect, about_nobody, personal


class IdempotencyKey(Base):
    """One row per stored call: its identity and its answer."""

    __tablename__ = "idempotency_keys"

    key_hash: Mapped[str] = mapped_column(
        String(64), primary_key=True, info=personal("Prüfsumme des Aufrufs", is_exported=False)
    )
    """SHA-256 of the caller's key, or of the body where there was none."""
    fingerprint: Mapped[str] = mapped_column(String(64), info=personal("Prüfsumme des Inhalts", is_exported=False))
    """SHA-256 of route and canonical body."""
    status: Mapped[int | None] = mapped_column(Integer)
    """HTTP status of the answer; empty only inside the transaction that is about to fill it."""
    body: Mapped[dict[str, Any] | None] = mapped_column(
        JSON, info=personal("Antwort mit Nummer der Reservierung", is_exported=False)
    )
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (Index(None, "expires_at"),)
    __privacy__ = About(
        "Antworten auf Aufrufe",
        purpose="Ein zweiter Versuch desselben Aufrufs reserviert nicht noch einmal.",
        basis=INTEREST,
        rule="answers",
        dated_by="created_at",
        nobody="status created_at expires_at",
    )


class RateCount(Base):
    """Calls of one caller for one purpose in one window. The caller is a keyed hash, never an address."""

    __tablename__ = "rate_counts"
    __privacy__ = About(
        "Zählung von Aufrufen",
        purpose="Schutz vor Missbrauch: wie oft ein Anschluss oder ein Postfach zählt.",
        basis=INTEREST,
        rule="abuse",
        nobody="window_start calls",
    )

    bucket: Mapped[str] = mapped_column(
        String(80), primary_key=True, info=personal("Prüfsumme des Anschlusses oder des Postfachs", Effect.STATISTIC)
    )
    window_start: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    """Seconds since 1970, UTC."""
    calls: Mapped[int] = mapped_column(Integer)


class StoredSettings(Base):
    """A single row: the settings that administrators entered in the console (`core/stored_settings.py`)."""

    __tablename__ = "stored_settings"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    version: Mapped[int] = mapped_column(Integer)
    entered: Mapped[dict[str, str]] = mapped_column(JSON)
    """By the name of the field; what is secret is sealed."""

    __table_args__ = (CheckConstraint("id = 1", name="one_row"),)
    # The company, as the imprint shows it to everybody.
    __privacy__ = about_nobody("id version entered")


class Installation(Base):
    """A single row: what belongs to this database."""

    __tablename__ = "installation"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    oldest_code: Mapped[str] = mapped_column(String(32))
    """The newest revision of the oldest code that still works with this schema."""
    folder: Mapped[str | None] = mapped_column(String(32))
    """The id of the data folder (`core/data_folder.py`) that holds the store, kept reports and attachments."""
    tried_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Updated from time to time, only to check that the database is writable."""
    secret_fingerprint: Mapped[str | None] = mapped_column(String(64))
    """Which secret the servers sign with (`core/identity.py`); empty until the first start."""

    __table_args__ = (CheckConstraint("id = 1", name="one_row"),)
    __privacy__ = about_nobody("id oldest_code folder tried_at secret_fingerprint")
