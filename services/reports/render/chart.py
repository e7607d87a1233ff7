"""The chart of a report mail: one labelled bar for each day, week, month or item.

Mail programs show it without loading anything: bars are table cells of a width in percent (`report_arrived.html`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from typing import Any, Final

from services.core.clock import berlin_day
from services.core.german import WEEKDAYS, number
from services.reports.charts import CHARTS, Chart
from services.reports.figures import Figure, figures
from services.reports.render.cells import month, shown
from services.reports.run import ReportAnswer

MOST_BARS: Final = 8
MOST_DAYS: Final = 14
"""Up to so many days each has a bar; then each week, up to so many weeks; then each month."""
MOST_MONTHS: Final = 24
_FULL: Final = 100


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar. `percent` of the longest one, 0 for none or an unknown value, else at least 1."""

    label: str
    value: str
    percent: int


@dataclass(frozen=True, slots=True)
class BodyChart:
    """`heads`: of the labels, of the values. Often empty: `more`, what is not shown; `legend`, how to read the bars,
    shown only below visible ones.
    """

    title: str
    heads: tuple[str, str]
    bars: tuple[Bar, ...]
    more: str = ""
    legend: str = ""


def charts_of(answer: ReportAnswer) -> tuple[BodyChart, ...]:
    """The chart of the report; none for a report that has none, without rows, or whose figures are not ripe."""
    found = [_drawn(answer, chart) for chart in CHARTS.get(answer.definition.name, ()) if "mail" in chart.places]
    return tuple(chart for chart in found if chart and any(bar.percent for bar in chart.bars))


def percent_of(value: int | None, longest: int) -> int:
    """The length of a bar: rounded half up; a value above zero always has something to see."""
    if not value or longest <= 0 or value < 0:
        return 0
    return max(1, (2 * _FULL * value + longest) // (2 * longest))


def _drawn(answer: ReportAnswer, chart: Chart) -> BodyChart | None:
    if chart.x == "day":
        return _by_time(answer, chart)
    columns = {column.name: column for column in answer.tables[chart.table].columns}
    if (measure := columns.get(chart.y[0].column)) and measure.ripe_on:
        return None
    (figure,) = figures(answer, chart.table, "mail") or (None,)
    return _by_item(figure, chart) if figure else None


def _by_item(figure: Figure, chart: Chart) -> BodyChart:
    """A bar for each item: the largest first where they are ranked, else in the order of the report."""
    items = list(zip((point.name for point in figure.points), figure.lines[0].values, strict=True))
    shown_items = sorted(items, key=lambda item: -(item[1] or 0))[:MOST_BARS] if chart.is_ranked else items
    more = (
        f"Das sind die {number(MOST_BARS)} größten von {number(len(items))}." if len(shown_items) < len(items) else ""
    )
    bars = _bars([label for label, _ in shown_items], figure.measure, [value for _, value in shown_items])
    return BodyChart(figure.title, (figure.x_label, figure.lines[0].label), bars, more)


def _bars(labels: Sequence[str], kind: str, values: Sequence[int | None], whole: int = 0) -> tuple[Bar, ...]:
    """`whole`: what a bar over the whole width is, if that is more than the largest value."""
    longest = max([whole, *(abs(value) for value in values if value is not None)])
    return tuple(
        Bar(label, shown(kind, value), percent_of(value, longest)) for label, value in zip(labels, values, strict=True)
    )


_AT_THE_END: Final = {"Tag": "jedes Tages", "Woche": "jeder Woche", "Monat": "jedes Monats"}


def _by_time(answer: ReportAnswer, chart: Chart) -> BodyChart | None:
    """Days, weeks or months, whose size leaves a long period a picture: sums, or levels at the end of each."""
    table = answer.tables[chart.table]
    if not table.rows:
        return None
    rows: list[tuple[date, dict[str, Any]]] = [(_day(row["day"]), row) for row in table.rows]
    step, key, label = _step([day for day, _ in rows], berlin_day(answer.stand.at))
    groups = [list(group) for _, group in groupby(rows, lambda one: key(one[0]))]
    left = max(0, len(groups) - MOST_MONTHS)
    groups = groups[left:]
    labels = [label(group[0][0], group[-1][0]) for group in groups]
    more = f"Das sind die letzten {number(len(labels))} von {number(len(groups) + left)} Monaten." if left else ""
    name, head = chart.y[0].column, next(one.label for one in table.columns if one.name == chart.y[0].column)
    if not chart.is_level:
        sums = [sum(row[name] for _, row in group) for group in groups]
        return BodyChart(f"{head} je {step}", (step, head), _bars(labels, "count", sums), more)
    wholes = [group[-1][1][chart.y[1].column] for group in groups]
    bars = _bars(labels, "count", [group[-1][1][name] for group in groups], max(wholes))
    spots = f"{number(max(wholes))} Plätze"
    told = f"alle {spots}" if max(wholes) == min(wholes) else f"{spots}, so viele gab es höchstens"
    legend = f"Ein ganzer Balken sind {told}."
    return BodyChart(f"{head} am Ende {_AT_THE_END[step]}", (step, head), bars, more, legend)


Label = Callable[[date, date], str]


def _step(days: Sequence[date], today: date) -> tuple[str, Callable[[date], date], Label]:
    if len(days) <= MOST_DAYS:
        return "Tag", lambda day: day, lambda first, _last: _day_words(first, today)
    if len({_monday(day) for day in days}) <= MOST_DAYS:
        return "Woche", _monday, lambda first, last: f"{first:%d.%m.} bis {last:%d.%m.}" + _so_far(last, today)
    return "Monat", lambda day: day.replace(day=1), lambda first, last: month(first) + _so_far(last, today)


def _day_words(day: date, today: date) -> str:
    return f"{WEEKDAYS[day.weekday()][:2]} {day:%d.%m.}" + _so_far(day, today)


def _so_far(last: date, today: date) -> str:
    """The last bar is shorter than its time will be."""
    return ", bis jetzt" if last == today else ""


def _monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _day(value: date | str) -> date:
    return date.fromisoformat(value) if isinstance(value, str) else value
