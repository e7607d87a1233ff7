"""Quiet times by the clock of Berlin: over midnight, over a weekend, and on the two days it is changed."""

from datetime import UTC, datetime, time
from itertools import pairwise

import pytest

from services.alerts.mails import Quiet, quiet_of, quiet_until
from services.core.clock import BERLIN

EVERY = frozenset(range(1, 8))
WEEKEND = Quiet(time(0), time(0), frozenset({6, 7}))
NIGHT = Quiet(time(22), time(6), EVERY)


def berlin(text: str, fold: int = 0) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN, fold=fold).astimezone(UTC)


@pytest.mark.parametrize(
    ("quiet", "moment", "until"),
    [
        (NIGHT, "2026-11-03 21:59", None),
        (NIGHT, "2026-11-03 22:00", "2026-11-04 06:00"),
        (NIGHT, "2026-11-04 00:00", "2026-11-04 06:00"),
        (NIGHT, "2026-11-04 05:59", "2026-11-04 06:00"),
        (NIGHT, "2026-11-04 06:00", None),
        # A night belongs to the day it begins on: Friday's goes into Saturday, Sunday's is none.
        (Quiet(time(22), time(6), frozenset({5})), "2026-11-07 03:00", "2026-11-07 06:00"),
        (Quiet(time(22), time(6), frozenset({5})), "2026-11-06 03:00", None),
        (Quiet(time(12), time(13), EVERY), "2026-11-03 12:30", "2026-11-03 13:00"),
        (Quiet(time(12), time(13), EVERY), "2026-11-03 13:00", None),
        # Two whole days in a row are one quiet.
        (WEEKEND, "2026-11-06 23:59", None),
        (WEEKEND, "2026-11-07 00:00", "2026-11-09 00:00"),
        (WEEKEND, "2026-11-08 23:59", "2026-11-09 00:00"),
        (WEEKEND, "2026-11-09 00:00", None),
    ],
)
def test_quiet_lasts_until_the_end_of_its_days(quiet: Quiet, moment: str, until: str | None) -> None:
    assert quiet_until(quiet, berlin(moment)) == (berlin(until) if until else None)


@pytest.mark.parametrize(
    ("start", "end", "first", "hours"),
    [
        # The night of 25 October 2026 has an hour more, that of 28 March 2027 one less.
        (time(22), time(6), "2026-10-24 22:00", 9),
        (time(22), time(6), "2027-03-27 22:00", 7),
        # 2:30 comes twice: the first of the two counts, as a beginning and as an end.
        (time(2, 30), time(4), "2026-10-25 02:30", 2.5),
        (time(1), time(2, 30), "2026-10-25 01:00", 1.5),
        # 2:30 is left out: it is 3:30 then.
        (time(1), time(2, 30), "2027-03-28 01:00", 1.5),
        (time(2, 30), time(4), "2027-03-28 03:30", 0.5),
        # A whole day of a clock change.
        (time(0), time(0), "2026-10-25 00:00", 25),
        (time(0), time(0), "2027-03-28 00:00", 23),
    ],
)
def test_the_days_of_the_clock_change_are_quiet_by_the_clock(start: time, end: time, first: str, hours: float) -> None:
    began = berlin(first)
    weekday = began.astimezone(BERLIN).isoweekday()
    quiet = Quiet(start, end, frozenset({weekday}))
    until = quiet_until(quiet, began)
    assert until is not None
    assert (until - began).total_seconds() / 3600 == hours
    assert quiet_until(quiet, datetime.fromtimestamp(began.timestamp() - 1, UTC)) is None
    assert quiet_until(quiet, until) is None


def test_a_quiet_that_begins_in_the_gap_and_ends_before_it_does_is_none_that_night() -> None:
    quiet = Quiet(time(2, 30), time(3, 10), EVERY)
    night = [datetime.fromtimestamp(berlin("2027-03-28 00:00").timestamp() + 60 * n, UTC) for n in range(8 * 60)]
    assert {quiet_until(quiet, moment) for moment in night} == {None}
    assert quiet_until(quiet, berlin("2027-03-29 02:45")) == berlin("2027-03-29 03:10")


def test_minute_by_minute_over_both_changes_the_end_never_comes_closer_than_the_clock_goes() -> None:
    """A minute later the answer is the same end, until it is there."""
    for first in ("2026-10-24 20:00", "2027-03-27 20:00"):
        start = berlin(first).timestamp()
        ends = [
            (moment, quiet_until(NIGHT, moment))
            for moment in (datetime.fromtimestamp(start + 60 * n, UTC) for n in range(14 * 60))
        ]
        for (_, before), (moment, after) in pairwise(ends):
            if before is not None:
                assert after == before or (after is None and moment == before)


def test_without_times_or_days_it_is_never_quiet() -> None:
    assert quiet_of(None, None, [1]) is None
    assert quiet_of(time(22), time(6), []) is None
    assert quiet_until(None, berlin("2026-11-03 22:00")) is None
    assert Quiet(time(6), time(6), EVERY).never_ends
    assert not WEEKEND.never_ends
