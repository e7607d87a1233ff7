"""When a schedule is due and which days its report then covers, both relative, with their German wording. Pure."""

import re
from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from services.core.fields import Refused
from services.core.schedules import AtTime, SlotOut, turn_words, upcoming
from services.reports.period import last_ripe_quarter

Days = tuple[date, date]
"""First and last day, inclusive."""
_DAY: Final = timedelta(days=1)

_CLOCK: Final = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
CLOCK_SCHEMA: Final[dict[str, Any]] = {"type": "string", "pattern": f"^{_CLOCK.pattern}$"}
_BY_MONTH_DAY: Final = ("monthly", "quarterly", "yearly")


def rule_of(timing: Mapping[str, Any], zone: str) -> AtTime:
    """The recurrence rule of a validated timing."""
    kind = timing["kind"]
    return AtTime(
        time.fromisoformat(timing["time"]),
        ZoneInfo(zone),
        frozenset(timing["weekdays"]) if kind == "weekly" else frozenset(),
        timing["month_day"] if kind in _BY_MONTH_DAY else None,
        _months(kind, timing.get("month")),
    )


def _months(kind: str, month: int | None) -> frozenset[int]:
    """`month` of a year, or 1 to 3 within each quarter. Timings stored before there were quarters have none."""
    if month is None or kind not in ("quarterly", "yearly"):
        return frozenset()
    return frozenset({month} if kind == "yearly" else range(month, 13, 3))


def timing_words(timing: Mapping[str, Any], zone: str) -> str:
    """„montags und freitags um 6:00 Uhr“."""
    return turn_words(rule_of(timing, zone))


def next_out(timing: Mapping[str, Any], zone: str, now: datetime) -> list[SlotOut]:
    """The next slots as the console shows them."""
    return upcoming(rule_of(timing, zone), now)


def read_clock(value: object, sentence: str) -> str:
    """A time of day, „06:00“. Raises Refused with the sentence."""
    if not isinstance(value, str) or not _CLOCK.fullmatch(value):
        raise Refused("not_a_time", sentence)
    return value


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
    """The days a relative period covers on a given day. Raises KeyError."""
    return _PERIODS[name](day)


def period_at(name: str, moment: datetime, zone: ZoneInfo) -> Days:
    """The same for the day of an aware timestamp in a time zone."""
    return period_on(name, moment.astimezone(zone).date())


def _yesterday(day: date) -> Days:
    return day - _DAY, day - _DAY


def _last_days(count: int) -> Callable[[date], Days]:
    return lambda day: (day - count * _DAY, day - _DAY)


def _last_week(day: date) -> Days:
    sunday = day - day.isoweekday() * _DAY
    return sunday - 6 * _DAY, sunday


def _last_month(day: date) -> Days:
    last = day.replace(day=1) - _DAY
    return last.replace(day=1), last


def _last_quarter(day: date) -> Days:
    last = date(day.year, (day.month - 1) // 3 * 3 + 1, 1) - _DAY
    return date(last.year, last.month - 2, 1), last


def _last_year(day: date) -> Days:
    return date(day.year - 1, 1, 1), date(day.year - 1, 12, 31)


def _quarter_to_date(day: date) -> Days:
    return date(day.year, (day.month - 1) // 3 * 3 + 1, 1), day


def _month_to_date(day: date) -> Days:
    return day.replace(day=1), day


def _year_to_date(day: date) -> Days:
    return date(day.year, 1, 1), day


def _last_12_months(day: date) -> Days:
    first = day.replace(day=1)
    return first.replace(year=first.year - 1), first - _DAY


_PERIODS: Final[Mapping[str, Callable[[date], Days]]] = {
    "yesterday": _yesterday,
    "last_7_days": _last_days(7),
    "last_30_days": _last_days(30),
    "last_90_days": _last_days(90),
    "last_week": _last_week,
    "last_month": _last_month,
    "last_quarter": _last_quarter,
    "last_ripe_quarter": last_ripe_quarter,
    "last_year": _last_year,
    "month_to_date": _month_to_date,
    "quarter_to_date": _quarter_to_date,
    "year_to_date": _year_to_date,
    "last_12_months": _last_12_months,
}
PERIOD_WORDS: Final[Mapping[str, str]] = {
    "yesterday": "gestern",
    "last_7_days": "letzte 7 ganze Tage",
    "last_30_days": "letzte 30 ganze Tage",
    "last_90_days": "letzte 90 ganze Tage",
    "last_week": "letzte Woche",
    "last_month": "letzter Monat",
    "last_quarter": "letztes Quartal",
    "last_ripe_quarter": "letztes reifes Quartal",
    "last_year": "letztes Jahr",
    "month_to_date": "dieser Monat",
    "quarter_to_date": "dieses Quartal",
    "year_to_date": "dieses Jahr",
    "last_12_months": "letzte 12 ganze Monate",
}
"""German labels, relative to the day the report is due; the console names the same days alike."""
