"""Figures: charts with the values of an answer, ready to be drawn on the screen, on paper and in mails."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from analytics.definitions import BEFORE, Column
from analytics.reporting import TableResult
from services.core.clock import berlin_day
from services.reports.charts import CHARTS, SOLID, Chart, Look, Place, Series
from services.reports.labels import WORDS
from services.reports.render.cells import day, shown
from services.reports.render.changes import change
from services.reports.render.paper_tables import ORIGIN, origin_name
from services.reports.run import ReportAnswer
from services.reports.sentences.words import MONTHS

MOST: Final[Mapping[str, int]] = {"bars": 15, "ranges": 15, "columns": 92}
"""Items drawn of each kind; the others stand in the table."""
_WIDTHS: Final = (1, 7, 28, 91, 364)
"""Days per column: whole weeks, so that every column has the same number of weekends."""
_LEAST_AHEAD: Final = 42
"""Beyond the past's own length, or six weeks, a forecast is not drawn: its days stand in words."""
_MANY_MONTHS: Final = 24
_TERM: Final = re.compile(r"([+-]?)(\w+)")
Row = dict[str, Any]
_Item = tuple[int | None, Row]
"""A row with its place in the table, if it has one."""


@dataclass(frozen=True, slots=True)
class Line:
    """A series with its values in stored units; null: unknown, or not of this place."""

    label: str
    look: Look
    values: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """An item. `at`: its place along lines and areas; `axis`: its short name, often empty; `row`: its place in the
    table; `first` and `last`: its days. `unfinished`: whether it will still grow or is too young to be judged.
    """

    name: str
    axis: str
    at: int
    words: str = ""
    row: int | None = None
    first: date | None = None
    last: date | None = None
    unfinished: bool = False


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart with its values. `measure`: the kind of its values; `choice`: which of several it is; `more`: what is not
    shown or how to read it.
    """

    kind: str
    title: str
    measure: str
    x_label: str
    points: tuple[Point, ...]
    lines: tuple[Line, ...]
    choice: str = ""
    more: str = ""
    is_from_zero: bool = True


def figures(answer: ReportAnswer, name: str, place: Place) -> list[Figure]:
    """The figures of a table. None without rows, or where a run was kept before a column was there."""
    table = answer.tables[name]
    charts = [one for one in CHARTS.get(answer.definition.name, ()) if one.table == name and place in one.places]
    return [figure for chart in charts if table.values for figure in _of_chart(answer, chart, table, place)]


def _of_chart(answer: ReportAnswer, chart: Chart, table: TableResult, place: Place) -> Iterator[Figure]:
    found = _Found(answer, chart, table, place)
    if not found.is_complete:
        return
    rows: list[_Item] = [
        (at, row)
        for at, row in enumerate(table.rows)
        if all(row[column] in wanted for column, wanted in chart.only.items())
        and (not chart.where or (row[chart.where] or 0) > 0)
    ]
    if not chart.choice:
        yield from found.figure(rows)
        return
    for choice in dict.fromkeys(row[chart.choice] for _, row in rows):
        if place == "screen" or not chart.printed or choice in chart.printed:
            of_it = [(at, row) for at, row in rows if row[chart.choice] == choice]
            yield from found.figure(of_it, shown(found.columns[chart.choice].kind, choice))


class _Found:
    """A chart beside the table that it is drawn from."""

    def __init__(self, answer: ReportAnswer, chart: Chart, table: TableResult, place: Place) -> None:
        self.answer, self.chart, self.table, self.place = answer, chart, table, place
        then = answer.tables.get(chart.then)
        self.then = then.rows if then else []
        of_both = [*table.columns, *(then.columns if then else ())]
        self.columns: dict[str, Column] = {column.name: column for column in reversed(of_both)}
        self.today = berlin_day(answer.stand.at)

    @property
    def is_complete(self) -> bool:
        names = {name for one in self.chart.y for _, name in self._terms(one)}
        names |= {one.where for one in self.chart.y} | {
            self.chart.by,
            self.chart.choice,
            self.chart.where,
            *self.chart.only,
        }
        names |= set(ORIGIN) if self.chart.x == "origin" else set(self.chart.x.split())
        given = (
            {*self.columns, ""}
            if self.then or not self.chart.then
            else {*self.columns, "", *_course_columns(self.chart)}
        )
        return names <= given

    def figure(self, rows: list[_Item], choice: str = "") -> Iterator[Figure]:
        """None if nothing is known."""
        chart = self.chart
        if not rows:
            return
        total, items = len(rows), self._items(rows)
        more = ""
        if chart.kind in {"bars", "ranges"}:
            total = self.table.total_rows if total == len(self.table.values) else total
            most = MOST[chart.kind]
            if self.place != "mail" and not chart.is_counted and not chart.by and total > most:
                items = items[:most]
                more = f"Die ersten {most} von {shown('count', total)}, alle in der Tabelle."
        points = self._points(items)
        lines = [*self._lines(items), *self._target(len(items))]
        if not any(value is not None for line in lines for value in line.values):
            return
        main = self.columns.get(self._terms(chart.y[0])[0][1])
        columns = [self.columns[one] for one in chart.x.split() if one in self.columns]
        label = "Herkunft" if chart.x == "origin" else columns[0].label
        title = chart.title or (main.label if main and (len(chart.y) == 1 or chart.by) else "")
        yield Figure(
            chart.kind, title, main.kind if main else "count", label, points, tuple(lines), choice,
            more or self._time_words(points), chart.is_from_zero,
        )  # fmt: skip

    def _items(self, rows: list[_Item]) -> list[list[_Item]]:
        """The rows of each point."""
        chart = self.chart
        if chart.is_counted:
            counts = Counter(row[chart.x] for _, row in rows).most_common()
            return [[(None, {chart.x: value, "": count})] for value, count in counts]
        if chart.by:
            groups: dict[Any, list[_Item]] = {}
            for at, row in rows:
                groups.setdefault(self._key(row), []).append((at, row))
            return list(groups.values())
        if self._is_time and not chart.is_level:
            return self._by_days(rows)
        if chart.kind == "columns" and self._is_number:
            return self._numbered(rows)
        return [[item] for item in [*rows, *((None, row) for row in self._ahead(rows))]]

    @property
    def _is_time(self) -> bool:
        return self.chart.x == "day"

    @property
    def _is_number(self) -> bool:
        column = self.columns.get(self.chart.x)
        return column is not None and column.kind == "count"

    def _key(self, row: Row) -> tuple[Any, ...]:
        return tuple(row[name] for name in self.chart.x.split())

    def _by_days(self, rows: list[_Item]) -> list[list[_Item]]:
        """Columns of as many days as needed to fit. Days without a row count as zero."""
        asked = self.answer.parameters
        first = asked.get("from_day") or rows[0][1]["day"]
        last = max(asked.get("to_day") or first, rows[-1][1]["day"])
        known = {row["day"]: (at, row) for at, row in rows}
        days = (last - first).days + 1
        width = next((one for one in _WIDTHS if days <= one * MOST["columns"]), _WIDTHS[-1])
        empty = dict.fromkeys(rows[0][1], 0)
        every = [first + timedelta(days=one) for one in range(days)]
        filled = [known.get(one) or (None, {**empty, "day": one}) for one in every]
        return [filled[start : start + width] for start in range(0, days, width)]

    def _numbered(self, rows: list[_Item]) -> list[list[_Item]]:
        """Consecutive whole numbers, including empty ones; the last column gathers what is more."""
        by_number = {row[self.chart.x]: (at, row) for at, row in rows if row[self.chart.x] is not None}
        if not by_number:
            return []
        every = range(1 + max(by_number))
        empty = dict.fromkeys(rows[0][1], 0)
        filled = [by_number.get(one) or (None, {**empty, self.chart.x: one}) for one in every]
        most = _MOST_NUMBERS
        return [[one] for one in filled[: most - 1]] + ([filled[most - 1 :]] if len(filled) >= most else [])

    def _ahead(self, rows: list[_Item]) -> list[Row]:
        if not self.then or not rows:
            return []
        first, last = rows[0][1]["day"], rows[-1][1]["day"]
        end = last + timedelta(days=max(_LEAST_AHEAD, (last - first).days + 1))
        within = [row for row in self.then if row["day"] <= end]
        return within if len(within) > 1 else self.then[:2]

    def _points(self, items: list[list[_Item]]) -> tuple[Point, ...]:
        kind = self._x_kind
        firsts = [group[0][1].get(self.chart.x) for group in items]
        start = next((one for one in firsts if isinstance(one, date)), None)
        found = []
        for place, group in enumerate(items):
            (row_at, row), (_, last) = group[0], group[-1]
            value: Any = row.get(self.chart.x)
            name, axis, at = self._name(row), "", place
            if kind == "day" and start:
                name = day(value) if value == last["day"] else f"{day(value)} bis {day(last['day'])}"
                axis, at = f"{value.day}.{value.month}.", (value - start).days
            elif kind == "month":
                axis = _month_axis(value, len(items))
            elif kind == "milli_ct":
                axis, at = (f"{value // 1_000} ct" if value % 1_000 == 0 else ""), value
            elif kind == "count" and len(group) > 1:
                name = axis = f"{name} und mehr"
            else:
                axis = name
            is_day = kind == "day" and not self.chart.then
            is_cut = self.table.table.name == "days" and (len(group) < len(items[0]) or last.get("day") == self.today)
            found.append(
                Point(
                    name, axis, at, self._words(group), row_at if len(group) == 1 or self.chart.by else None,
                    value if is_day else None, last.get("day") if is_day else None,
                    (is_day and is_cut) or row.get("is_judged") is False,
                )
            )  # fmt: skip
        return tuple(found)

    @property
    def _x_kind(self) -> str:
        column = self.columns.get(self.chart.x)
        return column.kind if column else "text"

    def _name(self, row: Row) -> str:
        if self.chart.x == "origin":
            return origin_name(row)
        return ", ".join(shown(self.columns[name].kind, row[name]) for name in self.chart.x.split())

    def _words(self, group: list[_Item]) -> str:
        chart, row = self.chart, group[0][1]
        if chart.kind not in ("bars", "ranges"):
            return ""
        if chart.words and self.place != "mail":
            return f"{self._marked(row)}{chart.words(row)}"
        kind = "count" if chart.is_counted else self.columns[self._terms(chart.y[0])[0][1]].kind
        if chart.by:
            return shown(kind, sum(self._value(chart.y[0], row) or 0 for _, row in group))
        value = self._value(chart.y[0], row)
        moved = change(kind, value, row.get(f"{chart.y[0].column}{BEFORE}")) if self.place != "mail" else ""
        return ", ".join(filter(None, (shown(kind, value), moved)))

    def _marked(self, row: Row) -> str:
        """„44,00; “: the chosen value on a range, where each has its own."""
        mark = next((one for one in self.chart.y if one.look == "mark"), None)
        if self.chart.kind != "ranges" or not self.chart.is_from_zero or mark is None:
            return ""
        kind, value = self.columns[self._terms(mark)[0][1]].kind, self._value(mark, row)
        return "" if value is None else f"{shown(kind, value)}; "

    def _lines(self, items: list[list[_Item]]) -> list[Line]:
        found: list[Line] = []
        for series in self.chart.y:
            column = self.columns.get(series.column.format(model=self._model))
            label = series.label or (column.label if column else "")
            if self.chart.by and series.look not in ("line", "mark"):
                found += self._divided(items, series)
                continue
            values = tuple(self._sum(series, group) for group in items)
            found.append(Line(label, series.look, values))
            if before := self._before(series):
                found.append(Line(before, "before", tuple(self._sum(before_series(series), group) for group in items)))
        return [line for line in found if any(value is not None for value in line.values)]

    def _target(self, items: int) -> Iterator[Line]:
        totals = self.answer.tables.get("totals")
        row = totals.rows[0] if totals and totals.rows else {}
        if totals and (value := row.get(self.chart.target)) is not None:
            column = next(one for one in totals.columns if one.name == self.chart.target)
            yield Line(f"{column.label}: {shown(column.kind, value)}", "line", (value,) * items)

    def _before(self, series: Series) -> str:
        """What the comparison period is called, where there is one."""
        if self.chart.kind not in ("bars", "columns") or self.place == "mail" or not self.answer.compared:
            return ""
        first, last = self.answer.compared
        is_known = f"{series.column}{BEFORE}" in self.columns and len(self.chart.y) == 1
        return f"davor: {day(first)} bis {day(last)}" if is_known else ""

    def _divided(self, items: list[list[_Item]], series: Series) -> Iterator[Line]:
        by = self.chart.by
        order = list(WORDS.get(self.columns[by].kind, ()))
        found = dict.fromkeys(row[by] for group in items for _, row in group)
        values = sorted(found, key=order.index) if order and found.keys() <= set(order) else list(found)
        for place, value in enumerate(values):
            of_it = tuple(
                next((self._value(series, row) for _, row in group if row[by] == value), None) for group in items
            )
            yield Line(shown(self.columns[by].kind, value), SOLID[place % len(SOLID)], of_it)

    def _sum(self, series: Series, group: list[_Item]) -> int | None:
        if self.chart.by:
            group = group[:1]
        values = [self._value(series, row) for _, row in group]
        known = [value for value in values if value is not None]
        return sum(known) if len(known) == len(values) else None

    def _value(self, series: Series, row: Row) -> int | None:
        if series.where and not row.get(series.where):
            return None
        terms: list[tuple[str, Any]] = [(sign, row.get(name)) for sign, name in self._terms(series)]
        if any(value is None for _, value in terms):
            return None
        return int(sum(-value if sign == "-" else value for sign, value in terms))

    def _terms(self, series: Series) -> list[tuple[str, str]]:
        return _TERM.findall(series.column.format(model=self._model)) or [("", "")]

    @property
    def _model(self) -> str:
        return str(self.answer.parameters.get("model") or "last_non_direct")

    def _time_words(self, points: Sequence[Point]) -> str:
        """What one column is, where it is not one day, and which are not whole."""
        if self.chart.kind != "columns" or not points or not points[0].first or not points[0].last:
            return ""
        days = (points[0].last - points[0].first).days + 1
        each = f"Eine Spalte sind {days} Tage." if days > 1 else ""
        cut = [point.name for point in points if point.unfinished]
        unfinished = f"Nur umrandet, weil noch nicht ganz: {'; '.join(cut[:3])}." if cut else ""
        return " ".join(filter(None, (each, unfinished)))


_MOST_NUMBERS: Final = 31


def before_series(series: Series) -> Series:
    """The same measure in the comparison period."""
    return Series(f"{series.column}{BEFORE}", "before")


def _course_columns(chart: Chart) -> set[str]:
    """Columns that only the table which goes on has: without it they are left out."""
    return {one.column for one in chart.y if one.look in ("low", "high", "mark", "line")}


def _month_axis(value: date, months: int) -> str:
    if months <= _MANY_MONTHS:
        return f"{MONTHS[value.month - 1][:3]} {value:%y}"
    return str(value.year) if value.month == 1 else ""
