"""The state of the backups, for health, metrics, and the console."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from services.backup.leased import state_of
from services.backup.models import BackupState
from services.core.clock import CLOCKS_DIFFER, berlin_day
from services.core.german import counted, numeric_day
from services.settings import Settings

LATE_AT_LEAST: Final = timedelta(minutes=2)
PROMISED: Final = timedelta(seconds=60)
"""What may be lost at most."""
_TOLD_FOR: Final = timedelta(days=7)
"""How long repaired damage is still reported: failing storage keeps failing."""
EVERY_SECONDS: Final = 30
"""From the start of one snapshot to the next: half of what may be lost."""
_PAUSE_PER_SECOND: Final = 10
"""Taking snapshots may cost a tenth of the time."""


@dataclass(frozen=True, slots=True)
class BackupStatus:
    """`taken_at`: what was committed before it is safe."""

    is_configured: bool
    taken_at: datetime | None = None
    age: timedelta | None = None
    seconds: float | None = None
    """How long the last snapshot took."""
    failures: int = 0
    """Attempts that failed since the last success."""
    error: str | None = None
    """German."""
    verified_at: datetime | None = None
    verify_error: str | None = None
    """German: the last snapshot that was restored to try it was not whole."""
    damage: str | None = None
    """German: what was damaged at the target of late, or still is."""

    @property
    def pause(self) -> timedelta:
        """How long after the start of one the next one begins."""
        return pause_after(self.seconds)

    @property
    def is_late(self) -> bool:
        """Whether more would be lost now than there should be, or the last trial failed."""
        if self.age is None:
            return self.failures > 0
        is_ahead = self.age < -CLOCKS_DIFFER  # of a clock that was set back since: its age tells nothing
        is_old = self.failures > 0 if is_ahead else self.age > max(LATE_AT_LEAST, 2 * self.pause)
        return is_old or self.verify_error is not None

    @property
    def is_slow(self) -> bool:
        """Whether snapshots take so long that more than promised may be lost."""
        return self.pause + timedelta(seconds=self.seconds or 0) > PROMISED


def backup_status(session: Session, settings: Settings, now: datetime) -> BackupStatus:
    """The status at this moment, from one row; reads nothing at the target."""
    if not settings.backup_url:
        return BackupStatus(is_configured=False)
    state = state_of(session) or BackupState(failures=0)
    parts = []
    if state.damaged_at is not None and state.damaged_blocks and now - state.damaged_at < _TOLD_FOR:
        were = counted(state.damaged_blocks, "Block war", "Blöcke waren")
        parts.append(
            f"Am {numeric_day(berlin_day(state.damaged_at))} {were} am Ziel beschädigt oder nicht mehr da; was die "
            "nächste Sicherung davon brauchte, hat sie neu geschrieben."
        )
    if state.damaged_snapshots:
        cannot = counted(state.damaged_snapshots, "ältere Sicherung lässt", "ältere Sicherungen lassen")
        parts.append(f"{cannot} sich nicht wiederherstellen; „voltigo backup list“ nennt sie.")
    damage = " ".join(parts) or None
    return BackupStatus(
        is_configured=True,
        taken_at=state.taken_at,
        age=now - state.taken_at if state.taken_at else None,
        seconds=state.seconds,
        failures=state.failures,
        error=state.error,
        verified_at=state.verified_at,
        verify_error=state.verify_error,
        damage=damage,
    )


def pause_after(seconds: float | None) -> timedelta:
    """From the start of a snapshot to that of the next one, when the last one took `seconds`."""
    return timedelta(seconds=max(EVERY_SECONDS, _PAUSE_PER_SECOND * (seconds or 0)))
