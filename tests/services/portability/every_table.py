"""Rows for every table of the product, with the values at which formats and databases differ.

They obey types, keys, foreign keys and checks and nothing else: what they mean, no rule of the product would allow.
"""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime, time
from itertools import count
from typing import Any, Final
from uuid import UUID

from sqlalchemy import CheckConstraint, Column, Connection, String, Table, delete, func, select, text

from services.core.db.db import Database
from services.core.models import Installation
from services.models import metadata
from services.portability.kinds import Kind, kind_of

Rows = dict[str, list[tuple[Any, ...]]]
ROWS: Final = 3
"""Of each table, where its checks allow more than one."""
_TEXTS: Final = ("", 'Zeile "eins",\r\nzwei\rdrei\n', "ß=1;ÄÖü 🌞 '';--\t\\N ", "NULL", '"', ",", "\u2028\u00a0")
_VALUES: Final[dict[Kind, tuple[Any, ...]]] = {
    Kind.INTEGER: (2**31 - 1, -(2**31), 0, 7),
    Kind.BOOLEAN: (True, False),
    Kind.JSON: ({"b": [1, None, "ä\u0001"], "a": 0.1, "groß": 2**60}, [], "", None, {}),
    Kind.MOMENT: (
        datetime(9999, 1, 1, tzinfo=UTC),
        datetime(2026, 10, 25, 0, 30, 0, 1, tzinfo=UTC),
        datetime(1970, 1, 1, tzinfo=UTC),
    ),
    Kind.DATE: (date(2024, 2, 29), date(9999, 12, 31), date(1, 1, 1)),
    Kind.TIME: (time(23, 59, 59, 999_999), time(0, 0)),
    Kind.UUID: (UUID(int=1), UUID(int=2**128 - 1), UUID(int=2**64)),
    Kind.BYTES: (b"", b'\x00\xff"\r\n,', bytes(range(256)) * 20),
    Kind.FLOAT: (0.1 + 0.2, 1e-300, 12345.678901234567),
}
_WIDE: Final = (2**63 - 1, -(2**63), 0, 1)
_ONE_ROW: Final = re.compile(r"^id = 1$")
_ONE_OF: Final = re.compile(r"(\w+) IN \((.*?)\)")
_AT_LEAST_ONE: Final = re.compile(r"(\w+) > 0")
_CHOSEN: Final[dict[str, Any]] = {
    "visits.step": 3,
    "visits.consent": 1,
    "campaign_costs.clicks": 2,
    "campaign_costs.impressions": 3,
    "report_recipients.address": None,
    "answer_files.reservation_id": None,
    "reservations.search_text": " wort zwei ",
    "staff_passkey_challenges.purpose": "prove",
    "visits.written_in": 0,
    "reservation_touches.written_in": 0,
    "store_watermarks.written_in": 0,
    "share_periods.first_day": date(2026, 11, 2),
    "share_periods.last_day": date(2046, 11, 1),
}
"""Where a check joins columns or names a range; and transactions of a cluster, which another one counts as none."""
_KEPT: Final = "kept_texts"
"""Each start adds what the code publishes."""
_ALWAYS: Final = frozenset(
    {"report_recipients.account_id", "answer_files.conversation_id", "staff_passkey_challenges.session_id"}
)
_FOLDER: Final = Installation.__table__.c.folder


def fill(db: Database) -> None:
    """Replace all rows of a SQLite database by `ROWS` of each table, without triggers and their effects."""
    with _no_triggers(db) as connection:
        for table in reversed(metadata.sorted_tables):
            if table.name != _KEPT:
                connection.execute(delete(table))
        numbers = count(1)
        for table in metadata.sorted_tables:
            is_single = any(_ONE_ROW.match(check) for check in _checks(table))
            for place in range(1 if is_single else ROWS):
                connection.execute(table.insert().values(_row(connection, table, place, numbers)))


