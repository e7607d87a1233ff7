"""How the backups of this installation stand, for health, metrics, and the console."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from services.backup.leased import state_of
from services.settings import Settings

LATE_AT_LEAST: Final = timedelta(minutes=2)
PROMISED: Final = timedelta(seconds=60)
"""What may be lost at most."""
_PAUSE_PER_SECOND: Final = 10
"""Taking snapshots may cost a tenth of the time."""


@dataclass(frozen=True, slots=True)
class BackupStatus:
    """`taken_at`: what was committed before it is safe. `age` and `pause` are None without backups."""

    is_configured: bool
    snapshot: str | None = None
    taken_at: datetime | None = None
    age: timedelta | None = None
    seconds: float | None = None
    """How long the last snapshot took."""
    pause: timedelta | None = None
    """How long after the start of one the next one begins."""
    failures: int = 0
    """Attempts that failed since the last success."""
    failed_at: datetime | None = None
    error: str | None = None
    """German."""
    verified_at: datetime | None = None
    verify_error: str | None = None
    """German: the last snapshot that was restored to try it was not whole."""

    @property
    def is_late(self) -> bool:
        """Whether more would be lost now than there should be, or the last trial failed."""
        if not self.is_configured:
            return False
        if self.age is None or self.pause is None:
            return self.failures > 0
        return self.age > max(LATE_AT_LEAST, 2 * self.pause) or self.verify_error is not None

    @property
    def is_slow(self) -> bool:
        """Whether snapshots take so long that more than promised may be lost."""
        return self.pause is not None and self.pause + timedelta(seconds=self.seconds or 0) > PROMISED


def backup_status(session: Session, settings: Settings, now: datetime) -> BackupStatus:
    """The status at this moment, from one row; reads nothing at the target."""
    if not settings.backup_url:
        return BackupStatus(is_configured=False)
    state = state_of(session)
    if state is None:
        return BackupStatus(is_configured=True)
    return BackupStatus(
        is_configured=True,
        snapshot=state.snapshot,
        taken_at=state.taken_at,
        age=now - state.taken_at if state.taken_at else None,
        seconds=state.seconds,
        pause=pause_after(settings, state.seconds),
        failures=state.failures,
        failed_at=state.failed_at,
        error=state.error,
        verified_at=state.verified_at,
        verify_error=state.verify_error,
    )


def pause_after(settings: Settings, seconds: float | None) -> timedelta:
    """From the start of a snapshot to that of the next one, when the last one took `seconds`."""
    return timedelta(seconds=max(settings.backup_every_seconds, _PAUSE_PER_SECOND * (seconds or 0)))
