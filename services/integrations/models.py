"""Tables of integrations: webhook endpoints with their deliveries, and machine tokens."""

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
from services.core.personal_data import INTEREST, About, Effect, Lead, Subject, about_nobody, personal

WAITING = text("state = 'waiting'")
"""SQL condition of deliveries, worded like their partial index: a database uses the index only if both match."""


class DeliveryState(StrEnum):
    """A delivery whose last attempt failed is `waiting` as long as there is a next one."""

    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"


class WebhookEndpoint(Base):
    """A third party's URL that receives events. The URL may contain a secret of theirs."""

    __tablename__ = "webhook_endpoints"
    __privacy__ = About(
        "Webhooks",
        purpose="Angebundene Systeme erfahren, was geschieht.",
        basis=INTEREST,
        rule="remarks",
        dated_by="created_at",
        nobody="id url events version created_by created_at removed_at paused_at paused_by paused_because failures "
        "failing_since rests_until lease_owner leased_until",
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    name: Mapped[str] = mapped_column(String(80), info=personal("Name in Worten des Teams", Effect.REDACT))
    """Free text of staff."""
    url: Mapped[str] = mapped_column(String(500))
    events: Mapped[list[str]] = mapped_column(JSON)
    """Subscribed event types, sorted."""
    version: Mapped[int] = mapped_column(Integer)
    created_by: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    paused_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    paused_by: Mapped[str | None] = mapped_column(String(80))
    """As in the audit log; `system` after a day of failures."""
    paused_because: Mapped[str | None] = mapped_column(String(40))
    """The failure code that made the system pause it."""
    failures: Mapped[int] = mapped_column(Integer)
    """Consecutive failures; a success resets it."""
    failing_since: Mapped[datetime | None] = mapped_column(UtcDateTime)
    rests_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Backoff: no attempt before this time, so that an unresponsive receiver is not retried for every event."""
    lease_owner: Mapped[str | None] = mapped_column(String(40))
    leased_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Lease: one process at a time sends to it, so that its events stay in order."""


class WebhookSecret(Base):
    """The seed of a signing secret; the secret itself is not stored."""

    __tablename__ = "webhook_secrets"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    endpoint_id: Mapped[int] = mapped_column(BigId, ForeignKey("webhook_endpoints.id"))
    seed: Mapped[str] = mapped_column(String(64))
    fingerprint: Mapped[str] = mapped_column(String(64))
    """SHA-256 of the secret: shows if the installation's own secret has changed since it was derived."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    ends_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """End of the overlap with its successor; None for the current one."""

    __table_args__ = (Index(None, "endpoint_id"),)
    __privacy__ = about_nobody("id endpoint_id seed fingerprint created_at ends_at")


class Delivery(Base):
    """One event for one endpoint, with the exact bytes sent at every attempt."""

    __tablename__ = "webhook_deliveries"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    endpoint_id: Mapped[int] = mapped_column(BigId, ForeignKey("webhook_endpoints.id"))
    message_id: Mapped[str] = mapped_column(String(60))
    """The header `webhook-id`, the idempotency key for receivers: the same at every attempt."""
    event: Mapped[str] = mapped_column(String(60))
    subject: Mapped[str] = mapped_column(String(80), info=personal("Worum es geht"))
    """Subject, `reservation:17`, as in the audit log."""
    payload: Mapped[str] = mapped_column(Text, info=personal("Inhalt"))
    """JSON without personal data."""
    is_test: Mapped[bool] = mapped_column(Boolean)
    state: Mapped[str] = mapped_column(String(20))
    attempts: Mapped[int] = mapped_column(Integer)
    """All attempts, including those before a replay."""
    tries: Mapped[int] = mapped_column(Integer)
    """Attempts since it was queued or replayed by staff; the backoff grows with it."""
    next_attempt_at: Mapped[datetime] = mapped_column(UtcDateTime)
    happened_at: Mapped[datetime] = mapped_column(UtcDateTime)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Gemeldet am"))
    delivered_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    problem: Mapped[str | None] = mapped_column(String(40))
    """Code of the last failure."""
    status: Mapped[int | None] = mapped_column(Integer)
    """Last HTTP status of the receiver."""

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
    __privacy__ = About(
        "Zustellungen an angebundene Systeme",
        purpose="Nachweis, was ein angebundenes System erfahren hat: Nummer und Stand, keine Namen.",
        basis=INTEREST,
        rule="deliveries",
        leads=(Lead(Subject.RESERVATION, "subject", is_reference=True),),
        dated_by="created_at",
        nobody="id endpoint_id message_id event is_test state attempts tries next_attempt_at happened_at "
        "delivered_at problem status",
    )


class WebhookAttempt(Base):
    """One attempt: time, duration and result. The response body is not stored."""

    __tablename__ = "webhook_attempts"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    delivery_id: Mapped[int] = mapped_column(BigId, ForeignKey("webhook_deliveries.id", ondelete="CASCADE"))
    number: Mapped[int] = mapped_column(Integer)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    duration_ms: Mapped[int] = mapped_column(Integer)
    status: Mapped[int | None] = mapped_column(Integer)
    problem: Mapped[str | None] = mapped_column(String(40))
    """None: accepted."""

    __table_args__ = (Index(None, "delivery_id"),)
    __privacy__ = about_nobody("id delivery_id number at duration_ms status problem")


class WebhookCursor(Base):
    """Cursor of the fan-out: the last audit log entry turned into events; one row."""

    __tablename__ = "webhook_cursor"
    __privacy__ = about_nobody("id audit_id")

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    audit_id: Mapped[int] = mapped_column(BigInteger)


class MachineToken(Base):
    """A token for API clients to read the results of scheduled reports. Only its SHA-256 is stored."""

    __tablename__ = "machine_tokens"
    __privacy__ = About(
        "Zugangsschlüssel",
        purpose="Andere Programme lesen Berichte.",
        basis=INTEREST,
        rule="remarks",
        dated_by="created_at",
        nobody="id beginning token_hash schedules created_by created_at expires_at last_used_at revoked_at revoked_by",
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    name: Mapped[str] = mapped_column(String(80), info=personal("Name in Worten des Teams", Effect.REDACT))
    """Free text of staff."""
    beginning: Mapped[str] = mapped_column(String(16))
    """The token's prefix, so that people can tell tokens apart."""
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    schedules: Mapped[list[int] | None] = mapped_column(JSON(none_as_null=True))
    """Scope: the schedules whose results it may read; None: all, including later ones."""
    created_by: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    last_used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Written at most once a minute."""
    revoked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    revoked_by: Mapped[str | None] = mapped_column(String(80))
