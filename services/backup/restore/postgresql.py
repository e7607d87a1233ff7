"""Loads the rows of a snapshot into a PostgreSQL database whose schema the migrations have built.

One transaction: killed at any moment, the database is as before. Foreign keys are dropped and created again, which
proves them; the triggers, which would count and refuse, are off while it runs. Both need only ownership of the tables.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from psycopg import sql

from services.backup.capture.postgresql import Connection, connect
from services.backup.errors import NotRestorable
from services.backup.repository.manifest import DATABASE, Snapshot
from services.backup.repository.repository import Repository
from services.backup.restore.files import checked
from services.core.data_folder import UNFINISHED

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
        _do(connection, "ALTER TABLE {} DROP CONSTRAINT {}", table, name)
    for table in tables:
        _do(connection, "ALTER TABLE {} DISABLE TRIGGER USER", table)
    connection.execute(sql.SQL("TRUNCATE {}").format(sql.SQL(", ").join(map(sql.Identifier, tables))))
    yield
    for table in tables:
        _do(connection, "ALTER TABLE {} ENABLE TRIGGER USER", table)
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
            for block in checked(repository, snapshot.named(f"{DATABASE}{table}")):
                copy.write(block)
        if cursor.rowcount != described.rows:
            raise NotRestorable(f"Die Tabelle {table} hat {cursor.rowcount} von {described.rows} Zeilen angenommen.")


def _do(connection: Connection, statement: str, *names: str) -> None:
    connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))
