"""The weekly trial: the newest snapshot is restored beside the installation and checked."""

from services.backup.errors import BackupError, BackupFailed, Damaged, NoSnapshot
from services.backup.leased import note
from services.backup.models import LONGEST_WORDS
from services.backup.repository.repository import open_repository
from services.backup.ship import UNREADABLE, Unreadable
from services.backup.storage import storage_for
from services.backup.verification.verify import Verified, verify
from services.core.clock import Clock
from services.core.db.db import Database
from services.settings import Settings


def try_newest(db: Database, settings: Settings, clock: Clock) -> Verified | None:
    """Restore the newest snapshot to a temporary place, check it and note the result; None where there are no backups.

    Raises BackupFailed if it cannot be restored or is not whole.
    """
    if not settings.backup_url:
        return None
    try:
        return _tried(settings, clock, db)
    except (BackupError, *UNREADABLE) as error:
        fault = error if isinstance(error, BackupError) else Unreadable(f"{type(error).__name__}: {error}")
        words, now = fault.german[:LONGEST_WORDS], clock()
        db.write(lambda session: note(session, verified_at=now, verify_error=words))
        raise BackupFailed(fault) from error


def _tried(settings: Settings, clock: Clock, db: Database) -> Verified:
    repository = open_repository(storage_for(settings.backup_url), settings.backup_key.get_secret_value())
    names = repository.names()
    if not names:
        raise NoSnapshot("There is no snapshot yet.")
    found = verify(settings, repository, repository.read_snapshot(names[-1]), clock)
    if found.faults:
        raise Damaged(found.faults[0])
    now, name = clock(), found.snapshot.name
    db.write(lambda session: note(session, verified_at=now, verified_snapshot=name, verify_error=None))
    return found
