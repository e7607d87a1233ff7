"""Tables of reports that arrive: schedules and their recipients, the files of their runs, and who was sent them."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, CheckConstraint, ForeignKey, Index, Integer, String, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime, one_of
from services.reports.models import LIVE

KEPT = text("removed_at IS NULL")
"""SQL condition: the file has not been deleted yet."""


class ScheduleState(StrEnum):
    """A paused one is due no more until somebody resumes it."""

    ACTIVE = "active"
    PAUSED = "paused"


class ReportSchedule(Base):
    """A report that arrives again and again: what is computed, when and as what."""

    __tablename__ = "report_schedules"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    report: Mapped[str] = mapped_column(String(40))
    """The name of the definition in `analytics/reports/`."""
    parameters: Mapped[dict[str, Any]] = mapped_column(JSON)
    """By their names in addresses, without the period."""
    period: Mapped[str | None] = mapped_column(String(20))
    """Relative to the slot, see `periods.py`; None for a report that has none."""
    timing: Mapped[dict[str, Any]] = mapped_column(JSON)
    """`kind`, `time`, `weekdays`, `month_day`."""
    zone: Mapped[str] = mapped_column(String(60))
    formats: Mapped[list[str]] = mapped_column(JSON)
    condition: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """Nothing is sent unless it is met."""
    cool_down_hours: Mapped[int] = mapped_column(Integer)
    """Nothing is sent within so many hours of the last time."""
    retention_days: Mapped[int] = mapped_column(Integer)
    """How long results and files are kept."""
    owner_id: Mapped[int] = mapped_column(BigId)
    """The account whose right to see the report is asked for at every run."""
    state: Mapped[str] = mapped_column(String(20))
    due_since: Mapped[datetime] = mapped_column(UtcDateTime)
    """Slots before it are none: it was made, timed otherwise or resumed then."""
    paused_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    paused_by: Mapped[str | None] = mapped_column(String(80))
    paused_reason: Mapped[str | None] = mapped_column(String(300))
    failures: Mapped[int] = mapped_column(Integer)
    """Runs in a row that were not computed or did not reach everybody."""
    last_sent_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    version: Mapped[int] = mapped_column(Integer)
    """Raised by every change; a save that names an older one is refused."""
    created_by: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    changed_at: Mapped[datetime] = mapped_column(UtcDateTime)
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    __table_args__ = (
        CheckConstraint(one_of("state", ScheduleState), name="state"),
        Index("ix_report_schedules_live", "id", postgresql_where=LIVE, sqlite_where=LIVE),
    )


class ReportRecipient(Base):
    """Whom a schedule is sent to: a colleague by account, or an address outside that an admin answers for.

    Addresses are people's; reports and the audit log never name them.
    """

    __tablename__ = "report_recipients"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    schedule_id: Mapped[int] = mapped_column(BigId, ForeignKey("report_schedules.id"))
    place: Mapped[int] = mapped_column(Integer)
    """Where it stands in the list, from 0."""
    account_id: Mapped[int | None] = mapped_column(BigId, ForeignKey("staff_accounts.id"))
    """Of a colleague, whose address is that of the day."""
    address: Mapped[str | None] = mapped_column(String(320))
    """Of somebody outside, as a mail server understands it."""
    entered_by: Mapped[str] = mapped_column(String(80))
    entered_at: Mapped[datetime] = mapped_column(UtcDateTime)
    confirmed_by: Mapped[str | None] = mapped_column(String(80))
    """The admin who last answered for an address outside; entering it is the first time."""
    confirmed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """None outside: nobody has answered for it yet."""

    __table_args__ = (
        CheckConstraint("(account_id IS NULL) <> (address IS NULL)", name="one_of_both"),
        Index("uq_report_recipients_account", "schedule_id", "account_id", unique=True),
        Index("uq_report_recipients_address", "schedule_id", "address", unique=True),
    )


class ReportArtefact(Base):
    """One file of a run, exactly as it was sent."""

    __tablename__ = "report_artefacts"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    run_id: Mapped[int] = mapped_column(BigId)
    form: Mapped[str] = mapped_column(String(20))
    table_name: Mapped[str | None] = mapped_column(String(60))
    """The table that it holds; None where it holds all."""
    name: Mapped[str] = mapped_column(String(200))
    """What people see."""
    path: Mapped[str] = mapped_column(String(200), unique=True)
    """Below the folder of data; the file never changes."""
    bytes: Mapped[int] = mapped_column(BigInteger)
    sha256: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the file was deleted; the row stays."""

    __table_args__ = (
        Index(None, "run_id"),
        Index("ix_report_artefacts_kept", "expires_at", postgresql_where=KEPT, sqlite_where=KEPT),
    )


class ReportDelivery(Base):
    """A recipient of a run. How far it is says the mail of that key; without a mail there was none to send."""

    __tablename__ = "report_deliveries"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    run_id: Mapped[int] = mapped_column(BigId)
    recipient: Mapped[str] = mapped_column(String(320))
    mail_key: Mapped[str] = mapped_column(String(120), unique=True)
    account_id: Mapped[int | None] = mapped_column(BigId)
    """Of a colleague: asked once more when the mail leaves."""
    left_out: Mapped[str | None] = mapped_column(String(120))
    """Why they got nothing, in German."""

    __table_args__ = (Index("uq_report_deliveries_recipient", "run_id", "recipient", unique=True),)
