"""Restores a snapshot."""

import os
import shutil
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from psycopg import sql

from services.backup.capture.postgresql import Connection, connect, execute
from services.backup.errors import Damaged, NotRestorable
from services.backup.finish import Origin, about_secret, finish_postgresql, place_sqlite, refresh_store
from services.backup.place import put_files_aside, put_tables_aside, write_file
from services.backup.repository import DATA, DATABASE, SECRET, SQLITE_FILE, OnBytes, Repository, Snapshot
from services.core.clock import Clock
from services.core.data_folder import STAGING, UNFINISHED
from services.core.db.db import Database
from services.schema.migrate import first_revision, is_before_first, is_known, migrate
from services.settings import Settings

_FOREIGN_KEYS: Final = (
    "SELECT c.relname, k.conname, pg_get_constraintdef(k.oid) "
    "FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid "
    "WHERE k.contype = 'f' AND k.connamespace = current_schema()::regnamespace AND k.conparentid = 0 ORDER BY 1, 2"
)


def load(url: str, repository: Repository, snapshot: Snapshot) -> None:
    """Replace the rows of all tables by those of the snapshot; they have the schema of its revision.

    The database then belongs to no data folder until `settle` has run, so no server starts on it before. Raises
    Damaged, NotRestorable.
    """
    with connect(url) as connection:
        with free_of_constraints(connection, list(snapshot.tables)):
            for table in snapshot.tables:
                _copy(connection, repository, snapshot, table)
            for sequence, value in snapshot.sequences.items():
                quoted = sql.Identifier(sequence).as_string(connection)
                connection.execute("SELECT setval(%s::regclass, %s, true)", (quoted, value))
            mark_unfinished(connection)
        connection.commit()


@contextmanager
def free_of_constraints(connection: Connection, tables: Sequence[str]) -> Iterator[None]:
    """Empty these tables and keep foreign keys and triggers away from them until the block ends."""
    keys = connection.execute(_FOREIGN_KEYS).fetchall()
    for table, name, _definition in keys:
        execute(connection, "ALTER TABLE {} DROP CONSTRAINT {}", table, name)
    for table in tables:
        execute(connection, "ALTER TABLE {} DISABLE TRIGGER USER", table)
    connection.execute(sql.SQL("TRUNCATE {}").format(sql.SQL(", ").join(map(sql.Identifier, tables))))
    yield
    for table in tables:
        execute(connection, "ALTER TABLE {} ENABLE TRIGGER USER", table)
    for table, name, definition in keys:
        added = sql.SQL("ALTER TABLE {} ADD CONSTRAINT {} ").format(sql.Identifier(table), sql.Identifier(name))
        connection.execute(added + sql.SQL(definition))


def mark_unfinished(connection: Connection) -> None:
    """Let the database belong to no data folder, so that no server starts on it before `settle` has run."""
    connection.execute("UPDATE installation SET folder = %s", (UNFINISHED,))


def _copy(connection: Connection, repository: Repository, snapshot: Snapshot, table: str) -> None:
    described = snapshot.tables[table]
    columns = sql.SQL(", ").join(map(sql.Identifier, described.columns))
    into = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), columns)
    with connection.cursor() as cursor:
        with cursor.copy(into) as copy:
            for block in repository.read(snapshot.named(f"{DATABASE}{table}")):
                copy.write(block)
        if cursor.rowcount != described.rows:
            raise NotRestorable(f"Die Tabelle {table} hat {cursor.rowcount} von {described.rows} Zeilen angenommen.")


