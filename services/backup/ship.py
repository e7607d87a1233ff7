"""Ships snapshots: a new one every half a minute, by one process of the installation.

Every instance looks every two seconds whether one is due; the lease of the state's row decides who takes it. No run of
a job is stored for it: 2,880 rows a day would tell nothing that this one row does not. What is damaged at the target is
found and written again on the way (`prune.py`).
"""

import sqlite3
from collections.abc import Sequence
from datetime import datetime, timedelta
from importlib.metadata import PackageNotFoundError, version
from typing import Final

import psycopg
import structlog
from sqlalchemy.exc import SQLAlchemyError

from services.backup.capture.files import Stopped
from services.backup.capture.snapshot import Taken, take_snapshot
from services.backup.errors import BackupError, BackupFailed, Busy
from services.backup.leased import forget_damage, leased, note, note_failure, state_of
from services.backup.models import BackupState
from services.backup.prune import Pruned, damaged_blocks, prune
from services.backup.repository import Repository, open_repository, storage_for
from services.backup.status import PROMISED, pause_after
from services.core.clock import Clock
from services.core.db.db import Database
from services.core.db.leases import shared_now
from services.core.job_queue.queue import Unchanged
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
        self._failures = 0
        self._looked_at: datetime | None = None
        """When this process has last seen that what its snapshots rely on can be read."""

    def ship_due(self) -> int:
        """The job: take a snapshot if one is due; returns how many were taken. Raises BackupFailed, and Unchanged while
        it waits for the next attempt after one that failed: no process has succeeded since.
        """
        if not self._is_due():
            return self._nothing_due()
        try:
            with leased(self._db, self._clock) as is_ours:
                if not is_ours or not self._is_due():
                    return self._nothing_due()
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
                raise Busy("Ein anderer Prozess sichert gerade; `voltigo backup list` wird es zeigen.")
            self._looked_at = None  # a person waits for it: everything is looked at
            return self._ship()

    def prune_now(self) -> Pruned:
        """Remove what the rotation does not keep. Raises BackupError."""
        with leased(self._db, self._clock) as is_ours:
            if not is_ours:
                raise Busy("Ein anderer Prozess sichert gerade. Versuchen Sie es gleich noch einmal.")
            return self._prune(self._opened())

    def _nothing_due(self) -> int:
        state, _ = self._state()
        if state is not None and state.failures:
            raise Unchanged
        return 0

    def _is_due(self) -> bool:
        state, now = self._state()
        if state is None or state.started_at is None:
            return True
        # One that began later than now was begun before the clock was set back.
        return not timedelta(0) <= now - state.started_at < pause_after(state.seconds)

    def _ship(self) -> Taken:
        begun = self._now()
        self._db.write(lambda session: note(session, started_at=begun))
        try:
            taken = self._taken()
            self._note_success(taken)
            if self._is_prune_due(begun):
                self._prune(self._opened())
        except (BackupError, *UNREADABLE) as error:
            self._repository = self._looked_at = None
            fault = error if isinstance(error, BackupError) else Unreadable(f"{Unreadable.german} ({error})")
            self._note_failure(fault)
            raise fault from error
        return taken

    def _taken(self) -> Taken:
        repository, now = self._opened(), self._now()
        names, marked = repository.names(), repository.marked()
        earlier = repository.readable(names[-1]) if names else None
        damaged = damaged_blocks(repository, earlier, marked, self._looked_at, now) if earlier else set()
        taken = take_snapshot(self._settings, repository, self._now, product_version(), earlier, damaged)
        self._looked_at = now
        repository.unmark(taken.written & (marked | damaged))
        if damaged or (names and earlier is None):
            self._note_damage(len(damaged), repository.harmed(repository.names()))
        if names and (earlier is None or damaged or not earlier.blocks.isdisjoint(marked)):
            self._db.write(forget_damage)
        return taken

    def _opened(self) -> Repository:
        if self._repository is None:
            key = self._settings.backup_key.get_secret_value()
            self._repository = open_repository(storage_for(self._settings.backup_url), key, create=True)
        return self._repository

    def _is_prune_due(self, now: datetime) -> bool:
        state, _ = self._state()
        return state is None or state.pruned_at is None or not timedelta(0) <= now - state.pruned_at < _PRUNE_EVERY

    def _prune(self, repository: Repository) -> Pruned:
        now = self._now()
        self._db.write(lambda session: note(session, pruned_at=now))
        pruned = prune(repository, now, self._settings.backup_keep_days)
        if pruned.missing or pruned.harmed:
            self._note_damage(len(pruned.missing), pruned.harmed)
        else:
            self._db.write(lambda session: note(session, damaged_snapshots=0))
        return pruned

    def _note_success(self, taken: Taken) -> None:
        snapshot, seconds = taken.snapshot, taken.seconds
        values = {"snapshot": snapshot.name, "taken_at": snapshot.taken_at, "seconds": seconds}
        self._db.write(lambda session: note(session, **values, failures=0, error=None))
        pause = pause_after(seconds)
        if pause > PROMISED:
            log.warning("backups_are_slow", seconds=round(seconds, 1), pause_seconds=round(pause.total_seconds()))

    def _note_damage(self, blocks: int, harmed: Sequence[str]) -> None:
        """Into the log and the state's row: a disk that rots goes on rotting, so people have to know."""
        log.error("backup_damaged", blocks=blocks, snapshots=len(harmed))
        values: dict[str, object] = {"damaged_snapshots": len(harmed)}
        if blocks:
            values |= {"damaged_at": self._now(), "damaged_blocks": blocks}
        self._db.write(lambda session: note(session, **values))

    def _note_failure(self, fault: BackupError) -> None:
        now = self._now()
        self._failures = self._db.write(lambda session: note_failure(session, now, fault.german))

    def _tell(self, fault: BackupError) -> None:
        """Into the log: the first failure, and every so many; the job's row has each."""
        if self._failures % _TOLD_EVERY == 1:
            log.error("backup_failed", failures=self._failures, reason=str(fault))

    def _state(self) -> tuple[BackupState | None, datetime]:
        with self._db.read() as session:
            return state_of(session), shared_now(session, self._clock)

    def _now(self) -> datetime:
        return self._state()[1]


def product_version() -> str:
    try:
        return version("voltigo")
    except PackageNotFoundError:
        return "unknown"
