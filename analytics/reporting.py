"""Computes a report: every table of its definition, with a comparison period if requested.

The single code path for screen, file, kept run and scheduled report: they differ only in the number of rows.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise
from typing import Any, Final

from analytics.definitions import BEFORE, RIPENESS, Column, Definition, Table
from analytics.engine.connection import Connection
from analytics.parameters import COMPARED_DAYS
from analytics.report import again, first_visit_day

Parameters = Mapping[str, Any]
Steps = Callable[[int, int], None]
"""Progress callback: steps done, steps in total."""
_QUARTERS: Final = 4
_WEEK: Final = 7
_YEAR: Final = 52 * _WEEK


@dataclass(frozen=True, slots=True)
class TableResult:
    """The rows of a table, in order. `total_rows` includes those beyond a limit."""

    table: Table
    columns: tuple[Column, ...]
    values: list[tuple[Any, ...]]
    total_rows: int

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Each row as a dict by column name."""
        names = [column.name for column in self.columns]
        return [dict(zip(names, row, strict=True)) for row in self.values]


Tables = Mapping[str, TableResult]


def compared_period(parameters: Parameters) -> tuple[date, date] | None:
    """The comparison period, inclusive; None if none is requested.

    `previous`: for whole calendar months (including quarters and years) the same number of months before. For any other
    period, and always with `weekdays`, shifted by whole weeks so that it ends before the other begins and weekdays
    align: a period with one more weekend would always look better. `year`: the same calendar months of the year before,
    else 52 weeks earlier. `own`: as given.
    """
    first, last, kind = parameters["from_day"], parameters["to_day"], parameters.get("compare", "none")
    if kind == "none":
        return None
    if kind == "own":
        return parameters["compare_from"], parameters["compare_to"]
    months = _whole_months(first, last)
    if months and kind != "weekdays":
        back = 12 if kind == "year" else months
        return _months_before(first, back), _months_before(last + timedelta(days=1), back) - timedelta(days=1)
    days = (last - first).days + 1
    shift = timedelta(days=_YEAR if kind == "year" else -(-days // _WEEK) * _WEEK)
    return first - shift, last - shift


def _whole_months(first: date, last: date) -> int:
    """Number of calendar months in a period; 0 if it does not consist of whole months."""
    after = last + timedelta(days=1)
    if first.day != 1 or after.day != 1:
        return 0
    return (after.year - first.year) * 12 + after.month - first.month


def _months_before(first: date, months: int) -> date:
    """The first of the month that many months earlier."""
    number = first.year * 12 + first.month - 1 - months
    return date(number // 12, number % 12 + 1, 1)


def first_parameters(definition: Definition, parameters: Parameters) -> Parameters:
    """Parameters to open the run with: the comparison period comes first if there is one."""
    compared = compared_period(parameters) if definition.is_compared else None
    own = _of_models(parameters, compared)
    return {**own, **({"from_day": compared[0], "to_day": compared[1]} if compared else {})}


def _of_models(parameters: Parameters, compared: tuple[date, date] | None) -> Parameters:
    """Parameters of models: all but those that define the comparison period, and the age that both periods have."""
    given = {name: value for name, value in parameters.items() if name not in ("compare", *COMPARED_DAYS)}
    if compared is None:
        return given
    youngest = max(parameters["to_day"], compared[1])
    return {**given, "age_days": (parameters["as_of_day"] - youngest).days}


def run(
    connection: Connection,
    definition: Definition,
    parameters: Parameters,
    *,
    limit: int | None = None,
    tables: tuple[str, ...] | None = None,
    on_step: Steps = lambda done, of: None,
) -> dict[str, TableResult]:
    """All tables, or those named, on a connection opened with `first_parameters`; at most `limit` rows each.

    Raises duckdb.InterruptException when another thread interrupts the connection.
    """
    wanted = [table for table in definition.tables if tables is None or table.name in tables]
    compared = compared_period(parameters) if definition.is_compared else None
    comparison = None
    steps = _Steps(on_step, len(wanted) * (2 if compared else 1) + 1)
    if compared:
        for table in wanted:
            if table.is_compared:
                connection.execute(f'CREATE OR REPLACE TEMP TABLE "before_{table.name}" AS {table.sql}')
            steps.next()
        comparison = _comparison(connection, definition, parameters, compared)
        again(connection, definition.models, _of_models(parameters, compared))
    steps.next()
    shown = _Shown(connection, definition, parameters)
    found = {}
    # Those by quarter change the period of the connection, so they come last.
    for table in sorted(wanted, key=lambda one: one.by_quarter):
        if table.by_quarter:
            result = _by_quarter(connection, table, _of_models(parameters, None), limit)
        else:
            result = _result(connection, table, comparison if table.is_compared else None, limit)
        found[table.name] = shown.of(result)
        steps.next()
    return {table.name: found[table.name] for table in wanted}


def quarters_up_to(day: date) -> list[tuple[date, date]]:
    """First and last day of the quarter of a day and of the three before it, latest first."""
    first = date(day.year, (day.month - 1) // 3 * 3 + 1, 1)
    begins = [_months_before(first, 3 * number) for number in range(-1, _QUARTERS)]
    return [(begin, after - timedelta(days=1)) for after, begin in pairwise(begins)]


def _by_quarter(connection: Connection, table: Table, own: Parameters, limit: int | None) -> TableResult:
    """The rows of four quarters, each computed as if it were the period."""
    name = f'"quarters_{table.name}"'
    for number, (first, last) in enumerate(quarters_up_to(own["to_day"])):
        again(connection, table.models, {**own, "from_day": first, "to_day": last})
        connection.execute(
            f"{f'INSERT INTO {name}' if number else f'CREATE OR REPLACE TEMP TABLE {name} AS'} {table.sql}"
        )
    return replace(_result(connection, replace(table, sql=f"SELECT * FROM {name}"), None, limit), table=table)


@dataclass(frozen=True, slots=True)
class _Comparison:
    """How the days of two periods are aligned. Before the first known visit, figures are unknown rather than zero."""

    shift: int
    last_day: date
    last_before: date
    is_known: bool


def _comparison(
    connection: Connection, definition: Definition, parameters: Parameters, compared: tuple[date, date] | None
) -> _Comparison | None:
    if compared is None:
        return None
    first, last = compared
    known_from = first_visit_day(connection, definition.models)
    shift = (parameters["from_day"] - first).days
    return _Comparison(shift, parameters["to_day"], last, known_from is not None and known_from <= first)


class _Shown:
    """Which columns of a result can be shown, and which of them are too recent to be compared."""

    def __init__(self, connection: Connection, definition: Definition, parameters: Parameters) -> None:
        columns = [column for table in definition.tables for column in table.columns]
        self._parameters = parameters
        self._ripe_days = 0
        if any(column.ripens for column in columns):
            self._ripe_days = connection.execute(f"SELECT ripe_days FROM {RIPENESS}").fetchall()[0][0]
        self._is_confirmed = False
        if any(column.needs for column in columns):
            query = "SELECT count(*) > 0 FROM source.reservations WHERE email_confirmed_at IS NOT NULL"
            self._is_confirmed = connection.execute(query).fetchall()[0][0]

    def of(self, result: TableResult) -> TableResult:
        places = [place for place, column in enumerate(result.columns) if self._is_confirmed or not column.needs]
        columns = tuple(self._with_ripeness(result.columns[place]) for place in places)
        if len(places) == len(result.columns):
            return replace(result, columns=columns)
        return replace(result, columns=columns, values=[tuple(row[place] for place in places) for row in result.values])

    def _with_ripeness(self, column: Column) -> Column:
        """A ratio is known from the first ripe day of the period on, a count can be compared from the last one on."""
        if not column.ripens:
            return column
        day = self._parameters["to_day" if column.ripens == "count" else "from_day"]
        ripe_on: date = day + timedelta(days=self._ripe_days)
        return replace(column, ripe_on=ripe_on) if ripe_on > self._parameters["as_of_day"] else column


class _Steps:
    def __init__(self, told: Steps, of: int) -> None:
        self._told = told
        self._of = of
        self._done = 0

    def next(self) -> None:
        self._done += 1
        self._told(self._done, self._of)


def _result(connection: Connection, table: Table, comparison: _Comparison | None, limit: int | None) -> TableResult:
    columns = tuple(_with_before(table)) if table.is_compared else table.columns
    names = ", ".join(f'"{column.name}"' for column in columns)
    connection.execute(f'CREATE OR REPLACE TEMP TABLE "result_{table.name}" AS {_query(table, comparison)}')
    total = connection.execute(f'SELECT count(*) FROM "result_{table.name}"').fetchall()[0][0]
    ordered = f'SELECT {names} FROM "result_{table.name}" ORDER BY {table.order}'
    cut = "" if limit is None else f" LIMIT {limit}"
    return TableResult(table, columns, connection.execute(ordered + cut).fetchall(), total)


def _with_before(table: Table) -> Iterator[Column]:
    for column in table.columns:
        yield column
        if column.is_measure:
            yield replace(column, name=f"{column.name}{BEFORE}", label=f"{column.label}, davor", is_nullable=True)


def _query(table: Table, comparison: _Comparison | None) -> str:
    if not table.is_compared:
        return table.sql
    if comparison is None or not comparison.is_known:
        nothing = "".join(f', NULL::BIGINT AS "{column.name}{BEFORE}"' for column in table.measures)
        none = " LIMIT 0" if table.needs_comparison and comparison is None else ""
        return f"SELECT s.*{nothing} FROM ({table.sql}) AS s{none}"
    day = next((column.name for column in table.columns if column.kind == "day" and column.name in table.key), None)
    chosen = ", ".join(_compared(column, day, comparison) for column in table.columns)
    earlier = ", ".join(_earlier(column, comparison.shift) for column in table.columns)
    matches = " AND ".join(f'n."{name}" IS NOT DISTINCT FROM b."{name}"' for name in table.key)
    joined = f"FULL JOIN b ON {matches}" if matches else "CROSS JOIN b"
    # The last days of a longer period have no counterpart; its totals include them.
    cut = f"WHERE s.\"{day}\" + {comparison.shift} <= DATE '{comparison.last_day}'" if day else ""
    return (
        f"WITH n AS (SELECT s.*, true AS is_there FROM ({table.sql}) AS s), "
        f'b AS (SELECT {earlier}, true AS is_there FROM "before_{table.name}" AS s {cut}) '
        f"SELECT {chosen} FROM n {joined}"
    )


def _earlier(column: Column, shift: int) -> str:
    moved = f" + {shift}" if column.kind == "day" else ""
    return f's."{column.name}"{moved} AS "{column.name}"'


def _compared(column: Column, day: str | None, comparison: _Comparison) -> str:
    """Join both periods by label. A measure of a row missing in one period is zero there, or unknown if the column is
    nullable or a ratio, or if the earlier period is too short for that day.
    """
    now, before = f'n."{column.name}"', f'b."{column.name}"'
    if not column.is_measure:
        return f'coalesce({now}, {before}) AS "{column.name}"'
    missing = "NULL" if column.is_unknown_when_absent else "0"
    beyond = missing
    if day:
        is_beyond = f"n.\"{day}\" - {comparison.shift} > DATE '{comparison.last_before}'"
        beyond = f"CASE WHEN {is_beyond} THEN NULL ELSE {missing} END"
    return (
        f'CASE WHEN n.is_there THEN {now} ELSE {missing} END AS "{column.name}", '
        f'CASE WHEN b.is_there THEN {before} ELSE {beyond} END AS "{column.name}{BEFORE}"'
    )
