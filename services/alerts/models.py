"""Tables of the alerts: one rule a kind, and what they found."""

from datetime import datetime, time
from typing import Any

from sqlalchemy import JSON, BigInteger, Boolean, ForeignKey, Index, Integer, String, Time, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime

IS_OPEN = text("closed_at IS NULL")
"""SQL condition. As text, since `ON CONFLICT` finds an index by the same words."""


class AlertRule(Base):
    """When a kind of alert is raised and who is told. The migration writes one row for each kind."""

    __tablename__ = "alert_rules"

    kind: Mapped[str] = mapped_column(String(40), primary_key=True)
    is_on: Mapped[bool] = mapped_column(Boolean)
    threshold: Mapped[int | None] = mapped_column(BigInteger)
    """Per cent, minutes, cents or a number, as `kinds.py` says; None where there is nothing to measure."""
    to_admins: Mapped[bool] = mapped_column(Boolean)
    """Whether every active account of the administration gets the mail, whoever that is at the time."""
    recipients: Mapped[list[int | str]] = mapped_column(JSON)
    """Whom else: accounts of colleagues, whose address is that of the day, and addresses outside as typed."""
    quiet_from: Mapped[time | None] = mapped_column(Time)
    quiet_to: Mapped[time | None] = mapped_column(Time)
    """Times of day in Berlin; not later than the beginning: on the next day. Both None: no quiet times."""
    quiet_days: Mapped[list[int]] = mapped_column(JSON)
    """Days of the week on which quiet times begin, 1 Monday … 7 Sunday."""
    version: Mapped[int] = mapped_column(Integer)
    """Raised by every change; a save that names an older one is refused."""
    changed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    changed_by: Mapped[str | None] = mapped_column(String(80))
    checked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When its figures were last looked at."""
    excused_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When it was last found that its figure means nothing now: waiting for reservations nobody could make."""


class Alert(Base):
    """Something that wants attention, from its opening to its end. One open alert for each kind and subject."""

    __tablename__ = "alerts"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    kind: Mapped[str] = mapped_column(ForeignKey("alert_rules.kind"))
    subject: Mapped[str] = mapped_column(String(80))
    """What it is about, `park:ingolstadt`."""
    headline: Mapped[str] = mapped_column(String(160))
    words: Mapped[str] = mapped_column(String(300))
    value: Mapped[int] = mapped_column(BigInteger)
    """The figure when last seen, in the unit of the threshold."""
    threshold: Mapped[int | None] = mapped_column(BigInteger)
    """The threshold it was last held against."""
    opened_at: Mapped[datetime] = mapped_column(UtcDateTime)
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime)
    closed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    mailed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When its mails were ordered; None while quiet times last or nobody is to be told."""
    noted_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    noted_by: Mapped[str | None] = mapped_column(String(80))

    __table_args__ = (
        Index("uq_alerts_open", "kind", "subject", unique=True, postgresql_where=IS_OPEN, sqlite_where=IS_OPEN),
        Index(None, "closed_at"),
    )


def rule_values(rule: AlertRule) -> dict[str, Any]:
    """What of a rule people choose, by column."""
    chosen = ("is_on", "threshold", "to_admins", "recipients", "quiet_from", "quiet_to", "quiet_days")
    return {name: getattr(rule, name) for name in chosen}