_NAMES: Final = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did. `held_mails`: how many wait for a person; `notes`: sentences that the operator has to know;
    `is_startable`: whether a server starts on it with these settings.
    """

    snapshot: Snapshot
    held_mails: int
    notes: Sequence[str]
    is_startable: bool


def assert_restorable(settings: Settings, snapshot: Snapshot) -> None:
    """Raises NotRestorable for a snapshot of a newer Voltigo, a development build, or the other kind of database."""
    if is_before_first(snapshot.revision):
        raise NotRestorable(
            f"Die Sicherung stammt von einer Vorabversion (Revision {snapshot.revision}), dieses Voltigo liest sie "
            f"erst ab {first_revision()}: Stellen Sie sie mit der letzten Vorabversion wieder her, die sie umstellt."
        )
    if not is_known(snapshot.revision):
        raise NotRestorable(
            f"Die Sicherung stammt von einem neueren Voltigo ({snapshot.version}, Revision {snapshot.revision}): "
            "Stellen Sie sie mit diesem wieder her."
        )
    kind = "sqlite" if settings.database.startswith("sqlite") else "postgresql"
    if kind != snapshot.database:
        theirs, ours = (_NAMES.get(one, one) for one in (snapshot.database, kind))
        raise NotRestorable(
            f"Die Sicherung stammt aus {theirs}, VOLTIGO_DATABASE_URL nennt {ours}. So kommt sie dorthin: Stellen Sie "
            f"sie in einer leeren Installation mit {theirs} wieder her. Schreiben Sie sie dort mit `voltigo export "
            "ORDNER --with-secret` heraus, und lesen Sie den Ordner mit den Einstellungen von hier durch `voltigo "
            "import ORDNER` ein."
        )


def restore(
    settings: Settings,
    repository: Repository,
    snapshot: Snapshot,
    clock: Clock,
    on_bytes: OnBytes = lambda _: None,
    before_start: Callable[[], None] = lambda: None,
) -> Restored:
    """Restore a snapshot to the database and data folder of `settings`; what is there is put aside. `before_start` is
    called once all is in place, and until it returns no server starts.

    Raises BackupError; what was there before is untouched unless everything was read.
    """
    assert_restorable(settings, snapshot)
    staging = settings.data_dir.resolve() / STAGING
    was_cut_off = staging.exists()
    shutil.rmtree(staging, ignore_errors=True)
    try:
        secret = _read_everything(repository, snapshot, staging, on_bytes)
        notes = put_tables_aside(settings, clock())
    except BaseException:
        if not was_cut_off:  # the installation is as it was, and its servers may start
            shutil.rmtree(staging, ignore_errors=True)
        raise
    notes += put_files_aside(settings, clock())
    origin = Origin(snapshot.taken_at, "backup.restored")
    if snapshot.database == "sqlite":
        held = place_sqlite(settings, origin, clock)
    else:
        with closing(Database(settings.database)) as db:
            migrate(db, snapshot.revision)
        load(settings.database, repository, snapshot)
        held = finish_postgresql(settings, origin, clock)
    refresh_store(settings, clock)
    before_start()
    shutil.rmtree(staging)
    other_secret = about_secret(settings, secret)
    return Restored(snapshot, held, [*notes, *other_secret], not other_secret)


def _read_everything(repository: Repository, snapshot: Snapshot, staging: Path, on_bytes: OnBytes) -> bytes:
    """Write files, secret and the SQLite database into `staging`; returns the secret. The rows of PostgreSQL are read
    for nothing but their check here, so that nothing is put aside for a snapshot that is harmed. Raises Damaged.
    """
    data = staging / "data"
    data.mkdir(parents=True)  # from now on no server starts
    for member in snapshot.members:
        blocks = repository.read(member, on_bytes)
        if member.path == SQLITE_FILE:
            write_file(staging / "voltigo.sqlite3", blocks)
        elif member.path.startswith(DATABASE):
            deque(blocks, maxlen=0)
        else:
            path = data / member.path.removeprefix(DATA)
            if not path.resolve().is_relative_to(data.resolve()):
                raise Damaged(f"Die Sicherung nennt eine Datei außerhalb des Datenordners: {member.path}.")
            write_file(path, blocks)
            if member.mtime_ns:
                os.utime(path, ns=(member.mtime_ns, member.mtime_ns))
    return (data / SECRET).read_bytes()
