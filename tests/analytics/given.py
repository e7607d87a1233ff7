"""Rows of schema `source` for tests: only what a test is about is written down, the rest is filled in."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

import duckdb

from analytics.runner import add_macros
from analytics.shipped import put_shipped
from analytics.sources import SCHEMAS, create_empty

BERLIN = ZoneInfo("Europe/Berlin")
_FILLED: dict[str, Any] = {"VARCHAR": "", "BOOLEAN": False, "SMALLINT": 0}
_USUAL: dict[str, dict[str, Any]] = {
    "visits": {"visitor": 1, "landing_path": "/", "device": "unknown"},
    "touches": {"landing_path": "/", "device": "unknown"},
    "reservations": {
        "park_id": "ingolstadt",
        "spot_number": 1,
        "state": "reserved",
        "annual_kwh": 1000,
        "payment_plan": "once",
        "credit_tenth_ct": 50,
        "share_amount_cents": 69_900,
    },
}
Rows = Sequence[Mapping[str, Any]]


def berlin_day(at: datetime | str) -> date:
    """The day in Berlin of a moment in UTC without a zone, by Python's own zones."""
    moment = datetime.fromisoformat(at) if isinstance(at, str) else at
    return moment.replace(tzinfo=ZoneInfo("UTC")).astimezone(BERLIN).date()


def put(connection: duckdb.DuckDBPyConnection, relation: str, rows: Rows) -> None:
    """Append rows to a relation. What a row leaves out is empty, as usual, or numbered; `None` is null."""
    columns = SCHEMAS[relation]
    values = []
    for number, row in enumerate(rows, start=1):
        unknown = row.keys() - columns.keys()
        assert not unknown, f"{relation} has no {unknown}"
        full = {name: _FILLED.get(kind) for name, kind in columns.items()} | _USUAL.get(relation, {}) | dict(row)
        if "id" in columns and "id" not in row:
            full["id"] = number
        if relation == "visits" and "day" not in row:
            full["day"] = berlin_day(full["at"])
        values.append(list(full.values()))
    if values:
        marks = ", ".join(f"?::{kind}" for kind in columns.values())
        connection.executemany(f"INSERT INTO source.{relation} VALUES ({marks})", values)


@cache
def _empty() -> duckdb.DuckDBPyConnection:
    """Schema `source` without rows, but for the shipped limits of chance, and the macros: made once a process."""
    connection = duckdb.connect(config={"threads": 2})
    create_empty(connection)
    put_shipped(connection, {"poisson_limits"})
    add_macros(connection)
    return connection


@contextmanager
def warehouse(**relations: Rows) -> Iterator[duckdb.DuckDBPyConnection]:
    """A connection with these rows in schema `source`; everything done on it is rolled back at the end."""
    with _empty().cursor() as connection:
        connection.begin()
        for relation, rows in relations.items():
            put(connection, relation, rows)
        yield connection
        # Left open by what raises, the transaction ends with the connection.
        connection.rollback()
