"""Parses the period of a report: two inclusive days in Europe/Berlin."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, NamedTuple

from analytics.definitions import UsualPeriod
from analytics.parameters import COMPARED_DAYS
from services.core.http.errors import ValidationProblem

LONGEST = timedelta(days=3_660)
_USUAL = timedelta(days=89)
_RIPENING = timedelta(days=42)
"""How long contracts take at least (`marts.time_to_contract`)."""


class Period(NamedTuple):
    """Two days, both included, under the names of the parameters of models."""

    from_day: date
    to_day: date


def read_period(from_day: date | None, to_day: date | None, today: date, usual: UsualPeriod = "recent") -> Period:
    """The period asked for; if neither day is given the usual one, which is 90 days up to today where it is recent.

    Raises ValidationProblem with German sentences.
    """
    if from_day is None and to_day is None and usual == "ripe_quarter":
        return last_ripe_quarter(today)
    last = to_day or today
    first = from_day or last - _USUAL
    if first > last:
        raise _refused("to", "before_from", "Das Ende liegt vor dem Anfang.")
    if last - first > LONGEST:
        raise _refused("from", "too_long", "Bitte wählen Sie höchstens zehn Jahre.")
    return Period(first, last)


def last_ripe_quarter(today: date) -> Period:
    """The last calendar quarter that ended at least 42 days ago."""
    after = today - _RIPENING + timedelta(days=1)
    first_after = date(after.year, (after.month - 1) // 3 * 3 + 1, 1)
    last = first_after - timedelta(days=1)
    return Period(date(last.year, last.month - 2, 1), last)


def read_comparison(values: Mapping[str, Any]) -> dict[str, Any]:
    """`compare_from` and `compare_to`: both set if the comparison period is custom, otherwise none.

    Raises ValidationProblem with German sentences.
    """
    if values.get("compare") != "own":
        return dict.fromkeys(COMPARED_DAYS)
    first, last = values.get("compare_from"), values.get("compare_to")
    if first is None or last is None:
        missing = "compare_from" if first is None else "compare_to"
        raise _refused(missing, "missing", "Bitte geben Sie an, mit welchem Zeitraum verglichen werden soll.")
    if first > last:
        raise _refused("compare_to", "before_from", "Das Ende liegt vor dem Anfang.")
    if last - first > LONGEST:
        raise _refused("compare_from", "too_long", "Bitte wählen Sie höchstens zehn Jahre.")
    return {}


def read_reserved(first: date | None, last: date | None) -> None:
    """Check the days of which reservations count; either end may be open. Raises ValidationProblem."""
    if first and last and first > last:
        raise _refused("reserved_to", "before_from", "Das Ende liegt vor dem Anfang.")


def _refused(field: str, code: str, message: str) -> ValidationProblem:
    return ValidationProblem([{"field": field, "code": code, "message": message}])
