"""Table of actions on lines of work. The lines themselves are computed and never stored."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Date, ForeignKey, Index, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import NEVER_REUSED, Base, BigId, UtcDateTime
from services.core.personal_data import about_nobody

LONGEST_SUBJECT = 40
LONGEST_CAUSE = 60


class WorkItem(Base):
    """Assignee, snooze and completion of a line, for one cause."""

    __tablename__ = "work_items"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    kind: Mapped[str] = mapped_column(String(30))
    subject_id: Mapped[str] = mapped_column(String(LONGEST_SUBJECT))
    """The key of a reservation, a message, a mail, a park, as its source writes it."""
    cause: Mapped[str] = mapped_column(String(LONGEST_CAUSE))
    """Why the line exists, for example the day of a follow-up. Another cause makes a new line."""
    assignee_id: Mapped[int | None] = mapped_column(ForeignKey("staff_accounts.id"))
    snoozed_until: Mapped[date | None] = mapped_column(Date)
    """The day, in Berlin, on which the line reappears."""
    done_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    done_by: Mapped[int | None] = mapped_column(ForeignKey("staff_accounts.id"))
    operation_id: Mapped[int | None] = mapped_column(BigInteger)
    """The operation on a reservation that ended the line; undoing it reopens the line."""
    escalated_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When it was escalated to the administrators, once per cause."""
    before: Mapped[dict[str, Any]] = mapped_column(JSON)
    """What the last change replaced, for an undo; empty if there is nothing to undo."""
    version: Mapped[int] = mapped_column(Integer)
    """Incremented by every change; one based on an older version is refused."""
    changed_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (UniqueConstraint("kind", "subject_id"), Index(None, "done_at"), NEVER_REUSED)
    __privacy__ = about_nobody(
        "id kind subject_id cause assignee_id snoozed_until done_at done_by operation_id escalated_at "
        "before version changed_at"
    )
