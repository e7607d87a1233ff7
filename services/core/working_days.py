"""Working days in Bavaria: Monday to Friday without the holidays of the parks, pure.

Mariä Himmelfahrt counts as a holiday: it is one in every municipality with more Catholics than Protestants, Ingolstadt
and Munich among them. 24 and 31 December are no holidays by law."""

from datetime import date, timedelta
from functools import lru_cache
from typing import Final

_ONE_DAY: Final = timedelta(days=1)
_SATURDAY: Final = 5


@lru_cache(maxsize=64)
def _holidays_of(year: int) -> frozenset[date]:
    from holidays.constants import CATHOLIC, PUBLIC
    from holidays.countries.germany import Germany

    return frozenset(Germany(subdiv="BY", years=year, categories=(PUBLIC, CATHOLIC)))


def is_holiday(day: date) -> bool:
    """Whether it is a public holiday in Bavaria, whatever its weekday."""
    return day in _holidays_of(day.year)


def is_working_day(day: date) -> bool:
    """Whether the desk works on it."""
    return day.weekday() < _SATURDAY and day not in _holidays_of(day.year)


def on_or_after(day: date) -> date:
    """The day itself, or the first working day behind it. So a term ends by § 193 BGB."""
    while not is_working_day(day):
        day += _ONE_DAY
    return day


def on_or_before(day: date) -> date:
    """The day itself, or the last working day before it: until then work has to be done whose term ends on the day."""
    while not is_working_day(day):
        day -= _ONE_DAY
    return day


def next_working_day(day: date) -> date:
    """The first working day behind it."""
    return on_or_after(day + _ONE_DAY)


def first_of_next_week(day: date) -> date:
    """The first working day of the week behind it, most often a Monday."""
    return on_or_after(day + timedelta(days=7 - day.weekday()))


@lru_cache(maxsize=4096)
def add_working_days(day: date, count: int) -> date:
    """The `count`-th working day behind it; 0: the day itself, or the next working day."""
    day = on_or_after(day) if count == 0 else day
    for _ in range(count):
        day = next_working_day(day)
    return day


@lru_cache(maxsize=4096)
def working_days_between(first: date, last: date) -> int:
    """The number of working days after `first` up to and including `last`; negative if `last` is earlier."""
    if last < first:
        return -working_days_between(last, first)
    days = (first + timedelta(days=n) for n in range(1, (last - first).days + 1))
    return sum(is_working_day(day) for day in days)
