"""Whether this process still goes with its database: a command may have bound it to another secret or another place of
files while the process ran. Its jobs then would send links that no other server accepts, and leave files where no other
server looks.
"""

import threading
import time
from typing import Final

import structlog
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session

from services.core import data_folder
from services.core.binding import secret_binding
from services.core.db.db import Database
from services.core.http.errors import DatabaseUnavailable
from services.core.models import Installation
from services.core.storage.installed import files_of
from services.core.storage.storage import StorageFault
from services.settings import Settings

log = structlog.get_logger()

_LOOKED_EVERY_SECONDS: Final = 2.0
OTHER_SECRET: Final = "other_secret"  # noqa: S105 - a cause, no secret
OTHER_FOLDER: Final = "other_folder"


class ProcessBinding:
    """What was seen last, for all threads of the process."""

    def __init__(self, settings: Settings, db: Database, every_seconds: float = _LOOKED_EVERY_SECONDS) -> None:
        self._settings, self._db, self._every_seconds = settings, db, every_seconds
        self._lock = threading.Lock()
        self._looked_at = -every_seconds
        self._cause: str | None = None

    def holds(self) -> bool:
        """Whether both still are the database's; as seen last while the database or the place does not answer."""
        with self._lock:
            if time.monotonic() - self._looked_at >= self._every_seconds:
                self._looked_at = time.monotonic()
                self._look()
            return self._cause is None

    def _look(self) -> None:
        try:
            with self._db.read() as session:
                cause = self._cause_in(session)
        except (SQLAlchemyError, PoolTimeout, DatabaseUnavailable, StorageFault):
            return
        if cause != self._cause:
            log.error("jobs_stand", cause=cause) if cause else log.warning("jobs_go_on")
        self._cause = cause

    def _cause_in(self, session: Session) -> str | None:
        if secret_binding.is_other(session, self._settings):
            return OTHER_SECRET
        bound = session.scalar(select(Installation.folder))
        return None if data_folder.goes_with(bound, files_of(self._settings)) else OTHER_FOLDER
