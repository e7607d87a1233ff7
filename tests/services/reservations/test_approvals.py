"""Large final operations wait for a second person, and happen once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.audit.actions import area_of
from services.core.db.db import Database
from services.mail.models import Mail
from services.reservations.desk.approvals import requests
from services.reservations.models import Reservation, StaffOperation
from services.reservations.states import ReservationState
from services.reservations.transitions import ALONE_AT_MOST, OPERATIONS, UndoRule
from services.staff.models import AuditEntry
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import households, reserve_many, stand
from tests.services.stored import stored

MANY = ALONE_AT_MOST + 1
_PATH = "/api/staff/operation-requests"


@pytest.fixture
def people(make_client: Any, staff_client: StaffClient, clock: HeldClock) -> tuple[TestClient, TestClient]:
    """Two clerks."""
    client = make_client(clock=clock)
    return staff_client("staff", client=client, name="Jonas Reiter"), staff_client("staff", client=client)


def contracted(db: Database, clock: HeldClock, count: int = MANY) -> list[int]:
    ids = reserve_many(db, clock.now, households(count))
    for id_ in ids:
        stand(db, clock.now, id_, ReservationState.CONTRACTED)
    return ids


def ask(browser: TestClient, ids: list[int], **more: Any) -> Any:
    body = {"ids": ids, "confirmed_count": len(ids), "reason": "Die Verträge sind unterschrieben.", **more}
    return browser.post(f"{_PATH}/activate", json=body)


def states(db: Database) -> list[str]:
    return [row["state"] for row in stored(db, Reservation)]


def test_every_operation_that_is_final_for_the_household_asks_for_the_number() -> None:
    """An invitation binds nobody, and a refund only notes what was paid: both stay without."""
    final = {name for name, operation in OPERATIONS.items() if operation.undo is not UndoRule.ALWAYS}
    assert {name for name in final if not OPERATIONS[name].asks_for_count} == {"invite", "decide"}
    assert not OPERATIONS["activate"].needs_second_person(ALONE_AT_MOST)
    assert OPERATIONS["activate"].needs_second_person(MANY)
    assert not OPERATIONS["cancel"].needs_second_person(1000)


@pytest.mark.both_databases(sample="postgresql")
def test_two_people_do_it_once_and_what_became_impossible_meanwhile_is_told(
    people: tuple[TestClient, TestClient], db: Database, clock: HeldClock
) -> None:
    jonas, kim = people
    ids = contracted(db, clock)
    path = "/api/staff/reservations/operations/activate"
    assert jonas.post(f"{path}/preview", json={"ids": ids}).json()["needs_second_person"] is True
    alone = jonas.post(path, json={"ids": ids, "confirmed_count": MANY})
    assert (alone.status_code, alone.json()["code"]) == (409, "second_person_needed")
    assert ask(jonas, ids, confirmed_count=MANY - 1).json()["code"] == "count_changed"
    asked = ask(jonas, ids).json()
    assert (asked["count"], asked["allowed"], asked["is_own"]) == (MANY, MANY, True)
    assert set(states(db)) == {"contracted"}
    own = jonas.post(f"{_PATH}/{asked['id']}/approve")
    assert (own.status_code, own.json()["code"]) == (409, "own_request")
    [line] = kim.get("/api/staff/work-lines?kind=operation_request").json()["data"]
    assert (line["title"], line["detail"]) == (
        "Beginn der Lieferung",
        f"{MANY} Reservierungen, vorgelegt von Jonas Reiter",
    )

    stand(db, clock.now, ids[0], ReservationState.CANCELLED)
    [waiting] = kim.get(_PATH).json()["waiting"]
    assert (waiting["allowed"], waiting["asked_by_name"]) == (MANY - 1, "Jonas Reiter")
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda _: kim.post(f"{_PATH}/{asked['id']}/approve"), range(2)))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    done = next(answer.json() for answer in answers if answer.status_code == 200)
    assert (done["state"], done["done"]) == ("approved", MANY - 1)
    assert [(one["sentence"], one["ids"]) for one in done["left_out"]] == [
        ("1 ist storniert und bleibt, wie sie ist.", ids[:1])
    ]
    assert states(db).count("active") == MANY - 1
    assert [row["actor"] for row in stored(db, StaffOperation) if row["name"] == "activate"] == [
        f"staff:{jonas.member.id}"  # type: ignore[attr-defined]
    ]
    assert sum(row["kind"] == "supply_begins" for row in stored(db, Mail)) == MANY - 1
    log = [row for row in stored(db, AuditEntry) if row["action"].startswith("operation_request.")]
    assert [row["action"] for row in log] == ["operation_request.asked", "operation_request.approved"]
    assert {area_of(row["action"]) for row in log} == {"reservations"}


def test_one_that_breaks_in_the_middle_has_done_nothing_and_can_be_approved_again(
    people: tuple[TestClient, TestClient], db: Database, clock: HeldClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    jonas, kim = people
    asked = ask(jonas, contracted(db, clock)).json()

    def break_off(*_arguments: object) -> None:
        raise RuntimeError("the process ends here")

    with monkeypatch.context() as patched:
        patched.setattr(requests, "_settle", break_off)
        assert kim.post(f"{_PATH}/{asked['id']}/approve").status_code == 500
    assert set(states(db)) == {"contracted"}
    assert kim.post(f"{_PATH}/{asked['id']}/approve").json()["done"] == MANY


def test_a_request_is_refused_with_a_reason_or_ends_after_a_day(
    people: tuple[TestClient, TestClient], db: Database, clock: HeldClock, staff_client: StaffClient
) -> None:
    jonas, kim = people
    ids = contracted(db, clock)
    first, second = ask(jonas, ids).json(), ask(jonas, ids).json()
    assert kim.post(f"{_PATH}/{first['id']}/refuse", json={"reason": ""}).status_code == 422
    refused = kim.post(f"{_PATH}/{first['id']}/refuse", json={"reason": "Die Verträge fehlen noch."}).json()
    assert (refused["state"], refused["decision_reason"]) == ("refused", "Die Verträge fehlen noch.")
    assert kim.post(f"{_PATH}/{first['id']}/approve").json()["code"] == "decided"
    clock.advance(hours=24)
    kim = staff_client("staff", client=kim)
    page = kim.get(_PATH).json()
    assert [one["state"] for one in page["settled"]] == ["expired", "refused"]
    assert page["waiting"] == []
    assert kim.post(f"{_PATH}/{second['id']}/approve").json()["code"] == "request_over"
    assert set(states(db)) == {"contracted"}


def test_nobody_waits_for_a_person_who_does_not_exist(
    make_client: Any, staff_client: StaffClient, db: Database, clock: HeldClock
) -> None:
    client = make_client(clock=clock)
    alone = staff_client("staff", client=client)
    staff_client("marketing", client=client)
    refused = ask(alone, contracted(db, clock))
    assert (refused.status_code, refused.json()["code"]) == (409, "no_second_person")


def test_who_approves_sees_whom_why_and_what_changed_and_both_take_it_back_together(
    people: tuple[TestClient, TestClient], db: Database, clock: HeldClock
) -> None:
    jonas, kim = people
    ids = contracted(db, clock)
    nothing = ask(jonas, ids, reason="")
    assert (nothing.status_code, nothing.json()["errors"][0]["field"]) == (422, "reason")
    ask(jonas, ids)
    clock.advance(minutes=1)
    version = kim.get(f"/api/staff/reservations/{ids[3]}").json()["version"]
    kim.patch(f"/api/staff/reservations/{ids[3]}", json={"version": version, "last_name": "Vonderau"})
    [waiting] = kim.get(_PATH).json()["waiting"]
    assert (waiting["reason"], waiting["asked_by_name"]) == ("Die Verträge sind unterschrieben.", "Jonas Reiter")
    assert [one["id"] for one in waiting["affected"]] == ids
    assert [(one["name"], one["changed"]) for one in waiting["affected"] if one["changed"]] == [
        ("Änne Vonderau", "Kim Staff hat den Nachnamen geändert")
    ]
    assert (waiting["may_decide"], waiting["undo"]) == (True, None)

    done = kim.post(f"{_PATH}/{waiting['id']}/approve").json()
    assert done["undo"]["until"] == (clock.now + timedelta(minutes=10)).isoformat().replace("+00:00", "Z")
    for person in (jonas, kim):
        page = person.get(_PATH).json()
        assert page["settled"][0]["undo"] == done["undo"]
        [recent] = page["recent"]
        assert (recent["name"], recent["count"], recent["undo_until"]) == ("activate", MANY, done["undo"]["until"])
    undone = jonas.post(f"/api/staff/operations/{done['undo']['operation_id']}/undo", json={}).json()
    assert (undone["done"], undone["refused"]) == (MANY, 0)
    assert set(states(db)) == {"contracted"}
    assert {row["state"] for row in stored(db, Mail) if row["kind"] == "supply_begins"} == {"cancelled"}
    page = kim.get(_PATH).json()
    assert page["settled"][0]["undo"] is None
    assert page["recent"][0]["undone_by_name"] == "Jonas Reiter"


def test_what_is_done_to_many_is_found_again_until_its_time_is_over(
    people: tuple[TestClient, TestClient], db: Database, clock: HeldClock, staff_client: StaffClient
) -> None:
    jonas, kim = people
    ids = reserve_many(db, clock.now, households(3))
    jonas.post("/api/staff/reservations/operations/invite", json={"ids": ids})
    jonas.post("/api/staff/reservations/operations/cancel", json={"ids": ids[:1], "reason": "Umzug"})
    [recent] = kim.get(_PATH).json()["recent"]
    assert (recent["name"], recent["count"], recent["actor_name"]) == ("invite", 3, "Jonas Reiter")
    assert not recent["is_own"]
    assert jonas.get(_PATH).json()["recent"][0]["is_own"]
    assert recent["undo_until"] == (clock.now + timedelta(minutes=10)).isoformat().replace("+00:00", "Z")
    clock.advance(minutes=10)
    assert kim.get(_PATH).json()["recent"][0]["undo_until"] is None
    clock.advance(hours=24)
    assert staff_client("staff", client=kim).get(_PATH).json()["recent"] == []


def test_a_park_with_many_households_is_called_off_by_two(
    make_client: Any, staff_client: StaffClient, db: Database, clock: HeldClock
) -> None:
    client = make_client(clock=clock)
    miriam = staff_client("admin", client=client, name="Miriam Falk")
    jonas, kim = staff_client("staff", client=client), staff_client("admin", client=client)
    park = "/api/staff/parks/ingolstadt/cancellation"
    empty = miriam.post(
        f"{_PATH}/parks/ingolstadt", json={"name": "Ingolstadt", "confirmed_count": 0, "reason": "Leer"}
    )
    assert (empty.status_code, empty.json()["errors"][0]["code"]) == (422, "empty_park")
    ids = reserve_many(db, clock.now, households(MANY))
    told = miriam.get(park).json()
    assert (told["needs_second_person"], "„Nachrichten“, „Versand“" in told["lasting"]) == (True, True)
    body = {"name": "Ingolstadt", "confirmed_count": MANY, "reason": "Der Netzanschluss wurde nicht genehmigt"}
    alone = miriam.post(park, json=body)
    assert (alone.status_code, alone.json()["code"]) == (409, "second_person_needed")
    assert miriam.post(f"{_PATH}/parks/ingolstadt", json={**body, "name": "Inglstadt"}).status_code == 422
    asked = miriam.post(f"{_PATH}/parks/ingolstadt", json=body).json()
    assert (asked["name"], asked["count"], asked["allowed"]) == ("cancel_park", MANY, MANY)
    assert set(states(db)) == {"reserved"}
    [seen] = jonas.get(_PATH).json()["waiting"]
    assert (seen["may_decide"], len(seen["affected"])) == (False, MANY)
    assert jonas.post(f"{_PATH}/{asked['id']}/approve").status_code == 403
    assert miriam.post(f"{_PATH}/{asked['id']}/approve").json()["code"] == "own_request"
    late = reserve_many(db, clock.now, households(1, email="spaet@example.org", mobile_phone="0170 9999999"))
    done = kim.post(f"{_PATH}/{asked['id']}/approve").json()
    assert (done["state"], done["done"], done["undo"]) == ("approved", MANY + len(late), None)
    assert set(states(db)) == {"park_cancelled"}
    assert len(ids) == MANY
    assert miriam.get(park).json()["code"] == "park_cancelled"
