"""What the jobs of backups run. What reads, encrypts and restores is loaded by the first run that has a target: it
would be a twelfth of the memory of an idle server, for installations without backups too.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final

from services.core.clock import Clock
from services.core.db.db import Database
from services.settings import Settings

if TYPE_CHECKING:
    from services.backup.ship import BackupShipping
    from services.backup.verify import Verified

TRIAL: Final = "try-backup"


def shipping(db: Database, settings: Settings, clock: Clock) -> Callable[[], int]:
    """The job that takes a snapshot if one is due; it returns how many were taken. See `BackupShipping.ship_due`."""

    @cache
    def ships() -> "BackupShipping":
        from services.backup.ship import BackupShipping

        return BackupShipping(db, settings, clock)

    return lambda: ships().ship_due() if settings.backup_url else 0


def trial(db: Database, settings: Settings, clock: Clock) -> Callable[[], "Verified | None"]:
    """The job that restores the newest snapshot outside the installation. See `verify.try_newest`."""

    def try_newest() -> "Verified | None":
        if not settings.backup_url:
            return None
        from services.backup import verify

        return verify.try_newest(db, settings, clock)

    return try_newest
