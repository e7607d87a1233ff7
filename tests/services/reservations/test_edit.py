"""Correcting a reservation: what may be typed, what is written down, and two clerks at once."""

from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.reservations.desk.inputs import ReservationEditIn
from services.reservations.desk.models import ReservationNote
from services.reservations.models import FIELDS, Reservation, ReservationChange
from services.staff.models import AuditEntry
from tests.factories import reservation_body
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient, state_of
from tests.services.held_clock import HeldClock
from tests.services.refusals import refusals
from tests.services.reservations.standing import households, reservation, reserve_many
from tests.services.stored import execute, stored

LIST = "/api/staff/reservations"


@pytest.fixture
def clerk(client: TestClient, staff_client: StaffClient) -> TestClient:
    assert client.post("/functions/v1/reserve-spot", json=reservation_body()).status_code == 200
    return staff_client("staff")


def edit(clerk: TestClient, version: int = 1, **changes: Any) -> Any:
    return clerk.patch(f"{LIST}/1", json={"version": version, **changes})


@pytest.mark.both_databases
def test_an_edit_is_stored_recorded_and_found(clerk: TestClient, db: Database) -> None:
    assert clerk.get(f"{LIST}/1").json()["updated_by_name"] == "Haushalt"
    answer = edit(
        clerk,
        last_name=" Meier ",
        email="Neu.Adresse@Example.org",
        mobile_phone="0171 7654321",
        tags=["Umzug", " Presse", "presse"],
        follow_up_on="2026-12-24",
    )
    assert answer.status_code == 200, answer.text
    shown = answer.json()
    assert (shown["last_name"], shown["email"], shown["phone"]) == ("Meier", "N•••@example.org", "•••• 4321")
    assert shown["tags"] == ["Presse", "Umzug"]
    assert shown["updated_by_name"] == clerk.get(LIST).json()["data"][0]["updated_by_name"] == "Kim Staff"
    assert (shown["follow_up_on"], shown["version"]) == ("2026-12-24", 2)
    latest, beginning = (one["change"] for one in clerk.get(f"{LIST}/1/timeline").json()["entries"] if one["change"])
    assert (latest["action"], latest["actor_name"], beginning["actor_name"]) == ("edited", "Kim Staff", "Haushalt")
    assert (latest["before"]["last_name"], latest["after"]["last_name"]) == ("Müller", "Meier")
    assert (latest["before"]["tags"], latest["after"]["tags"]) == ([], ["Presse", "Umzug"])
    assert latest["after"]["email"] == "N•••@example.org", "also the timeline masks"
    assert stored(db, ReservationChange)[0]["after"]["email_normalized"] == "neu.adresse@example.org"
    for typed in ("meier", "neu.adresse@example.org", "01717654321"):
        assert clerk.get(LIST, params={"q": typed}).json()["total"] == 1, typed
    assert clerk.get(LIST, params={"q": "mueller"}).json()["total"] == 0


def test_the_audit_names_fields_and_no_values(clerk: TestClient, db: Database) -> None:
    edit(clerk, tags=["geheim"], last_name="Meier")
    clerk.post(f"{LIST}/1/reveal", json={"field": "email"})
    edited, revealed = stored(db, AuditEntry)[-2:]
    assert (edited["action"], edited["subject"]) == ("reservation.edited", "reservation:1")
    assert edited["details"] == {"fields": ["last_name", "tags"]}
    assert (revealed["action"], revealed["details"]) == ("reservation.revealed", {"field": "email"})
    assert edited["actor"] == f"staff:{clerk.member.id}"  # type: ignore[attr-defined]


def test_an_edit_that_changes_nothing_leaves_no_trace(clerk: TestClient, db: Database) -> None:
    assert edit(clerk, last_name="Müller", tags=[]).json()["version"] == 1
    assert stored(db, ReservationChange) == []


def test_fields_can_be_emptied_where_they_may_be(clerk: TestClient) -> None:
    edit(clerk, tags=["y"], follow_up_on="2026-12-24")
    shown = edit(clerk, version=2, tags=[], follow_up_on=None).json()
    assert (shown["tags"], shown["follow_up_on"]) == ([], None)


