"""Tables of what leaves the house by itself: webhooks with their deliveries, and the tokens machines read with."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime, one_of

WAITING = text("state = 'waiting'")
"""SQL condition of deliveries, in the words of their index: a database uses it only where it reads the same."""


class DeliveryState(StrEnum):
    """Where a delivery stands. One that failed for now waits for its next attempt."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"


class WebhookEndpoint(Base):
    """An address of somebody else that is told what happens. The address may hold a secret of theirs."""

    __tablename__ = "webhook_endpoints"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    """Free text of staff."""
    url: Mapped[str] = mapped_column(String(500))
    events: Mapped[list[str]] = mapped_column(JSON)
    """The types it wants, sorted."""
    version: Mapped[int] = mapped_column(Integer)
    created_by: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    paused_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    paused_by: Mapped[str | None] = mapped_column(String(80))
    """As in the audit log; `system` after a day of failures."""
    paused_because: Mapped[str | None] = mapped_column(String(40))
    """The code of the failure that made the system pause it."""
    failures: Mapped[int] = mapped_column(Integer)
    """In a row; a success sets it back."""
    failing_since: Mapped[datetime | None] = mapped_column(UtcDateTime)
    rests_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Not tried before: who does not answer is not asked for every event anew."""
    lease_owner: Mapped[str | None] = mapped_column(String(40))
    leased_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """One process at a time sends to it, so that its events stay in order."""


class WebhookSecret(Base):
    """What a signing secret is derived from; the secret itself is stored nowhere."""

    __tablename__ = "webhook_secrets"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    endpoint_id: Mapped[int] = mapped_column(BigId, ForeignKey("webhook_endpoints.id"))
    seed: Mapped[str] = mapped_column(String(64))
    fingerprint: Mapped[str] = mapped_column(String(64))
    """SHA-256 of the secret: tells when the installation's own secret is no longer the one it was derived with."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    ends_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Until when it signs beside its successor; None for the one in force."""

    __table_args__ = (Index(None, "endpoint_id"),)


class Delivery(Base):
    """One event for one endpoint, with the bytes that are sent at every attempt."""

    __tablename__ = "webhook_deliveries"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    endpoint_id: Mapped[int] = mapped_column(BigId, ForeignKey("webhook_endpoints.id"))
    message_id: Mapped[str] = mapped_column(String(60))
    """The header `webhook-id`: the same at every attempt, by which a receiver knows what it has already."""
    event: Mapped[str] = mapped_column(String(60))
    subject: Mapped[str] = mapped_column(String(80))
    """What it is about, `reservation:17`, as in the audit log."""
    payload: Mapped[str] = mapped_column(Text)
    """JSON without personal data."""
    is_test: Mapped[bool] = mapped_column(Boolean)
    state: Mapped[str] = mapped_column(String(20))
    attempts: Mapped[int] = mapped_column(Integer)
    """All of them, also those of earlier rounds."""
    tries: Mapped[int] = mapped_column(Integer)
    """Since it was queued, or sent anew by staff; the waiting time grows with it."""
    next_attempt_at: Mapped[datetime] = mapped_column(UtcDateTime)
    happened_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    delivered_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    problem: Mapped[str | None] = mapped_column(String(40))
    """The code of the last failure."""
    status: Mapped[int | None] = mapped_column(Integer)
    """What the receiver last answered."""

    __table_args__ = (
        UniqueConstraint("endpoint_id", "message_id"),
        CheckConstraint(one_of("state", DeliveryState), name="state"),
        Index(
            "ix_webhook_deliveries_due",
            "endpoint_id",
            "next_attempt_at",
            postgresql_where=WAITING,
            sqlite_where=WAITING,
        ),
        Index("ix_webhook_deliveries_log", "endpoint_id", "state", "id"),
        Index(None, "created_at"),
    )


class WebhookAttempt(Base):
    """One attempt: when, how long, and what came back. Nothing of the answer's body is kept."""

    __tablename__ = "webhook_attempts"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    delivery_id: Mapped[int] = mapped_column(BigId, ForeignKey("webhook_deliveries.id", ondelete="CASCADE"))
    number: Mapped[int] = mapped_column(Integer)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    duration_ms: Mapped[int] = mapped_column(Integer)
    status: Mapped[int | None] = mapped_column(Integer)
    problem: Mapped[str | None] = mapped_column(String(40))
    """None: it was accepted."""

    __table_args__ = (Index(None, "delivery_id"),)


class WebhookCursor(Base):
    """Up to which entry of the audit log events were made: one row."""

    __tablename__ = "webhook_cursor"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    audit_id: Mapped[int] = mapped_column(BigInteger)


class MachineToken(Base):
    """With what a machine reads the results of scheduled reports. Only the token's SHA-256 is stored."""

    __tablename__ = "machine_tokens"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    """Free text of staff."""
    beginning: Mapped[str] = mapped_column(String(16))
    """How the token begins, so that people can tell which one is which."""
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    schedules: Mapped[list[int] | None] = mapped_column(JSON(none_as_null=True))
    """The schedules whose results it reads; None: all of them, also later ones."""
    created_by: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    last_used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Written at most once a minute."""
    revoked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    revoked_by: Mapped[str | None] = mapped_column(String(80))
