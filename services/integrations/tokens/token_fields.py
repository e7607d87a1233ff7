"""Parses the expiry day of a token."""

from datetime import date, datetime, timedelta
from typing import Final

from services.core.clock import berlin_day
from services.core.fields import Refused

_LONGEST: Final = timedelta(days=5 * 366)


def read_day(value: object, now: datetime) -> date:
    """A day between today and five years ahead, written `2026-12-31`."""
    try:
        day = date.fromisoformat(value) if isinstance(value, str) and len(value) == 10 else None
    except ValueError:
        day = None
    if day is None:
        raise Refused("not_a_day", "Bitte geben Sie einen Tag an.")
    today = berlin_day(now)
    if day < today:
        raise Refused("in_the_past", "Dieser Tag ist schon vorbei.")
    if day > today + _LONGEST:
        raise Refused("too_late", "Bitte wählen Sie einen Tag innerhalb der nächsten fünf Jahre.")
    return day
