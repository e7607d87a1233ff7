"""Seasonal and daily activity curves, with figures typical of a consumer site. Pure."""

from datetime import date, datetime, timedelta
from random import Random
from typing import Final

from services.core.clock import BERLIN

LENGTH: Final = timedelta(days=365)
_MONTHS: Final = (0.85, 0.95, 1.2, 1.3, 1.2, 1.0, 0.85, 0.8, 1.05, 1.15, 1.0, 0.65)
"""January to December: interest peaks in spring (sun) and in autumn (energy bill)."""
_WEEKDAYS: Final = (1.05, 1.1, 1.1, 1.05, 0.95, 0.8, 0.95)
"""Monday to Sunday."""
_HOURS: Final = (2, 1, 1, 1, 1, 2, 6, 12, 16, 18, 18, 17, 19, 16, 15, 16, 18, 22, 28, 34, 36, 30, 18, 7)
_GROWTH: Final = 1.6
"""Growth from the first day to the last, by word of mouth."""


def busyness(day: date, start: date) -> float:
    """Activity on a day of the year that begins at `start`; 1 is an average day of an average month."""
    share = (day - start) / LENGTH
    return _MONTHS[day.month - 1] * _WEEKDAYS[day.weekday()] * (1 + (_GROWTH - 1) * share)


def moment_of(day: date, random: Random) -> datetime:
    """A time on a day in Berlin, more often in the evening than at night."""
    hour = random.choices(range(24), _HOURS)[0]
    midnight = datetime(day.year, day.month, day.day, tzinfo=BERLIN)
    return midnight.replace(hour=hour, minute=random.randrange(60), second=random.randrange(60))


def whole(expected: float, random: Random) -> int:
    """A whole number with mean `expected` that varies by about a sixth from day to day."""
    varied = max(random.gauss(expected, expected / 6), 0)
    return int(varied) + (random.random() < varied % 1)
