"""Killed at any instruction, a card check ends as it would have by the next looks: nothing stays owed or forgotten."""

import random
from contextlib import closing, suppress
from datetime import datetime

import pytest
from sqlalchemy import update

from services.core.db.db import Database
from services.payments.check_card import begin, follow_due, latest_of
from services.payments.errors import NoCheck
from services.payments.models import CardCheck
from services.payments.simulated import SimulatedChecks
from services.reservations.models import Reservation, ReservationChange
from services.staff.audit import first_broken_entry
from tests.faults.killing import traced_apart
from tests.fixtures.forking import forking
from tests.fixtures.proved import proved
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import households, reserve_many
from tests.services.stored import stored

KILLS = proved(3, 60)
"""Of each step, on each database."""

forking(__name__)


def begin_one(database_url: str, reservation_id: int, now: datetime) -> None:
    with closing(Database(database_url)) as db:
        begin(db, SimulatedChecks(db, "http://127.0.0.1", lambda: now), reservation_id, lambda: now)


def look(database_url: str, _reservation_id: int, now: datetime) -> None:
    with closing(Database(database_url)) as db:
        follow_due(db, SimulatedChecks(db, "http://127.0.0.1", lambda: now), lambda: now)


def press(db: Database, to: str) -> None:
    db.write(lambda session: session.execute(update(CardCheck).values(simulated=to)) and None)


@pytest.mark.both_databases(sample="postgresql")
@pytest.mark.parametrize("outcome", proved(["paid"], ["paid", "refused"]))
def test_a_killed_check_is_ended_by_the_next_looks(database_url: str, db: Database, outcome: str) -> None:
    clock = HeldClock()
    ids = reserve_many(db, clock.now, households(2 * KILLS + 2))
    db.write(lambda session: session.execute(update(Reservation).values(email_confirmed_at=clock.now)) and None)
    whole = ids.pop()
    lines = {}
    for step in (begin_one, look):
        done = traced_apart(("payments",), step, database_url, whole, clock.now)
        assert done is not None, "else no kill would prove anything"
        lines[step] = int(done[0])
        press(db, outcome)
        clock.advance(minutes=3)
    kills, killed = random.Random(lines[look]), 0
    for number, id_ in enumerate(ids):
        step = (begin_one, look)[number % 2]
        if step is look:
            begin(db, SimulatedChecks(db, "http://127.0.0.1", clock), id_, clock)
            press(db, outcome)
            clock.advance(minutes=3)
        at = kills.randint(1, lines[step])
        killed += traced_apart(("payments",), step, database_url, id_, clock.now, kill_at=at) is None
    assert killed >= KILLS, "a look has fewer lines where an earlier one has left nothing"
    # Who never got to the provider's page comes back to it; then time passes.
    for id_ in ids:
        with db.read() as session:
            check = latest_of(session, id_)
        if check is None or check.state in ("open", "expired"):
            with suppress(NoCheck):  # its page is past, and the look ends it
                begin(db, SimulatedChecks(db, "http://127.0.0.1", clock), id_, clock)
    press(db, outcome)
    provider = SimulatedChecks(db, "http://127.0.0.1", clock)
    for _ in range(40):
        clock.advance(minutes=10)
        follow_due(db, provider, clock)
    latest = {one["reservation_id"]: one for one in stored(db, CardCheck)}
    checks = list(latest.values())
    earlier = [one for one in stored(db, CardCheck) if one not in checks]
    assert {one["state"] for one in earlier} <= {"expired"}, "a page that nobody was sent to, or that was left"
    # A page that closed before anybody pressed a button was left: nothing is held, and the household may begin again.
    expected = {"paid": {("released", "refunded")}, "refused": {("failed", "failed"), ("expired", "reserved")}}[outcome]
    deposits = {one["id"]: one["deposit_state"] for one in stored(db, Reservation)}
    assert {(one["state"], deposits[one["reservation_id"]]) for one in checks} <= expected
    assert all(one["look_at"] is None and one["ended_at"] for one in checks)
    changes = [(one["reservation_id"], one["action"]) for one in stored(db, ReservationChange)]
    assert len(changes) == len(set(changes)), "no step is done twice"
    with db.read() as session:
        assert first_broken_entry(session) is None
