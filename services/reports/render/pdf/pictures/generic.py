"""Generic charts chosen by table shape: columns over days and months, bars for names."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from typing import Any, Final

from analytics.definitions import Column
from analytics.kinds import MEASURES
from analytics.reporting import TableResult
from services.core.clock import berlin_day
from services.reports.render.cells import shown
from services.reports.render.pdf.pictures.bars import Bar, bars_picture
from services.reports.render.pdf.pictures.columns import MOST_COLUMNS, Panel, columns_picture
from services.reports.render.pdf.pictures.picture import Picture
from services.reports.run import ReportAnswer
from services.reports.sentences.words import MONTHS

Row = Mapping[str, Any]
_WIDTHS: Final = (1, 7, 28, 91, 364)
"""Days per column: whole weeks, so that every column has the same number of weekends."""
_LOOKS: Final = ("full", "covered", "open")


def pictures(answer: ReportAnswer, table: TableResult) -> list[Picture]:
    """At most one chart; none for a single row, or a table without a name or measure."""
    measures = [column for column in table.columns if column.adds_up and not column.name.endswith("_before")]
    names = [column for column in table.columns if not column.is_measure]
    if len(table.values) < 2 or not measures or not names:
        return []
    if names[0].kind in ("day", "month") and len(table.table.key) == 1:
        return [time_picture(answer, table, names[0], measures[:3])]
    return [_bars(table, names, measures[0])]


def time_picture(
    answer: ReportAnswer, table: TableResult, over: Column, measures: Sequence[Column], *, before: str = ""
) -> Picture:
    """Columns over days or months, grouped by as many days as needed to fit."""
    groups = _grouped(table.rows, over)
    days = _days_each(len(table.values)) if over.kind == "day" else 1
    cut = _unfinished(groups, over, days, berlin_day(answer.stand.at)) if table.table.name == "days" else frozenset()
    labels = [_label(over.kind, group[0][over.name]) for group in groups]
    panels = [
        Panel(
            column.label,
            [_sum(group, column.name) for group in groups],
            partial(shown, column.kind),
            [_sum(group, f"{column.name}_before") for group in groups] if before else (),
            _LOOKS[place % 3],
            MEASURES[column.kind].parts,
            cut,
        )
        for place, column in enumerate(measures)
    ]
    axis = [f"eine Spalte: {days} Tage" if days > 1 else "", "nur umrandet: noch nicht ganz" if cut else ""]
    return columns_picture(labels, panels, before=before, axis="; ".join(filter(None, axis)))


def _unfinished(groups: Sequence[Sequence[Row]], over: Column, days: int, today: date) -> frozenset[int]:
    """The place of the last column if it holds a day that is not over, or fewer days than the others."""
    if not groups:
        return frozenset()
    last = groups[-1]
    is_whole = _day(last[-1][over.name]) < today and len(last) == days
    return frozenset() if is_whole else frozenset({len(groups) - 1})


def bar(row: Row, name: str, column: Column, *, look: Any = "full", words: str = "") -> Bar:
    """A bar of one measure, with its previous value if there is one."""
    value, before = row[column.name], row.get(f"{column.name}_before")
    told = words or shown(column.kind, value)
    return Bar(name, ((look, max(0, value or 0)),), told, before)


def unit_of(column: Column) -> tuple[int, str]:
    """The unit of one cell for a measure."""
    return MEASURES[column.kind].parts, MEASURES[column.kind].unit


def _bars(table: TableResult, names: Sequence[Column], measure: Column) -> Picture:
    bars = [
        bar(row, ", ".join(shown(column.kind, row[column.name]) for column in names[:3]), measure)
        for row in table.rows[:15]
    ]
    return bars_picture(bars, title=measure.label, unit=unit_of(measure))


def _days_each(days: int) -> int:
    return next((width for width in _WIDTHS if days <= width * MOST_COLUMNS), _WIDTHS[-1])


def _grouped(rows: Sequence[Row], over: Column) -> list[list[Row]]:
    """Rows that share a column. Days without a row count as zero."""
    if over.kind == "month" or not rows:
        return [[row] for row in rows[-MOST_COLUMNS:]]
    first, last = _day(rows[0][over.name]), _day(rows[-1][over.name])
    width = _days_each((last - first).days + 1)
    groups: dict[int, list[Row]] = {}
    for row in rows:
        groups.setdefault((_day(row[over.name]) - first).days // width, []).append(row)
    empty = [{**dict.fromkeys(rows[0], 0), over.name: first}]
    return [
        groups.get(place) or [{**empty[0], over.name: first + timedelta(days=place * width)}]
        for place in range((last - first).days // width + 1)
    ]


def _day(value: Any) -> date:
    return date.fromisoformat(value) if isinstance(value, str) else value


def _sum(group: Sequence[Row], name: str) -> int | None:
    values = [row[name] for row in group]
    return None if any(value is None for value in values) else sum(values)


def _label(kind: str, value: Any) -> str:
    day = _day(value)
    return f"{MONTHS[day.month - 1][:3]} {day.year}" if kind == "month" else f"{day.day}.{day.month}."
