"""Formats cell values for PDFs and mails: as in the console, in German, with units.

Figures are the integers of a report; they are divided exactly and rounded half away from zero, for display only.
"""

from collections.abc import Callable, Collection, Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, Final

from analytics.definitions import BEFORE
from analytics.kinds import MEASURES, MeasureKind
from services.core.clock import BERLIN
from services.core.german import numeric_day
from services.core.money import format_decimal
from services.reports.labels import NOT_GIVEN, WORDS
from services.reports.run import ReportAnswer
from services.reports.sentences.words import MONTHS

UNKNOWN: Final = "–"
"""Shown for unknown values."""
_NBSP: Final = "\u00a0"
MINUS: Final = "−"
"""Minus sign as wide as a plus."""


def shown(kind: str, value: Any) -> str:
    """„12,35“, „3,4 %“, „1.299,00 €“, „ohne Angabe“, „–“; the raw value if the kind is unknown."""
    if value is None:
        return UNKNOWN
    if kind in MEASURES:
        return _measure(MEASURES[kind], Decimal(value))
    if kind in _NAMES:
        return _NAMES[kind](value)
    return named(str(value), WORDS.get(kind, {}))


def named(value: str, words: Mapping[str, str] = {}) -> str:
    """A code's label, else the code itself; an empty one reads „ohne Angabe“."""
    return words.get(value, value) or NOT_GIVEN


def decimals(value: Decimal, places: int) -> str:
    """`-1234.56` with one decimal as `−1.234,6`; a value that rounds to zero has no sign."""
    text = format_decimal(abs(value), places)
    is_below = value < 0 and any(digit not in "0.," for digit in text)
    return f"{MINUS}{text}" if is_below else text


def day(value: date | str) -> str:
    """21.11.2026."""
    return numeric_day(_day_of(value))


def month(value: date | str) -> str:
    """November 2026."""
    first = _day_of(value)
    return f"{MONTHS[first.month - 1]} {first.year}"


def moment(value: datetime | str) -> str:
    """21.11.2026, 6:00 Uhr; naive timestamps are UTC."""
    at = datetime.fromisoformat(value) if isinstance(value, str) else value
    local = (at.replace(tzinfo=UTC) if at.tzinfo is None else at).astimezone(BERLIN)
    return f"{local:%d.%m.%Y}, {local.hour}:{local:%M} Uhr"


def _day_of(value: date | str) -> date:
    return date.fromisoformat(value) if isinstance(value, str) else value


def _measure(kind: MeasureKind, value: Decimal) -> str:
    number = decimals(value / kind.parts, kind.decimals)
    if kind.is_trimmed:
        number = number.removesuffix("," + "0" * kind.decimals)
    return f"{number}{_NBSP}{kind.unit}" if kind.unit else number


_NAMES: Final[Mapping[str, Callable[[Any], str]]] = {
    "day": day,
    "month": month,
    "moment": moment,
    "flag": lambda value: "ja" if value else "nein",
    "id": str,
}


def metric_names(answer: ReportAnswer, labels: Collection[str] | None = None) -> list[str]:
    """Label and key of each metric of the report, of those labels if given: „Reservierungen (reservations)“."""
    columns = [column for table in answer.to_read.values() for column in table.columns if column.metric]
    now = [one for one in columns if not one.name.endswith(BEFORE)]
    wanted = [one for one in now if labels is None or one.label in labels]
    return list(dict.fromkeys(f"{one.label} ({one.metric})" for one in wanted))
