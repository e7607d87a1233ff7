"""Binds a database to the secret of its servers. A process with another secret would refuse the links, second factors
and signatures of the others, and send links that they refuse.

The first process to start stores a fingerprint of the secret in the database. It is an HMAC with a key derived for this
purpose alone, so it unlocks nothing. Like every keyed hash in the database it would confirm a correct guess of the
secret: production refuses secrets that can be guessed (`settings_checks.py`)."""

import hashlib
import hmac
import threading
import time
from typing import Final

import structlog
from sqlalchemy import select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session

from services.core import data_folder
from services.core.db.db import Database
from services.core.http.errors import DatabaseUnavailable
from services.core.models import Installation
from services.core.storage.installed import files_of
from services.core.storage.storage import StorageFault
from services.settings import Settings

_PURPOSE = b"secret-fingerprint|"
_LABEL = b"the secret of this installation"


class OtherSecret(Exception):
    """The database was set up with another secret. `is_missing`: this process has none, since its file is gone."""

    def __init__(self, *, is_missing: bool = False) -> None:
        super().__init__("missing" if is_missing else "other")
        self.is_missing = is_missing


def has_secret(settings: Settings) -> bool:
    """Whether a secret exists. Reading `secret_key` of the settings would create a missing one."""
    return bool(settings.secret.get_secret_value()) or (settings.data_dir / "secret").is_file()


def fingerprint(key: bytes) -> str:
    """What the database stores of a secret, 64 hexadecimal digits."""
    derived = hmac.new(key, _PURPOSE, hashlib.sha256).digest()
    return hmac.new(derived, _LABEL, hashlib.sha256).hexdigest()


def is_other(session: Session, settings: Settings) -> bool:
    """Whether the database was set up with another secret. Creates no secret; False while the database is unbound."""
    kept = session.scalar(select(Installation.secret_fingerprint))
    return kept is not None and (not has_secret(settings) or kept != fingerprint(settings.secret_key))


def is_bound(session: Session) -> bool:
    return session.scalar(select(Installation.secret_fingerprint)) is not None


def assert_same(session: Session, settings: Settings) -> None:
    if is_other(session, settings):
        raise OtherSecret(is_missing=not has_secret(settings))


def claim(session: Session, settings: Settings) -> None:
    """Bind the database to this secret, creating the secret if there is none; raises OtherSecret if it is bound to
    another. Of two concurrent processes one succeeds.
    """
    assert_same(session, settings)  # first, or a new secret would be created for a bound database
    free = update(Installation).where(Installation.secret_fingerprint.is_(None))
    own = free.values(secret_fingerprint=fingerprint(settings.secret_key))
    session.execute(own.execution_options(synchronize_session=False))
    assert_same(session, settings)


def adopt(session: Session, settings: Settings) -> bool:
    """Bind the database to this secret even if it was bound to another. Whether that changes anything."""
    is_new = is_other(session, settings)
    _put(session, fingerprint(settings.secret_key))
    return is_new


def forget(session: Session) -> None:
    """Unbind the database until the next start: the secret was not restored with it."""
    _put(session, None)


def _put(session: Session, value: str | None) -> None:
    changed = update(Installation).values(secret_fingerprint=value)
    session.execute(changed.execution_options(synchronize_session=False))


log = structlog.get_logger()

_LOOKED_EVERY_SECONDS: Final = 2.0
OTHER_SECRET: Final = "other_secret"  # noqa: S105 - a cause, no secret
OTHER_FOLDER: Final = "other_folder"


class ProcessIdentity:
    """The last result, for all threads of the process."""

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
        if is_other(session, self._settings):
            return OTHER_SECRET
        bound = session.scalar(select(Installation.folder))
        return None if data_folder.matches(bound, files_of(self._settings)) else OTHER_FOLDER
