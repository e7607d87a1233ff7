"""Tables of data protection: erasures, and reports of the nightly job."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, Boolean, Date, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime
from services.core.personal_data import LEGAL_DUTY, About, Effect, Lead, Subject, about_nobody, personal

UNFINISHED = text("finished_at IS NULL")
"""SQL condition: files and free pages may still hold what was erased. As text, since a database uses an index of few
rows only where it reads the same words."""


class Erasure(Base):
    """The erasure of a person, by the id of its reservation. Contains nothing personal."""

    __tablename__ = "erasures"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reservation_id: Mapped[int] = mapped_column(BigId)
    at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Gelöscht am", Effect.STATISTIC))
    actor: Mapped[str] = mapped_column(String(80), info=personal("Auf wessen Veranlassung", Effect.STATISTIC))
    """As in the audit log: `household`, `staff:<id>`, or `system` for the nightly job."""
    rows: Mapped[dict[str, Any]] = mapped_column(JSON, info=personal("Zahl der Zeilen", Effect.STATISTIC))
    """How many rows were deleted or changed, by table."""
    kept_until: Mapped[date | None] = mapped_column(Date, info=personal("Rest aufbewahrt bis", Effect.STATISTIC))
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
    __privacy__ = About(
        "Löschungen",
        purpose="Nachweis, dass und wann gelöscht wurde.",
        basis=LEGAL_DUTY,
        rule="audit",
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="at",
        nobody="id reservation_id is_whole files files_from needs_store finished_at",
    )


class RetentionRun(Base):
    """The report of one run of the nightly job."""

    __tablename__ = "retention_runs"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    started_at: Mapped[datetime] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """None: it was interrupted; the next run does the rest."""
    rows: Mapped[dict[str, Any]] = mapped_column(JSON)
    """By rule, then by table: how many rows were deleted or changed."""

    __table_args__ = (Index(None, "started_at"),)
    __privacy__ = about_nobody("id started_at finished_at rows")
