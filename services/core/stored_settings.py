"""Settings that administrators entered in the console, for what the environment does not say.

One row holds all of them. Each process reads it every few seconds (public pages, jobs), at its start, and the one that
saves at once; `Settings.adopt` then reaches everything that holds the settings. What is secret is sealed with a key of
the installation's secret: with another secret it cannot be opened, and counts as not entered.
"""

import time
from collections.abc import Mapping
from typing import Final

import structlog
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session

from services.core.db.db import Database
from services.core.db.rows import Insertion
from services.core.http.errors import DatabaseUnavailable, Unreadable
from services.core.models import StoredSettings
from services.core.sealed import Seal
from services.settings import STORABLE, Settings

log = structlog.get_logger()

SECRET: Final = frozenset({"smtp_url"})
"""Holds the password of the mail account."""
_PURPOSE: Final = "stored-settings"
_EVERY_SECONDS: Final = 2.0
_INSERTION: Final = Insertion(StoredSettings.__table__, lambda insert: insert.on_conflict_do_nothing())


def load(session: Session, settings: Settings) -> dict[str, str]:
    """What is stored, opened, by the name of the field."""
    kept = session.scalar(select(StoredSettings.entered)) or {}
    opened = {name: _opened(name, value, settings) for name, value in kept.items() if name in STORABLE}
    return {name: value for name, value in opened.items() if value}


def version(session: Session) -> int:
    """That of the row; 1 before the first save."""
    return session.scalar(select(StoredSettings.version)) or 1


def replace(row: StoredSettings, settings: Settings, entered: Mapping[str, str]) -> None:
    """Store these in place of all that `row` holds."""
    row.entered = {name: _sealed(name, value, settings) for name, value in entered.items() if value}
    row.version += 1


def lock(session: Session) -> StoredSettings:
    """The row, made where it is missing, locked against another save."""
    _INSERTION.run(session, [{"id": 1, "version": 1, "entered": {}}])
    return session.get_one(StoredSettings, 1, with_for_update=True, populate_existing=True)


def adopt(settings: Settings, db: Database) -> None:
    """Bring the settings of this process up to date; as they were while the database does not answer."""
    try:
        with db.read() as session:
            stored = load(session, settings)
    except (SQLAlchemyError, PoolTimeout, DatabaseUnavailable):
        return
    settings.adopt(stored)


class Follower:
    """Adopts them again and again, at most every two seconds."""

    def __init__(self, settings: Settings, db: Database) -> None:
        self._settings, self._db = settings, db
        self._looked_at = -_EVERY_SECONDS

    def follow(self) -> None:
        if time.monotonic() - self._looked_at >= _EVERY_SECONDS:
            self._looked_at = time.monotonic()
            adopt(self._settings, self._db)


def _sealed(name: str, value: str, settings: Settings) -> str:
    return Seal(settings, _PURPOSE).close(value, name) if name in SECRET else value


def _opened(name: str, value: str, settings: Settings) -> str:
    if name not in SECRET:
        return value
    try:
        return Seal(settings, _PURPOSE).open(value, name)
    except Unreadable:
        log.warning("stored_setting_sealed_with_another_secret", setting=name)
        return ""
