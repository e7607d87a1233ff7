"""The table of the queue: one row per run of a job, whether its slot was due or a person asked for it."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, CheckConstraint, Index, Integer, String, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime, one_of
from services.core.personal_data import about_nobody

LONGEST_NAME = 80
LONGEST_WORDS = 300


class Trigger(StrEnum):
    """Why a run was started: its slot was due, a slot was caught up, or it was requested by staff."""

    SCHEDULE = "schedule"
    CATCH_UP = "catch_up"
    MANUAL = "manual"


class RunState(StrEnum):
    """State of a run. `queued` waits for an instance; `lost` was started too often without ever finishing."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    LOST = "lost"


OPEN = text("state IN ('queued', 'running')")
"""SQL condition of unfinished runs; worded like their partial index, or a database does not use it."""


class JobRun(Base):
    """One slot of one job. The instance that inserts the row runs it; `owner` and `attempts` decide whose result
    counts.
    """

    __tablename__ = "job_runs"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    job: Mapped[str] = mapped_column(String(LONGEST_NAME))
    scheduled_for: Mapped[datetime] = mapped_column(UtcDateTime)
    """The slot; for a requested run, the time of the request."""
    trigger: Mapped[str] = mapped_column(String(20))
    state: Mapped[str] = mapped_column(String(20))
    attempts: Mapped[int] = mapped_column(Integer)
    owner: Mapped[str | None] = mapped_column(String(80))
    """The instance running it."""
    leased_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Lease expiry: until then no other instance takes it, since it is running or backing off before a retry."""
    missed: Mapped[int] = mapped_column(Integer)
    """Number of slots missed before this one."""
    asked_by: Mapped[str | None] = mapped_column(String(80))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    started_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    result: Mapped[str | None] = mapped_column(String(LONGEST_WORDS))
    error: Mapped[str | None] = mapped_column(String(LONGEST_WORDS))
    """Why the last attempt failed; without personal data."""
    waited_for: Mapped[int | None] = mapped_column(BigInteger)
    """The run of the same job still in progress when this slot, or the first one missed before it, was due."""
    payload: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """What a room asked for, in its own words: asking again with the same payload means the same run. None for slots,
    and for a run of the job as it is.
    """

    __table_args__ = (
        CheckConstraint(one_of("trigger", Trigger), name="trigger"),
        CheckConstraint(one_of("state", RunState), name="state"),
        # An index instead of a constraint, so that a test can drop it to show what it prevents.
        Index("uq_job_runs_slot", "job", "scheduled_for", unique=True),
        Index("ix_job_runs_open", "id", postgresql_where=OPEN, sqlite_where=OPEN),
    )
    __privacy__ = about_nobody(
        "id job scheduled_for trigger state attempts owner leased_until missed asked_by created_at "
        "started_at finished_at result error waited_for payload"
    )
