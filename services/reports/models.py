"""Tables of reports: saved segments, and the runs that were kept."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, Boolean, CheckConstraint, Index, Integer, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime, one_of

LIVE = text("removed_at IS NULL")
"""SQL condition: nobody has removed the segment, or the run."""
UNSETTLED = text("schedule_id IS NOT NULL AND settled_at IS NULL")
"""SQL condition: a run of a schedule to which something is still to happen."""
UNDELIVERED = text("state = 'delivery_failed'")
"""SQL condition: somebody did not get it. In these words, or a database does not use its index."""


class RunTrigger(StrEnum):
    """What a run was started by."""

    FROZEN = "frozen"
    """Somebody wanted to keep what they saw."""
    SCHEDULED = "scheduled"


class RunState(StrEnum):
    """How far a run is. Generated is not delivered: a run that nobody is to be sent stays `generated`."""

    RUNNING = "running"
    GENERATED = "generated"
    DELIVERED = "delivered"
    FAILED = "failed"
    DELIVERY_FAILED = "delivery_failed"


class ReportSegment(Base):
    """Filters of reports under a name, for everybody who reads reports."""

    __tablename__ = "report_segments"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    name_key: Mapped[str] = mapped_column(String(240))
    """The name without regard to case, by which no two live segments are the same."""
    filters: Mapped[dict[str, list[str]]] = mapped_column(JSON)
    """`{"only_utm_source": ["google", ""]}`: canonical values, empty text for "none given"."""
    version: Mapped[int] = mapped_column(Integer)
    """Raised by every change; a save that names an older one is refused."""
    created_by: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    changed_at: Mapped[datetime] = mapped_column(UtcDateTime)
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    __table_args__ = (
        Index("uq_report_segments_live", "name_key", unique=True, postgresql_where=LIVE, sqlite_where=LIVE),
    )


class ReportRun(Base):
    """One run of a report whose result is kept: with which parameters, as of when, by which SQL, and what came out.

    There is no personal data in parameters and results. `label` and `removal_reason` are free text of staff.
    """

    __tablename__ = "report_runs"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    report: Mapped[str] = mapped_column(String(40))
    """The name of the definition in `analytics/reports/`."""
    parameters: Mapped[dict[str, Any]] = mapped_column(JSON)
    """As they were resolved, by their names in HTTP: days are absolute, nothing is left to a default."""
    trigger: Mapped[str] = mapped_column(String(20))
    state: Mapped[str] = mapped_column(String(20))
    label: Mapped[str] = mapped_column(String(120))
    created_by: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    started_at: Mapped[datetime] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    stand: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """As of when, on how many rows, and how far every source was that a later change is looked for in."""
    sql_version: Mapped[str | None] = mapped_column(String(64))
    """SHA-256 over `sql_parts`."""
    sql_parts: Mapped[dict[str, str] | None] = mapped_column(JSON)
    """SHA-256 of each definition, model and macro file that the run rested on, by name."""
    result_path: Mapped[str | None] = mapped_column(String(200))
    """Below the folder of data; the file never changes."""
    bytes: Mapped[int | None] = mapped_column(BigInteger)
    sha256: Mapped[str | None] = mapped_column(String(64))
    rows: Mapped[int | None] = mapped_column(BigInteger)
    """Of all tables of the result."""
    expires_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """None: kept until somebody removes it."""
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    removed_by: Mapped[str | None] = mapped_column(String(80))
    removal_reason: Mapped[str] = mapped_column(String(500), server_default=text("''"))
    schedule_id: Mapped[int | None] = mapped_column(BigId)
    """The schedule it was carried out for. Those that are kept have none; a test run has one, and no slot."""
    scheduled_for: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Its slot; of one that somebody asked for the moment of asking."""
    is_test: Mapped[bool] = mapped_column(Boolean, server_default=text("false"))
    """Goes to whoever asked for it and to nobody else."""
    attempts: Mapped[int] = mapped_column(Integer, server_default=text("1"))
    """Raised by whoever takes it over; whoever has an older number writes nothing any more."""
    leased_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """While it is running: when somebody else may take it over."""
    error: Mapped[str | None] = mapped_column(String(300))
    """Why it failed, in German."""
    note: Mapped[str | None] = mapped_column(String(300))
    """What there is to say beside its state, in German: that it came late, or why nobody was sent it."""
    settled_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Since when nothing more will happen to it of itself. Of runs of schedules only."""

    __table_args__ = (
        UniqueConstraint("result_path"),
        CheckConstraint(one_of("trigger", RunTrigger), name="trigger"),
        CheckConstraint(one_of("state", RunState), name="state"),
        Index("ix_report_runs_live", "report", "id", postgresql_where=LIVE, sqlite_where=LIVE),
        Index("uq_report_runs_slot", "schedule_id", "scheduled_for", unique=True),
        Index("ix_report_runs_undelivered", "settled_at", postgresql_where=UNDELIVERED, sqlite_where=UNDELIVERED),
        Index("ix_report_runs_unsettled", "id", postgresql_where=UNSETTLED, sqlite_where=UNSETTLED),
    )
