"""Relative periods, counted again day by day around the ends of months, quarters and years and at clock changes; and
how many rows with figures a report of one has, and when they are too few to be shown.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from analytics.definitions import definitions
from analytics.reporting import TableResult
from services.core.clock import BERLIN
from services.schedules.models import ReportSchedule
from services.schedules.runner import question_of, too_few
from services.schedules.timing import PERIOD_WORDS, days_told, period_at, period_on

DAY = timedelta(days=1)
DAYS = [date(2023, 12, 1) + number * DAY for number in range(850)]
"""A leap year with a year before and after: every end of a month, a quarter and a year is among them."""


def quarter(day: date) -> tuple[int, int]:
    return day.year, (day.month - 1) // 3


def months_before(day: date, other: date) -> int:
    """How many months a day lies before another."""
    return (other.year - day.year) * 12 + other.month - day.month


BELONGS: dict[str, Callable[[date, date], bool]] = {
    "yesterday": lambda one, today: one + DAY == today,
    "last_7_days": lambda one, today: 1 <= (today - one).days <= 7,
    "last_30_days": lambda one, today: 1 <= (today - one).days <= 30,
    "last_90_days": lambda one, today: 1 <= (today - one).days <= 90,
    "last_week": lambda one, today: one.isocalendar()[:2] == (today - 7 * DAY).isocalendar()[:2],
    "last_month": lambda one, today: months_before(one, today) == 1,
    "last_quarter": lambda one, today: quarter(one) == quarter(_back(today)),
    "last_ripe_quarter": lambda one, today: quarter(one) == quarter(_back(today - 41 * DAY)),
    "last_year": lambda one, today: one.year == today.year - 1,
    "quarter_to_date": lambda one, today: quarter(one) == quarter(today) and one <= today,
    "month_to_date": lambda one, today: months_before(one, today) == 0 and one <= today,
    "year_to_date": lambda one, today: one.year == today.year and one <= today,
    "last_12_months": lambda one, today: 1 <= months_before(one, today) <= 12,
}
"""Whether a day belongs to the period, asked of each day by itself."""


@cache
def _back(today: date) -> date:
    """Some day of the quarter before: back from today until the quarter is another one."""
    one = today
    while quarter(one) == quarter(today):
        one -= DAY
    return one


def test_every_period_has_words_and_a_count_of_its_own() -> None:
    assert BELONGS.keys() == PERIOD_WORDS.keys()


@pytest.mark.parametrize("name", sorted(BELONGS))
def test_a_period_holds_exactly_the_days_that_belong_to_it(name: str) -> None:
    belongs = BELONGS[name]
    for today in DAYS[400:]:
        around = [today - number * DAY for number in range(735 if name == "last_year" else 400)]
        expected = [one for one in around if belongs(one, today)]
        first, last = period_on(name, today)
        assert (first, last) == (expected[-1], expected[0]), f"{name} on {today}"
        assert (last - first).days + 1 == len(expected), "without a gap"


MOMENTS = [
    (datetime(2026, 12, 31, 22, 59, tzinfo=UTC), "Europe/Berlin", date(2026, 12, 30)),
    (datetime(2026, 12, 31, 23, 0, tzinfo=UTC), "Europe/Berlin", date(2026, 12, 31)),
    (datetime(2026, 12, 31, 23, 0, tzinfo=UTC), "America/New_York", date(2026, 12, 30)),
    (datetime(2026, 12, 31, 11, 0, tzinfo=UTC), "Pacific/Auckland", date(2026, 12, 31)),
    (datetime(2027, 3, 27, 23, 30, tzinfo=UTC), "Europe/Berlin", date(2027, 3, 27)),
    (datetime(2027, 3, 28, 21, 59, tzinfo=UTC), "Europe/Berlin", date(2027, 3, 27)),
    (datetime(2027, 3, 28, 22, 0, tzinfo=UTC), "Europe/Berlin", date(2027, 3, 28)),
    (datetime(2026, 10, 25, 22, 59, tzinfo=UTC), "Europe/Berlin", date(2026, 10, 24)),
    (datetime(2026, 10, 25, 23, 0, tzinfo=UTC), "Europe/Berlin", date(2026, 10, 25)),
]


def test_the_day_is_that_of_the_schedules_own_clock() -> None:
    for moment, zone, expected in MOMENTS:
        assert period_at("yesterday", moment, ZoneInfo(zone)) == (expected, expected), (moment, zone)


def test_the_period_of_credits_is_that_of_their_reservations_and_may_be_left_out() -> None:
    slot = datetime(2026, 10, 1, 4, tzinfo=UTC)

    def days(period: str | None) -> tuple[date | None, date | None]:
        plan = ReportSchedule(report="credits", parameters={}, period=period, zone="Europe/Berlin")
        _, found = question_of(plan, slot, slot)
        return found["reserved_from"], found["reserved_to"]

    assert days("last_quarter") == (date(2026, 7, 1), date(2026, 9, 30))
    assert days(None) == (None, None)
    assert days_told({"reserved_from": "2026-07-01", "reserved_to": "2026-09-30"}) == ("2026-07-01", "2026-09-30")
    assert days_told({"reserved_from": "2026-07-01", "reserved_to": None}) is None


def test_around_new_year_the_periods_are_those_of_the_old_one() -> None:
    moment = datetime(2027, 1, 1, 5, tzinfo=UTC)
    found = {
        name: period_at(name, moment, BERLIN) for name in ("last_month", "last_quarter", "year_to_date", "last_week")
    }
    assert found == {
        "last_month": (date(2026, 12, 1), date(2026, 12, 31)),
        "last_quarter": (date(2026, 10, 1), date(2026, 12, 31)),
        "year_to_date": (date(2027, 1, 1), date(2027, 1, 1)),
        "last_week": (date(2026, 12, 21), date(2026, 12, 27)),
    }


SEVEN: list[Any] = [7, *[0] * 8, None, None]
NOTHING: list[Any] = [*[0] * 9, None, None]
TOO_FEW: list[tuple[list[list[Any]], int, str | None]] = [
    ([], 0, None),
    ([], 1, "keine Zeilen"),
    ([NOTHING, NOTHING], 1, "keine Zeilen"),  # a row of zeros is there whatever happened
    ([NOTHING, SEVEN], 1, None),
    ([NOTHING, SEVEN], 2, "1 Zeile"),
    ([SEVEN] * 4, 5, "4 Zeilen"),
    ([SEVEN] * 5, 5, None),
]


def test_rows_with_a_figure_are_counted_and_told_when_they_are_too_few_to_be_shown() -> None:
    table = definitions()["breakdown"].table("values")
    for rows, least, found in TOO_FEW:
        values = [(f"kampagne-{number}", *row)[: len(table.columns)] for number, row in enumerate(rows)]
        result = TableResult(table, table.columns, values, len(values))
        said = too_few(ReportSchedule(least_rows=least), {"values": result})
        words = f"Zu wenige Zeilen: Der Bericht hat {found} mit Zahlen, Tabellen kommen ab {least} Zeile"
        assert said.startswith(words) if found else said == "", (rows, least)
