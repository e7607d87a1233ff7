"""The forecast: from what became free so far, in months, never a date."""

from datetime import UTC, date, datetime

import pytest

from services.waiting_list.forecast import Freed, forecast, last_months
from services.waiting_list.view import freed_by_month
from tests.services.waiting_list.line import PARK, Line


def months(*places: int) -> list[Freed]:
    return [Freed(date(2026, 6 + index, 1), count) for index, count in enumerate(places)]


@pytest.mark.parametrize(
    ("position", "places", "mean", "turn"),
    [
        (38, (4, 7, 6, 5, 8, 6), 60, 7),
        (37, (4, 7, 6, 5, 8, 6), 60, 7),
        (36, (4, 7, 6, 5, 8, 6), 60, 6),
        (1, (4, 7, 6, 5, 8, 6), 60, 1),
        (2, (0, 0, 1), 3, 4),
        (1, (0, 0, 0), 0, None),
        (1, (9, 9), 90, None),
        (1, (), 0, None),
    ],
)
def test_the_turn_follows_from_the_mean_of_the_last_full_months(
    position: int, places: tuple[int, ...], mean: int, turn: int | None
) -> None:
    found = forecast(position, months(*places))
    assert (found.per_month_tenths, found.turn_month) == (mean, turn)


def test_only_full_months_since_the_first_reservation_count() -> None:
    assert last_months(date(2026, 11, 24), date(2025, 1, 9)) == [date(2026, month, 1) for month in range(5, 11)]
    assert last_months(date(2026, 2, 1), date(2025, 12, 31)) == [date(2025, 12, 1), date(2026, 1, 1)]
    assert last_months(date(2026, 2, 28), date(2026, 2, 1)) == []


@pytest.mark.both_databases
def test_months_are_those_of_berlin(line: Line) -> None:
    line.at(datetime(2026, 8, 15, 10, tzinfo=UTC))
    line.fill(3000, 3000, 3000)
    line.at(datetime(2026, 9, 29, 21, 59, 59, tzinfo=UTC))
    line.free(1)
    line.at(datetime(2026, 9, 29, 22, 0, 0, tzinfo=UTC))
    line.free(2)
    with line.db.read() as session:
        freed = freed_by_month(session, PARK, date(2026, 11, 24))
    assert freed == [Freed(date(2026, 8, 1), 0), Freed(date(2026, 9, 1), 1), Freed(date(2026, 10, 1), 1)]
