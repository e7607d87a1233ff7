"""Rows of any table, with whatever its columns must have."""

from datetime import date
from typing import Any

from sqlalchemy import JSON, Boolean, Date, DateTime, Integer, LargeBinary, Table

from services.core.db.db import UtcDateTime
from tests.analytics.visit_rows import NOON


def any_row(table: Table, **values: Any) -> dict[str, Any]:
    """`values`, and something for every other column that must have a value."""
    own = table.autoincrement_column
    needed = [c for c in table.columns if not c.nullable and c.server_default is None and c is not own]
    return {column.name: _something(column.type) for column in needed} | values


def _something(kind: Any) -> Any:
    if isinstance(kind, UtcDateTime | DateTime):
        return NOON
    for known, value in ((Date, date(2026, 10, 20)), (Boolean, False), (Integer, 1), (JSON, {}), (LargeBinary, b"x")):
        if isinstance(kind, known):
            return value
    return "x"
