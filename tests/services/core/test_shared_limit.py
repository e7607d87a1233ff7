"""A limit that several servers count together, each in its memory and now and then in a row of the database."""

import asyncio
import random
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from services.core.db.db import Database
from services.core.http.callers import shared_limit
from services.core.http.callers.shared_limit import PARTS, SharedLimit
from services.core.http.errors import RateLimited
from services.core.models import RateCount
from tests.fixtures.proved import proved
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

START = datetime(2026, 11, 3, 10, 30, 20, tzinfo=UTC)
SECRET = b"of all servers"


def limit_of(calls: int) -> SharedLimit:
    """As one server has it."""
    return SharedLimit("calls", calls, 60, SECRET)


async def is_taken(limit: SharedLimit, db: Database, caller: str, now: datetime = START) -> bool:
    try:
        await limit.count(db, caller, now)
    except RateLimited:
        return False
    return True


def taken_of(db: Database, servers: Sequence[SharedLimit], turns: Sequence[int]) -> int:
    """How many calls of one caller pass that come to the servers in these turns, one after the other."""

    async def call() -> int:
        return sum([await is_taken(servers[turn], db, "a") for turn in turns])

    return asyncio.run(call())


@pytest.mark.both_databases
@pytest.mark.parametrize("most", [1, 9, 30, 300])
def test_one_server_lets_exactly_the_limit_pass(db: Database, most: int) -> None:
    assert taken_of(db, [limit_of(most)], [0] * (most + 50)) == most


