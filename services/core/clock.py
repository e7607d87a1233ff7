"""The only source of the current time, so that tests can freeze it."""

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

BERLIN = ZoneInfo("Europe/Berlin")
"""Zone of every bucket, label and schedule. Tables hold UTC."""

CLOCKS_DIFFER: Final = timedelta(minutes=2)
"""A stored moment this far beyond the possible was written by a clock that was ahead and has been set back
since: nothing waits for it.
"""

Clock = Callable[[], datetime]
"""Returns the present moment as an aware UTC datetime."""


def utc_now() -> datetime:
    """The clock of the running product."""
    return datetime.now(UTC)


def berlin_day(moment: datetime) -> date:
    """The day in Berlin to which an aware moment belongs."""
    return moment.astimezone(BERLIN).date()


def is_to_come(day: date, now: datetime) -> bool:
    """Whether the day lies in the future. Time zones and files may be ahead of Berlin, so tomorrow is accepted."""
    return day > berlin_day(now) + timedelta(days=1)


def start_of_berlin_day(day: date) -> datetime:
    """Midnight in Berlin, in the zone of Berlin."""
    return datetime.combine(day, time(), BERLIN)


def end_of_berlin_day(day: date) -> datetime:
    """The moment at which the next day begins in Berlin, in UTC; a day of a clock change has 23 or 25 hours."""
    return start_of_berlin_day(day + timedelta(days=1)).astimezone(UTC)
