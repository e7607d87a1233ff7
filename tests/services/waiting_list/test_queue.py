"""The rule of the list, pure: the examples of `WAITING_LIST.md`, and what holds for every queue."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.offer import PACKAGES
from services.waiting_list.forecast import Freed, forecast, last_months
from services.waiting_list.queue import MOST_PASSES, Offer, Passed, Waiting, next_offer, offer_by_staff
from services.waiting_list.view import freed_by_month
from tests.services.waiting_list.line import PARK, Line

BASIC, STANDARD, PREMIUM = sorted(PACKAGES)
QUEUES = st.lists(
    st.builds(
        Waiting,
        id=st.integers(1, 10**6),
        kwh=st.sampled_from(sorted(PACKAGES)),
        passed=st.integers(0, MOST_PASSES),
        declined_kwh=st.sampled_from([0, BASIC, STANDARD]),
        is_skipped=st.booleans(),
    ),
    max_size=8,
    unique_by=lambda household: household.id,
)
ENERGY = st.none() | st.integers(0, 10_000)


OFFERED: dict[str, tuple[list[Waiting], int, int | None, Offer | None]] = {
    "nobody waits": ([], 3, None, None),
    "nothing is free": ([Waiting(1, STANDARD)], 0, None, None),
    "the first comes first": ([Waiting(1, STANDARD), Waiting(2, BASIC)], 1, None, Offer(1, STANDARD, False)),
    "more than enough": ([Waiting(1, STANDARD)], 1, 3000, Offer(1, STANDARD, False)),
    "exactly enough": ([Waiting(1, STANDARD)], 1, 2000, Offer(1, STANDARD, False)),
    "the smaller package first": ([Waiting(1, STANDARD), Waiting(2, BASIC)], 1, 1000, Offer(1, BASIC, True)),
    "the largest that fits": ([Waiting(1, PREMIUM), Waiting(2, BASIC)], 1, 2000, Offer(1, STANDARD, True)),
    "too little for any package": ([Waiting(1, STANDARD), Waiting(2, BASIC)], 5, 999, None),
}


def test_what_is_free_is_offered_in_turn() -> None:
    for name, (queue, free, left, offer) in OFFERED.items():
        assert next_offer(queue, free, left) == offer, name


def test_a_household_that_declined_the_smaller_package_is_passed_with_the_reason() -> None:
    queue = [Waiting(1, PREMIUM, declined_kwh=BASIC), Waiting(2, BASIC)]
    assert next_offer(queue, 1, 1000) == Offer(2, BASIC, False, (Passed(1, "too_large"),))
    assert next_offer(queue, 1, 2000) == Offer(1, STANDARD, True), "a larger one was not declined"
    assert next_offer(queue, 1, 3000) == Offer(1, PREMIUM, False)


def test_after_three_passes_everything_is_kept_until_it_suffices() -> None:
    queue = [Waiting(1, PREMIUM, passed=MOST_PASSES, declined_kwh=STANDARD), Waiting(2, BASIC)]
    assert next_offer(queue, 3, 2999) is None
    assert next_offer(queue, 3, 3000) == Offer(1, PREMIUM, False)


def test_staff_skip_once_and_never_beyond_the_rule() -> None:
    assert next_offer([Waiting(1, BASIC, is_skipped=True), Waiting(2, BASIC)], 1, None) == Offer(
        2, BASIC, False, (Passed(1, "skipped"),)
    )
    queue = [Waiting(1, BASIC, passed=MOST_PASSES, is_skipped=True), Waiting(2, BASIC)]
    assert next_offer(queue, 1, None) == Offer(1, BASIC, False)


def test_staff_offer_out_of_turn_unless_somebody_was_passed_thrice() -> None:
    assert offer_by_staff([Waiting(1, BASIC), Waiting(2, BASIC)], 2, 1, None) == Offer(
        2, BASIC, False, (Passed(1, "by_staff"),)
    )
    assert offer_by_staff([Waiting(1, BASIC, passed=MOST_PASSES), Waiting(2, BASIC)], 2, 1, None) is None
    for thrice, never in ((1, 2), (2, 1)):
        queue = sorted([Waiting(thrice, BASIC, passed=MOST_PASSES), Waiting(never, BASIC)], key=lambda one: one.id)
        assert offer_by_staff([*queue, Waiting(3, BASIC)], 3, 1, None) is None, "one of two ahead is enough"
    assert offer_by_staff([Waiting(1, BASIC)], 9, 1, None) is None
    assert offer_by_staff([Waiting(1, PREMIUM)], 1, 1, 2000) is None


@given(QUEUES, st.integers(0, 5), ENERGY)
def test_no_offer_breaks_a_limit_or_passes_anybody_too_often(queue: list[Waiting], free: int, left: int | None) -> None:
    offer = next_offer(queue, free, left)
    if offer is None:
        return
    by_id = {household.id: household for household in queue}
    turn = [household.id for household in queue]
    assert free > 0
    assert left is None or offer.kwh <= left
    assert offer.kwh <= by_id[offer.id].kwh
    assert offer.is_smaller == (offer.kwh < by_id[offer.id].kwh)
    assert [passed.id for passed in offer.passes] == turn[: turn.index(offer.id)], "all who stand before it, no others"
    assert all(by_id[passed.id].passed < MOST_PASSES for passed in offer.passes)
    for passed in offer.passes:
        other = by_id[passed.id]
        assert passed.why == ("skipped" if other.is_skipped else "too_large")
        assert other.is_skipped or (left is not None and other.kwh > left and other.declined_kwh >= BASIC)


@given(QUEUES, st.integers(0, 5), ENERGY, st.integers(0, 9))
def test_no_offer_by_staff_breaks_a_limit_or_passes_anybody_too_often(
    queue: list[Waiting], free: int, left: int | None, place: int
) -> None:
    chosen = queue[place % len(queue)].id if queue else 1
    offer = offer_by_staff(queue, chosen, free, left)
    if offer is None:
        return
    ahead = queue[: [household.id for household in queue].index(chosen)]
    assert free > 0
    assert left is None or offer.kwh <= left
    assert [passed.id for passed in offer.passes] == [household.id for household in ahead]
    assert all(household.passed < MOST_PASSES for household in ahead)


@given(QUEUES, st.integers(1, 5), ENERGY)
def test_nothing_lies_idle_without_a_reason(queue: list[Waiting], free: int, left: int | None) -> None:
    if next_offer(queue, free, left) is not None:
        return
    for household in queue:
        if household.is_skipped and household.passed < MOST_PASSES:
            continue
        assert left is not None, "without a limit of energy the first is served"
        assert household.kwh > left
        if household.passed >= MOST_PASSES or left < BASIC:
            return
        assert household.declined_kwh >= max(kwh for kwh in PACKAGES if kwh <= left)


def months(*places: int) -> list[Freed]:
    return [Freed(date(2026, 6 + index, 1), count) for index, count in enumerate(places)]


TURNS = {
    (38, (4, 7, 6, 5, 8, 6)): (60, 7),
    (37, (4, 7, 6, 5, 8, 6)): (60, 7),
    (36, (4, 7, 6, 5, 8, 6)): (60, 6),
    (1, (4, 7, 6, 5, 8, 6)): (60, 1),
    (2, (0, 0, 1)): (3, 4),
    (1, (0, 0, 0)): (0, None),
    (1, (9, 9)): (90, None),
    (1, ()): (0, None),
}


def test_the_turn_follows_from_the_mean_of_the_last_full_months() -> None:
    for (position, places), expected in TURNS.items():
        found = forecast(position, months(*places))
        assert (found.per_month_tenths, found.turn_month) == expected, (position, places)


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
