"""Rows of a PostgreSQL database."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import psycopg
from psycopg import sql

from services.backup.capture.postgresql import Connection, connect, one_moment, revision_of
from services.backup.errors import NotRestorable
from services.backup.restore import free_of_constraints, mark_unfinished
from services.portability.kinds import Batches, Column, Kind, Layout, Row


class PostgresqlReader:
    kind = "postgresql"

    def __init__(self, connection: Connection, revision: str) -> None:
        self._connection = connection
        self.revision = revision

    def rows(self, layout: Layout) -> Iterator[list[Row]]:
        """See Reader: by a cursor of the server."""
        columns = sql.SQL(", ").join(map(_read, layout.columns))
        kinds = {column.name: column.kind for column in layout.columns}
        # Texts by their bytes, as SQLite sorts them
        key = sql.SQL(", ").join(
            sql.SQL('{} COLLATE "C"' if kinds[name] is Kind.TEXT else "{}").format(sql.Identifier(name))
            for name in layout.key
        )
        chosen = sql.SQL("SELECT {} FROM {} ORDER BY {}").format(columns, sql.Identifier(layout.name), key)
        with self._connection.cursor(name="rows") as cursor:
            cursor.execute(chosen)
            while batch := cursor.fetchmany(layout.batch_rows):
                yield batch

    def count(self, layout: Layout) -> int:
        counted = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(layout.name))
        (rows,) = self._connection.execute(counted).fetchone() or (0,)
        return int(rows)

    def last_number(self, layout: Layout) -> int | None:
        """See Reader. Sequences are not transactional: read after the rows, they are at or beyond them."""
        if (sequence := _sequence(self._connection, layout)) is None:
            return None
        last = (
            "SELECT last_value FROM pg_sequences WHERE (quote_ident(schemaname)||'.'||quote_ident(sequencename)) = %s"
        )
        (value,) = self._connection.execute(last, (sequence,)).fetchone() or (None,)
        return None if value is None else int(value)


@contextmanager
def reader(url: str) -> Iterator[PostgresqlReader]:
    """The database at one moment: a transaction of isolation REPEATABLE READ."""
    with one_moment(url) as connection:
        yield PostgresqlReader(connection, revision_of(connection))


@contextmanager
def loaded(
    url: str, layouts: Sequence[Layout], batches: Batches, last_number: Callable[[Layout], int | None]
) -> Iterator[PostgresqlReader]:
    """Replace all rows of a database whose schema the migrations have built, as `restore` does. Inside the block the
    new rows can be read; if it raises, or the process ends, nothing has changed.
    """
    with connect(url) as connection:
        with free_of_constraints(connection, [layout.name for layout in layouts]):
            for layout in layouts:
                _copy(connection, layout, batches)
                _number_on(connection, layout, last_number(layout))
            yield PostgresqlReader(connection, "")
            mark_unfinished(connection)
        connection.commit()


def _copy(connection: Connection, layout: Layout, batches: Batches) -> None:
    columns = sql.SQL(", ").join(map(sql.Identifier, layout.names))
    into = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(layout.name), columns)
    try:
        with connection.cursor() as cursor, cursor.copy(into) as copy:
            for batch in batches(layout):
                for row in batch:
                    copy.write_row(row)
    except (psycopg.DataError, psycopg.IntegrityError) as error:
        reason = str(error).splitlines()[0]
        raise NotRestorable(f"Die Datenbank nimmt eine Zeile von {layout.name} nicht an: {reason}.") from error


def _number_on(connection: Connection, layout: Layout, last: int | None) -> None:
    if (sequence := _sequence(connection, layout)) is None:
        return
    highest = sql.SQL("SELECT max({}) FROM {}").format(sql.Identifier(layout.key[0]), sql.Identifier(layout.name))
    (found,) = connection.execute(highest).fetchone() or (None,)
    if (number := max(last or 0, found or 0)) > 0:
        connection.execute("SELECT setval(%s::regclass, %s, true)", (sequence, number))


def _sequence(connection: Connection, layout: Layout) -> str | None:
    if layout.numbered_by is None:
        return None
    table = sql.Identifier(layout.name).as_string(connection)
    found = connection.execute("SELECT pg_get_serial_sequence(%s, %s)", (table, layout.numbered_by)).fetchone()
    return found[0] if found else None


def _read(column: Column) -> sql.Composable:
    """JSON and UUIDs as their text."""
    name = sql.Identifier(column.name)
    return sql.SQL("{}::text").format(name) if column.kind in (Kind.JSON, Kind.UUID) else name
