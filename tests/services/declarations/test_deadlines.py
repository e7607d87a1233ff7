"""Days that follow from a declaration's arrival."""

from datetime import UTC, date, datetime

import pytest

from services.declarations.deadlines import alarm_from, refund_due, withdrawal_ends


def berlin_noon(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 11, tzinfo=UTC)


@pytest.mark.parametrize(
    ("concluded", "last"),
    [
        (date(2026, 11, 3), date(2026, 11, 17)),  # a Tuesday
        (date(2026, 11, 7), date(2026, 11, 23)),  # Saturday moves to Monday
        (date(2026, 11, 8), date(2026, 11, 23)),  # so does Sunday
        (date(2026, 12, 22), date(2027, 1, 5)),
        (date(2028, 2, 15), date(2028, 2, 29)),
    ],
)
def test_a_withdrawal_has_fourteen_days_and_never_ends_on_a_weekend(concluded: date, last: date) -> None:
    assert withdrawal_ends(berlin_noon(concluded)) == last


@pytest.mark.parametrize(
    ("moment", "due"),
    [
        (datetime(2026, 12, 17, 22, 59, 59, tzinfo=UTC), date(2026, 12, 31)),
        (datetime(2026, 12, 17, 23, 0, 0, tzinfo=UTC), date(2027, 1, 1)),
        (datetime(2028, 2, 15, 12, 0, tzinfo=UTC), date(2028, 2, 29)),
        (datetime(2027, 2, 15, 12, 0, tzinfo=UTC), date(2027, 3, 1)),
    ],
)
def test_a_refund_is_due_on_the_fourteenth_day_after_the_arrival_in_berlin(moment: datetime, due: date) -> None:
    assert refund_due(moment) == due


def test_the_alarm_is_raised_on_the_tenth_day_after_the_arrival() -> None:
    due = refund_due(berlin_noon(date(2026, 12, 24)))
    assert due == date(2027, 1, 7)
    assert alarm_from(date(2027, 1, 2)) < due <= alarm_from(date(2027, 1, 3))
