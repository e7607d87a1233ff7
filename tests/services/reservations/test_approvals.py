"""Large final operations wait for a second person, and happen once."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.console.audit.actions import area_of
from services.core.db.db import Database
from services.mail.models import Mail
from services.reservations.approvals import requests
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
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def people(make_client: Any, staff_client: StaffClient, clock: HeldClock) -> tuple[TestClient, TestClient]:
    """Two clerks."""
    client = make_client(clock=clock)
    return staff_client("staff", client=client, name="Jonas Reiter"), staff_client("staff", client=client)


def invited(db: Database, clock: HeldClock, count: int = MANY) -> list[int]:
    ids = reserve_many(db, clock.now, households(count))
    for id_ in ids:
        stand(db, clock.now, id_, ReservationState.INVITED)
    return ids


def ask(browser: TestClient, ids: list[int], **more: Any) -> Any:
    body = {"ids": ids, "confirmed_count": len(ids), **more}
    return browser.post(f"{_PATH}/contract", json=body)


def states(db: Database) -> list[str]:
    return [row["state"] for row in stored(db, Reservation)]


def test_every_operation_that_is_final_for_the_household_asks_for_the_number() -> None:
    """An invitation binds nobody, and a refund only notes what was paid: both stay without."""
    final = {name for name, operation in OPERATIONS.items() if operation.undo is not UndoRule.ALWAYS}
    assert {name for name in final if not OPERATIONS[name].asks_for_count} == {"invite"}
    assert not OPERATIONS["contract"].needs_second_person(ALONE_AT_MOST)
    assert OPERATIONS["contract"].needs_second_person(MANY)
    assert not OPERATIONS["cancel"].needs_second_person(1000)


@pytest.mark.both_databases
def test_two_people_do_it_once_and_what_became_impossible_meanwhile_is_told(
    people: tuple[TestClient, TestClient], db: Database, clock: HeldClock
) -> None:
    jonas, kim = people
    ids = invited(db, clock)
    path = "/api/staff/reservations/operations/contract"
    assert jonas.post(f"{path}/preview", json={"ids": ids}).json()["needs_second_person"] is True
    alone = jonas.post(path, json={"ids": ids, "confirmed_count": MANY})
    assert (alone.status_code, alone.json()["code"]) == (409, "second_person_needed")
    assert ask(jonas, ids, confirmed_count=MANY - 1).json()["code"] == "count_changed"
    asked = ask(jonas, ids).json()
    assert (asked["count"], asked["allowed"], asked["is_own"]) == (MANY, MANY, True)
    assert set(states(db)) == {"invited"}
    own = jonas.post(f"{_PATH}/{asked['id']}/approve")
    assert (own.status_code, own.json()["code"]) == (409, "own_request")
    [line] = kim.get("/api/staff/work-lines?kind=operation_request").json()["data"]
    assert (line["title"], line["detail"]) == (
        "Vertragsabschluss",
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
    assert states(db).count("contracted") == MANY - 1
    assert [row["actor"] for row in stored(db, StaffOperation) if row["name"] == "contract"] == [
        f"staff:{jonas.member.id}"  # type: ignore[attr-defined]
    ]
    assert sum(row["kind"] == "contract_closed" for row in stored(db, Mail)) == MANY - 1
    log = [row for row in stored(db, AuditEntry) if row["action"].startswith("operation_request.")]
    assert [row["action"] for row in log] == ["operation_request.asked", "operation_request.approved"]
    assert {area_of(row["action"]) for row in log} == {"reservations"}


def test_one_that_breaks_in_the_middle_has_done_nothing_and_can_be_approved_again(
    people: tuple[TestClient, TestClient], db: Database, clock: HeldClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    jonas, kim = people
    asked = ask(jonas, invited(db, clock)).json()

    def break_off(*_arguments: object) -> None:
        raise RuntimeError("the process ends here")

    with monkeypatch.context() as patched:
        patched.setattr(requests, "_settle", break_off)
        assert kim.post(f"{_PATH}/{asked['id']}/approve").status_code == 500
    assert set(states(db)) == {"invited"}
    assert kim.post(f"{_PATH}/{asked['id']}/approve").json()["done"] == MANY


def test_a_request_is_refused_with_a_reason_or_ends_after_a_day(
    people: tuple[TestClient, TestClient], db: Database, clock: HeldClock, staff_client: StaffClient
) -> None:
    jonas, kim = people
    ids = invited(db, clock)
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
    assert set(states(db)) == {"invited"}


def test_nobody_waits_for_a_person_who_does_not_exist(
    make_client: Any, staff_client: StaffClient, db: Database, clock: HeldClock
) -> None:
    client = make_client(clock=clock)
    alone = staff_client("staff", client=client)
    staff_client("marketing", client=client)
    refused = ask(alone, invited(db, clock))
    assert (refused.status_code, refused.json()["code"]) == (409, "no_second_person")
