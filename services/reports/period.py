"""The period of a report as it is asked for: two days in Berlin, both included."""

from datetime import date, timedelta
from typing import Any

from services.core.errors import ValidationProblem

LONGEST = timedelta(days=3_660)
_USUAL = timedelta(days=89)


def read_period(from_day: date | None, to_day: date | None, today: date) -> dict[str, Any]:
    """`from_day` and `to_day` as parameters of models; the 90 days up to today where nothing is said.

    Raises ValidationProblem with German sentences.
    """
    last = to_day or today
    first = from_day or last - _USUAL
    if first > last:
        raise _refused("to", "before_from", "Das Ende liegt vor dem Anfang.")
    if last - first > LONGEST:
        raise _refused("from", "too_long", "Bitte wählen Sie höchstens zehn Jahre.")
    return {"from_day": first, "to_day": last}


def _refused(field: str, code: str, message: str) -> ValidationProblem:
    return ValidationProblem([{"field": field, "code": code, "message": message}])
