"""When a schedule is due and which days its report then covers, both relative, with their German wording. Pure."""

from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from services.core.schedules import AtTime
from services.reports.period import last_ripe_quarter

Days = tuple[date, date]
"""First and last day, inclusive."""
_DAY: Final = timedelta(days=1)


def rule_of(timing: Mapping[str, Any], zone: str) -> AtTime:
    """The recurrence rule of a validated timing. Those stored before there were quarters have no `month`."""
    month = timing.get("month") or 0
    months = range(month, 13, 3) if timing["kind"] == "quarterly" else (month,)
    return AtTime(
        time.fromisoformat(timing["time"]),
        ZoneInfo(zone),
        frozenset(timing["weekdays"]),
        timing["month_day"],
        frozenset(months) if month else frozenset(),
    )


def clock_words(at: time) -> str:
    """„6:00 Uhr“."""
    return f"{at.hour}:{at:%M} Uhr"


def period_parameters(parameters: Collection[str]) -> tuple[str, str] | None:
    """What first and last day are called in the query string of a report that takes these; None if it has no period.

    The days of a report „of the reservations made …“ may be left out; those of any other report belong to it.
    """
    if "from_day" in parameters:
        return "from", "to"
    return ("reserved_from", "reserved_to") if "reserved_from" in parameters else None


def days_told(told: Mapping[str, Any]) -> tuple[str, str] | None:
    """First and last day of an answer's parameters; None if it has no period, or only one end of it."""
    for first, last in (("from", "to"), ("reserved_from", "reserved_to")):
        if told.get(first) and told.get(last):
            return str(told[first]), str(told[last])
    return None


def period_on(name: str, day: date) -> Days:
    """The days a relative period covers on a given day."""
    return _PERIODS[name][1](day)


def period_at(name: str, moment: datetime, zone: ZoneInfo) -> Days:
    """The same for the day of an aware timestamp in a time zone."""
    return period_on(name, moment.astimezone(zone).date())


def _last_days(count: int) -> Callable[[date], Days]:
    return lambda day: (day - count * _DAY, day - _DAY)


def _last_week(day: date) -> Days:
    sunday = day - day.isoweekday() * _DAY
    return sunday - 6 * _DAY, sunday


def _quarter(day: date) -> date:
    """The first day of its quarter."""
    return date(day.year, (day.month - 1) // 3 * 3 + 1, 1)


def _before(first: date, months: int) -> Days:
    """A number of whole months up to the day before the first of a month."""
    month = first.year * 12 + first.month - 1 - months
    return date(month // 12, month % 12 + 1, 1), first - _DAY


_PERIODS: Final[Mapping[str, tuple[str, Callable[[date], Days]]]] = {
    "yesterday": ("gestern", _last_days(1)),
    "last_7_days": ("letzte 7 ganze Tage", _last_days(7)),
    "last_30_days": ("letzte 30 ganze Tage", _last_days(30)),
    "last_90_days": ("letzte 90 ganze Tage", _last_days(90)),
    "last_week": ("letzte Woche", _last_week),
    "last_month": ("letzter Monat", lambda day: _before(day.replace(day=1), 1)),
    "last_quarter": ("letztes Quartal", lambda day: _before(_quarter(day), 3)),
    "last_ripe_quarter": ("letztes reifes Quartal", last_ripe_quarter),
    "last_year": ("letztes Jahr", lambda day: _before(day.replace(month=1, day=1), 12)),
    "month_to_date": ("dieser Monat", lambda day: (day.replace(day=1), day)),
    "quarter_to_date": ("dieses Quartal", lambda day: (_quarter(day), day)),
    "year_to_date": ("dieses Jahr", lambda day: (day.replace(month=1, day=1), day)),
    "last_12_months": ("letzte 12 ganze Monate", lambda day: _before(day.replace(day=1), 12)),
}
PERIOD_WORDS: Final[Mapping[str, str]] = {name: words for name, (words, _) in _PERIODS.items()}
"""German labels, relative to the day the report is due; the console names the same days alike."""
