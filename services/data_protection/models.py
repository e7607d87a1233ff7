"""Tables of data protection: erasures, and what each run of the nightly job has done."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, Boolean, Date, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime

UNFINISHED = text("finished_at IS NULL")
"""SQL condition: files and free pages may still hold what was erased. As text, since a database uses an index of few
rows only where it reads the same words."""


class Erasure(Base):
    """A person that was erased, by the number of its reservation. Nothing in it leads to the person."""

    __tablename__ = "erasures"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reservation_id: Mapped[int] = mapped_column(BigId)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    actor: Mapped[str] = mapped_column(String(80))
    """As in the audit log: `household`, `staff:<id>`, or `system` for the nightly job."""
    rows: Mapped[dict[str, Any]] = mapped_column(JSON)
    """How many rows were deleted or changed, by table."""
    kept_until: Mapped[date | None] = mapped_column(Date)
    """The last day of the longest legal hold; None: nothing is kept, or the contract is not over."""
    is_whole: Mapped[bool] = mapped_column(Boolean)
    """False: a contract keeps the rest; the nightly job erases it when its time is over."""
    files: Mapped[list[str]] = mapped_column(JSON)
    """Message ids of the mails whose files have to go."""
    files_from: Mapped[datetime] = mapped_column(UtcDateTime)
    """From when the files can be removed for good: a sender may have held a mail at that moment."""
    needs_store: Mapped[bool] = mapped_column(Boolean)
    """Whether values of visits or touches named the person, so that the analytical store is built again."""
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    __table_args__ = (
        Index(None, "reservation_id"),
        Index("ix_erasures_unfinished", "id", postgresql_where=UNFINISHED, sqlite_where=UNFINISHED),
    )


class RetentionRun(Base):
    """What one run of the nightly job has deleted."""

    __tablename__ = "retention_runs"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    started_at: Mapped[datetime] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """None: it was interrupted; the next run does the rest."""
    rows: Mapped[dict[str, Any]] = mapped_column(JSON)
    """By rule, then by table: how many rows were deleted or changed."""

    __table_args__ = (Index(None, "started_at"),)
