"""Tables of the checks: the last result of each that is kept, what people confirmed, and the rules between rows."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, Date, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime
from services.core.personal_data import about_nobody


class SetupCheck(Base):
    """The last result of one check."""

    __tablename__ = "setup_checks"
    __privacy__ = about_nobody("name state words steps fingerprint checked_at ok_at")

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    state: Mapped[str] = mapped_column(String(10))
    """A `State`."""
    words: Mapped[str] = mapped_column(String(400))
    steps: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """What a connection found, step by step; empty for a check that needs none."""
    fingerprint: Mapped[str] = mapped_column(String(64))
    """Of the settings that the steps were taken with: other settings make them worthless."""
    checked_at: Mapped[datetime] = mapped_column(UtcDateTime)
    ok_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When it was last in order. While it is open and this is set, it has turned red."""


class SetupConfirmation(Base):
    """What no server can see and an administrator has confirmed, or is asked to: a test mail waits for its code."""

    __tablename__ = "setup_confirmations"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    """The check it belongs to."""
    fingerprint: Mapped[str] = mapped_column(String(64))
    """Of what was confirmed: the settings, the wording. A change of them voids the confirmation."""
    asked_at: Mapped[datetime] = mapped_column(UtcDateTime)
    asked_by: Mapped[str] = mapped_column(String(80))
    code_hash: Mapped[str | None] = mapped_column(String(64))
    attempts: Mapped[int] = mapped_column(Integer)
    """Codes that were tried."""
    confirmed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    confirmed_by: Mapped[str | None] = mapped_column(String(80))
    done_on: Mapped[date | None] = mapped_column(Date)
    """The day that the confirmation is about."""

    __table_args__ = (Index(None, "name", "id"),)
    __privacy__ = about_nobody(
        "id name fingerprint asked_at asked_by code_hash attempts confirmed_at confirmed_by done_on"
    )


class InvariantResult(Base):
    """What one check found in one run."""

    __tablename__ = "invariant_results"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    run_at: Mapped[datetime] = mapped_column(UtcDateTime)
    """When the run began: the same for all of its checks."""
    duration_ms: Mapped[int] = mapped_column(Integer)
    violations: Mapped[int] = mapped_column(Integer)
    """How many rows break it; 0: it holds."""
    examples: Mapped[list[str]] = mapped_column(JSON)
    """Up to 20 of them, by number: never a name or an address."""

    __table_args__ = (Index(None, "name", "id"), Index(None, "run_at"))
    __privacy__ = about_nobody("id name run_at duration_ms violations examples")
