"""The rows of a PostgreSQL database at one moment, by COPY: only the driver and the rights of the owner are needed."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, LiteralString

import psycopg
from psycopg import sql
from sqlalchemy.engine import make_url

from services.backup.capture.files import blocks_of_rows, write_member
from services.backup.errors import NotRestorable
from services.backup.repository import DATABASE, BlockWriter, Erased, Member, Table
from services.core.db.engines import CONNECT_SECONDS, FORMS

Connection = psycopg.Connection[tuple[Any, ...]]

_TABLES = (
    "SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition "
    "AND relnamespace = current_schema()::regnamespace AND relname <> 'alembic_version' ORDER BY relname"
)
_COLUMNS = (
    "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped "
    "AND attgenerated = '' ORDER BY attnum"
)
_KEY = (
    "SELECT a.attname FROM pg_index i, unnest(i.indkey) WITH ORDINALITY k(number, place), pg_attribute a "
    "WHERE i.indrelid = %s::regclass AND i.indisprimary AND a.attrelid = i.indrelid AND a.attnum = k.number "
    "ORDER BY k.place"
)
_SEQUENCES = "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = current_schema()"


def connect(url: str, **options: Any) -> Connection:
    """A separate connection, without the time limits of the pool."""
    address = make_url(url)
    _, named = address.get_dialect()().create_connect_args(address)  # as the pool has them, several hosts too
    connection = psycopg.connect(**{"connect_timeout": CONNECT_SECONDS, **named, **options})
    connection.execute("SET statement_timeout = 0")
    connection.execute("SET idle_in_transaction_session_timeout = 0")
    for statement in FORMS:
        connection.execute(statement)
    connection.commit()
    return connection


def execute(connection: Connection, statement: LiteralString, *names: str) -> psycopg.Cursor[tuple[Any, ...]]:
    """Execute a statement with an identifier at each `{}`."""
    return connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


@contextmanager
def one_moment(url: str) -> Iterator[Connection]:
    """A transaction that sees the database as it is at its first statement, which this sends."""
    with connect(url) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        connection.execute("SELECT 1")
        yield connection
        connection.rollback()


def revision_of(connection: Connection) -> str:
    """The revision of the schema. Raises NotRestorable for an empty database."""
    (name,) = connection.execute("SELECT to_regclass('alembic_version')").fetchone() or (None,)
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone() if name else None
    if row is None:
        raise NotRestorable("Die Datenbank ist leer: `voltigo migrate` oder ein erster Start legt sie an.")
    return str(row[0])


def erased_since(connection: Connection, moment: datetime) -> list[Erased]:
    found = connection.execute("SELECT reservation_id, at, actor FROM erasures WHERE at >= %s", (moment,)).fetchall()
    return [Erased(*row) for row in found]


def write_postgresql(
    writer: BlockWriter, connection: Connection
) -> tuple[dict[str, Table], list[Member], dict[str, int]]:
    """All tables with their members, and the sequences. These are read last: they are not part of a transaction, and
    so are at or beyond the last number of the rows.
    """
    tables, members = {}, []
    for (name,) in connection.execute(_TABLES).fetchall():
        table, member = _write_table(writer, connection, name)
        tables[name] = table
        members.append(member)
    sequences = {name: last for name, last in connection.execute(_SEQUENCES).fetchall() if last is not None}
    return tables, members, sequences


def _write_table(writer: BlockWriter, connection: Connection, name: str) -> tuple[Table, Member]:
    quoted = sql.Identifier(name)
    as_text = quoted.as_string(connection)
    columns = [row[0] for row in connection.execute(_COLUMNS, (as_text,)).fetchall()]
    key = [row[0] for row in connection.execute(_KEY, (as_text,)).fetchall()]
    chosen = sql.SQL("SELECT {} FROM {}").format(_listed(columns), quoted)
    if key:
        chosen = sql.SQL("{} ORDER BY {}").format(chosen, _listed(key))
    rows = 0

    def lines() -> Iterator[bytes]:
        nonlocal rows
        with connection.cursor() as cursor, cursor.copy(sql.SQL("COPY ({}) TO STDOUT").format(chosen)) as copy:
            for line in copy:
                rows += 1
                yield bytes(line)

    member = write_member(writer, f"{DATABASE}{name}", blocks_of_rows(lines()))
    return Table(rows, tuple(columns)), member


def _listed(names: list[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, names))