REFUSED: list[tuple[str, Any, str]] = [
    ("first_name", "", "Der Vorname fehlt."),
    ("first_name", "123", "Ein Name braucht mindestens einen Buchstaben."),
    ("last_name", "x" * 101, "Bitte höchstens 100 Zeichen."),
    ("last_name", None, "Der Nachname fehlt."),
    (
        "last_name",
        "www.a.de",
        "Bitte geben Sie hier nur den Namen an, ohne Ziffern, Internetadressen und Zeichen wie / [ ] |.",
    ),
    ("email", "keine", "Bitte prüfen Sie die E-Mail-Adresse, zum Beispiel name@beispiel.de."),
    ("email", "a•••@example.org", "Bitte prüfen Sie die E-Mail-Adresse, zum Beispiel name@beispiel.de."),
    ("mobile_phone", "•••• 4567", "Bitte prüfen Sie die Mobilnummer, zum Beispiel 0170 1234567."),
    ("mobile_phone", "0170 1234567 (ab 18 Uhr)", "Bitte prüfen Sie die Mobilnummer, zum Beispiel 0170 1234567."),
    ("mobile_phone", 17, "Diese Angabe muss Text sein."),
    ("tags", "Presse", "Erwartet wird eine Liste von Merkmalen."),
    ("tags", ["x" * 41], "Bitte höchstens 40 Zeichen."),
    ("tags", [""], "Ein Merkmal darf nicht leer sein."),
    ("tags", ["a,b"], "Ein Merkmal darf kein Komma enthalten."),
    ("tags", [f"t{n}" for n in range(21)], "Bitte höchstens 20 Merkmale."),
    ("follow_up_on", "24.12.2026", "Bitte geben Sie einen Tag an, zum Beispiel 24.12.2026."),
    ("follow_up_on", "2026-02-30", "Bitte geben Sie einen Tag an, zum Beispiel 24.12.2026."),
    ("follow_up_on", "1999-01-01", "Bitte geben Sie einen Tag zwischen 2020 und 2099 an."),
]


def test_bad_input_is_refused_in_german_and_every_fault_at_once(clerk: TestClient) -> None:
    for field, value, message in REFUSED:
        found = refusals(ReservationEditIn, {"version": 1, field: value})
        assert [(fault["field"], fault["message"]) for fault in found] == [(field, message)], value
    answer = edit(clerk, first_name="", email="x", tags=[""], notes="notes are rows")
    assert answer.status_code == 422
    assert {error["field"] for error in answer.json()["errors"]} == {"first_name", "email", "tags", "notes"}
    assert clerk.get(f"{LIST}/1").json()["version"] == 1


def test_what_can_be_done_stands_with_the_reservation(clerk: TestClient) -> None:
    shown = clerk.get(f"{LIST}/1").json()
    operations = {operation["name"]: operation for operation in shown["operations"]}
    assert operations["cancel"]["allowed"] and operations["cancel"]["consequences"]
    assert not operations["activate"]["allowed"] and operations["activate"]["refusal"]
    assert shown["undo"] is None
    assert clerk.post(f"{LIST}/operations/cancel", json={"ids": [1], "reason": "Umzug"}).status_code == 200
    assert clerk.get(f"{LIST}/1").json()["undo"]["name"] == "cancel"
    assert clerk.get(LIST, params={"state": "cancelled"}).json()["total"] == 1


def test_figures_that_differ_are_named_as_the_others_are(client: TestClient, staff_client: StaffClient) -> None:
    body = reservation_body(expected_monthly_credit=9.54, payment_interest_rate=0.5)
    assert client.post("/functions/v1/reserve-spot", json=body).status_code == 200
    clerk = staff_client("staff")
    (row,) = clerk.get("/api/staff/reservations").json()["data"]
    shown = clerk.get(f"/api/staff/reservations/{row['id']}").json()
    assert shown["differences"]
    for difference in shown["differences"]:
        assert difference["ours"] == shown["figures"][difference["name"]]
    assert {"monthly_credit_cents"} <= {difference["name"] for difference in shown["differences"]}


@pytest.mark.both_databases
def test_a_correction_that_makes_a_household_of_two_reservations_is_looked_at(
    staff_client: StaffClient, db: Database
) -> None:
    """By its telephone, its mailbox or its name."""
    bodies = households(6)
    marks: list[dict[str, Any]] = [
        {"mobile_phone": bodies[1]["mobile_phone"]},
        {"email": "haushalt3+zwei@example.org"},
        {name: bodies[5][name] for name in ("first_name", "last_name")},
    ]
    ids = reserve_many(db, HeldClock().now, bodies)
    clerk = staff_client("staff")
    for id_, same in zip(ids[::2], marks, strict=True):
        assert clerk.patch(f"{LIST}/{id_}", json={"version": 1, "tags": ["nichts"]}).json()["version"] == 2
        assert not reservation(db, id_).duplicate_suspected
        assert clerk.patch(f"{LIST}/{id_}", json={"version": 2, **same}).status_code == 200
        assert reservation(db, id_).duplicate_suspected, same
        assert stored(db, AuditEntry)[-1]["action"] == "reservation.flag_duplicate"
        assert stored(db, ReservationChange)[-1]["actor"] == "system"
    assert [row["duplicate_suspected"] for row in stored(db, Reservation)] == [True, False] * 3


