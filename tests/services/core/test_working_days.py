"""Working days in Bavaria, against a calendar written down by hand."""

from datetime import date, timedelta

import pytest

from services.core.working_days import (
    add_working_days,
    first_of_next_week,
    is_working_day,
    next_working_day,
    on_or_after,
    on_or_before,
    working_days_between,
)

FREE = (
    "2026-01-01 2026-01-06 2026-04-03 2026-04-06 2026-05-01 2026-05-14 2026-05-25 2026-06-04 2026-12-25 "
    "2027-01-01 2027-01-06 2027-03-26 2027-03-29 2027-05-06 2027-05-17 2027-05-27 2027-11-01"
)
"""Every holiday of 2026 and 2027 that falls on Monday to Friday, from the Bavarian law on holidays."""


def test_every_day_of_two_years_is_as_the_law_has_it() -> None:
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(730)]
    free = {str(day) for day in days if day.weekday() < 5 and not is_working_day(day)}
    assert free == set(FREE.split())
    assert not any(is_working_day(day) for day in days if day.weekday() >= 5)


@pytest.mark.parametrize(
    ("day", "then", "before", "after", "monday"),
    [
        ("2026-04-02", "2026-04-07", "2026-04-02", "2026-04-02", "2026-04-07"),  # Thursday before Easter
        ("2026-04-05", "2026-04-07", "2026-04-02", "2026-04-07", "2026-04-07"),  # Easter Sunday
        ("2026-04-30", "2026-05-04", "2026-04-30", "2026-04-30", "2026-05-04"),  # before 1 May, a Friday
        ("2026-05-24", "2026-05-26", "2026-05-22", "2026-05-26", "2026-05-26"),  # Whit Sunday
        ("2028-08-15", "2028-08-16", "2028-08-14", "2028-08-16", "2028-08-21"),  # Mariä Himmelfahrt, a Tuesday
        ("2026-12-24", "2026-12-28", "2026-12-24", "2026-12-24", "2026-12-28"),  # Christmas Eve is worked
        ("2026-12-27", "2026-12-28", "2026-12-24", "2026-12-28", "2026-12-28"),
        ("2026-12-31", "2027-01-04", "2026-12-31", "2026-12-31", "2027-01-04"),  # so is New Year's Eve
        ("2027-01-05", "2027-01-07", "2027-01-05", "2027-01-05", "2027-01-11"),  # before Heilige Drei Könige
        ("2026-11-25", "2026-11-26", "2026-11-25", "2026-11-25", "2026-11-30"),  # an ordinary Wednesday
    ],
)
def test_the_golden_table(day: str, then: str, before: str, after: str, monday: str) -> None:
    one = date.fromisoformat(day)
    found = next_working_day(one), on_or_before(one), on_or_after(one), first_of_next_week(one)
    assert tuple(map(str, found)) == (then, before, after, monday)


def test_adding_and_counting_undo_each_other() -> None:
    for offset in range(0, 400, 7):
        start = date(2026, 3, 1) + timedelta(days=offset)
        for count in (1, 2, 5, 11):
            end = add_working_days(start, count)
            assert is_working_day(end)
            assert working_days_between(start, end) == count
            assert working_days_between(end, start) == -count
    assert add_working_days(date(2026, 12, 24), 2) == date(2026, 12, 29)
    assert add_working_days(date(2026, 4, 4), 0) == date(2026, 4, 7)
    assert working_days_between(date(2026, 4, 2), date(2026, 4, 7)) == 1
