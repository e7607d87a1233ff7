"""Tables of alerts on figures: what each colleague watches, and what was found."""

from datetime import date, datetime, time

from sqlalchemy import JSON, BigInteger, Boolean, CheckConstraint, Date, ForeignKey, Index, Integer, String, Time, text
from sqlalchemy.orm import Mapped, mapped_column

from services.alerts.figures.judging.conditions import Kind
from services.core.db.db import Base, BigId, UtcDateTime, one_of

IS_OPEN = text("closed_at IS NULL")
LIVE = text("removed_at IS NULL")
"""SQL conditions, as text for `ON CONFLICT` and partial indexes."""


class FigureAlert(Base):
    """What one colleague watches: a figure, of which origin or park, and when to tell."""

    __tablename__ = "figure_alerts"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    owner_id: Mapped[int] = mapped_column(BigId, ForeignKey("staff_accounts.id"))
    """Who is told. The alert rests while this account is disabled or its role may not see the figure."""
    figure: Mapped[str] = mapped_column(String(40))
    """A name of `catalogue.py`."""
    scope: Mapped[str] = mapped_column(String(20))
    scope_value: Mapped[str | None] = mapped_column(String(100))
    """Which campaign (its id), source, channel group or park; None: all of them."""
    kind: Mapped[str] = mapped_column(String(20))
    threshold: Mapped[int | None] = mapped_column(BigInteger)
    """In the figure's unit."""
    days: Mapped[int] = mapped_column(Integer)
    direction: Mapped[str] = mapped_column(String(10))
    false_alarms: Mapped[int] = mapped_column(Integer)
    """How many a year are accepted where a band decides."""
    by_mail: Mapped[bool] = mapped_column(Boolean)
    quiet_from: Mapped[time | None] = mapped_column(Time)
    quiet_to: Mapped[time | None] = mapped_column(Time)
    quiet_days: Mapped[list[int]] = mapped_column(JSON)
    """As of an alert rule: times of day in Berlin, and weekdays on which quiet times begin."""
    paused_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    judged_day: Mapped[date | None] = mapped_column(Date)
    """The last whole day that was judged; None: not yet, or changed since."""
    judged_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    state: Mapped[str | None] = mapped_column(String(20))
    """What that day said: met, clear, unknown; `gone` where the campaign or park does not exist any more."""
    value: Mapped[int | None] = mapped_column(BigInteger)
    version: Mapped[int] = mapped_column(Integer)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    changed_at: Mapped[datetime] = mapped_column(UtcDateTime)
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    __table_args__ = (
        CheckConstraint(one_of("kind", Kind), name="kind"),
        Index("ix_figure_alerts_owner", "owner_id", postgresql_where=LIVE, sqlite_where=LIVE),
    )


class FigureAlertOpening(Base):
    """One time that an alert was open. At most one of an alert is at a time."""

    __tablename__ = "figure_alert_openings"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    alert_id: Mapped[int] = mapped_column(BigId, ForeignKey("figure_alerts.id"))
    headline: Mapped[str] = mapped_column(String(200))
    words: Mapped[str] = mapped_column(String(500))
    """German, as found on the day it opened."""
    day: Mapped[date] = mapped_column(Date)
    """The last day of what opened it: of contracts the last one that was old enough."""
    over_day: Mapped[date | None] = mapped_column(Date)
    opened_at: Mapped[datetime] = mapped_column(UtcDateTime)
    closed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    mailed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When its mail was queued; None in quiet times, or without a mail."""
    over_mailed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    __table_args__ = (
        Index("uq_figure_alert_openings", "alert_id", unique=True, postgresql_where=IS_OPEN, sqlite_where=IS_OPEN),
        Index(None, "closed_at"),
    )
