"""The board by state, the list of suspected duplicates, and merging over HTTP."""

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.reservations.desk.duplicates import DuplicateWatch
from services.reservations.desk.inputs import MergeIn
from services.reservations.models import Reservation
from services.reservations.states import ReservationState
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.refusals import refusals
from tests.services.reservations.standing import do, households, reservation, reserve_many, stand

NOW = HeldClock().now


def columns(client: TestClient) -> dict[str, dict]:
    answer = client.get("/api/staff/reservations/board")
    assert answer.status_code == 200, answer.text
    return {column["state"]: column for column in answer.json()["columns"]}


@pytest.mark.both_databases
def test_every_state_has_its_count_and_its_newest_first(staff_client: StaffClient, db: Database) -> None:
    ids = reserve_many(db, NOW, households(25))
    stand(db, NOW, ids[3], ReservationState.ACTIVE)
    do(db, "cancel", ids[:2], NOW)
    found = columns(staff_client("staff"))
    assert list(found) == [state.value for state in ReservationState]
    assert {state: column["count"] for state, column in found.items() if column["count"]} == {
        "reserved": 22, "active": 1, "cancelled": 2,
    }  # fmt: skip
    assert [row["id"] for row in found["reserved"]["data"]] == ids[:4:-1]
    assert [row["id"] for row in found["cancelled"]["data"]] == [ids[1], ids[0]]


def test_marketing_sees_a_board_of_pseudonyms(staff_client: StaffClient, db: Database) -> None:
    reserve_many(db, NOW, households(2))
    rows = columns(staff_client("marketing"))["reserved"]["data"]
    assert all(row["pseudonym"].startswith("Haushalt ") for row in rows)
    assert {row[name] for row in rows for name in ("reference", "first_name", "last_name", "email", "phone")} == {None}


@pytest.mark.both_databases
def test_suspects_are_listed_in_pages_oldest_member_first(staff_client: StaffClient, db: Database) -> None:
    ids = reserve_many(db, NOW, households(6))
    for one, other in ((0, 3), (1, 4), (2, 5)):
        alike = update(Reservation).where(Reservation.id == ids[other])
        phone = reservation(db, ids[one]).mobile_phone_e164
        db.write(
            lambda session, alike=alike, phone=phone: session.execute(alike.values(mobile_phone_e164=phone)) and None
        )
    DuplicateWatch(db, HeldClock()).look()
    staff = staff_client("staff")
    first = staff.get("/api/staff/reservations/duplicates?per_page=2").json()
    second = staff.get("/api/staff/reservations/duplicates?per_page=2&page=2").json()
    assert (first["has_next"], first["total"], second["has_next"], second["total"]) == (True, 3, False, 3)
    members = [[row["id"] for row in group["members"]] for group in first["data"] + second["data"]]
    assert members == [[ids[2], ids[5]], [ids[1], ids[4]], [ids[0], ids[3]]]
    shown = staff.get(f"/api/staff/reservations/{ids[0]}").json()
    assert [row["id"] for row in shown["duplicates"]] == [ids[3]]


def test_a_merger_answers_the_one_that_stays(staff_client: StaffClient, db: Database) -> None:
    first, second = reserve_many(db, NOW, households(2))
    staff = staff_client("staff")
    answer = staff.post("/api/staff/reservations/merge", json={"ids": [second, first], "reason": "Dieselbe Familie"})
    assert answer.status_code == 200, answer.text
    kept = answer.json()
    assert (kept["id"], kept["state"], kept["undo"]["name"]) == (first, "reserved", "merge")
    undone = staff.post(f"/api/staff/operations/{kept['undo']['operation_id']}/undo", json={})
    assert undone.status_code == 200
    assert undone.json()["done"] == 2
    assert reservation(db, second).state == "reserved"


def test_a_merger_needs_two_to_ten_and_a_reason() -> None:
    for body, field in (
        ({"ids": [1], "reason": "x"}, "ids"),
        ({"ids": [1, 1], "reason": "x"}, "ids"),
        ({"ids": list(range(1, 12)), "reason": "x"}, "ids"),
        ({"ids": [1, 2]}, "reason"),
    ):
        assert [fault["field"] for fault in refusals(MergeIn, body)] == [field], body


def test_what_cannot_be_merged_is_409(staff_client: StaffClient, db: Database) -> None:
    first, second = reserve_many(db, NOW, households(2))
    stand(db, NOW, second, ReservationState.CONTRACTED)
    staff = staff_client("staff")
    answer = staff.post("/api/staff/reservations/merge", json={"ids": [first, second], "reason": "x"})
    assert (answer.status_code, answer.json()["code"]) == (409, "wrong_state")
    assert reservation(db, second).reference in answer.json()["title"]
