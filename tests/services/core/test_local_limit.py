"""A limit kept in the memory of one process."""

import sys
from datetime import UTC, datetime

import pytest

from services.core.http.callers import local_limit
from services.core.http.callers.local_limit import LocalLimit
from services.core.http.errors import RateLimited
from tests.services.held_clock import HeldClock

START = datetime(2026, 11, 3, 10, 30, 20, tzinfo=UTC)


def is_taken(limit: LocalLimit, caller: str, clock: HeldClock) -> bool:
    try:
        limit.count(caller, clock.now)
    except RateLimited:
        return False
    return True


def test_each_caller_has_the_limit_for_itself() -> None:
    clock = HeldClock(START)
    limit = LocalLimit("calls", 2, 60)
    assert [is_taken(limit, caller, clock) for caller in "aabaab"] == [True, True, True, False, False, True]


def test_the_next_window_begins_anew_and_the_refusal_says_when() -> None:
    clock = HeldClock(START)
    limit = LocalLimit("calls", 1, 60)
    limit.count("a", clock.now)
    with pytest.raises(RateLimited) as refused:
        limit.count("a", clock.now)
    assert refused.value.headers == {"Retry-After": "40"}
    clock.advance(seconds=39)
    assert not is_taken(limit, "a", clock)
    clock.advance(seconds=1)
    assert is_taken(limit, "a", clock)


def test_callers_are_forgotten_with_their_window() -> None:
    clock = HeldClock(START)
    limit = LocalLimit("calls", 1, 60)
    for number in range(1000):
        limit.count(f"2001:db8::{number}", clock.now)
    clock.advance(seconds=60)
    limit.count("a", clock.now)
    assert list(limit._calls) == ["a"]


def test_memory_is_bounded_however_many_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_limit, "_MOST_CALLERS", 100)
    clock = HeldClock(START)
    limit = LocalLimit("calls", 1, 60)
    for number in range(1050):
        limit.count(str(number), clock.now)
    assert len(limit._calls) <= 100
    assert sys.getsizeof(limit._calls) < 20_000
