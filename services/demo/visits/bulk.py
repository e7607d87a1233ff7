"""Visits in any number, to see how large installations behave.

They come from no browser: rows are made by the hundred thousand and written through the one way to write. What the
store and the reports make of them is real.
"""

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from sqlalchemy.orm import Session

from analytics.bulk.visits import make_visits
from services.core.clock import berlin_day
from services.core.db.db import Database
from services.demo.year import LENGTH, busyness

_WEEK = 7
_GROUP = 20_000
"""Rows a transaction: few enough that reservations beside it need not wait long."""
_SEED = 20261121


def add_visits(db: Database, count: int, until: datetime, is_added: Callable[[int], object]) -> None:
    """Add `count` visits to the year before `until`; `is_added` is called with the number of rows after each commit."""
    for week, (first_day, share) in enumerate(_weeks(berlin_day(until), count)):
        rows = make_visits(share, _SEED + week, first_day, _WEEK).drop_columns(["id"])
        for batch in rows.to_batches(max_chunksize=_GROUP):
            db.write(partial(_write, batch))
            is_added(batch.num_rows)


def _weeks(today: date, count: int) -> Iterator[tuple[date, int]]:
    """The first day of each whole week of the year, and how many of the visits fall on it."""
    start = today - LENGTH
    days = [start + timedelta(days=_WEEK * week) for week in range(LENGTH.days // _WEEK)]
    weights = [busyness(day, start) for day in days]
    given = 0
    for number, day in enumerate(days):
        due = round(count * sum(weights[: number + 1]) / sum(weights))
        if due > given:
            yield day, due - given
        given = due


def _write(batch: pa.RecordBatch, session: Session) -> None:
    """By the driver's own statement: SQLAlchemy's takes ten times as long to turn values into parameters."""
    connection = session.connection()
    mark = "?" if connection.dialect.name == "sqlite" else "%s"
    names = batch.schema.names
    statement = f"INSERT INTO visits ({', '.join(names)}) VALUES ({', '.join([mark] * len(names))})"  # noqa: S608
    connection.exec_driver_sql(statement, list(zip(*(_values(batch.column(name)) for name in names), strict=True)))


def _values(column: pa.Array) -> list[Any]:
    """Moments and days as text in the database's own spelling, all else as it is."""
    if pa.types.is_timestamp(column.type):
        column = pc.strftime(column, "%Y-%m-%d %H:%M:%S")  # seconds with six decimals, as the column has microseconds
    elif pa.types.is_date(column.type):
        column = pc.strftime(column, "%Y-%m-%d")
    return column.to_pylist()  # type: ignore[no-any-return]
