"""What is known of periodic work: the jobs by name, and one row for each slot that somebody took."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import BigInteger, CheckConstraint, Index, Integer, String, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime

LONGEST_NAME = 80
LONGEST_WORDS = 300


class Trigger(StrEnum):
    """Why a run came about: its slot was due, a slot was caught up later, or somebody asked for it."""

    SCHEDULE = "schedule"
    CATCH_UP = "catch_up"
    MANUAL = "manual"


class RunState(StrEnum):
    """Where a run stands. `queued` waits for an instance; `lost` was begun too often without ever ending."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    LOST = "lost"


OPEN = text("state IN ('queued', 'running')")
"""SQL condition of runs that are not over; in these words, or a database does not use their index."""


class KnownJob(Base):
    """A job that some instance has had in its plan."""

    __tablename__ = "jobs"

    name: Mapped[str] = mapped_column(String(LONGEST_NAME), primary_key=True)
    known_since: Mapped[datetime] = mapped_column(UtcDateTime)
    """Slots before this moment are nobody's debt: when the job was first known, or last resumed."""
    seen_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When an instance last had it in its plan (continuous work: last did it), to half a minute."""
    paused_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    paused_by: Mapped[str | None] = mapped_column(String(80))
    """As the audit log names actors."""
    paused_reason: Mapped[str | None] = mapped_column(String(LONGEST_WORDS))
    failures: Mapped[int] = mapped_column(Integer, server_default="0")
    """In a row, up to now."""
    failed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    last_error: Mapped[str | None] = mapped_column(String(LONGEST_WORDS))


class JobRun(Base):
    """One slot of one job. Whoever inserts the row runs it; `owner` and `attempts` say whose result counts."""

    __tablename__ = "job_runs"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    job: Mapped[str] = mapped_column(String(LONGEST_NAME))
    scheduled_for: Mapped[datetime] = mapped_column(UtcDateTime)
    """The slot; of a run that was asked for, the moment of asking."""
    trigger: Mapped[str] = mapped_column(String(20))
    state: Mapped[str] = mapped_column(String(20))
    attempts: Mapped[int] = mapped_column(Integer)
    owner: Mapped[str | None] = mapped_column(String(80))
    """The instance that runs it."""
    lease_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Until then nobody else takes it: it is being run, or waits before its next attempt."""
    missed: Mapped[int] = mapped_column(Integer)
    """So many slots before this one nobody ran."""
    asked_by: Mapped[str | None] = mapped_column(String(80))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    started_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    result: Mapped[str | None] = mapped_column(String(LONGEST_WORDS))
    error: Mapped[str | None] = mapped_column(String(LONGEST_WORDS))
    """Why the last attempt failed; free of personal data."""
    waited_for: Mapped[int | None] = mapped_column(BigInteger)
    """The run of the same job that was not over when this slot, or the first one missed before it, was due."""

    __table_args__ = (
        CheckConstraint(f"trigger IN ({', '.join(repr(t.value) for t in Trigger)})", name="trigger"),
        CheckConstraint(f"state IN ({', '.join(repr(s.value) for s in RunState)})", name="state"),
        # An index and no constraint, so that a test can take it away and see what it is good for.
        Index("uq_job_runs_slot", "job", "scheduled_for", unique=True),
        Index("ix_job_runs_open", "id", postgresql_where=OPEN, sqlite_where=OPEN),
    )
