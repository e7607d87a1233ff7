"""Readiness of this process, with each cause that prevents it by name."""

import asyncio
import shutil
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from sqlalchemy import func, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.orm import Session

from services.backup.status import backup_status
from services.core import data_folder, identity
from services.core.clock import utc_now
from services.core.db.db import Database
from services.core.db.faults import Fault, fault_of
from services.core.http.errors import DatabaseUnavailable
from services.core.identity import OTHER_FOLDER, OTHER_SECRET
from services.core.models import Installation
from services.core.storage.installed import files_of
from services.core.storage.storage import StorageFault
from services.jobs.health import is_alive
from services.jobs.models import KnownJob
from services.mail.waiting import waiting_mails
from services.schema.migrate import Standing, standing
from services.settings import Settings
from services.store.place import latest_fault

LONGEST_LOOK_SECONDS: Final = 3.0
_TRY_EVERY_SECONDS: Final = 10.0
_PATIENCE_SECONDS: Final = 1.0
_AGE_LOOKED_EVERY_SECONDS: Final = 2.0
LEAST_FREE_BYTES: Final = 64 * 1024 * 1024
"""Free space below which the disk is nearly full: a day of visits, and the space a checkpoint takes."""

MAILS_WAIT: Final = timedelta(minutes=15)
"""How long the oldest mail that is due may wait before that is a warning."""

_OF_STANDING: Final = {
    Standing.BEHIND: "database_unmigrated",
    Standing.BEFORE_FIRST: "database_unmigrated",
    Standing.TOO_NEW: "database_too_new",
}


@dataclass(frozen=True, slots=True)
class Report:
    """`faults` keep this process from working; `warnings` affect the product as a whole, whichever process answers."""

    faults: Sequence[str]
    warnings: Sequence[str] = ()


def _warnings(session: Session, settings: Settings, now: datetime) -> list[str]:
    seen_at = session.scalar(select(func.max(KnownJob.seen_at)))
    has_jobs = is_alive(seen_at, now)
    late = waiting_mails(session, now)
    is_late = late is not None and now - late.since > MAILS_WAIT
    is_backup_late = backup_status(session, settings, now).is_late
    warnings = {"no_jobs": not has_jobs, "mails_waiting": is_late, "backup_late": is_backup_late}
    return [name for name, holds in warnings.items() if holds]


def try_to_write(db: Database) -> Fault | None:
    """Write a moment into the row of the installation; the trouble with it, or None. Raises DatabaseUnavailable while
    the queue of writes is full or closed.
    """
    attempt = update(Installation).values(tried_at=utc_now()).execution_options(synchronize_session=False)
    try:
        db.write(lambda session: session.execute(attempt) and None)
    except DatabaseUnavailable:
        raise
    except Exception as error:
        return fault_of(error)
    return None


