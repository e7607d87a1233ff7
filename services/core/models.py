"""Tables of `core`: stored answers of idempotent calls, rate limit counters, and the installation."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, CheckConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, UtcDateTime


class IdempotencyKey(Base):
    """One row per stored call: its identity and its answer."""

    __tablename__ = "idempotency_keys"

    key_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    """SHA-256 of the caller's key, or of the body where there was none."""
    fingerprint: Mapped[str] = mapped_column(String(64))
    """SHA-256 of route and canonical body."""
    status: Mapped[int | None] = mapped_column(Integer)
    """HTTP status of the answer; empty only inside the transaction that is about to fill it."""
    body: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (Index(None, "expires_at"),)


class RateCount(Base):
    """Calls of one caller for one purpose in one window. The caller is a keyed hash, never an address."""

    __tablename__ = "rate_counts"

    bucket: Mapped[str] = mapped_column(String(80), primary_key=True)
    window_start: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    """Seconds since 1970, UTC."""
    calls: Mapped[int] = mapped_column(Integer)


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
    """Which secret the servers sign with (`core/binding.py`); empty until the first start."""

    __table_args__ = (CheckConstraint("id = 1", name="one_row"),)
