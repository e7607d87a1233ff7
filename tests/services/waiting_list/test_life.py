"""Whatever households, staff, jobs and the clock do, in any order: nothing is lost, sold twice or left unexplained.

The machine itself stands in `life.py`. It is shown to notice a place that is freed when it changes hands, energy that
nobody counts, and limits that were read before the lock.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from services.core.db.db import Database
from services.parks import allocation
from services.parks.allocation import LockedPark
from services.parks.models import Park, Spot
from tests.fixtures.databases import MakeDatabase
from tests.fixtures.proved import PROVING, proved
from tests.services.waiting_list.life import MOST_SPOTS, Life
from tests.services.waiting_list.line import PARK

SAMPLE = 4


@pytest.fixture
def make_small(make_database: MakeDatabase) -> MakeDatabase:
    """A pilot of as many places as the rules can reach: the checks after each step read every row."""
    many = delete(Spot).where((Spot.park_id != PARK) | (Spot.number > MOST_SPOTS))

    def make() -> Database:
        db = make_database()
        db.write(lambda session: session.execute(many) and None)
        return db

    return make


def run(make_small: MakeDatabase, histories: int, seed: int) -> Counter[tuple[str, str]]:
    """Run so many histories; how often each rule did something, and how often it was refused."""

    class OnThisDatabase(Life):
        fired: ClassVar[Counter[tuple[str, str]]] = Counter()

    OnThisDatabase.make_database = staticmethod(make_small)
    wanted = settings(
        max_examples=histories,
        stateful_step_count=25,
        database=None,
        derandomize=seed == 0,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(OnThisDatabase, settings=wanted)
    return OnThisDatabase.fired


MUST_HAPPEN = (
    *("reserve", "confirm_address", "run_jobs", "change_share", "give_up", "take_back", "cancel", "undo", "contract"),
    *("join", "confirm", "accept", "decline", "leave", "change_wish", "step_by_staff", "move", "limit", "withhold"),
    *("ask_hand_over", "accept_hand_over", "decline_hand_over", "withdraw_hand_over"),
)
"""A machine whose rules are always refused would find nothing."""


@pytest.mark.both_databases(sample="postgresql")
@pytest.mark.parametrize("shard", range(proved(1, 10)))
def test_any_history_keeps_spots_turns_and_offers_whole(
    make_small: MakeDatabase, shard: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ten thousand histories in `make prove`, half of them on each database."""
    fired = run(make_small, proved(SAMPLE, 500), shard)
    if PROVING:
        with capsys.disabled():
            print(f"\nshard {shard}: " + ", ".join(f"{name} {how} {n}" for (name, how), n in sorted(fired.items())))
        assert [name for name in MUST_HAPPEN if not fired[name, "done"]] == [], sorted(fired.items())


@pytest.mark.both_databases(sample="postgresql")
def test_each_rule_of_a_hand_over_does_something(make_small: MakeDatabase) -> None:
    """A history told step by step, since a sample of random ones may leave rules out."""

    class OnThisDatabase(Life):
        fired: ClassVar[Counter[tuple[str, str]]] = Counter()

    OnThisDatabase.make_database = staticmethod(make_small)
    life = OnThisDatabase()
    life.open_full([2000, 3000], [(1000, True), (3000, False)])
    for step in (
        lambda: life.confirm_address(0),
        lambda: life.ask_hand_over(0),
        lambda: life.change_share(0, 1000, "24m"),
        lambda: life.accept_hand_over(0, True),
        lambda: life.accept_hand_over(0, False),
        lambda: life.decline_hand_over(1),
        lambda: life.withdraw_hand_over(1),
        lambda: life.ask_hand_over(1),
        lambda: life.wait(336),
        life.run_jobs,
        lambda: life.ask_hand_over(2),
        lambda: life.give_up(2),
        life.run_jobs,
        lambda: life.take_back(2),
    ):
        step()
        life.nothing_is_lost_or_invented()
    life.teardown()
    fired = OnThisDatabase.fired
    assert fired["accept_hand_over", "refused"] == 1, "the figures had changed"
    rules = ("confirm_address", "ask_hand_over", "accept_hand_over", "decline_hand_over", "withdraw_hand_over")
    assert [name for name in rules if not fired[name, "done"]] == []


# Negative controls: what the machine has to notice.


def free_in_between(session: Session, park: str, number: int, now: Any) -> bool:
    """A place that is freed when it changes hands, and taken by nobody."""
    return allocation.free(session, park, {number: 0}, now) == [number]


def read_without_lock() -> Callable[[Session, str], LockedPark | None]:
    """What a transaction decides by that did not wait for the others: how things stood before they came."""
    seen: dict[tuple[object, str], LockedPark | None] = {}
    lock = allocation.lock_park

    def stale(session: Session, park: str) -> LockedPark | None:
        return seen.setdefault((session.get_bind().engine, park), lock(session, park))

    return stale


UNCOUNTED = update(Park).where(Park.id == "").values(kwh_taken=0)


def reserve_behind_a_limit(life: Life) -> None:
    life.limit(1, 2000)
    life.reserve(1000)


@pytest.mark.parametrize(
    ("name", "wrong", "step"),
    [
        ("_ADD_KWH", lambda: UNCOUNTED, lambda life: life.reserve(1000)),
        ("lock_park", read_without_lock, reserve_behind_a_limit),
        ("pass_on", lambda: free_in_between, lambda life: life.accept_hand_over(0, False)),
    ],
)
def test_a_wrong_allocation_is_noticed(
    make_small: MakeDatabase,
    name: str,
    wrong: Callable[[], Any],
    step: Callable[[Life], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Told step by step: how long drawn histories take to meet a fault is no part of the proof."""

    class OnThisDatabase(Life):
        pass

    OnThisDatabase.make_database = staticmethod(make_small)
    life = OnThisDatabase()
    life.open_full([2000], [(1000, True)] if name == "pass_on" else [])
    life.limit(3, 6000)
    life.nothing_is_lost_or_invented()
    monkeypatch.setattr(allocation, name, wrong())
    with pytest.raises(AssertionError):
        step(life)
        life.nothing_is_lost_or_invented()
    life.db.close()
