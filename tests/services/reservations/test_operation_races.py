"""Several people at once, and any order of events: the sums always hold."""

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.db.db import Database
from services.parks import allocation
from services.reservations.desk.change_share import Choice, change_share
from services.reservations.desk.duplicates import merge
from services.reservations.desk.move_spot import Place, move_spot
from services.reservations.desk.perform import Request
from services.reservations.desk.reopen import reopen
from services.reservations.desk.schemas import PerformedOut
from services.reservations.desk.undo import undo
from services.reservations.errors import OperationRefused, UndoNotPossible, UndoOver
from services.reservations.models import Reservation, ReservationChange
from services.reservations.release import release_due
from services.reservations.states import HOLDS_A_SPOT
from services.reservations.transitions import CHANGE_SHARE, MOVE_SPOT, OPERATIONS, REOPEN, Operation
from tests.fixtures.databases import MakeDatabase
from tests.fixtures.proved import proved
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import (
    ACTOR,
    check_invariants,
    do,
    households,
    reservation,
    reserve_many,
)
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases(sample="postgresql")

NOW = HeldClock().now
STATE_CHANGES = ("invite", "contract", "activate", "end", "cancel", "expire", "withdraw", "cancel_park")
KWH = (1000, 2000, 3000)


def test_of_two_clerks_at_one_row_one_succeeds(db: Database) -> None:
    ids = reserve_many(db, NOW, households(5))
    barrier = threading.Barrier(2)
    done: list[tuple[str, int, str]] = []

    def act(actor: str) -> None:
        for id_ in ids:
            barrier.wait()
            result = do(db, "cancel", [id_], NOW, actor=actor).results[0]
            done.append((actor, id_, result.code or result.outcome))

    threads = [threading.Thread(target=act, args=(actor,)) for actor in ("staff:1", "staff:2")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for id_ in ids:
        assert sorted(code for _, of, code in done if of == id_) == ["done", "wrong_state"]
    assert len(stored(db, ReservationChange)) == 5
    check_invariants(db)


def test_bulk_calls_over_the_same_rows_in_opposite_order_do_not_wait_in_a_circle(db: Database) -> None:
    ids = reserve_many(db, NOW, households(40))
    barrier = threading.Barrier(2)
    counts: list[int] = []

    def act(name: str, wanted: list[int]) -> None:
        barrier.wait()
        counts.append(do(db, name, wanted, NOW).done)

    runs = (("cancel", ids), ("expire", ids[::-1]))
    threads = [threading.Thread(target=act, args=run) for run in runs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(counts) == [0, 40]
    check_invariants(db)


class Reservations(RuleBasedStateMachine):
    """Whatever households, staff and the clock do, in any order."""

    make_database: Callable[[], Database]

    def __init__(self) -> None:
        super().__init__()
        self.db = self.make_database()
        self.clock = HeldClock()
        self.operations: list[int] = []
        self.count = 0

    def _ids(self) -> list[int]:
        with self.db.read() as session:
            return list(session.scalars(select(Reservation.id).order_by(Reservation.id)))

    def _pick(self, number: int) -> int:
        ids = self._ids()
        return ids[number % len(ids)]

    @rule(kwh=st.sampled_from(KWH), count=st.integers(1, 3))
    def reserve(self, kwh: int, count: int) -> None:
        bodies = households(count, annual_kwh=kwh, expected_annual_credit=kwh * 0.06)
        for body in bodies:
            self.count += 1
            body["email"] = f"haushalt{self.count}@example.org"
        reserve_many(self.db, self.clock.now, bodies)

    @precondition(lambda self: self._ids())
    @rule(name=st.sampled_from(STATE_CHANGES), numbers=st.lists(st.integers(0, 50), min_size=1, max_size=4))
    def operate(self, name: str, numbers: list[int]) -> None:
        performed = do(self.db, name, [self._pick(number) for number in numbers], self.clock.now)
        if performed.operation_id is not None:
            self.operations.append(performed.operation_id)

    @precondition(lambda self: len(self._ids()) > 1)
    @rule(one=st.integers(0, 50), other=st.integers(0, 50))
    def merge_two(self, one: int, other: int) -> None:
        ids = {self._pick(one), self._pick(other)}
        if len(ids) < 2:
            return
        try:
            self.db.write(lambda session: merge(session, sorted(ids), ACTOR, "gleich", self.clock.now))
        except OperationRefused:
            return
        self.operations.append(max(self.operations, default=0) + 1)

    @precondition(lambda self: self._ids())
    @rule(number=st.integers(0, 50), spot=st.integers(1, 8), kwh=st.sampled_from(KWH))
    def correct(self, number: int, spot: int, kwh: int) -> None:
        """Another place, another package, or taken up again: whichever the state allows."""
        id_, now = self._pick(number), self.clock.now

        def asked(operation: Operation) -> Request:
            return Request(operation, (id_,), ACTOR, "Anruf")

        units: tuple[Callable[[Session], PerformedOut], ...] = (
            lambda session: move_spot(session, asked(MOVE_SPOT), Place("ingolstadt", spot), now),
            lambda session: change_share(
                session, asked(CHANGE_SHARE), Choice(kwh, "24m"), now, instalments_offered=True
            ),
            lambda session: reopen(session, asked(REOPEN), "", now),
        )
        for unit in units:
            with suppress(OperationRefused):
                self.operations.append(self.db.write(unit).operation_id or 0)

    @precondition(lambda self: self.operations)
    @rule(number=st.integers(0, 50))
    def take_back(self, number: int) -> None:
        chosen = self.operations[number % len(self.operations)]
        with suppress(UndoOver, UndoNotPossible, OperationRefused):
            self.db.write(lambda session: undo(session, chosen, ACTOR, "admin", self.clock.now))

    @rule(numbers=st.sets(st.integers(1, 8), min_size=1, max_size=3), is_blocking=st.booleans())
    def withhold(self, numbers: set[int], is_blocking: bool) -> None:
        now = self.clock.now
        if is_blocking:
            self.db.write(lambda session: allocation.block(session, "ingolstadt", numbers, "Reserve", now))
        else:
            self.db.write(lambda session: allocation.unblock(session, "ingolstadt", numbers, now))

    @rule(hours=st.sampled_from([1, 23, 24, 48]))
    def wait(self, hours: int) -> None:
        self.clock.advance(hours=hours)

    @rule()
    def release(self) -> None:
        release_due(self.db, self.clock)

    def teardown(self) -> None:
        try:
            check_invariants(self.db)  # what breaks the log stays in it
        finally:
            self.db.close()

    @invariant()
    def nothing_is_lost_or_invented(self) -> None:
        check_invariants(self.db, with_audit=False)


def test_any_sequence_keeps_spots_kwh_and_audit_whole(make_database: MakeDatabase) -> None:
    class OnThisDatabase(Reservations):
        pass

    OnThisDatabase.make_database = staticmethod(make_database)
    chosen = settings(
        max_examples=proved(3, 6),
        stateful_step_count=20,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(OnThisDatabase, settings=chosen)


def test_the_tables_operations_are_those_of_the_machine() -> None:
    moving = {name for name, operation in OPERATIONS.items() if operation.to_state is not None}
    assert moving == set(STATE_CHANGES)
    assert all(not OPERATIONS[name].from_states.isdisjoint(HOLDS_A_SPOT) for name in moving)


def test_an_undo_after_a_day_and_a_release_finds_the_spot_gone(db: Database) -> None:
    """The number already belongs to somebody else."""
    (first,) = reserve_many(db, NOW, households(1))
    do(db, "cancel", [first], NOW)
    release_due(db, HeldClock(NOW + timedelta(hours=24)))
    (second,) = reserve_many(db, NOW, households(1, email="neu@example.org"))
    assert reservation(db, second).spot_number == reservation(db, first).spot_number
    check_invariants(db)


HOUSEHOLDS = 64
THREADS = 8


def test_of_64_households_that_move_to_one_place_one_has_it_and_all_have_one(db: Database) -> None:
    """Each clerk sends a share of the households; afterwards they chase one another's former places."""
    ids = reserve_many(db, NOW, households(HOUSEHOLDS))
    barrier = threading.Barrier(THREADS)
    codes: list[str] = []

    def act(chosen: list[int], targets: list[int]) -> None:
        barrier.wait()
        for id_, number in zip(chosen, targets, strict=True):
            asked = Request(MOVE_SPOT, (id_,), "staff:1", "Tausch", untold="gesagt")
            target = Place("ingolstadt", number)
            try:
                db.write(lambda session, asked=asked, target=target: move_spot(session, asked, target, NOW))  # type: ignore[misc]
                codes.append("done")
            except OperationRefused as refused:
                codes.append(refused.code)

    rounds = [[400] * HOUSEHOLDS, list(range(HOUSEHOLDS, 0, -1))]
    for targets in proved(rounds, [*rounds, [401] * HOUSEHOLDS, list(range(1, HOUSEHOLDS + 1))]):
        codes.clear()
        parts = [(ids[start::THREADS], targets[start::THREADS]) for start in range(THREADS)]
        threads = [threading.Thread(target=act, args=part) for part in parts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(codes) == HOUSEHOLDS
        if len(set(targets)) == 1:
            assert sorted(codes) == ["done", *["spot_taken"] * (HOUSEHOLDS - 1)]
        check_invariants(db, with_audit=False)
    check_invariants(db)
