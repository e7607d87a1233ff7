"""Numbers, counts and days in German."""

from datetime import date

import pytest

from services.core.german import counted, long_day, number, numeric_day


@pytest.mark.parametrize(
    ("value", "written"), [(0, "0"), (999, "999"), (1204, "1.204"), (1_000_000, "1.000.000"), (-1204, "−1.204")]
)
def test_a_number_has_points_and_a_minus_sign(value: int, written: str) -> None:
    assert number(value) == written


@pytest.mark.parametrize(("count", "written"), [(0, "0 Zeilen"), (1, "1 Zeile"), (1204, "1.204 Zeilen")])
def test_one_is_counted_in_the_singular(count: int, written: str) -> None:
    assert counted(count, "Zeile", "Zeilen") == written


def test_a_day_is_written_short_and_long() -> None:
    assert (numeric_day(date(2026, 3, 5)), long_day(date(2026, 3, 5))) == ("05.03.2026", "5. März 2026")