def test_all_that_is_known_of_a_household_can_be_corrected(clerk: TestClient, db: Database) -> None:
    typed = {
        "street": "  Feldkirchener Straße 12 ",
        "postcode": "85055",
        "town": "Ingolstadt",
        "monthly_abschlag": "1.085,50 €",
    }
    chosen = {one.name: one.values.options[-1] for one in FIELDS if one.values.options}
    answer = edit(clerk, **typed, **chosen)
    assert answer.status_code == 200, answer.text
    shown = answer.json()
    assert (shown["postcode"], shown["town"]) == ("85055", "Ingolstadt")
    assert shown["street"] == "Feldkirchener Straße 12"
    assert {name: shown[name] for name in chosen} == chosen
    assert shown["monthly_abschlag_cents"] == 108_550
    assert edit(clerk, version=2, street="", town=None).json()["street"] is None
    assert [row["after"].get("monthly_abschlag_cents") for row in stored(db, ReservationChange)] == [108_550, None]


def test_a_colleagues_change_of_another_member_never_blocks(clerk: TestClient, staff_client: StaffClient) -> None:
    other = staff_client("admin")
    assert edit(other, postcode="85055", street="Am Anger 1").status_code == 200
    late = edit(clerk, town="Ingolstadt", postcode="85055", monthly_abschlag="90")
    assert late.status_code == 200, late.text
    assert (late.json()["street"], late.json()["monthly_abschlag_cents"]) == ("Am Anger 1", 9000)
    back = edit(other, version=3, town="Augsburg")
    assert edit(other, version=back.json()["version"], town="Ingolstadt").status_code == 200
    assert edit(clerk, version=3, town="Eichstätt").status_code == 200, "changed and changed back"


@pytest.mark.both_databases
def test_a_conflict_names_the_members_who_and_when_and_saves_nothing(
    clerk: TestClient, staff_client: StaffClient, db: Database
) -> None:
    assert (
        edit(staff_client("admin"), monthly_abschlag="122,50", email="neu@example.org", tags=["a"]).status_code == 200
    )
    late = edit(clerk, monthly_abschlag="120", email="alt@example.org", tags=["b"], town="Ingolstadt")
    assert (late.status_code, late.json()["code"]) == (409, "stale")
    found = {one["field"]: (one["value"], one["by_name"]) for one in late.json()["conflicts"]}
    assert found == {
        "monthly_abschlag": (12_250, "Kim Admin"),
        "email": ("n•••@example.org", "Kim Admin"),
        "tags": (["a"], "Kim Admin"),
    }
    assert late.json()["conflicts"][0]["at"] and late.json()["current"]["version"] == 2
    assert stored(db, Reservation)[0]["town"] is None, "nothing of a refused edit is saved"
    assert edit(clerk, version=2, monthly_abschlag="120").json()["monthly_abschlag_cents"] == 12_000


ONE = "/api/staff/reservations/1"
NOTES = f"{ONE}/notes"


@pytest.fixture
def client(make_client: MakeClient) -> TestClient:
    return make_client(clock=HeldClock())


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


def test_a_call_is_noted_with_its_beginning_and_length_and_needs_no_words(clerk: TestClient, db: Database) -> None:
    """Who called, when it began, whether somebody was reached and for how long; on the timeline where it began."""
    now = state_of(clerk).clock()
    talked = write(clerk, "Möchte zwei Anteile.", call={"minutes": 4, "began_minutes_ago": 7})
    assert write(clerk, "Möchte zwei Anteile.", call={"minutes": 4, "began_minutes_ago": 8})["id"] == talked["id"]
    in_vain = write(clerk, "", call={"minutes": None, "began_minutes_ago": 2})
    assert in_vain["author_name"] == "Kim Staff"
    noted = write(clerk, "", call={"minutes": 30})
    kept = [(row["text"], row["called_at"], row["talked_minutes"]) for row in stored(db, ReservationNote)]
    assert kept == [
        ("Möchte zwei Anteile.", now - timedelta(minutes=7), 4),
        ("", now - timedelta(minutes=2), None),
        ("", now - timedelta(minutes=30), 30),
    ], "one that is noted once it is over began as long ago as it lasted"
    shown = clerk.get(f"{ONE}/timeline", params={"group": "notes"}).json()["entries"]
    assert [one["note"]["id"] for one in shown] == [in_vain["id"], talked["id"], noted["id"]]
    written = write(clerk, "Möchte zwei Anteile.")
    assert (written["id"] != talked["id"], written["called_at"]) == (True, None), "a note of the same words"
    for call in ({"minutes": 0}, {"minutes": 481}, {"began_minutes_ago": -1}, {"began_minutes_ago": 1441}, 3):
        assert clerk.post(NOTES, json={"text": "x", "call": call}).status_code == 422, call
    assert len(stored(db, ReservationNote)) == 4


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
