"""Table of periodic jobs. Their runs are rows of the queue, which lower rooms fill as well."""

from datetime import datetime

from sqlalchemy import Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, UtcDateTime
from services.core.job_queue.models import LONGEST_NAME, LONGEST_WORDS, OPEN, JobRun, RunState, Trigger
from services.core.personal_data import INTEREST, About, Effect, personal

__all__ = ["LONGEST_NAME", "LONGEST_WORDS", "OPEN", "JobRun", "KnownJob", "RunState", "Trigger"]


class KnownJob(Base):
    """A job that some instance has had in its plan."""

    __tablename__ = "jobs"
    __privacy__ = About(
        "Automatische Abläufe",
        purpose="Wann ein Ablauf läuft, und warum er pausiert.",
        basis=INTEREST,
        rule="remarks",
        dated_by="known_since",
        nobody="name known_since seen_at paused_at paused_by failures failed_at last_error",
    )

    name: Mapped[str] = mapped_column(String(LONGEST_NAME), primary_key=True)
    known_since: Mapped[datetime] = mapped_column(UtcDateTime)
    """Slots before this moment are not caught up: the job was first registered, or last resumed."""
    seen_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When an instance last had it in its plan (continuous work: last did it), accurate to half a minute."""
    paused_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    paused_by: Mapped[str | None] = mapped_column(String(80))
    """Actor, as in the audit log."""
    paused_reason: Mapped[str | None] = mapped_column(
        String(LONGEST_WORDS), info=personal("Grund in Worten des Teams", Effect.REDACT)
    )
    failures: Mapped[int] = mapped_column(Integer, server_default="0")
    """Consecutive failures up to now."""
    failed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    last_error: Mapped[str | None] = mapped_column(String(LONGEST_WORDS))
