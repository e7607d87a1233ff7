"""Many rows at once: bulk insert, by one statement for any number of rows whose text never changes, and `fetch`.

The text is compiled once and passed to the driver as it is: compiling an INSERT of forty columns, or merely looking it
up in SQLAlchemy's cache, costs more than running it.

On PostgreSQL all rows are sent as one JSON value, which the database expands (`json_to_recordset`), so the statement
stays prepared. On SQLite they are the lines of a `VALUES` list, at a third of the cost of its JSON functions; the lists
have a few fixed lengths, and unused lines are left empty and cut off by a `LIMIT`. One statement per row would cost a
thread switch each, because the driver lets other threads run during every step.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, TypeVarTuple

from pydantic_core import to_json
from sqlalchemy import (
    JSON,
    CursorResult,
    Date,
    Dialect,
    Row,
    Select,
    String,
    Table,
    Text,
    bindparam,
    cast,
    column,
    func,
    select,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session
from sqlalchemy.sql.selectable import TableValuedAlias
from sqlalchemy.types import TypeEngine

from services.core.db.db import UtcDateTime

Insert = postgresql.Insert | sqlite.Insert
Rows = Sequence[dict[str, Any]]
Columns = TypeVarTuple("Columns")

_LINE_COUNTS = (1, 2, 4, 8, 16, 32, 64, 128)
"""Lengths of the `VALUES` lists. SQLite allows 32,766 values a statement: enough for the widest table."""


class Insertion:
    """An INSERT into `table`. `finish` adds its `ON CONFLICT` and `RETURNING`, which both databases spell alike."""

    def __init__(self, table: Any, finish: Callable[[Any], Any] = lambda insert: insert) -> None:
        self._table: Table = table
        self._finish = finish
        self._texts: dict[tuple[str, tuple[str, ...], int], str] = {}

    def run(self, session: Session, rows: Rows) -> list[CursorResult[Any]]:
        """Insert `rows`, all with the same columns. One result per statement: none without rows, rarely two."""
        if not rows:
            return []
        connection = session.connection()
        dialect, columns = connection.dialect, tuple(rows[0])
        if dialect.name == "postgresql":
            return [connection.exec_driver_sql(self._text(dialect, columns, 0), {"rows": to_json(rows).decode()})]
        values = _sqlite_values(self._table, columns, rows)
        results = []
        for start in range(0, len(values), _LINE_COUNTS[-1]):
            part = values[start : start + _LINE_COUNTS[-1]]
            lines = next(count for count in _LINE_COUNTS if count >= len(part))
            unused = (None,) * (len(columns) * (lines - len(part)))
            given = (*chain.from_iterable(part), *unused, len(part))
            results.append(connection.exec_driver_sql(self._text(dialect, columns, lines), given))
        return results

    def _text(self, dialect: Dialect, columns: tuple[str, ...], lines: int) -> str:
        key = (dialect.name, columns, lines)
        found = self._texts.get(key)
        if found is None:
            make = (
                _postgresql_insert(self._table, columns) if not lines else _sqlite_insert(self._table, columns, lines)
            )
            found = self._texts[key] = str(self._finish(make).compile(dialect=dialect))
        return found


def fetch(session: Session, query: Select[*Columns]) -> Sequence[Row[*Columns]]:
    """Rows of columns; a third faster for thousands than through the session, which looks for objects in them."""
    session.flush()  # as the session does before it reads
    return session.connection().execute(query).all()


def given_texts(dialect: str, name: str) -> TableValuedAlias:
    """Texts sent as one JSON value in the parameter `name`, expanded to rows with the column `value`: whatever
    their number, the statement's text is the same and it stays prepared.
    """
    given = bindparam(name, type_=Text())
    unfolded = func.json_array_elements_text(cast(given, JSON)) if dialect == "postgresql" else func.json_each(given)
    return unfolded.table_valued(column("value", Text()))


def _postgresql_insert(table: Table, columns: Sequence[str]) -> Insert:
    given = cast(bindparam("rows", type_=Text()), postgresql.JSON)
    typed = [column(name, _without_length(table.c[name].type)) for name in columns]
    rows = func.json_to_recordset(given).table_valued(*typed, name="given").render_derived(with_types=True)
    return postgresql.insert(table).from_select(list(columns), select(*rows.c))


def _without_length(kind: TypeEngine[Any]) -> TypeEngine[Any]:
    """Casting to `varchar(n)` would cut what is too long instead of refusing it."""
    return Text() if isinstance(kind, String) else kind


def _sqlite_insert(table: Table, columns: Sequence[str], lines: int) -> Insert:
    line = f"({', '.join('?' * len(columns))})"
    # Without a WHERE, SQLite takes the ON of ON CONFLICT for a join's.
    rows = text(f"SELECT * FROM (VALUES {', '.join([line] * lines)}) WHERE true LIMIT ?")  # noqa: S608 - only marks
    return sqlite.insert(table).from_select(list(columns), rows.columns(*(column(name) for name in columns)))


def _sqlite_values(table: Table, columns: tuple[str, ...], rows: Rows) -> list[tuple[Any, ...]]:
    """The values of each row, as SQLAlchemy's types would store them."""
    take = itemgetter(*columns) if len(columns) > 1 else lambda row: (row[columns[0]],)
    writers = _sqlite_writers(table, columns)
    if not writers:
        return [take(row) for row in rows]
    lists = []
    for row in rows:
        values = list(take(row))
        for i, write in writers:
            if values[i] is not None:
                values[i] = write(values[i])
        lists.append(tuple(values))
    return lists


@cache
def _sqlite_writers(table: Table, columns: tuple[str, ...]) -> list[tuple[int, Callable[[Any], str]]]:
    """Which values are not stored as they are, by their place."""
    found = [(i, _sqlite_writer(table.c[name].type)) for i, name in enumerate(columns)]
    return [(i, write) for i, write in found if write is not None]


def _sqlite_writer(kind: TypeEngine[Any]) -> Callable[[Any], str] | None:
    if isinstance(kind, UtcDateTime):
        return _sqlite_moment
    if isinstance(kind, Date):
        return str  # of a day as of its text
    return _sqlite_json if isinstance(kind, JSON) else None


@lru_cache(maxsize=256)
def _sqlite_moment(value: datetime) -> str:
    """As SQLAlchemy writes and reads it there: UTC without its sign, always with microseconds."""
    return value.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")


def _sqlite_json(value: Any) -> str:
    return to_json(value).decode()
