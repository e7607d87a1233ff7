"""Table of the backups: what the shipping of this installation has done."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Float, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, UtcDateTime
from services.core.personal_data import about_nobody

LONGEST_WORDS = 300


class BackupState(Base):
    """A single row. Its lease decides which process makes backups; snapshots themselves are listed at the target."""

    __tablename__ = "backup_state"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    lease_owner: Mapped[str | None] = mapped_column(String(80))
    leased_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    started_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the last attempt began, successful or not."""
    snapshot: Mapped[str | None] = mapped_column(String(60))
    """The newest snapshot."""
    taken_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Its moment: what was committed before it is safe."""
    seconds: Mapped[float | None] = mapped_column(Float)
    """How long it took."""
    failures: Mapped[int] = mapped_column(Integer)
    """Attempts that have failed since."""
    failed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    error: Mapped[str | None] = mapped_column(String(LONGEST_WORDS))
    """German, of the last failure; empty after a success."""
    pruned_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    verified_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When a snapshot was last restored to try it."""
    verified_snapshot: Mapped[str | None] = mapped_column(String(60))
    verify_error: Mapped[str | None] = mapped_column(String(LONGEST_WORDS))
    """German: what was wrong with it; empty if nothing was."""
    damaged_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When blocks were last found missing or damaged at the target."""
    damaged_blocks: Mapped[int | None] = mapped_column(Integer)
    """How many they were; the snapshot of that moment wrote again those that it needs."""
    damaged_snapshots: Mapped[int | None] = mapped_column(Integer)
    """Kept snapshots that still cannot be restored."""

    __table_args__ = (CheckConstraint("id = 1", name="one_row"),)
    __privacy__ = about_nobody(
        "id lease_owner leased_until started_at snapshot taken_at seconds failures failed_at error "
        "pruned_at verified_at verified_snapshot verify_error damaged_at damaged_blocks damaged_snapshots"
    )