class Readiness:
    """Checks in a separate thread: one at a time, however many callers, and a hanging check blocks none of them."""

    def __init__(self, settings: Settings, db: Database, missing: Sequence[str]) -> None:
        """`missing`: causes found at startup that persist, such as an app that was not built."""
        self._settings, self._db, self._missing = settings, db, missing
        self._place = PlaceOfFiles(settings, db)
        self._threads = ThreadPoolExecutor(2, "readiness")
        self._look: Future[Report] | None = None
        self._try: Future[None] | None = None
        self._tried_at = -_TRY_EVERY_SECONDS
        self._write_fault: str | None = None
        self._is_locked = False
        self._is_too_new = False
        self._age_look: Future[None] | None = None
        self._age_looked_at = -_AGE_LOOKED_EVERY_SECONDS

    async def report(self) -> Report:
        """Result of a check; `database_silent` if it takes too long."""
        if self._look is None or self._look.done():
            self._look = self._threads.submit(self._look_around)
        try:
            return await asyncio.wait_for(asyncio.shield(asyncio.wrap_future(self._look)), LONGEST_LOOK_SECONDS)
        except TimeoutError:
            return Report([*self._missing, "database_silent"])

    def is_too_new(self) -> bool:
        """Whether newer code has changed the schema so that this code cannot work with it, as seen last: calls may come
        where nobody asks whether this process is ready. Never waits.
        """
        is_due = time.monotonic() - self._age_looked_at > _AGE_LOOKED_EVERY_SECONDS
        if is_due and (self._age_look is None or self._age_look.done()):
            self._age_looked_at = time.monotonic()
            self._age_look = self._threads.submit(self._look_at_age)
        return self._is_too_new

    def _look_at_age(self) -> None:
        try:
            with self._db.read() as session:
                self._is_too_new = standing(session.connection()) is Standing.TOO_NEW
        except Exception:  # the call itself and `report` say what is wrong with the database
            return

    def close(self) -> None:
        """Accept no more checks; a hanging one is abandoned."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _look_around(self) -> Report:
        try:
            with self._db.read() as session:
                found = self._read(session)
        except Exception as error:
            return Report([*self._missing, f"database_{fault_of(error)}"])
        self._try_to_write()
        faults = [*self._missing, *found.faults, *([self._write_fault] if self._write_fault else [])]
        if self._db.is_damaged and "database_damaged" not in faults:
            faults.append("database_damaged")
        if self._is_disk_full() and "database_full" not in faults:
            faults.append("disk_full")
        locked = [f"database_{Fault.LOCKED}"] if self._is_locked or self._db.is_locked else []
        return Report(faults, [*found.warnings, *locked, *self._place.warnings()])

    def _read(self, session: Session) -> Report:
        if (cause := _OF_STANDING.get(standing(session.connection()))) is not None:
            return Report([cause])
        warnings = _warnings(session, self._settings, utc_now())
        if self._db.replica is not None and self._db.replica.latest.unusable is not None:
            warnings.append("replica_unused")
        if latest_fault(self._settings):
            warnings.append("engine_unused")
        faults = {
            OTHER_FOLDER: self._place.is_other(session),
            OTHER_SECRET: identity.is_other(session, self._settings),
        }
        return Report([name for name, holds in faults.items() if holds], warnings)

    def _try_to_write(self) -> None:
        """Once in a while, and again while it fails. Having to wait for a queue or a lock is no fault of this process:
        no other one would fare better. A lock that is held for longer than a write may wait is a warning.
        """
        is_due = (
            self._write_fault is not None or self._is_locked or time.monotonic() - self._tried_at > _TRY_EVERY_SECONDS
        )
        if is_due and (self._try is None or self._try.done()):
            self._tried_at = time.monotonic()
            self._try = self._threads.submit(self._write)
            wait([self._try], _PATIENCE_SECONDS)

    def _write(self) -> None:
        try:
            fault = try_to_write(self._db)
        except DatabaseUnavailable:
            return
        self._is_locked = fault is Fault.LOCKED
        self._write_fault = None if fault in (None, Fault.LOCKED) else f"database_{fault}"

    def _is_disk_full(self) -> bool:
        path = make_url(self._settings.database).database if self._db.is_sqlite else None
        folder = Path(path).parent if path else self._settings.data_dir
        try:
            return shutil.disk_usage(folder).free < LEAST_FREE_BYTES
        except OSError:  # not created yet
            return False


_ASKED_EVERY_SECONDS: Final = 30.0
SILENT: Final = "store_silent"


class PlaceOfFiles:
    """What is known of the place. With the folder of data every look is a fresh one."""

    def __init__(self, settings: Settings, db: Database) -> None:
        self._settings, self._db = settings, db
        self._id: str | None = None
        self._is_silent = False
        self._asked_at = -_ASKED_EVERY_SECONDS
        self._thread: threading.Thread | None = None

    def is_other(self, session: Session) -> bool:
        """Whether the database is bound to a different place; False while the place does not answer."""
        if not self._settings.store_url:
            return data_folder.is_other(session, files_of(self._settings))
        self._look()
        bound = session.scalar(select(Installation.folder))
        return self._id is not None and bound is not None and bound != self._id

    def warnings(self) -> list[str]:
        """`store_silent` if it did not answer when it was last asked."""
        return [SILENT] if self._is_silent else []

    def _look(self) -> None:
        """Ask in a thread: the caller waits for a moment only."""
        is_due = self._is_silent or time.monotonic() - self._asked_at > _ASKED_EVERY_SECONDS
        if is_due and (self._thread is None or not self._thread.is_alive()):
            self._asked_at = time.monotonic()
            self._thread = threading.Thread(target=self._ask, name="place-of-files", daemon=True)
            self._thread.start()
            self._thread.join(_PATIENCE_SECONDS)

    def _ask(self) -> None:
        try:
            self._id = data_folder.folder_id(files_of(self._settings)) or ""
        except StorageFault:
            self._is_silent = True
        else:
            self._is_silent = False
