"""The picture of a park and of one of its spots."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.parks import allocation
from services.reservations.changes import Note, change
from services.reservations.models import Reservation
from tests.factories import letters, reservation_body
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.stored import set_spots, stored

PILOT = "/api/staff/parks/ingolstadt"


@pytest.fixture
def client(make_client: MakeClient, clock: HeldClock) -> TestClient:
    return make_client(clock=clock, rate_limits="off")


def reserve(client: TestClient, count: int, start: int = 0) -> None:
    for number in range(start, start + count):
        body = reservation_body(email=f"h{number}@example.org", last_name=f"Meier{letters(number)}")
        assert client.post("/functions/v1/reserve-spot", json=body).status_code == 200


def put(db: Database, number: int, state: str) -> None:
    chosen = Reservation.spot_number == number
    db.write(lambda session: session.execute(update(Reservation).where(chosen).values(state=state)) and None)


def cancel(db: Database, number: int, clock: HeldClock) -> None:
    """As the operation does it: state, history, spot held for undo."""

    def unit(session: Any) -> None:
        reservation = session.query(Reservation).filter_by(spot_number=number, state="reserved").one()
        change(session, reservation, {"state": "cancelled"}, Note("staff:1", "cancel", "Umzug"), clock.now)
        allocation.hold_for_undo(session, "ingolstadt", {number: number}, clock.now + timedelta(days=1), clock.now)

    db.write(unit)


@pytest.mark.both_databases
def test_every_spot_is_drawn_once_by_its_kind(
    client: TestClient, staff_client: StaffClient, db: Database, clock: HeldClock
) -> None:
    reserve(client, 8)
    clock.now += timedelta(days=3)
    clerk = staff_client("staff", client=client)
    for number, state in ((2, "invited"), (3, "contracted"), (4, "active")):
        put(db, number, state)
    cancel(db, 5, clock)
    reserve(client, 2, start=8)
    set_spots(db, "held", [20])
    clerk.post(f"{PILOT}/spots/block", json={"numbers": [30, 31, 40], "reason": "Muster"})
    shown = clerk.get(f"{PILOT}/capacity").json()
    runs = [(run["state"], run["first"], run["last"]) for run in shown["runs"]]
    assert runs == [
        ("reserved", 1, 1),
        ("invited", 2, 2),
        ("contracted", 3, 3),
        ("active", 4, 4),
        ("undo", 5, 5),
        ("reserved", 6, 8),
        ("new", 9, 10),
        ("free", 11, 19),
        ("offer", 20, 20),
        ("free", 21, 29),
        ("blocked", 30, 31),
        ("free", 32, 39),
        ("blocked", 40, 40),
        ("free", 41, 500),
    ]
    assert shown["counts"] == {
        "free": 486,
        "reserved": 4,
        "invited": 1,
        "contracted": 1,
        "active": 1,
        "new": 2,
        "undo": 1,
        "offer": 1,
        "blocked": 3,
        "overbooked": 0,
    }
    assert [number for _, first, last in runs for number in range(first, last + 1)] == list(range(1, 501))
    assert (shown["fullness"]["kwh_taken"], shown["fullness"]["level"]) == (20_000, None)
    assert (shown["forecast"]["mean_kwh"], shown["forecast"]["limited_by"]) == (2000, "spots")


@pytest.mark.both_databases
def test_new_begins_with_yesterday_in_berlin(client: TestClient, clerk: TestClient, clock: HeldClock) -> None:
    """The held clock stands at 11:30 in Berlin on 3 November; yesterday began at 23:00 UTC on the 1st."""
    moment = clock.now
    for hours, kind in ((35.51, "reserved"), (35.49, "new")):
        clock.now = moment - timedelta(hours=hours)
        reserve(client, 1, start=int(hours * 100))
        clock.now = moment
        assert clerk.get(f"{PILOT}/capacity").json()["runs"][-2]["state"] == kind


def test_a_spot_shows_who_has_it_and_what_happened(
    client: TestClient, staff_client: StaffClient, db: Database, clock: HeldClock
) -> None:
    reserve(client, 1)
    shown = staff_client("staff", client=client).get(f"{PILOT}/spots/1").json()
    (row,) = stored(db, Reservation)
    assert shown["reservation"] == {"id": row["id"], "reference": row["reference"], "name": "Änne MeierA"}
    assert [event["action"] for event in shown["history"]] == ["reserved"]
    clock.now += timedelta(hours=1)
    cancel(db, 1, clock)
    clerk = staff_client("staff", client=client)
    shown = clerk.get(f"{PILOT}/spots/1").json()
    assert (shown["state"], shown["reservation"]["id"]) == ("undo", row["id"])
    assert shown["held_until"] is not None
    clock.now += timedelta(days=2)
    db.write(lambda session: allocation.free(session, "ingolstadt", {1: 2000}, clock.now))
    clerk = staff_client("staff", client=client)
    shown = clerk.get(f"{PILOT}/spots/1").json()
    assert (shown["state"], shown["reservation"], shown["held_until"]) == ("free", None, None)
    clerk.post(f"{PILOT}/spots/block", json={"numbers": [1], "reason": "Muster"})
    shown = clerk.get(f"{PILOT}/spots/1").json()
    assert (shown["state"], shown["reason"]) == ("blocked", "Muster")
    assert [(event["action"], event["reason"]) for event in shown["history"]] == [
        ("spots_blocked", "Muster"),
        ("cancel", "Umzug"),
        ("reserved", ""),
    ]
    assert shown["history"][0]["actor_name"] == "Kim Staff"


def test_marketing_sees_the_state_of_a_spot_and_not_whose_it_is(client: TestClient, staff_client: StaffClient) -> None:
    """A household knows its number: with it, a person who knows the household would know its pseudonym."""
    reserve(client, 1)
    shown = staff_client("marketing", client=client).get(f"{PILOT}/spots/1").json()
    assert shown == {
        "number": 1, "state": "new", "reason": None, "held_until": None, "reservation": None, "history": None,
    }  # fmt: skip


def test_a_closed_park_has_no_picture_yet(clerk: TestClient) -> None:
    shown = clerk.get("/api/staff/parks/munich/capacity").json()
    assert (shown["runs"], shown["fullness"]["level"]) == ([], None)
    assert shown["forecast"]["sentence"].startswith("Der Park hat noch keine Plätze.")
