"""Whatever households, staff, jobs and the clock do, in any order: nothing is lost, sold twice or left unexplained."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from sqlalchemy import ColumnElement, select, update
from sqlalchemy.orm import Session

from services.core.contact_details import Email
from services.core.db.db import Database
from services.core.http.errors import Problem
from services.household import give_up, share
from services.household.deadlines import lapse_due
from services.parks import allocation
from services.parks.models import Park, Spot
from services.reservations.models import Reservation
from services.reservations.operations.undo import undo
from services.reservations.placement import place
from services.reservations.release import release_batch
from services.reservations.storing import store
from services.reservations.validation import validate_reservation
from services.settings import Settings
from services.waiting_list import answers, deadlines, join
from services.waiting_list.accept import accept
from services.waiting_list.desk import desk
from services.waiting_list.models import WaitingEntry, WaitingOffer
from services.waiting_list.rows import HOUSEHOLD, change_entry, event_of, lock_open_entry
from services.waiting_list.serve import serve_park
from tests.factories import letters, reservation_body
from tests.fixtures.databases import PostgresqlDatabases
from tests.fixtures.proved import proved
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import ACTOR, check_invariants, do
from tests.services.waiting_list.line import PARK
from tests.services.waiting_list.standing import check_list

SPOTS = 4
KWH = st.sampled_from((1000, 2000, 3000))
PLAN = "one-off"
WHICH = st.integers(0, 20)


class Life(RuleBasedStateMachine):
    """A park of four places and everybody who wants one."""

    make_database: Callable[[], Database]

    def __init__(self) -> None:
        super().__init__()
        self.db = self.make_database()
        self.clock = HeldClock()
        self.settings = Settings(_env_file=None, rate_limits="off")  # type: ignore[call-arg]
        self.count = 0
        self.limit(SPOTS, 8000)

    @initialize(
        places=st.lists(KWH, min_size=1, max_size=SPOTS),
        waiting=st.lists(st.tuples(KWH, st.booleans()), min_size=1, max_size=5),
    )
    def open_full(self, places: list[int], waiting: list[tuple[int, bool]]) -> None:
        """Begin where it becomes interesting: the park is full, and some wait."""
        self.limit(len(places), sum(places))
        for kwh in places:
            self.reserve(kwh)
        for kwh, is_confirmed in waiting:
            self.join(kwh, is_confirmed)

    # --- the park ---

    @rule(spots=st.integers(2, 6), kwh=st.none() | st.integers(0, 12).map(lambda thousand: thousand * 1000))
    def limit(self, spots: int, kwh: int | None) -> None:
        """Staff change the capacity, but not below what is taken."""

        def unit(session: Session) -> None:
            allocation.lock_park(session, PARK)
            taken = session.get_one(Park, PARK, populate_existing=True).kwh_taken
            given = Spot.state.in_(("reserved", "held"))
            highest = max(session.scalars(select(Spot.number).where(Spot.park_id == PARK, given)), default=0)
            limits = {"spot_limit": max(spots, highest), "kwh_limit": None if kwh is None else max(kwh, taken)}
            session.execute(update(Park).where(Park.id == PARK).values(limits))

        self.db.write(unit)

    @rule(numbers=st.sets(st.integers(1, 6), min_size=1, max_size=2), is_blocking=st.booleans())
    def withhold(self, numbers: set[int], is_blocking: bool) -> None:
        if is_blocking:
            self.write(lambda session: allocation.block(session, PARK, numbers, "Reserve", self.clock.now))
        else:
            self.write(lambda session: allocation.unblock(session, PARK, numbers, self.clock.now))

    @rule(is_paused=st.booleans())
    def pause(self, is_paused: bool) -> None:
        paused = {"paused_at": self.clock.now if is_paused else None}
        self.write(lambda session: session.execute(update(Park).where(Park.id == PARK).values(paused)))

    # --- reservations ---

    @rule(kwh=KWH)
    def reserve(self, kwh: int) -> None:
        request = self.request(kwh)

        def unit(session: Session) -> None:
            locked = allocation.lock_park(session, PARK)
            assert locked is not None
            (number,) = allocation.take_lowest(session, PARK, [kwh], self.clock.now, locked) or [None]
            assert number is None or locked.waiting == 0, "a place was sold past those who wait"
            if number is not None:
                confirm_by = self.clock.now + timedelta(days=14)
                placed = place(request, number, is_duplicate=False, now=self.clock.now, confirm_by=confirm_by)
                store(session, [placed], {PARK: locked}, self.clock.now)

        self.write(unit)

    @rule(which=WHICH, name=st.sampled_from(("invite", "contract", "withdraw", "cancel", "expire")))
    def operate(self, which: int, name: str) -> None:
        if id_ := self.pick(Reservation, which):
            do(self.db, name, [id_], self.clock.now)

    @rule(which=WHICH)
    def give_up(self, which: int) -> None:
        if id_ := self.pick(Reservation, which, Reservation.state == "reserved"):
            self.write(lambda session: give_up.give_up(session, id_, self.clock.now))

    @rule(which=WHICH)
    def take_back(self, which: int) -> None:
        if id_ := self.pick(Reservation, which):
            self.write(lambda session: give_up.take_back(session, id_, self.clock.now))

    @rule(which=WHICH, is_late=st.booleans())
    def free_a_place(self, which: int, is_late: bool) -> None:
        """A household gives its place up, and its day passes; `is_late`: so do three more."""
        self.give_up(which)
        self.wait(24)
        self.run_jobs()
        if is_late:
            self.wait(72)
            self.run_jobs()

    @rule(operation=st.integers(1, 12))
    def undo(self, operation: int) -> None:
        self.write(lambda session: undo(session, operation, ACTOR, "admin", self.clock.now))

    @rule(which=WHICH, kwh=KWH)
    def change_share(self, which: int, kwh: int) -> None:
        id_ = self.pick(Reservation, which)
        if not id_:
            return
        with self.db.read() as session:
            row = session.get_one(Reservation, id_)
            known = share.Choice(row.annual_kwh, row.payment_plan)
        self.write(lambda session: share.change_share(session, id_, known, share.Choice(kwh, PLAN), self.clock.now))

    # --- the list ---

    @rule(kwh=KWH, is_confirmed=st.booleans())
    def join(self, kwh: int, is_confirmed: bool) -> None:
        self.count += 1
        address = f"wartet{self.count}@example.org"
        wish = join.Wish(PARK, "Wer Wartet", Email(address, address), kwh, PLAN, {})
        self.write(lambda session: join.join(session, self.settings, wish, self.clock.now))
        if is_confirmed:
            self.confirm(-1)

    @rule(which=WHICH)
    def confirm(self, which: int) -> None:
        """What a press on the link does to the entry."""

        def unit(session: Session, id_: int) -> None:
            entry, _ = lock_open_entry(session, id_)
            if entry.confirmed_at is None:
                event = event_of(entry, HOUSEHOLD, "confirmed", self.clock.now)
                change_entry(session, entry, {"confirmed_at": self.clock.now}, event)
                serve_park(session, PARK, self.clock.now)

        self.entry(which, unit)

    @rule(which=WHICH, kwh=KWH)
    def accept(self, which: int, kwh: int) -> None:
        request = self.request(kwh)
        self.offered(which, lambda session, id_: accept(session, self.settings, id_, request, self.clock.now))

    @rule(which=WHICH)
    def decline(self, which: int) -> None:
        self.offered(which, lambda session, id_: answers.decline(session, id_, self.clock.now))

    @rule(which=WHICH)
    def leave(self, which: int) -> None:
        self.entry(which, lambda session, id_: answers.leave(session, id_, self.clock.now))

    @rule(which=WHICH, kwh=KWH)
    def change_wish(self, which: int, kwh: int) -> None:
        self.entry(which, lambda session, id_: answers.change_wish(session, id_, kwh, PLAN, self.clock.now))

    @rule(which=WHICH, verb=st.sampled_from((desk.offer, desk.skip, desk.take_off)))
    def step_by_staff(self, which: int, verb: Callable[[Session, int, str, str, object], None]) -> None:
        self.entry(which, lambda session, id_: verb(session, id_, "Bitte", ACTOR, self.clock.now))

    @rule(which=WHICH, position=st.integers(1, 5))
    def move(self, which: int, position: int) -> None:
        self.entry(which, lambda session, id_: desk.move(session, id_, position, "Bitte", ACTOR, self.clock.now))

    # --- time ---

    @rule(hours=st.sampled_from((1, 24, 47, 72, 336)))
    def wait(self, hours: int) -> None:
        self.clock.advance(hours=hours)

    @rule()
    def run_jobs(self) -> None:
        now = self.clock.now
        self.write(lambda session: lapse_due(session, now, 0))
        self.write(lambda session: release_batch(session, now))
        for batch in (deadlines.expire_offers, deadlines.expire_entries, deadlines.remind, serve_park):
            self.write(lambda session, batch=batch: batch(session, PARK, now))  # type: ignore[misc]
        with self.db.read() as session:
            over = WaitingOffer.answer.is_(None) & (WaitingOffer.expires_at <= now)
            assert session.scalars(select(WaitingOffer.id).where(over)).all() == [], "an offer outlived its 72 hours"

    @invariant()
    def nothing_is_lost_or_invented(self) -> None:
        check_invariants(self.db)
        check_list(self.db)

    def teardown(self) -> None:
        self.db.close()

    # --- means ---

    def write(self, unit: Callable[[Session], object]) -> None:
        """A refusal is an answer like any other, and must change nothing."""
        with suppress(Problem):
            self.db.write(unit)

    def pick(
        self, table: type[Reservation] | type[WaitingEntry], which: int, *conditions: ColumnElement[bool]
    ) -> int | None:
        with self.db.read() as session:
            ids = session.scalars(select(table.id).where(*conditions).order_by(table.id)).all()
        return ids[which % len(ids)] if ids else None

    def entry(self, which: int, act: Callable[[Session, int], object]) -> None:
        if id_ := self.pick(WaitingEntry, which, WaitingEntry.state.in_(("waiting", "offered"))):
            self.write(lambda session: act(session, id_))

    def offered(self, which: int, act: Callable[[Session, int], object]) -> None:
        """Answer one of the open offers, so that histories do not consist of refusals."""
        with self.db.read() as session:
            ids = session.scalars(select(WaitingOffer.entry_id).where(WaitingOffer.answer.is_(None))).all()
        if ids:
            self.write(lambda session: act(session, ids[which % len(ids)]))

    def request(self, kwh: int):  # type: ignore[no-untyped-def]
        self.count += 1
        body = reservation_body(
            annual_kwh=kwh,
            expected_annual_credit=kwh * 0.06,
            email=f"haushalt{self.count}@example.org",
            mobile_phone=f"0170 {4000000 + self.count}",
            last_name=f"L{letters(self.count).lower()}",
        )
        return validate_reservation(body, instalments_offered=True, allow_test_domains=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def make_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], Database]]:
    """Fresh migrated databases, one after another."""
    made: list[str] = []
    if request.param == "sqlite":
        template = request.getfixturevalue("sqlite_template")

        def copy_file() -> Database:
            path = tmp_path / "life.sqlite3"
            for left in tmp_path.glob("life.sqlite3*"):
                left.unlink()
            shutil.copyfile(template, path)
            return Database(f"sqlite:///{path}")

        yield copy_file
        return
    databases: PostgresqlDatabases = request.getfixturevalue("postgresql_databases")

    def copy_template() -> Database:
        made.append(databases.create())
        return Database(databases.url(made[-1]))

    yield copy_template
    for name in made:
        databases.drop(name)


@pytest.mark.parametrize("shard", range(proved(1, 10)))
def test_any_history_keeps_spots_turns_and_offers_whole(make_database: Callable[[], Database], shard: int) -> None:
    class OnThisDatabase(Life):
        pass

    OnThisDatabase.make_database = staticmethod(make_database)
    chosen = settings(
        max_examples=proved(40, 500),
        stateful_step_count=25,
        deadline=None,
        database=None,
        derandomize=shard == 0,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(OnThisDatabase, settings=chosen)
