"""Makes room for a restore, and writes its files."""

import os
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final

import psycopg

from services.backup.capture.files import REPLACED, files_of
from services.backup.capture.postgresql import Connection, connect, execute
from services.backup.capture.snapshot import sqlite_path
from services.backup.errors import NotRestorable, Occupied
from services.core.data_folder import STAGING, UNFINISHED
from services.settings import Settings

_PRIVATE = 0o600


def write_file(path: Path, blocks: Iterable[bytes]) -> None:
    """A file for its owner alone, on the disk when this returns."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _PRIVATE)
    with os.fdopen(handle, "wb") as file:
        for block in blocks:
            file.write(block)
        file.flush()
        os.fsync(file.fileno())


_FILLED_FIRST: Final = ("staff_accounts", "reservations", "visits", "mails", "audit_entries")
"""Tables of which one has rows as soon as an installation was used; a fresh one has parks and texts alone."""
_FRESH: Final = ("folder-id", "referrer-spam.txt")
"""Files of an installation that was never used."""
_REPLACE: Final = "`voltigo restore --replace` legt sie beiseite, löscht nichts und stellt wieder her."


def assert_free(settings: Settings, advice: str = _REPLACE) -> None:
    """Raises Occupied, with this advice, if database or data folder hold anything a restore would replace. After one
    that was cut off nothing is in the way: no server has started since, and what lies there is put aside.
    """
    if (settings.data_dir / STAGING).exists():
        return
    if settings.database.startswith("sqlite"):
        is_used = _is_sqlite_used(sqlite_path(settings))
    else:
        is_used = _is_postgresql_used(settings.database)
    if is_used:
        raise Occupied(f"In der Datenbank liegen schon Daten. {advice}")
    lying = next((path for path in files_of(settings.data_dir) if path.name not in _FRESH), None)
    if lying is not None:
        raise Occupied(f"Im Datenordner {settings.data_dir} liegen schon Dateien, zum Beispiel {lying.name}. {advice}")


def put_tables_aside(settings: Settings, now: datetime) -> list[str]:
    """Put away PostgreSQL's tables, if there are any; returns where they are, as a sentence. Raises NotRestorable."""
    if settings.database.startswith("sqlite"):
        return []
    name = f"replaced_{_stamp(now).lower()}"
    try:
        with connect(settings.database) as connection:
            if not _has_table(connection, "alembic_version"):
                return []
            (schema,) = connection.execute("SELECT current_schema()").fetchone() or ("public",)
            execute(connection, "ALTER SCHEMA {} RENAME TO {}", schema, name)
            execute(connection, "CREATE SCHEMA {}", schema)
            connection.commit()
    except psycopg.errors.InsufficientPrivilege as error:
        raise NotRestorable(
            "Der Benutzer der Datenbank darf ihr Schema nicht umbenennen. Legen Sie eine leere Datenbank an, und "
            "nennen Sie diese in VOLTIGO_DATABASE_URL, statt --replace zu verwenden."
        ) from error
    return [f"Die alten Tabellen liegen jetzt im Schema {name} derselben Datenbank."]


def put_used_tables_aside(settings: Settings, now: datetime) -> list[str]:
    """The same for PostgreSQL's tables that are in use, or were until a restore was cut off; not for those that it had
    not finished itself.
    """
    is_used = not settings.database.startswith("sqlite") and _is_postgresql_used(settings.database)
    return put_tables_aside(settings, now) if is_used else []


def put_files_aside(settings: Settings, now: datetime) -> list[str]:
    """Put away files that a restore would replace, SQLite's among them; returns where they are, as a sentence."""
    top = settings.data_dir.resolve()
    aside = top / f"{REPLACED}{_stamp(now)}"
    replaced = _replaceable(settings, top)
    for path in replaced:
        aside.mkdir(exist_ok=True)
        shutil.move(path, aside / path.name)
    return [f"Was in {settings.data_dir} lag, liegt jetzt dort in {aside.name}."] if replaced else []


def _stamp(now: datetime) -> str:
    return f"{now:%Y%m%dT%H%M%SZ}"


def _replaceable(settings: Settings, top: Path) -> list[Path]:
    tops = {top / path.relative_to(top).parts[0] for path in files_of(top)} if top.is_dir() else set()
    tops |= {top / name for name in ("secret", "store") if (top / name).exists()}
    if settings.database.startswith("sqlite"):
        database = sqlite_path(settings)
        tops |= {path for end in ("", "-wal", "-shm") if (path := database.with_name(database.name + end)).exists()}
    return sorted(tops)


def _is_sqlite_used(path: Path) -> bool:
    if not path.exists():
        return False
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=rw", uri=True)) as connection:
        try:
            names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
            found = (name for name in _FILLED_FIRST if name in names)
            return any(connection.execute(f"SELECT 1 FROM {name} LIMIT 1").fetchone() for name in found)  # noqa: S608
        except sqlite3.DatabaseError:  # damaged: whatever it was, it is not to be overwritten
            return True


def _is_postgresql_used(url: str) -> bool:
    with connect(url) as connection:
        if _is_unfinished(connection):
            return False
        found = (name for name in _FILLED_FIRST if _has_table(connection, name))
        return any(execute(connection, "SELECT 1 FROM {} LIMIT 1", name).fetchone() for name in found)


def _is_unfinished(connection: Connection) -> bool:
    """Whether the rows are those of a restore or an import that was cut off: it begins again, and nothing is lost."""
    if not _has_table(connection, "installation"):
        return False
    return connection.execute("SELECT folder FROM installation").fetchone() == (UNFINISHED,)


def _has_table(connection: Connection, name: str) -> bool:
    return connection.execute("SELECT to_regclass(%s)", (name,)).fetchone() != (None,)
