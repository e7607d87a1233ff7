"""Days as German sentences write them."""

from datetime import date
from typing import Final

MONTHS: Final = (
    *("Januar", "Februar", "März", "April", "Mai", "Juni"),
    *("Juli", "August", "September", "Oktober", "November", "Dezember"),
)


def long_day(day: date) -> str:
    """`22. November 2026`."""
    return f"{day.day}. {MONTHS[day.month - 1]} {day.year}"
