"""Notes about a reservation: none is ever refused or lost, and the follow-up that goes with one."""

from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.reservations.desk.models import ReservationNote
from services.reservations.models import Reservation, ReservationChange
from services.staff.models import AuditEntry
from tests.factories import reservation_body
from tests.fixtures.staff import StaffClient, state_of
from tests.services.held_clock import HeldClock
from tests.services.stored import execute, stored

ONE = "/api/staff/reservations/1"
NOTES = f"{ONE}/notes"


@pytest.fixture
def client(make_client: Callable[..., TestClient]) -> TestClient:
    return make_client(clock=HeldClock())


@pytest.fixture
def clerk(client: TestClient, staff_client: StaffClient) -> TestClient:
    assert client.post("/functions/v1/reserve-spot", json=reservation_body()).status_code == 200
    return staff_client("staff")


def write(clerk: TestClient, text: str, **more: Any) -> Any:
    answer = clerk.post(NOTES, json={"text": text, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


def actions(db: Database) -> list[str]:
    return [row["action"] for row in stored(db, AuditEntry)][1:]


def test_notes_of_two_clerks_stand_side_by_side_whatever_else_is_saved(
    clerk: TestClient, staff_client: StaffClient, db: Database
) -> None:
    other = staff_client("admin")
    first = write(clerk, "Ruft an.\r\n  Zweite Zeile ")
    assert (first["text"], first["author_name"], first["is_own"]) == ("Ruft an.\n  Zweite Zeile", "Kim Staff", True)
    saved = other.patch(ONE, json={"version": 1, "last_name": "Meier"})
    assert saved.json()["version"] == 2, "a note raises no version"
    assert write(other, "Heißt jetzt Meier.")["author_name"] == "Kim Admin"
    assert [row["text"] for row in stored(db, ReservationNote)] == ["Ruft an.\n  Zweite Zeile", "Heißt jetzt Meier."]
    entry = stored(db, AuditEntry)[-1]
    assert (entry["action"], entry["details"]) == ("reservation.note_added", {"note": 2}), "no text in the log"


def test_the_same_text_within_a_minute_is_the_same_note(
    clerk: TestClient, staff_client: StaffClient, db: Database
) -> None:
    first = write(clerk, "Rückruf zugesagt.")
    assert write(clerk, " Rückruf zugesagt.\n")["id"] == first["id"]
    assert write(staff_client("admin"), "Rückruf zugesagt.")["id"] != first["id"], "somebody else's"
    state_of(clerk).clock.advance(minutes=1)
    assert write(clerk, "Rückruf zugesagt.")["id"] != first["id"]
    assert len(stored(db, ReservationNote)) == 3
    assert actions(db) == ["reservation.note_added"] * 3


def test_a_note_sets_the_follow_up_and_nothing_else(clerk: TestClient, db: Database) -> None:
    write(clerk, "Montag noch einmal.", follow_up_on="2026-12-24")
    write(clerk, "Montag noch einmal.", follow_up_on="2026-12-24")
    (change,) = stored(db, ReservationChange)
    assert (change["action"], change["after"]) == ("set_follow_up", {"follow_up_on": "2026-12-24"})
    write(clerk, "Ohne Tag bleibt er.")
    shown = clerk.get(ONE).json()
    assert (shown["follow_up_on"], shown["undo"]["name"], shown["version"]) == ("2026-12-24", "set_follow_up", 2)
    refused = clerk.post(NOTES, json={"text": "Mit falschem Tag.", "follow_up_on": "1999-01-01"})
    assert (refused.status_code, len(stored(db, ReservationNote))) == (422, 2), "both or neither"


def test_a_note_is_pinned_by_anybody_and_withdrawn_by_its_author_for_ten_minutes(
    clerk: TestClient, staff_client: StaffClient, db: Database
) -> None:
    other = staff_client("admin")
    note = write(clerk, "Ruft lieber abends an.")
    path = f"{NOTES}/{note['id']}"
    for _ in range(2):
        pinned = other.put(f"{path}/pin", json={"is_pinned": True}).json()
        assert (pinned["pinned_by_name"], pinned["withdraw_until"]) == ("Kim Admin", None)
    refused = other.post(f"{path}/withdraw")
    assert (refused.status_code, refused.json()["code"]) == (409, "note_of_other")
    for _ in range(2):
        gone = clerk.post(f"{path}/withdraw").json()
        assert (gone["text"], gone["pinned_at"], gone["withdraw_until"]) == ("", None, None)
        assert gone["withdrawn_at"]
    late = write(clerk, "Ruft lieber abends an.")
    assert late["id"] != note["id"], "what was withdrawn can be written again"
    state_of(clerk).clock.advance(minutes=10)
    refused = clerk.post(f"{NOTES}/{late['id']}/withdraw")
    assert (refused.status_code, refused.json()["code"]) == (409, "note_too_old")
    assert actions(db) == [f"reservation.note_{what}" for what in ("added", "pinned", "withdrawn", "added")]


def test_a_follow_up_is_done_or_put_off_unless_somebody_else_did(clerk: TestClient, staff_client: StaffClient) -> None:
    def put(caller: TestClient, seen: str | None, day: str | None) -> Any:
        return caller.put(f"{ONE}/follow-up", json={"seen": seen, "day": day})

    other = staff_client("admin")
    assert put(clerk, None, "2026-12-24").json()["operation_id"] == 1
    other.patch(ONE, json={"version": 2, "last_name": "Meier"})
    done = put(clerk, "2026-12-24", "2026-12-31")
    assert (done.status_code, done.json()["day"]) == (200, "2026-12-31"), "another change does not matter"
    late = put(other, "2026-12-24", None)
    assert (late.status_code, late.json()["follow_up_on"]) == (409, "2026-12-31")
    assert late.json()["title"] == "Jemand war schneller: Die Wiedervorlage liegt jetzt auf dem 31.12.2026."
    assert put(other, "2026-12-24", "2026-12-31").json()["operation_id"] is None, "as wanted already"
    undo = clerk.post(f"/api/staff/operations/{done.json()['operation_id']}/undo", json={})
    assert (undo.status_code, clerk.get(ONE).json()["follow_up_on"]) == (200, "2026-12-24")
    assert put(clerk, "2026-12-24", None).status_code == 200
    assert clerk.get(ONE).json()["follow_up_on"] is None


def test_what_is_no_note_is_refused_in_german_and_an_erased_household_gets_none(
    clerk: TestClient, db: Database
) -> None:
    for text, message in (
        ("", "Bitte schreiben Sie die Notiz."),
        (" \n ", "Bitte schreiben Sie die Notiz."),
        ("x" * 2_001, "Bitte höchstens 2.000 Zeichen."),
    ):
        answer = clerk.post(NOTES, json={"text": text})
        assert (answer.status_code, [e["message"] for e in answer.json()["errors"]]) == (422, [message])
    execute(db.engine, "UPDATE reservations SET erased_at = created_at")
    answer = clerk.post(NOTES, json={"text": "x"})
    assert (answer.status_code, answer.json()["code"]) == (409, "erased")
    assert stored(db, ReservationNote) == []
    assert stored(db, Reservation)[0]["notes"] == "", "the former column is not written"