def rows_of(url: str) -> Rows:
    """Every row of every table, as the models' types read it, by its key: the same from both kinds of database."""
    with closing(Database(url)) as db, db.engine.connect() as connection:
        found = {}
        for table in metadata.sorted_tables:
            rows = [tuple(row) for row in connection.execute(select(table))]
            key = [list(table.columns).index(column) for column in table.primary_key]
            found[table.name] = sorted(rows, key=lambda row, key=key: [str(row[place]) for place in key])
        return found


@contextmanager
def _no_triggers(db: Database) -> Iterator[Connection]:
    with db.engine.begin() as connection:
        triggers = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")).all()
        for name, _definition in triggers:
            connection.execute(text(f"DROP TRIGGER {name}"))
        yield connection
        for _name, definition in triggers:
            connection.exec_driver_sql(definition)


def empty_tables(db: Database) -> list[str]:
    """Tables without a row."""
    with db.engine.connect() as connection:
        counts = {
            table.name: connection.scalar(select(func.count()).select_from(table)) for table in metadata.sorted_tables
        }
    return [name for name, rows in counts.items() if not rows]


def _row(connection: Connection, table: Table, place: int, numbers: Iterator[int]) -> dict[str, Any]:
    checks = _checks(table)
    return {column.name: _value(connection, column, place, next(numbers), checks) for column in table.columns}


def _value(connection: Connection, column: Column[Any], place: int, number: int, checks: list[str]) -> Any:
    name = f"{column.table.name}.{column.name}"
    if column is _FOLDER:
        return None
    if name in _CHOSEN:
        return _CHOSEN[name]
    allowed = _allowed(column, checks)
    if allowed and not (column.nullable and place == 2):
        return allowed[place % len(allowed)]
    if any(_ONE_ROW.match(check) for check in checks) and column.primary_key:
        return 1
    is_key = _is_key(column)
    if column.nullable and place == 2 and not is_key and name not in _ALWAYS:
        return None
    if column.foreign_keys:
        return _referred(connection, column, place)
    return _unique(column, place, number) if is_key else _edge(column, place)


def _edge(column: Column[Any], place: int) -> Any:
    kind = kind_of(column.type)
    if kind is Kind.TEXT:
        longest = column.type.length if isinstance(column.type, String) and column.type.length else 1_000
        return _TEXTS[(place + len(column.name)) % len(_TEXTS)][:longest]
    values = _WIDE if kind is Kind.INTEGER and "BIG" in str(column.type) else _VALUES[kind]
    if kind is Kind.INTEGER and "SMALL" in str(column.type):
        values = (2**15 - 1, -(2**15))
    return values[(place + len(column.name)) % len(values)]


def _unique(column: Column[Any], place: int, number: int) -> Any:
    kind = kind_of(column.type)
    if kind is Kind.TEXT:
        longest = column.type.length if isinstance(column.type, String) and column.type.length else 40
        return f"{'Zä-'[place]}{number}"[:longest]
    if kind is Kind.INTEGER:
        return 10 * place + 3
    values = _VALUES[kind]
    return values[place % len(values)]


def _referred(connection: Connection, column: Column[Any], place: int) -> Any:
    target = next(iter(column.foreign_keys)).column
    if target.table is column.table:
        return None if column.nullable else 10 * place + 3
    rows = list(connection.scalars(select(target).order_by(target)))
    return rows[place % len(rows)]


def _is_key(column: Column[Any]) -> bool:
    table = column.table
    unique = [index.columns for index in table.indexes if index.unique]
    unique += [one.columns for one in table.constraints if type(one).__name__ == "UniqueConstraint"]
    return column.primary_key or bool(column.unique) or any(column.name in columns for columns in unique)


def _checks(table: Table) -> list[str]:
    return [str(one.sqltext) for one in table.constraints if isinstance(one, CheckConstraint)]


def _allowed(column: Column[Any], checks: list[str]) -> list[Any]:
    for check in checks:
        found = _ONE_OF.search(check)
        if found and found[1] == column.name:
            return [value.strip().strip("'") for value in found[2].split(",")]
        if (least := _AT_LEAST_ONE.match(check)) and least[1] == column.name:
            return [1, 5, 9]
    return []