@pytest.mark.both_databases
@pytest.mark.parametrize("count", [2, 3])
def test_several_servers_overshoot_by_less_than_a_tenth_each(db: Database, count: int) -> None:
    chance, found = random.Random(count), set()
    for number in range(proved(12, 200)):
        most = chance.choice([5, 30, 45, 100])
        db.write(lambda session: session.execute(text("DELETE FROM rate_counts")) and None)
        if number % 3 == 0:
            turns = [turn % count for turn in range(3 * most)]
        elif number % 3 == 1:  # one after the other is full
            turns = [server for server in range(count) for _ in range(2 * most)]
        else:
            turns = chance.choices(range(count), weights=[chance.random() for _ in range(count)], k=4 * most)
            turns += [*range(count)] * most
        passed = taken_of(db, [limit_of(most) for _ in range(count)], turns)
        assert most <= passed <= most + (count - 1) * (max(1, most // PARTS) - 1), (most, turns)
        found.add(passed - most)
    assert max(found) > 0, "no run overshot: the bound is not tried"


@pytest.mark.both_databases(sample="postgresql")
def test_calls_that_come_at_once_keep_the_bound(db: Database) -> None:
    """The call that tells waits, and the others with it: else all of a burst would pass before the sum is known."""
    servers = [limit_of(30) for _ in range(3)]

    async def burst() -> int:
        return sum(await asyncio.gather(*(is_taken(servers[number % 3], db, "a") for number in range(300))))

    assert 30 <= asyncio.run(burst()) <= 30 + 2 * 2


def test_without_telling_three_servers_let_three_times_as_many_pass(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: a limit that each process keeps for itself fails the checks above."""
    monkeypatch.setattr(SharedLimit, "_tell", lambda *_: asyncio.sleep(0))
    assert taken_of(db, [limit_of(30) for _ in range(3)], [0, 1, 2] * 40) == 90


def test_a_caller_below_a_tenth_leaves_no_row(db: Database) -> None:
    limit = limit_of(300)
    assert taken_of(db, [limit], [0] * 29) == 29
    assert stored(db, RateCount) == []
    assert taken_of(db, [limit], [0]) == 1
    (row,) = stored(db, RateCount)
    assert (row["calls"], row["window_start"]) == (30, int(datetime(2026, 11, 3, 10, 30, tzinfo=UTC).timestamp()))


def test_a_row_names_no_caller_and_rows_of_two_windows_cannot_be_joined(db: Database) -> None:
    limit, clock = limit_of(1), HeldClock(START)

    async def call() -> None:
        await limit.count(db, "203.0.113.9", clock.now)
        clock.advance(seconds=60)
        await limit.count(db, "203.0.113.9", clock.now)

    asyncio.run(call())
    first, second = (row["bucket"] for row in stored(db, RateCount))
    assert first != second
    assert "203.0.113.9" not in first + second


def test_each_caller_has_the_limit_for_itself(db: Database) -> None:
    limit = limit_of(2)

    async def call() -> list[bool]:
        return [await is_taken(limit, db, caller) for caller in "aabaab"]

    assert asyncio.run(call()) == [True, True, True, False, False, True]


def test_the_next_window_begins_from_zero_and_the_refusal_says_when(db: Database) -> None:
    clock, limit = HeldClock(START), limit_of(1)

    async def call() -> None:
        await limit.count(db, "a", clock.now)
        with pytest.raises(RateLimited) as refused:
            await limit.count(db, "a", clock.now)
        assert refused.value.headers == {"Retry-After": "40"}
        clock.advance(seconds=39)
        assert not await is_taken(limit, db, "a", clock.now)
        clock.advance(seconds=1)
        assert await is_taken(limit, db, "a", clock.now)

    asyncio.run(call())


@pytest.mark.both_databases
def test_without_a_database_a_server_counts_alone_and_tells_later(db: Database) -> None:
    limit, other = limit_of(30), limit_of(30)

    async def calls(count: int) -> int:
        return sum([await is_taken(limit, db, "a") for _ in range(count)])

    db.write(lambda session: session.execute(text("ALTER TABLE rate_counts RENAME TO away")) and None)
    assert asyncio.run(calls(10)) == 10
    db.write(lambda session: session.execute(text("ALTER TABLE away RENAME TO rate_counts")) and None)
    assert asyncio.run(calls(40)) == 20
    assert sum(row["calls"] for row in stored(db, RateCount)) >= 28
    assert taken_of(db, [other], [0] * 30) <= 2, "the other server learns of all of them"


def test_a_database_that_hangs_stops_no_call(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_limit, "_PATIENCE_SECONDS", 0.01)

    async def call() -> bool:
        never = asyncio.get_running_loop().create_future()
        monkeypatch.setattr(Database, "write_counts", lambda *_: never)
        taken = await asyncio.wait_for(is_taken(limit_of(1), db, "a"), 60)
        never.cancel()
        return taken

    assert asyncio.run(call())


def test_a_caller_who_gives_up_ends_no_telling(db: Database) -> None:
    limit = limit_of(1)

    async def call() -> None:
        waiting = asyncio.ensure_future(limit.count(db, "a", START))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert not await is_taken(limit, db, "a")

    asyncio.run(call())
    assert [row["calls"] for row in stored(db, RateCount)] == [1]


def test_a_closed_database_refuses_nobody(tmp_path: Path) -> None:
    closed = Database(f"sqlite:///{tmp_path / 'closed.sqlite3'}")
    closed.close()
    assert taken_of(closed, [limit_of(2)], [0] * 4) == 2


def test_callers_are_forgotten_with_their_window(db: Database) -> None:
    clock, limit = HeldClock(START), limit_of(20)

    async def call() -> None:
        for number in range(1000):
            await limit.count(db, f"2001:db8::{number}", clock.now)
        clock.advance(seconds=60)
        await limit.count(db, "a", clock.now)

    asyncio.run(call())
    assert list(limit._callers) == ["a"]


def test_memory_is_bounded_however_many_call(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_limit, "_MOST_CALLERS", 100)
    limit = limit_of(20)

    async def call() -> None:
        for number in range(1050):
            await limit.count(db, str(number), START)

    asyncio.run(call())
    assert len(limit._callers) <= 100
    assert sys.getsizeof(limit._callers) < 20_000
