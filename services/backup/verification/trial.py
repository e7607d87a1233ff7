"""The weekly trial: the newest snapshot is restored beside the installation and checked."""

from services.backup.errors import BackupError, BackupFailed, Damaged, NoSnapshot, NotWhole
from services.backup.leased import note
from services.backup.models import LONGEST_WORDS
from services.backup.repository.repository import open_repository
from services.backup.ship import UNREADABLE, BackupShipping, Unreadable
from services.backup.storage import storage_for
from services.backup.verification.verify import Verified, verify
from services.core.clock import Clock
from services.core.db.db import Database
from services.settings import Settings


def try_newest(db: Database, settings: Settings, clock: Clock) -> Verified | None:
    """Restore the newest snapshot to a temporary place, check it and note the result; None where there are no backups.
    If it is damaged, a new one that writes what is missing takes its place, and is tried.

    Raises BackupFailed if it cannot be restored or is not whole.
    """
    if not settings.backup_url:
        return None
    try:
        try:
            return _tried(settings, clock, db)
        except Damaged:
            BackupShipping(db, settings, clock).ship_now()
            return _tried(settings, clock, db)
    except (BackupError, *UNREADABLE) as error:
        fault = error if isinstance(error, BackupError) else Unreadable(f"{type(error).__name__}: {error}")
        note_trial(db, clock, fault)
        raise BackupFailed(fault) from error


def note_trial(db: Database, clock: Clock, fault: BackupError) -> None:
    """Note that the newest snapshot is not good: health, console and doctor then say so."""
    words, now = fault.german[:LONGEST_WORDS], clock()
    db.write(lambda session: note(session, verified_at=now, verify_error=words))


def _tried(settings: Settings, clock: Clock, db: Database) -> Verified:
    repository = open_repository(storage_for(settings.backup_url), settings.backup_key.get_secret_value())
    names = repository.names()
    if not names:
        raise NoSnapshot("Es gibt noch keine Sicherung.")
    found = verify(settings, repository, repository.read_snapshot(names[-1]), clock)
    if found.faults:
        raise NotWhole(found.faults[0])
    now, name = clock(), found.snapshot.name
    db.write(lambda session: note(session, verified_at=now, verified_snapshot=name, verify_error=None))
    return found
