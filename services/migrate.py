"""Bring a database to the newest schema. Several processes may try at once: one migrates, the others wait."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import structlog
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from services.core.db import Database

log = structlog.get_logger()

_FOLDER = Path(__file__).resolve().parent.parent / "migrations"
_LOCK_NUMBER = 7267000
_LONGEST_WAIT_MS = 10 * 60_000
"""For SQLite's write lock: as long as a large database may take to migrate, not the moment that a write may take."""


def alembic_config(connection: Connection | None = None) -> Config:
    """Alembic's configuration in code, so that no file beside the product is needed."""
    config = Config()
    config.set_main_option("script_location", str(_FOLDER))
    config.attributes["connection"] = connection
    return config


def newest_revision() -> str | None:
    """The revision the code expects."""
    return ScriptDirectory.from_config(alembic_config()).get_current_head()


def current_revision(connection: Connection) -> str | None:
    """The revision the database has, None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def migrate(db: Database, revision: str = "head") -> None:
    """Upgrade to `revision` inside one transaction and under a lock.

    SQLite's transaction begins with its write lock; on PostgreSQL an advisory lock does the same.
    """
    with _turn(db) as connection:
        before = current_revision(connection)
        command.upgrade(alembic_config(connection), revision)
        after = current_revision(connection)
    if before != after:
        log.info("migrated", before=before, after=after)


def downgrade(db: Database, revision: str) -> None:
    """Go back to `revision`; `base` empties the database. Data of dropped tables is lost."""
    with _turn(db) as connection:
        command.downgrade(alembic_config(connection), revision)


@contextmanager
def _turn(db: Database) -> Iterator[Connection]:
    """A transaction that has waited until no other process migrates."""
    with db.engine.connect() as connection:
        if db.is_sqlite:
            # The patience belongs to this connection alone, so the pool must not get it back.
            connection.detach()
            connection.connection.cursor().execute(f"PRAGMA busy_timeout={_LONGEST_WAIT_MS}")
        with connection.begin():
            if not db.is_sqlite:
                connection.execute(text("SET LOCAL lock_timeout = 0"))
                connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK_NUMBER})"))
            yield connection
