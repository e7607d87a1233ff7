"""Insert many rows with one statement of fixed text, whatever their number.

All rows travel as one JSON value, which the database unfolds: `INSERT … SELECT … FROM json_to_recordset(…)` on
PostgreSQL, `json_each(…)` on SQLite. The text never changes, so it is parsed once and stays prepared, and the rows
are read in the database's own code. Many VALUES would be a new long text for every number of rows, one statement a
row an answer each (or, on SQLite, a change of threads each).
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import Any

from pydantic_core import to_json
from sqlalchemy import CursorResult, Executable, String, Table, Text, bindparam, cast, column, func, select, true
from sqlalchemy import literal_column as sql
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session
from sqlalchemy.types import TypeEngine

from services.core.db import UtcDateTime

Insert = postgresql.Insert | sqlite.Insert


def insert_statement(session: Session, table: Any, columns: tuple[str, ...]) -> Insert:
    """An INSERT for `insert_rows`, to be given its `ON CONFLICT` and `RETURNING`, which both databases spell alike."""
    return _statement(session.get_bind().dialect.name, table, columns)


def insert_rows(
    session: Session, table: Any, rows: Sequence[dict[str, Any]], statement: Executable | None = None
) -> CursorResult[Any] | None:
    """Insert `rows`, all with the same columns; None when there are none."""
    if not rows:
        return None
    if statement is None:
        statement = insert_statement(session, table, tuple(rows[0]))
    connection = session.connection()
    if connection.dialect.name == "sqlite":
        rows = _with_sqlite_moments(table, rows)
    return connection.execute(statement, {"rows": to_json(rows).decode()})


@cache
def _statement(dialect: str, table: Table, columns: tuple[str, ...]) -> Insert:
    given = bindparam("rows", type_=Text())
    if dialect == "postgresql":
        typed = [column(name, _without_length(table.c[name].type)) for name in columns]
        rows = func.json_to_recordset(cast(given, postgresql.JSON)).table_valued(*typed, name="given")
        return postgresql.insert(table).from_select(list(columns), select(*rows.render_derived(with_types=True).c))
    entry = func.json_each(given).table_valued("value", name="given")
    values = [func.json_extract(entry.c.value, sql(f"'$.{name}'")) for name in columns]
    # Without a WHERE, SQLite takes the ON of ON CONFLICT for a join's.
    return sqlite.insert(table).from_select(list(columns), select(*values).select_from(entry).where(true()))


def _without_length(kind: TypeEngine[Any]) -> TypeEngine[Any]:
    """Casting to `varchar(n)` would cut what is too long instead of refusing it."""
    return Text() if isinstance(kind, String) else kind


@cache
def _moment_columns(table: Table) -> tuple[str, ...]:
    return tuple(found.name for found in table.columns if isinstance(found.type, UtcDateTime))


@lru_cache(maxsize=256)
def _sqlite_moment(value: datetime) -> str:
    """As SQLAlchemy writes and reads it there: UTC without its sign, always with microseconds."""
    return value.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")


def _with_sqlite_moments(table: Table, rows: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    columns = _moment_columns(table)
    return [{**row, **{name: _sqlite_moment(row[name]) for name in columns if row.get(name)}} for row in rows]
