"""Tables of alerts: one rule per kind, and the alerts."""

from datetime import datetime, time

from sqlalchemy import JSON, BigInteger, Boolean, ForeignKey, Index, Integer, String, Time, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime

IS_OPEN = text("closed_at IS NULL")
"""SQL condition. As text, since `ON CONFLICT` matches an index by identical wording."""


class AlertRule(Base):
    """When a kind of alert opens and who is notified. The migration inserts one row per kind."""

    __tablename__ = "alert_rules"

    kind: Mapped[str] = mapped_column(String(40), primary_key=True)
    is_on: Mapped[bool] = mapped_column(Boolean)
    threshold: Mapped[int | None] = mapped_column(BigInteger)
    """In the unit given in `kinds.py`: per cent, minutes, cents or a count; None if nothing is measured."""
    to_admins: Mapped[bool] = mapped_column(Boolean)
    """Whether every account that is an active administrator at the time gets the mail."""
    recipients: Mapped[list[int | str]] = mapped_column(JSON)
    """Other recipients: accounts of colleagues, mailed at their current address, and external addresses as typed."""
    quiet_from: Mapped[time | None] = mapped_column(Time)
    quiet_to: Mapped[time | None] = mapped_column(Time)
    """Times of day in Berlin; an end not after the start is on the next day. Both None: no quiet times."""
    quiet_days: Mapped[list[int]] = mapped_column(JSON)
    """Weekdays on which quiet times begin, 1 Monday … 7 Sunday."""
    version: Mapped[int] = mapped_column(Integer)
    """Incremented by every change; a save with an older version is refused."""
    changed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    changed_by: Mapped[str | None] = mapped_column(String(80))
    checked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When its readings were last checked."""
    excused_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When its reading was last found meaningless: no reservation was possible, so waiting for one does not count."""


class Alert(Base):
    """A problem that needs attention, from opening to closing. At most one open alert per kind and subject."""

    __tablename__ = "alerts"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    kind: Mapped[str] = mapped_column(ForeignKey("alert_rules.kind"))
    subject: Mapped[str] = mapped_column(String(80))
    """Subject, `park:ingolstadt`."""
    headline: Mapped[str] = mapped_column(String(160))
    words: Mapped[str] = mapped_column(String(300))
    value: Mapped[int] = mapped_column(BigInteger)
    """The last reading, in the unit of the threshold."""
    threshold: Mapped[int | None] = mapped_column(BigInteger)
    """The threshold it was last compared with."""
    opened_at: Mapped[datetime] = mapped_column(UtcDateTime)
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime)
    closed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    mailed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When its mails were queued; None during quiet times, or if there are no recipients."""
    noted_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    noted_by: Mapped[str | None] = mapped_column(String(80))

    __table_args__ = (
        Index("uq_alerts_open", "kind", "subject", unique=True, postgresql_where=IS_OPEN, sqlite_where=IS_OPEN),
        Index(None, "closed_at"),
    )
