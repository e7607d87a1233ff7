"""The state machine: households, staff, jobs and the clock, each of their acts a rule."""

from collections.abc import Callable
from datetime import timedelta

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from services.core.contact_details import Email
from services.household import give_up, share
from services.household.deadlines import CONFIRMATION, lapse_due
from services.household.hand_over.deadlines import due_now, end_if_over
from services.parks import allocation
from services.parks.models import Park, Spot
from services.reservations.desk.change_share import Choice
from services.reservations.desk.undo import undo
from services.reservations.models import Reservation
from services.reservations.placement import place
from services.reservations.release import release_batch
from services.reservations.storing import store
from services.staff.audit import first_broken_entry
from services.waiting_list import answers, deadlines, join
from services.waiting_list.accept import accept
from services.waiting_list.desk import desk
from services.waiting_list.models import WaitingOffer
from services.waiting_list.rows import HOUSEHOLD, change_entry, event_of, lock_open_entry
from services.waiting_list.serve import serve_park
from tests.services.reservations.standing import ACTOR, check_invariants, do
from tests.services.waiting_list.life_handing_over import WHICH, HandingOver
from tests.services.waiting_list.line import PARK
from tests.services.waiting_list.standing import check_hand_overs, check_list

SPOTS = 4
MOST_SPOTS = 6
KWH = st.sampled_from((1000, 2000, 3000))
PLAN = "one-off"
PLANS = st.sampled_from((PLAN, "24m"))


class Life(HandingOver):
    """A park of four places and everybody who wants one."""

    def __init__(self) -> None:
        super().__init__()
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

        self.write(unit)

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
            waiting = session.get_one(Park, PARK, populate_existing=True).waiting
            assert number is None or waiting == 0, "a place was sold past those who wait"
            if number is not None:
                confirm_by = self.clock.now + timedelta(days=14)
                placed = place(request, number, is_duplicate=False, now=self.clock.now, confirm_by=confirm_by)
                store(session, [placed], {PARK: locked}, self.clock.now)

        self.write(unit)

    @rule(which=WHICH, names=st.sampled_from((("invite",), ("invite", "contract"), ("invite", "contract", "activate"))))
    def lead_to_contract(self, which: int, names: tuple[str, ...]) -> None:
        """One after the other: drawn one by one they would hardly ever meet the same reservation."""
        if id_ := self.pick(Reservation, which, Reservation.state == "reserved"):
            for name in names:
                self.count_act(name, bool(do(self.db, name, [id_], self.clock.now).done))

    @rule(which=WHICH, name=st.sampled_from(("invite", "contract", "activate", "end", "withdraw", "cancel", "expire")))
    def operate(self, which: int, name: str) -> None:
        if id_ := self.pick(Reservation, which):
            self.count_act(name, bool(do(self.db, name, [id_], self.clock.now).done))

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

    @rule(which=WHICH, kwh=KWH, plan=PLANS)
    def change_share(self, which: int, kwh: int, plan: str) -> None:
        id_ = self.pick(Reservation, which)
        if not id_:
            return
        with self.db.read() as session:
            row = session.get_one(Reservation, id_)
            known = Choice(row.annual_kwh, row.payment_plan)
        self.write(lambda session: share.change_share(session, id_, known, Choice(kwh, plan), self.clock.now))

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
        self.write(lambda session: lapse_due(CONFIRMATION, session, now, 0))
        self.write(lambda session: release_batch(session, now))
        with self.db.read() as session:
            over_now = due_now(session, now)
        for id_ in over_now:
            self.write(lambda session, id_=id_: end_if_over(session, id_, now))  # type: ignore[misc]
        for batch in (deadlines.expire_offers, deadlines.expire_entries, deadlines.remind, serve_park):
            self.write(lambda session, batch=batch: batch(session, PARK, now))  # type: ignore[misc]
        with self.db.read() as session:
            over = WaitingOffer.answer.is_(None) & (WaitingOffer.expires_at <= now)
            assert session.scalars(select(WaitingOffer.id).where(over)).all() == [], "an offer outlived its 72 hours"
            assert due_now(session, now) == [], "a hand-over outlived its end"

    @invariant()
    def nothing_is_lost_or_invented(self) -> None:
        check_invariants(self.db, with_audit=False)
        check_list(self.db)
        check_hand_overs(self.db)

    def teardown(self) -> None:
        try:
            with self.db.read() as session:
                assert first_broken_entry(session) is None
        finally:
            self.db.close()
