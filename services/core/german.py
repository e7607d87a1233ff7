"""Numbers, counts and days as German sentences and tables write them. The console's twin is `admin-web/src/lib`."""

from datetime import date
from typing import Final

MONTHS: Final = (
    *("Januar", "Februar", "März", "April", "Mai", "Juni"),
    *("Juli", "August", "September", "Oktober", "November", "Dezember"),
)


def number(value: int) -> str:
    """`1.204`; `−3` with a minus sign, not a hyphen."""
    return f"{value:,}".replace(",", ".").replace("-", "−")


def counted(count: int, one: str, many: str) -> str:
    """`1 Zeile`, `1.204 Zeilen`."""
    return f"{number(count)} {one if count == 1 else many}"


def numeric_day(day: date) -> str:
    """`31.05.2026`. A moment is taken in its own zone."""
    return f"{day:%d.%m.%Y}"


def long_day(day: date) -> str:
    """`22. November 2026`."""
    return f"{day.day}. {MONTHS[day.month - 1]} {day.year}"
