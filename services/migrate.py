"""Bring a database to the newest schema. Several processes may try at once: one migrates, the others wait."""

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
    with db.engine.connect() as connection, connection.begin():
        _wait_for_turn(connection)
        before = current_revision(connection)
        command.upgrade(alembic_config(connection), revision)
        after = current_revision(connection)
    if before != after:
        log.info("migrated", before=before, after=after)


def downgrade(db: Database, revision: str) -> None:
    """Go back to `revision`; `base` empties the database. Data of dropped tables is lost."""
    with db.engine.connect() as connection, connection.begin():
        _wait_for_turn(connection)
        command.downgrade(alembic_config(connection), revision)


def _wait_for_turn(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK_NUMBER})"))
