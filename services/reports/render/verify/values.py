"""Brings kept values, and what stands in files, into one form in which they can be compared. Pure.

Numbers are compared as the whole numbers that are kept, moments to the minute: people's files have no seconds.
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from itertools import zip_longest
from typing import Any, Final

from services.core.clock import BERLIN
from services.core.table_files.csv import disarmed
from services.core.table_files.table import Kind
from services.reports.export.columns import FileColumn

NUMBERS: Final = frozenset({Kind.INTEGER, Kind.MONEY, Kind.DECIMAL, Kind.PERCENT})
_EXCEL_BEGINS: Final = datetime(1899, 12, 30)  # noqa: DTZ001
_MINUTE: Final = "%Y-%m-%d %H:%M"
_GERMAN_DAYS: Final = {Kind.DAY: "%d.%m.%Y", Kind.MONTH: "%m.%Y", Kind.MOMENT: "%d.%m.%Y %H:%M"}
_ISO_DAYS: Final = {Kind.DAY: "%Y-%m-%d", Kind.MONTH: "%Y-%m-01", Kind.MOMENT: _MINUTE}
Comparable = str | int | None


def kept_value(column: FileColumn, value: Any) -> Comparable:
    """A value of the kept result, as people's files show it."""
    if value is None:
        return None
    match column.kind:
        case kind if kind in NUMBERS:
            return int(value)
        case Kind.DAY | Kind.MONTH:
            day = date.fromisoformat(value) if isinstance(value, str) else value
            return str((day.replace(day=1) if column.kind is Kind.MONTH else day).isoformat())
        case Kind.MOMENT:
            moment = datetime.fromisoformat(value) if isinstance(value, str) else value
            utc = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment
            return str(utc.astimezone(BERLIN).strftime(_MINUTE))
        case Kind.BOOLEAN:
            return "ja" if value else "nein"
        case _:
            return str(column.reader(in_words=True)(value))


def csv_value(column: FileColumn, text: str) -> Comparable:
    """The same of a field of a German CSV file. Raises ValueError, ArithmeticError."""
    if text == "":
        return None
    match column.kind:
        case kind if kind in NUMBERS:
            places = column.places - (2 if kind is Kind.PERCENT else 0)
            return _whole(Decimal(text.replace(",", ".")), places)
        case kind if kind in _GERMAN_DAYS:
            return datetime.strptime(text, _GERMAN_DAYS[kind]).strftime(_ISO_DAYS[kind])  # noqa: DTZ007
        case Kind.TEXT:
            return text[1:] if text.startswith("'") and disarmed(text[1:]) == text else text
        case _:
            return text


def excel_value(column: FileColumn, text: str | None) -> Comparable:
    """The same of a cell of a workbook. Raises ValueError, ArithmeticError."""
    if text is None or text == "":
        return None
    match column.kind:
        case kind if kind in NUMBERS:
            return _whole(Decimal(text), column.places)
        case kind if kind in _ISO_DAYS:
            return _excel_moment(text).strftime(_ISO_DAYS[kind])
        case Kind.BOOLEAN:
            return {"1": "ja", "0": "nein"}[text]
        case _:
            return text


def first_difference(expected: Sequence[Comparable], found: Sequence[Comparable]) -> int | None:
    """Index of the first value that differs; None if none does. An empty text is an empty cell, and so is a value
    missing at the end; a 0 is neither.
    """
    pairs = zip_longest(expected, found)
    return next((place for place, (one, other) in enumerate(pairs) if _told(one) != _told(other)), None)


def _told(value: Comparable) -> Comparable:
    return None if value == "" else value


def _whole(shown: Decimal, places: int) -> int:
    """Excel holds binary fractions: what is shown is the nearest whole number of the small unit."""
    return int(shown.scaleb(places).to_integral_value())


def _excel_moment(text: str) -> datetime:
    return _EXCEL_BEGINS + timedelta(seconds=round(Decimal(text) * 24 * 60 * 60))
