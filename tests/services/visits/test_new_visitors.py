"""What one network may bring of new visitors: further ones are stored as programs."""

from collections import Counter
from collections.abc import Callable

import pytest

from services.limits import RateLimit
from services.visits import new_visitors
from services.visits.new_visitors import NewVisitors
from tests.services.held_clock import HeldClock
from tests.services.visits.conftest import FIREFOX, Visitors

OFFICE = "203.0.113.9"


def browser(number: int) -> str:
    return FIREFOX.replace("144.0", f"{number}.0")


def flags(visitors: Visitors) -> list[bool]:
    return [row["is_bot"] for row in visitors.rows()]


def test_an_address_that_changes_its_browser_with_each_call_is_twenty_people(
    open_site: Callable[..., Visitors],
) -> None:
    visitors = open_site()
    answers = [visitors.report(user_agent=browser(number)) for number in range(100, 130)]
    assert {answer.status_code for answer in answers} == {204}
    assert flags(visitors) == [False] * 20 + [True] * 10
    assert len({row["visitor"] for row in visitors.rows()}) == 30


def test_programs_that_say_so_and_refused_reports_use_nothing_up(open_site: Callable[..., Visitors]) -> None:
    visitors = open_site(rate_limits="visitors=1/3600")
    visitors.report(user_agent="curl/8.5.0")
    assert visitors.report(user_agent=browser(1), step="leap").status_code == 422
    visitors.report(user_agent=FIREFOX)
    assert flags(visitors) == [True, False]


def test_without_limits_everybody_is_a_person(open_site: Callable[..., Visitors]) -> None:
    visitors = open_site(rate_limits="off,visitors=1/3600")
    for number in range(5):
        visitors.report(user_agent=browser(number))
    assert flags(visitors) == [False] * 5


SALT = bytes(range(32))


def told(limit: NewVisitors, callers: list[str], clock: HeldClock) -> list[bool]:
    """A new visitor for each caller."""
    return [limit.is_one_too_many(number, caller, SALT, clock.now) for number, caller in enumerate(callers)]


def test_whoever_is_counted_stays_so_and_the_next_hour_begins_anew_without_cutting_sessions() -> None:
    """At 10:30:15; the hour ends at 11."""
    clock, limit = HeldClock(), NewVisitors(RateLimit(calls=2, seconds=3600))

    def flags(*numbers: int) -> list[bool]:
        return [limit.is_one_too_many(number, OFFICE, SALT, clock.now) for number in numbers]

    assert flags(1, 2, 3, 1, 2, 3, 3, 1) == [False, False, True, False, False, True, True, False]
    clock.advance(minutes=30)
    assert flags(1, 2, 4, 5, 6) == [False, False, False, False, True], "1 and 2 go on, two are new"
    clock.advance(hours=2)
    assert flags(1, 2, 4) == [False, False, True]
    limit = NewVisitors(RateLimit(calls=1, seconds=3600))
    networks = (OFFICE, OFFICE, "198.51.100.10", "198.51.100.10")
    assert told(limit, list(networks), clock) == [False, True, False, True], "each address has a number of its own"


def test_a_block_of_ipv6_counts_as_one_network_and_a_tunnel_as_ten() -> None:
    block = [f"2001:db8:1:{number:x}::/64" for number in range(256)]
    assert Counter(told(NewVisitors(RateLimit(calls=3, seconds=3600)), block, HeldClock())) == {False: 3, True: 253}
    tunnel = [f"2001:db8:1:{number:x}00::/64" for number in range(256)]
    # Without others beside it, it would be an allocation.
    others = [f"{20 + number % 2}.{number // 2}.1.7" for number in range(512)]
    mixed = [caller for three in zip(tunnel, others[::2], others[1::2], strict=True) for caller in three]
    flags = told(NewVisitors(RateLimit(calls=3, seconds=3600)), mixed, HeldClock())
    assert Counter(flags[::3]) == {False: 30, True: 226}
    assert not any(flags[1::3] + flags[2::3])


def test_an_allocation_counts_as_one_network_where_most_come_out_of_it() -> None:
    for allocation in (
        [f"2001:db8:{number:x}:1::/64" for number in range(300)],
        [f"198.51.{number}.7" for number in range(256)] + [f"198.51.{number}.8" for number in range(44)],
    ):
        flags = told(NewVisitors(RateLimit(calls=20, seconds=3600)), allocation, HeldClock())
        assert Counter(flags) == {False: 20, True: 280}


def test_a_large_provider_among_others_is_no_allocation() -> None:
    """A third out of one IPv6 /32, and nobody is taken for a program."""
    callers = [
        f"2001:db8:{number:x}:1::/64" if number % 3 == 0 else f"{20 + number % 100}.{number % 250}.1.7"
        for number in range(600)
    ]
    assert not any(told(NewVisitors(RateLimit(calls=20, seconds=3600)), callers, HeldClock()))


def test_no_address_is_kept_and_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new_visitors, "_MOST_VISITORS", 100)
    limit, clock = NewVisitors(RateLimit(calls=20, seconds=3600)), HeldClock()
    told(limit, [f"198.51.{number // 250}.{number % 250}" for number in range(1050)], clock)
    assert len(limit._known) <= 100
    assert len(limit._counts) <= 100
    assert "198.51" not in repr(vars(limit)) and b"198.51" not in b"".join(limit._counts)
    clock.advance(hours=2)
    told(limit, ["203.0.113.9"], clock)
    assert (len(limit._known), len(limit._known_before), len(limit._counts)) == (1, 0, 1)
