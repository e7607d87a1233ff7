"""Slots: one for each day, also when the clocks change; the same ones in every process."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.core.clock import BERLIN
from services.core.schedules import LAST_DAY, AtTime, Every, missed_between, next_slots, turn_words

HOUR = timedelta(hours=1)
MOMENTS = st.integers(0, 3 * 365 * 24 * 60).map(lambda m: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=m))
TIMES = st.times().map(lambda t: t.replace(second=0, microsecond=0))


def test_put_back_the_repeated_time_is_taken_the_first_time() -> None:
    friday = datetime(2026, 10, 23, 12, tzinfo=UTC)
    slots = next_slots(AtTime(time(2, 30)), friday, 3)
    assert [slot.at for slot in slots] == [
        datetime(2026, 10, 24, 0, 30, tzinfo=UTC),
        datetime(2026, 10, 25, 0, 30, tzinfo=UTC),
        datetime(2026, 10, 26, 1, 30, tzinfo=UTC),
    ]
    assert [slot.is_first_of_two for slot in slots] == [False, True, False]
    assert [slot.shift for slot in slots] == [timedelta(0), timedelta(0), -HOUR]


def test_put_forward_the_missing_time_is_taken_an_hour_later() -> None:
    slots = next_slots(AtTime(time(2, 30)), datetime(2027, 3, 27, 12, tzinfo=UTC), 2)
    assert [slot.at for slot in slots] == [
        datetime(2027, 3, 28, 1, 30, tzinfo=UTC),
        datetime(2027, 3, 29, 0, 30, tzinfo=UTC),
    ]
    assert [slot.local.time() for slot in slots] == [time(3, 30), time(2, 30)]
    assert [slot.is_moved for slot in slots] == [True, False]
    assert [slot.shift for slot in slots] == [HOUR, timedelta(0)]


def test_six_in_the_morning_stays_six_in_the_morning() -> None:
    slots = next_slots(AtTime(time(6)), datetime(2026, 10, 24, 3, tzinfo=UTC), 3)
    assert [slot.at.hour for slot in slots] == [4, 5, 5]
    assert [slot.local.hour for slot in slots] == [6, 6, 6]
    assert [slot.shift for slot in slots] == [timedelta(0), -HOUR, timedelta(0)]


def test_weekdays_and_days_of_the_month() -> None:
    sunday = datetime(2026, 11, 22, 12, tzinfo=UTC)
    weekly = next_slots(AtTime(time(6), weekdays=frozenset({1, 4})), sunday, 3)
    assert [slot.local.date() for slot in weekly] == [date(2026, 11, 23), date(2026, 11, 26), date(2026, 11, 30)]
    start = datetime(2027, 1, 1, tzinfo=UTC)
    last = next_slots(AtTime(time(6), month_day=LAST_DAY), start, 3)
    assert [slot.local.date() for slot in last] == [date(2027, 1, 31), date(2027, 2, 28), date(2027, 3, 31)]
    thirtieth = next_slots(AtTime(time(6), month_day=30), start, 3)
    assert [slot.local.date() for slot in thirtieth] == [date(2027, 1, 30), date(2027, 2, 28), date(2027, 3, 30)]


def test_a_day_of_some_months_is_due_only_in_these() -> None:
    quarterly = AtTime(time(6), month_day=LAST_DAY, months=frozenset({3, 6, 9, 12}))
    ends = next_slots(quarterly, datetime(2026, 11, 22, 12, tzinfo=UTC), 5)
    assert [slot.local.date() for slot in ends] == [
        date(2026, 12, 31),
        date(2027, 3, 31),
        date(2027, 6, 30),
        date(2027, 9, 30),
        date(2027, 12, 31),
    ]
    assert quarterly.latest(datetime(2027, 3, 31, 3, 59, tzinfo=UTC)).at == ends[0].at
    assert quarterly.latest(ends[1].at).at == ends[1].at


def test_the_29th_of_february_is_the_28th_in_other_years() -> None:
    leap = AtTime(time(6), month_day=29, months=frozenset({2}))
    found = next_slots(leap, datetime(2026, 3, 1, tzinfo=UTC), 3)
    assert [slot.local.date() for slot in found] == [date(2027, 2, 28), date(2028, 2, 29), date(2029, 2, 28)]


def test_a_quarterly_slot_keeps_its_time_of_day_and_tells_no_shift_months_apart() -> None:
    quarterly = AtTime(time(6), month_day=1, months=frozenset({1, 4, 7, 10}))
    slots = next_slots(quarterly, datetime(2026, 11, 22, tzinfo=UTC), 4)
    assert [slot.at.hour for slot in slots] == [5, 4, 4, 4]
    assert [slot.local.hour for slot in slots] == [6] * 4
    assert {slot.shift for slot in slots} == {timedelta(0)}
    skipped = AtTime(time(2, 30), month_day=28, months=frozenset({3}))
    [moved] = next_slots(skipped, datetime(2027, 1, 1, tzinfo=UTC), 1)
    assert (moved.local.hour, moved.is_moved) == (3, True)


def test_months_of_a_rule_are_named_in_words() -> None:
    quarters = frozenset({2, 5, 8, 11})
    assert (
        turn_words(AtTime(time(6), month_day=1, months=quarters))
        == "am 1. Februar, Mai, August und November um 6:00 Uhr"
    )
    assert turn_words(AtTime(time(6), month_day=30, months=quarters)) == (
        "am 30. Februar, Mai, August und November, sonst am letzten Tag, um 6:00 Uhr"
    )
    assert turn_words(AtTime(time(6), month_day=2, months=frozenset({1}))) == "jedes Jahr am 2. Januar um 6:00 Uhr"
    assert turn_words(AtTime(time(6), month_day=31, months=frozenset({12}))) == (
        "jedes Jahr am letzten Tag im Dezember um 6:00 Uhr"
    )


def test_intervals_are_counted_alike_by_everybody() -> None:
    asked_at = datetime(2026, 11, 21, 6, 3, 17, 5, tzinfo=UTC)
    assert Every(300).latest(asked_at).at == datetime(2026, 11, 21, 6, 0, tzinfo=UTC)
    assert [slot.at.minute for slot in next_slots(Every(300), asked_at, 3)] == [5, 10, 15]


def test_three_hours_of_sleep_miss_thirty_six_slots() -> None:
    slept_at = datetime(2026, 11, 21, 6, 0, tzinfo=UTC)
    assert missed_between(Every(300), slept_at, slept_at + 3 * HOUR) == 35
    assert missed_between(AtTime(time(7, 0)), slept_at, slept_at + 3 * HOUR) == 0
    assert missed_between(AtTime(time(8, 0)), slept_at, slept_at + 3 * HOUR) == 1
    assert missed_between(Every(1), slept_at, slept_at + 3 * HOUR) == 1_000


@given(at=TIMES, moment=MOMENTS, zone=st.sampled_from(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"]))
def test_each_day_has_exactly_one_slot(at: time, moment: datetime, zone: str) -> None:
    rule = AtTime(at, ZoneInfo(zone))
    slots = next_slots(rule, moment, 400)
    assert all(slot.at > moment for slot in slots)
    days = [
        (slot.local - (slot.local.replace(tzinfo=None) - datetime.combine(slot.local.date(), at))).date()
        for slot in slots
    ]
    assert [b - a for a, b in pairwise(days)] == [timedelta(days=1)] * 399
    assert rule.latest(slots[7].at).at == slots[7].at
    assert rule.latest(slots[7].at - timedelta(seconds=1)).at == slots[6].at


def test_rules_that_say_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one second"):
        Every(0)
    with pytest.raises(ValueError, match="hours and minutes"):
        AtTime(time(6, 0, tzinfo=BERLIN))
    with pytest.raises(ValueError, match="1 to 7"):
        AtTime(time(6), weekdays=frozenset({0}))
    with pytest.raises(ValueError, match="excludes"):
        AtTime(time(6), weekdays=frozenset({1}), month_day=1)
    for months, day in (({0}, 1), ({13}, 1), ({1}, None)):
        with pytest.raises(ValueError, match="months"):
            AtTime(time(6), month_day=day, months=frozenset(months))
