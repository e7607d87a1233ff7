"""How busy a day and an hour of the year are. Pure; figures are those of a site that sells something to households."""

from datetime import date, datetime, timedelta
from random import Random
from typing import Final

from services.core.clock import BERLIN

LENGTH: Final = timedelta(days=365)
_MONTHS: Final = (0.85, 0.95, 1.2, 1.3, 1.2, 1.0, 0.85, 0.8, 1.05, 1.15, 1.0, 0.65)
"""January to December: people think of the sun in spring, and of the bill in autumn."""
_WEEKDAYS: Final = (1.05, 1.1, 1.1, 1.05, 0.95, 0.8, 0.95)
"""Monday to Sunday."""
_HOURS: Final = (2, 1, 1, 1, 1, 2, 6, 12, 16, 18, 18, 17, 19, 16, 15, 16, 18, 22, 28, 34, 36, 30, 18, 7)
_GROWTH: Final = 1.6
"""How much busier the last day is than the first: word goes round."""


def busyness(day: date, start: date) -> float:
    """How much happens on a day of the year that begins at `start`; 1 is an ordinary day of an ordinary month."""
    share = (day - start) / LENGTH
    return _MONTHS[day.month - 1] * _WEEKDAYS[day.weekday()] * (1 + (_GROWTH - 1) * share)


def moment_of(day: date, random: Random) -> datetime:
    """A moment of a day in Berlin, more often in the evening than at night."""
    hour = random.choices(range(24), _HOURS)[0]
    midnight = datetime(day.year, day.month, day.day, tzinfo=BERLIN)
    return midnight.replace(hour=hour, minute=random.randrange(60), second=random.randrange(60))


def whole(expected: float, random: Random) -> int:
    """A whole number that is `expected` in the long run, and varies by about a sixth from day to day."""
    varied = max(random.gauss(expected, expected / 6), 0)
    return int(varied) + (random.random() < varied % 1)
