"""Taking and freeing spots under two limits."""

from datetime import timedelta

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from services.core.clock import utc_now
from services.core.db.db import Database
from services.parks import allocation
from services.parks.allocation import LockedPark, give
from services.parks.models import Park
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases

NOW = utc_now()
PARK = "ingolstadt"


def limit(db: Database, park: str = PARK, **limits: int | None) -> None:
    db.write(lambda session: session.execute(update(Park).where(Park.id == park).values(**limits)) and None)


def kwh_taken(db: Database) -> int:
    return next(int(park["kwh_taken"]) for park in stored(db, Park) if park["id"] == PARK)


def take(db: Database, *wishes: int) -> list[int | None] | None:
    return db.write(lambda session: allocation.take_lowest(session, PARK, wishes, NOW))


def hold(db: Database, number: int) -> bool:
    until = NOW + timedelta(days=1)
    return db.write(lambda session: allocation.hold_for_undo(session, PARK, {number: 1}, until, NOW)) == [number]


def take_back(db: Database, number: int) -> bool:
    return db.write(lambda session: allocation.take_back(session, PARK, [number], NOW)) == [number]


def free(db: Database, number: int, kwh: int) -> bool:
    return db.write(lambda session: allocation.free(session, PARK, {number: kwh}, NOW)) == [number]


def offer(db: Database, kwh: int) -> int | None:
    until = NOW + timedelta(days=3)
    return db.write(lambda session: allocation.hold_for_offer(session, PARK, kwh, until, NOW))


def move(db: Database, origin: tuple[str, int], target: tuple[str, int]) -> bool:
    return db.write(lambda session: allocation.move(session, origin, target, 1000, NOW))


@pytest.fixture
def neighbour(db: Database) -> str:
    """Another park, with three free spots."""
    limit(db, "munich", spot_limit=3)
    db.write(lambda session: allocation.add_spots(session, "munich", 3, NOW))
    return "munich"


def park(kwh_limit: int | None, kwh_taken: int = 0) -> LockedPark:
    return LockedPark(500, kwh_limit, kwh_taken, "Ingolstadt")


GIVEN: dict[str, tuple[list[int], list[int], LockedPark, list[int | None], int]] = {
    "room for all": ([1000, 2000], [3, 5], park(None), [3, 5], 3000),
    "no spot left": ([1000, 2000, 3000], [3, 5], park(None), [3, 5, None], 3000),
    "exactly the last kWh": ([3000, 1000], [1, 2], park(4000), [1, 2], 4000),
    "one kWh short": ([3000, 1000], [1, 2], park(3999), [1, None], 3000),
    "a smaller one behind a refused one": ([3000, 1000], [1, 2], park(10_000, 8000), [None, 1], 1000),
    "until nothing fits": ([3000, 3000, 1000, 1000], [1, 2, 3], park(4000), [1, None, 2, None], 4000),
    "overbooked": ([1000], [1], park(4000, 4001), [None], 0),
    "nobody": ([], [1], park(4000), [], 0),
}


def test_wishes_are_served_in_order_as_long_as_both_limits_hold() -> None:
    for name, (wishes, free_numbers, limits, given, kwh) in GIVEN.items():
        assert give(wishes, free_numbers, limits) == (given, kwh), name


def test_neither_limit_is_exceeded(db: Database) -> None:
    limit(db, kwh_limit=5000)
    assert take(db, 3000, 3000, 2000, 1000) == [1, None, 2, None]
    assert not db.write(lambda session: allocation.take_wished(session, PARK, 9, 1000, NOW))
    assert kwh_taken(db) == 5000
    limit(db, kwh_limit=None, spot_limit=4)
    assert take(db, 1000, 1000, 1000) == [3, 4, None]
    assert kwh_taken(db) == 7000
    assert db.write(lambda session: allocation.take_lowest(session, "atlantis", [1000], NOW)) is None


def test_what_is_free_is_kept_for_those_who_wait(db: Database) -> None:
    """A newcomer gets none of it, and no household more of it; who only moves within the park takes nothing away."""
    assert take(db, 1000) == [1]
    limit(db, waiting=1)
    assert take(db, 1000, 1000) == [None, None]
    assert not db.write(lambda session: allocation.take_wished(session, PARK, 7, 1000, NOW))
    assert not db.write(lambda session: allocation.resize(session, PARK, 1, (1000, 2000), NOW))
    assert kwh_taken(db) == 1000
    assert db.write(lambda session: allocation.move(session, (PARK, 1), (PARK, 7), 1000, NOW))
    assert db.write(lambda session: allocation.take_again(session, PARK, 7, 1000, NOW)) == 1, "staff answer for that"
    limit(db, waiting=0)
    assert take(db, 1000) == [2]


def test_a_spot_held_for_undo_keeps_its_kwh_and_comes_back_or_is_freed_once(db: Database) -> None:
    assert not hold(db, 1), "only a reserved spot is held"
    take(db, 3000, 1000)
    assert hold(db, 1)
    assert not hold(db, 1)
    assert kwh_taken(db) == 4000
    assert take(db, 1000) == [3]
    assert take_back(db, 1)
    assert not take_back(db, 1)
    assert hold(db, 1)
    assert free(db, 1, 3000)
    assert not free(db, 1, 3000)
    assert kwh_taken(db) == 2000
    assert not take_back(db, 1)
    assert take(db, 2000) == [1]


def test_a_spot_offered_to_somebody_is_neither_taken_back_nor_freed_for_another(db: Database) -> None:
    assert offer(db, 2000) == 1
    assert not take_back(db, 1)
    assert not free(db, 1, 2000)
    assert kwh_taken(db) == 2000
    assert db.write(lambda session: allocation.take_offered(session, PARK, 1, 2000, NOW))


def test_who_moves_into_another_park_stands_behind_those_who_wait_there(db: Database, neighbour: str) -> None:
    take(db, 1000)
    limit(db, neighbour, waiting=1)
    assert not move(db, (PARK, 1), (neighbour, 2))
    limit(db, neighbour, waiting=0)
    assert move(db, (PARK, 1), (neighbour, 2))


def test_moves_in_opposite_directions_do_not_wait_for_each_other(
    db: Database, neighbour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both lock the two parks in the same order."""
    locked: list[str] = []
    lock_park = allocation.lock_park

    def noted(session: Session, park: str) -> LockedPark | None:
        locked.append(park)
        return lock_park(session, park)

    monkeypatch.setattr(allocation, "lock_park", noted)
    take(db, 1000)
    orders = []
    for origin, target in (((PARK, 1), (neighbour, 2)), ((neighbour, 2), (PARK, 3))):
        locked.clear()
        assert move(db, origin, target)
        orders.append(list(dict.fromkeys(locked)))
    assert orders[0] == orders[1] == sorted([PARK, neighbour])


def test_only_free_spots_within_the_limit_are_blocked_and_only_blocked_ones_unblocked(db: Database) -> None:
    limit(db, spot_limit=4)
    take(db, 1000)
    assert db.write(lambda session: allocation.block(session, PARK, [1, 2, 3, 5, 999], "Vertrieb", NOW)) == [2, 3]
    assert kwh_taken(db) == 1000, "they cost no kWh"
    assert take(db, 1000) == [4]
    assert db.write(lambda session: allocation.unblock(session, PARK, [1, 2, 4], NOW)) == [2]
    assert take(db, 1000) == [2]
