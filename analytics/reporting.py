"""A report computed: every table of its definition, beside another period where that is asked for.

The one path for screen, file, kept run and scheduled report: they differ only in how many rows they take.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Final

from analytics.definitions import BEFORE, Column, Definition, Table
from analytics.engine import Connection
from analytics.report import again

Parameters = Mapping[str, Any]
Steps = Callable[[int, int], None]
"""Told how many steps of how many are done."""
_WEEK: Final = 7
_YEAR: Final = 52 * _WEEK


@dataclass(frozen=True, slots=True)
class TableResult:
    """The rows of a table, in its order. `total_rows` tells of those beyond a limit, too."""

    table: Table
    columns: tuple[Column, ...]
    values: list[tuple[Any, ...]]
    total_rows: int

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Each row by the names of its columns."""
        names = [column.name for column in self.columns]
        return [dict(zip(names, row, strict=True)) for row in self.values]


Tables = Mapping[str, TableResult]


def compared_period(parameters: Parameters) -> tuple[date, date] | None:
    """The period to compare with: so many whole weeks earlier that it ends before the other begins, or 52 weeks.

    Weeks, so that weekdays meet: a period with one weekend more would always look better.
    """
    first, last, kind = parameters["from_day"], parameters["to_day"], parameters.get("compare", "none")
    if kind == "none":
        return None
    days = (last - first).days + 1
    shift = timedelta(days=_YEAR if kind == "year" else -(-days // _WEEK) * _WEEK)
    return first - shift, last - shift


def first_parameters(definition: Definition, parameters: Parameters) -> dict[str, Any]:
    """What to open the run with: the period of comparison comes first where there is one."""
    compared = compared_period(parameters) if definition.is_compared else None
    given = {name: value for name, value in parameters.items() if name != "compare"}
    return given | ({"from_day": compared[0], "to_day": compared[1]} if compared else {})


def run(
    connection: Connection,
    definition: Definition,
    parameters: Parameters,
    *,
    limit: int | None = None,
    tables: tuple[str, ...] | None = None,
    on_step: Steps = lambda done, of: None,
) -> dict[str, TableResult]:
    """All tables, or those named, over a connection that was opened with `first_parameters`; at most `limit` rows each.

    Raises duckdb.InterruptException when another thread interrupts the connection.
    """
    wanted = [table for table in definition.tables if tables is None or table.name in tables]
    compared = compared_period(parameters) if definition.is_compared else None
    steps = _Steps(on_step, len(wanted) * (2 if compared else 1) + 1)
    if compared:
        for table in wanted:
            if table.is_compared:
                connection.execute(f'CREATE OR REPLACE TEMP TABLE "before_{table.name}" AS {table.sql}')
            steps.next()
        again(connection, definition.models, {name: v for name, v in parameters.items() if name != "compare"})
    steps.next()
    found = {}
    for table in wanted:
        shift = (parameters["from_day"] - compared[0]).days if compared and table.is_compared else None
        found[table.name] = _result(connection, table, shift, limit)
        steps.next()
    return found


class _Steps:
    def __init__(self, told: Steps, of: int) -> None:
        self._told = told
        self._of = of
        self._done = 0

    def next(self) -> None:
        self._done += 1
        self._told(self._done, self._of)


def _result(connection: Connection, table: Table, shift: int | None, limit: int | None) -> TableResult:
    columns = tuple(_with_before(table)) if table.is_compared else table.columns
    names = ", ".join(f'"{column.name}"' for column in columns)
    connection.execute(f'CREATE OR REPLACE TEMP TABLE "result_{table.name}" AS {_query(table, shift)}')
    total = connection.execute(f'SELECT count(*) FROM "result_{table.name}"').fetchall()[0][0]
    ordered = f'SELECT {names} FROM "result_{table.name}" ORDER BY {table.order}'
    cut = "" if limit is None else f" LIMIT {limit}"
    return TableResult(table, columns, connection.execute(ordered + cut).fetchall(), total)


def _with_before(table: Table) -> Iterator[Column]:
    for column in table.columns:
        yield column
        if column.is_measure:
            yield replace(column, name=f"{column.name}{BEFORE}", label=f"{column.label}, davor", is_nullable=True)


def _query(table: Table, shift: int | None) -> str:
    if not table.is_compared:
        return table.sql
    if shift is None:
        nothing = "".join(f', NULL::BIGINT AS "{column.name}{BEFORE}"' for column in table.measures)
        return f"SELECT s.*{nothing} FROM ({table.sql}) AS s"
    chosen = ", ".join(_compared(column) for column in table.columns)
    earlier = ", ".join(_earlier(column, shift) for column in table.columns)
    matches = " AND ".join(f'n."{name}" IS NOT DISTINCT FROM b."{name}"' for name in table.key)
    joined = f"FULL JOIN b ON {matches}" if matches else "CROSS JOIN b"
    return (
        f"WITH n AS (SELECT s.*, true AS is_there FROM ({table.sql}) AS s), "
        f'b AS (SELECT {earlier}, true AS is_there FROM "before_{table.name}" AS s) '
        f"SELECT {chosen} FROM n {joined}"
    )


def _earlier(column: Column, shift: int) -> str:
    moved = f" + {shift}" if column.kind == "day" else ""
    return f's."{column.name}"{moved} AS "{column.name}"'


def _compared(column: Column) -> str:
    """A label is what either period has; a measure of a row that one period lacks is zero there, or, where it need not
    be known for any row, not known.
    """
    now, before = f'n."{column.name}"', f'b."{column.name}"'
    if not column.is_measure:
        return f'coalesce({now}, {before}) AS "{column.name}"'
    missing = "NULL" if column.may_be_null else "0"
    return ", ".join(
        f'CASE WHEN {side}.is_there THEN {value} ELSE {missing} END AS "{name}"'
        for side, value, name in (("n", now, column.name), ("b", before, f"{column.name}{BEFORE}"))
    )
