"""The chart of a report mail: one labelled bar for each day, week, month or row.

Mail programs show it without loading anything: bars are table cells of a width in percent (`report_arrived.html`).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from typing import Any, Final

from analytics.reporting import TableResult
from services.core.clock import berlin_day
from services.core.german import WEEKDAYS, number
from services.reports.render.cells import month, shown
from services.reports.render.paper_tables import paper_table
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
    draw = _CHARTS.get(answer.definition.name)
    chart = draw(answer) if draw else None
    return (chart,) if chart and any(bar.percent for bar in chart.bars) else ()


def _bars(labels: Sequence[str], kind: str, values: Sequence[int | None], whole: int = 0) -> tuple[Bar, ...]:
    """`whole`: what a bar over the whole width is, if that is more than the largest value."""
    longest = max((abs(value) for value in values if value is not None), default=0)
    longest = max(whole, longest)
    return tuple(
        Bar(label, shown(kind, value), percent_of(value, longest)) for label, value in zip(labels, values, strict=True)
    )


def percent_of(value: int | None, longest: int) -> int:
    """The length of a bar: rounded half up; a value above zero always has something to see."""
    if not value or longest <= 0 or value < 0:
        return 0
    return max(1, (2 * _FULL * value + longest) // (2 * longest))


@dataclass(frozen=True, slots=True)
class _Times:
    """Rows of days in groups: each day, week or month, the last ones where there are too many."""

    step: str
    labels: Sequence[str]
    groups: Sequence[Sequence[Mapping[str, Any]]]
    more: str


def _times(answer: ReportAnswer, table: TableResult) -> _Times:
    """The rows of a table of days, in groups of a size that leaves a long period a picture."""
    days = [(_day(row["day"]), row) for row in table.rows]
    step, key, label = _step([day for day, _ in days], berlin_day(answer.stand.at))
    groups = [list(group) for _, group in groupby(days, lambda one: key(one[0]))]
    left = max(0, len(groups) - MOST_MONTHS)
    labels = [label(group[0][0], group[-1][0]) for group in groups[left:]]
    more = f"Das sind die letzten {number(len(labels))} von {number(len(groups))} Monaten." if left else ""
    return _Times(step, labels, [[row for _, row in group] for group in groups[left:]], more)


def _by_time(answer: ReportAnswer) -> BodyChart | None:
    """Reservations of each day, or summed by weeks or months."""
    table = answer.tables["days"]
    if not table.rows:
        return None
    times = _times(answer, table)
    sums = [sum(row["reservations"] for row in rows) for rows in times.groups]
    head = _measure(table, "reservations")
    bars = _bars(times.labels, "count", sums)
    return BodyChart(f"{head} je {times.step}", (times.step, head), bars, times.more)


_AT_THE_END: Final[Mapping[str, str]] = {"Tag": "jedes Tages", "Woche": "jeder Woche", "Monat": "jedes Monats"}


def _filling(answer: ReportAnswer) -> BodyChart | None:
    """Spots with a reservation at the end of each day, week or month, out of all."""
    table = answer.tables["days"]
    if not table.rows:
        return None
    times = _times(answer, table)
    last = [rows[-1] for rows in times.groups]
    limits = [row["spot_limit"] for row in last]
    whole = max(limits)
    head = _measure(table, "taken")
    spots = f"{number(whole)} Plätze"
    told = f"alle {spots}" if whole == min(limits) else f"{spots}, so viele gab es höchstens"
    return BodyChart(
        f"{head} am Ende {_AT_THE_END[times.step]}",
        (times.step, head),
        _bars(times.labels, "count", [row["taken"] for row in last], whole),
        times.more,
        legend=f"Ein ganzer Balken sind {told}.",
    )


def _states(answer: ReportAnswer) -> BodyChart | None:
    """Reservations by their state, the largest number first."""
    table = answer.tables["rows"]
    counts = Counter(row["state"] for row in table.rows).most_common()
    labels = [shown("state", state) for state, _ in counts]
    bars = _bars(labels, "count", [count for _, count in counts])
    return BodyChart("Reservierungen nach Stand", (_measure(table, "state"), "Reservierungen"), bars)


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


def _measure(table: TableResult, name: str) -> str:
    return next(column.label for column in table.columns if column.name == name)


@dataclass(frozen=True, slots=True)
class _OfRows:
    """A bar for each row of a table: the largest first where `is_ranked`, else in the order of the report."""

    table: str
    label: str
    measure: str
    title: str
    is_ranked: bool = True

    def __call__(self, answer: ReportAnswer) -> BodyChart | None:
        table = answer.tables[self.table]
        column = next(one for one in table.columns if one.name == self.measure)
        if column.ripe_on:
            return None
        labelled = paper_table(answer, self.table)
        place = next((at for at, one in enumerate(labelled.columns) if one.name == self.label), None)
        if place is None:
            return None
        rows = list(zip((row[place].text for row in labelled.rows()), self._values(table), strict=True))
        if self.is_ranked:
            rows.sort(key=lambda row: -(row[1] or 0))
        shown_rows = rows[:MOST_BARS] if self.is_ranked else rows
        labels, values = [label for label, _ in shown_rows], [value for _, value in shown_rows]
        left = len(rows) - len(shown_rows)
        more = f"Das sind die {number(MOST_BARS)} größten von {number(len(rows))}." if left else ""
        heads = (labelled.columns[place].label, column.label)
        return BodyChart(self.title, heads, _bars(labels, column.kind, values), more)

    def _values(self, table: TableResult) -> Iterator[Any]:
        return (row[self.measure] for row in table.rows)


_CHARTS: Final[Mapping[str, Callable[[ReportAnswer], BodyChart | None]]] = {
    "overview": _by_time,
    "breakdown": _OfRows("values", "value", "reservations", "Reservierungen nach Herkunft"),
    "funnel": _OfRows("steps", "step", "amount", "Wie viele jeden Schritt erreichen", is_ranked=False),
    "models": _OfRows("origins", "origin", "last_non_direct_ppm", "Reservierungen nach letzter bekannter Herkunft"),
    "money": _OfRows("campaigns", "origin", "contracts_ppm", "Verträge nach Herkunft"),
    "quality": _OfRows("campaigns", "origin", "reservations", "Reservierungen nach Herkunft"),
    "paths": _OfRows("paths", "path", "reservations", "Die häufigsten Wege"),
    "referrals": _OfRows("codes", "code", "valid", "Reservierungen mit gültigem Code"),
    "told": _OfRows("answers", "told", "answers", "Was Haushalte sagten"),
    "capacity": _filling,
    "reservations": _states,
    "credits": _OfRows("scenarios", "scenario", "credit_cents", "Gutschriften insgesamt", is_ranked=False),
}
