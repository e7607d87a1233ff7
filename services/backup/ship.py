"""Ships snapshots: a new one every half a minute, by one process of the installation.

Every instance looks every two seconds whether one is due; the lease of the state's row decides who takes it. No run of
a job is stored for it: 2,880 rows a day would tell nothing that this one row does not.
"""

import sqlite3
from datetime import datetime, timedelta
from importlib.metadata import PackageNotFoundError, version
from typing import Final

import psycopg
import structlog
from sqlalchemy.exc import SQLAlchemyError

from services.backup.capture.members import Stopped
from services.backup.capture.snapshot import Taken, take_snapshot
from services.backup.errors import BackupError, BackupFailed, Busy, Damaged
from services.backup.leased import leased, note, note_failure, state_of
from services.backup.prune import Pruned, prune
from services.backup.repository.manifest import Snapshot
from services.backup.repository.repository import Repository, open_repository
from services.backup.retention import Rotation
from services.backup.status import PROMISED, pause_after
from services.backup.storage import storage_for
from services.core.clock import Clock
from services.core.db.db import Database
from services.core.db.leases import shared_now
from services.settings import Settings

log = structlog.get_logger()

_PRUNE_EVERY: Final = timedelta(hours=1)
_TOLD_EVERY: Final = 20
UNREADABLE: Final = (OSError, sqlite3.Error, psycopg.Error, SQLAlchemyError)
"""What reading database and files may raise."""


class Unreadable(BackupError):
    """Database or data folder cannot be read, or there is no room for a copy."""

    german = "Datenbank oder Datenordner lassen sich nicht lesen, oder es fehlt Platz."


class BackupShipping:
    """The shipping of one process."""

    def __init__(self, db: Database, settings: Settings, clock: Clock) -> None:
        self._db, self._settings, self._clock = db, settings, clock
        self._repository: Repository | None = None
        self._earlier: Snapshot | None = None
        self._failures = 0
        self._is_doubted = False
        """Blocks were missing at the target: the next snapshot writes all of its own again."""

    def ship_due(self) -> int:
        """The job: take a snapshot if one is due; returns how many were taken. Raises BackupFailed."""
        if not self._settings.backup_url or not self._is_due():
            return 0
        try:
            with leased(self._db, self._clock) as is_ours:
                if not is_ours or not self._is_due():
                    return 0
                self._ship()
        except Stopped:
            return 0
        except BackupError as error:
            self._tell(error)
            raise BackupFailed(error) from error
        return 1

    def ship_now(self) -> Taken:
        """Take a snapshot. Raises BackupError; Busy if another process is at it."""
        with leased(self._db, self._clock) as is_ours:
            if not is_ours:
                raise Busy("Another process is making a backup right now; `voltigo backup list` will show it.")
            return self._ship()

    def prune_now(self) -> Pruned:
        """Remove what the rotation does not keep. Raises BackupError."""
        with leased(self._db, self._clock) as is_ours:
            if not is_ours:
                raise Busy("Another process is making a backup right now. Try again in a moment.")
            return self._prune(self._opened())

    def _is_due(self) -> bool:
        with self._db.read() as session:
            state, now = state_of(session), shared_now(session, self._clock)
        if state is None or state.started_at is None:
            return True
        return now - state.started_at >= pause_after(self._settings, state.seconds)

    def _ship(self) -> Taken:
        begun = self._now()
        self._db.write(lambda session: note(session, started_at=begun))
        try:
            taken = self._taken()
            self._note_success(taken)
            if self._is_prune_due(begun):
                self._prune(self._opened())
        except (BackupError, *UNREADABLE) as error:
            self._repository = self._earlier = None
            self._is_doubted |= isinstance(error, Damaged)
            fault = (
                error
                if isinstance(error, BackupError)
                else Unreadable(f"The database or data folder cannot be read, or there is no room: {error}")
            )
            self._note_failure(fault)
            raise fault from error
        return taken

    def _taken(self) -> Taken:
        repository = self._opened()
        taken = take_snapshot(self._settings, repository, self._now, product_version(), self._newest(repository))
        self._earlier, self._is_doubted = taken.snapshot, False
        return taken

    def _opened(self) -> Repository:
        if self._repository is None:
            key = self._settings.backup_key.get_secret_value()
            self._repository = open_repository(storage_for(self._settings.backup_url), key, create=True)
        return self._repository

    def _newest(self, repository: Repository) -> Snapshot | None:
        """The newest snapshot, if it can be read; its blocks need not be written again."""
        names = repository.names()
        if not names or self._is_doubted:
            return None
        if self._earlier is None or self._earlier.name != names[-1]:
            try:
                self._earlier = repository.read_snapshot(names[-1])
            except Damaged:
                self._earlier = None
        return self._earlier

    def _is_prune_due(self, now: datetime) -> bool:
        with self._db.read() as session:
            state = state_of(session)
        return state is None or state.pruned_at is None or now - state.pruned_at >= _PRUNE_EVERY

    def _prune(self, repository: Repository) -> Pruned:
        now = self._now()
        self._db.write(lambda session: note(session, pruned_at=now))
        return prune(repository, now, rotation_of(self._settings))

    def _note_success(self, taken: Taken) -> None:
        snapshot, seconds = taken.snapshot, taken.seconds
        values = {"snapshot": snapshot.name, "taken_at": snapshot.taken_at, "seconds": seconds}
        self._db.write(lambda session: note(session, **values, failures=0, error=None))
        pause = pause_after(self._settings, seconds)
        if pause > PROMISED:
            log.warning("backups_are_slow", seconds=round(seconds, 1), pause_seconds=round(pause.total_seconds()))

    def _note_failure(self, fault: BackupError) -> None:
        now = self._now()
        self._failures = self._db.write(lambda session: note_failure(session, now, fault.german))

    def _tell(self, fault: BackupError) -> None:
        """Into the log: the first failure, and every so many; the job's row has each."""
        if self._failures % _TOLD_EVERY == 1:
            log.error("backup_failed", failures=self._failures, reason=str(fault))

    def _now(self) -> datetime:
        with self._db.read() as session:
            return shared_now(session, self._clock)


def rotation_of(settings: Settings) -> Rotation:
    """The rotation that the settings ask for."""
    return Rotation(settings.backup_keep_days, settings.backup_keep_months)


def product_version() -> str:
    """The version of this Voltigo."""
    try:
        return version("voltigo")
    except PackageNotFoundError:
        return "unknown"
