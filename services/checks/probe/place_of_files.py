"""Whether the place of the shared files is the right one and answers, asked once in a while: an object store may take
seconds to say nothing, and a server without it goes on with everything but reports.
"""

import threading
import time
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core import data_folder
from services.core.db.db import Database
from services.core.models import Installation
from services.core.storage.installed import files_of
from services.core.storage.storage import StorageFault
from services.settings import Settings

_ASKED_EVERY_SECONDS: Final = 30.0
_PATIENCE_SECONDS: Final = 1.0
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
