"""Tables of scheduled reports: schedules, recipients, files of runs, and deliveries."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, CheckConstraint, ForeignKey, Index, Integer, String, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime, one_of
from services.core.personal_data import CONSENT, INTEREST, About, Effect, about_nobody, personal
from services.reports.models import LIVE

KEPT = text("removed_at IS NULL")
"""SQL condition: the file has not been deleted yet."""


class ScheduleState(StrEnum):
    """A paused schedule has no slots until it is resumed."""

    ACTIVE = "active"
    PAUSED = "paused"


class ReportSchedule(Base):
    """A report sent regularly: what is computed, when, and in which formats."""

    __tablename__ = "report_schedules"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    name: Mapped[str] = mapped_column(String(80), info=personal("Name des Plans", Effect.REDACT))
    report: Mapped[str] = mapped_column(String(40))
    """The name of the definition in `analytics/reports/`."""
    parameters: Mapped[dict[str, Any]] = mapped_column(
        JSON, info=personal("Werte, mit denen gerechnet wird", Effect.REDACT)
    )
    """By their names in query strings, without the period."""
    period: Mapped[str | None] = mapped_column(String(20))
    """Relative to the slot, see `timing.py`; None for a report without a period."""
    timing: Mapped[dict[str, Any]] = mapped_column(JSON)
    """`kind`, `time`, `weekdays`, `month_day`; `month` of quarterly and yearly ones."""
    zone: Mapped[str] = mapped_column(String(60))
    formats: Mapped[list[str]] = mapped_column(JSON)
    retention_days: Mapped[int] = mapped_column(Integer)
    """How long results and files are kept."""
    owner_id: Mapped[int] = mapped_column(BigId)
    """The account whose permission to see the report is checked at every run."""
    state: Mapped[str] = mapped_column(String(20))
    due_since: Mapped[datetime] = mapped_column(UtcDateTime)
    """When the schedule was created, retimed or resumed; earlier slots do not count."""
    paused_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    paused_by: Mapped[str | None] = mapped_column(String(80))
    paused_reason: Mapped[str | None] = mapped_column(String(300), info=personal("Grund der Pause", Effect.REDACT))
    failures: Mapped[int] = mapped_column(Integer)
    """Consecutive runs that were not computed or did not reach every recipient."""
    last_sent_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Only older servers write it, and nobody reads it: it can go once none of them is left."""
    version: Mapped[int] = mapped_column(Integer)
    """Incremented by every change; a save with an older version is refused."""
    created_by: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    changed_at: Mapped[datetime] = mapped_column(UtcDateTime)
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    least_rows: Mapped[int] = mapped_column(Integer, server_default=text("1"))
    """With fewer rows that have a figure, the mail has a sentence instead of tables."""

    __table_args__ = (
        CheckConstraint(one_of("state", ScheduleState), name="state"),
        Index("ix_report_schedules_live", "id", postgresql_where=LIVE, sqlite_where=LIVE),
    )
    __privacy__ = About(
        "Geplante Berichte",
        purpose="Berichte kommen von selbst.",
        basis=INTEREST,
        rule="remarks",
        dated_by="created_at",
        nobody="id report period timing zone formats retention_days owner_id state due_since paused_at paused_by "
        "failures last_sent_at version created_by created_at changed_at removed_at least_rows",
    )


class ReportRecipient(Base):
    """A recipient of a schedule: a colleague by account, or an external address confirmed by an admin.

    Addresses are personal data; reports and the audit log never contain them.
    """

    __tablename__ = "report_recipients"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    schedule_id: Mapped[int] = mapped_column(BigId, ForeignKey("report_schedules.id"))
    place: Mapped[int] = mapped_column(Integer)
    """Position in the list, from 0."""
    account_id: Mapped[int | None] = mapped_column(BigId, ForeignKey("staff_accounts.id"))
    """Set for a colleague; mails go to the account's current address."""
    address: Mapped[str | None] = mapped_column(
        String(320), info=personal("Adresse außerhalb des Teams", Effect.LEGAL_HOLD)
    )
    """Set for an external recipient, in the form mail servers use."""
    entered_by: Mapped[str] = mapped_column(String(80))
    entered_at: Mapped[datetime] = mapped_column(UtcDateTime)
    confirmed_by: Mapped[str | None] = mapped_column(String(80))
    """The admin who last confirmed an external address; entering it counts as the first confirmation."""
    confirmed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """None for an external address: not confirmed yet."""

    __table_args__ = (
        CheckConstraint("(account_id IS NULL) <> (address IS NULL)", name="one_of_both"),
        Index("uq_report_recipients_account", "schedule_id", "account_id", unique=True),
        Index("uq_report_recipients_address", "schedule_id", "address", unique=True),
    )
    __privacy__ = About(
        "Empfänger von Berichten",
        purpose="Wem ein Bericht geschickt wird.",
        basis=CONSENT,
        rule="staff",
        dated_by="entered_at",
        nobody="id schedule_id place account_id entered_by entered_at confirmed_by confirmed_at",
    )


class ReportArtefact(Base):
    """One file of a run, byte for byte as sent."""

    __tablename__ = "report_artefacts"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    run_id: Mapped[int] = mapped_column(BigId)
    form: Mapped[str] = mapped_column(String(20))
    table_name: Mapped[str | None] = mapped_column(String(60))
    """The table it holds; None if it holds all of them. Only older servers read it."""
    name: Mapped[str] = mapped_column(String(200))
    """File name shown to people."""
    path: Mapped[str] = mapped_column(String(200), unique=True)
    """Relative to the data folder; the file never changes."""
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
    __privacy__ = about_nobody("id run_id form table_name name path bytes sha256 created_at expires_at removed_at")


class ReportDelivery(Base):
    """A recipient of a run. The mail with its key holds the delivery state; without a mail there was none to send."""

    __tablename__ = "report_deliveries"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    run_id: Mapped[int] = mapped_column(BigId)
    recipient: Mapped[str] = mapped_column(String(320), info=personal("Adresse", Effect.LEGAL_HOLD))
    mail_key: Mapped[str] = mapped_column(String(120), unique=True)
    account_id: Mapped[int | None] = mapped_column(BigId)
    """Set for a colleague; eligibility is checked again when the mail is sent."""
    left_out: Mapped[str | None] = mapped_column(String(120))
    """Why nothing was sent to them, in German."""

    __table_args__ = (Index("uq_report_deliveries_recipient", "run_id", "recipient", unique=True),)
    __privacy__ = About(
        "Zustellung von Berichten",
        purpose="Nachweis, wer einen Bericht bekommen hat.",
        basis=INTEREST,
        rule="staff",
        nobody="id run_id mail_key account_id left_out",
    )
