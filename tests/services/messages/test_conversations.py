"""Messages of the contact form as conversations, and what staff see of conversations and do with them."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import delete
from starlette.testclient import TestClient

from services.contact.models import ContactMessage
from services.core.db.db import Database
from services.core.personal_data import Subject
from services.data_protection.person import person_of
from services.messages.forms import adopt_forms
from services.messages.models import Conversation, Message, MessageAttachment
from services.reservations.models import Reservation
from services.staff.models import AuditEntry
from tests.factories import contact_body, reservation_body
from tests.services.held_clock import HeldClock
from tests.services.messages.mails import mail, receive
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases(sample="postgresql")
LIST = "/api/staff/conversations"
HOUSEHOLD = "aenne.mueller@example.org"


def reserve(client: TestClient, **changes: Any) -> str:
    answer = client.post("/functions/v1/reserve-spot", json=reservation_body(**changes))
    assert answer.status_code == 200, answer.text
    return str(answer.json()["reference"])


def write(client: TestClient, **changes: Any) -> None:
    answer = client.post("/api/contact", json=contact_body(**changes))
    assert answer.status_code == 200, answer.text


def listed(clerk: TestClient, **filters: Any) -> list[dict[str, Any]]:
    answer = clerk.get(LIST, params=filters)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["data"])


def noted(db: Database, action: str) -> list[dict[str, Any]]:
    return [row for row in stored(db, AuditEntry) if row["action"] == action]


def shown(clerk: TestClient, id_: int) -> dict[str, Any]:
    answer = clerk.get(f"{LIST}/{id_}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_a_message_of_the_form_is_a_conversation_with_all_that_the_form_asked_for(
    client: TestClient, clerk: TestClient, db: Database
) -> None:
    reference = reserve(client, email=HOUSEHOLD)
    write(client, email=HOUSEHOLD, reference=reference, topic="rueckruf", phone="0841 123456")
    (row,) = listed(clerk, state="open")
    assert row["household"]["reference"] == reference
    assert (row["subject"], row["is_other_address"], row["suspected_spam"]) == ("Rückruf", False, False)
    assert [entry["subject"] for entry in noted(db, "conversation.opened")] == [f"conversation:{row['id']}"]
    whole = shown(clerk, row["id"])
    assert whole["matched_by"] == "reference"
    assert {name: whole["contact"][name] for name in ("topic_name", "phone", "reservation_reference")} == {
        "topic_name": "Rückruf",
        "phone": "•••• 3456",
        "reservation_reference": reference,
    }
    (message,) = whole["messages"]
    assert (message["origin"], message["body_text"]) == ("form", contact_body()["message"])
    assert whole["suggestions"] == []


def test_a_stranger_who_names_a_reference_is_attached_and_marked_until_staff_assign_it(
    client: TestClient, clerk: TestClient, db: Database
) -> None:
    reference = reserve(client, email=HOUSEHOLD)
    write(client, email="other@example.net", reference=reference)
    (row,) = listed(clerk)
    assert (row["household"]["reference"], row["is_other_address"]) == (reference, True)
    body = {"version": row["version"], "reservation_id": row["household"]["reservation_id"]}
    assert clerk.post(f"{LIST}/{row['id']}/assign", json=body).json()["is_other_address"] is False
    late = clerk.post(f"{LIST}/{row['id']}/assign", json=body)
    assert (late.status_code, late.json()["code"], late.json()["current"]["matched_by"]) == (409, "stale", "staff")
    (entry,) = noted(db, "conversation.assigned")
    assert (entry["subject"], entry["details"]) == (
        f"conversation:{row['id']}",
        {"reservation": body["reservation_id"]},
    )


def test_what_belongs_to_no_household_asks_no_more_until_that_is_taken_back(
    client: TestClient, clerk: TestClient, db: Database
) -> None:
    reserve(client, email=HOUSEHOLD)
    reserve(client, email=HOUSEHOLD, first_name="Bela")
    write(client, email=HOUSEHOLD, reference="")
    (row,) = listed(clerk, is_matched=False)

    def say(**wanted: Any) -> dict[str, Any]:
        body = {"version": shown(clerk, row["id"])["version"], "reservation_id": None, **wanted}
        answer = clerk.post(f"{LIST}/{row['id']}/assign", json=body)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    assert len(shown(clerk, row["id"])["suggestions"]) == 2
    said = say(belongs_to_none=True)
    assert (said["belongs_to_none"], said["household"], said["suggestions"]) == (True, None, [])
    assert (listed(clerk, is_matched=False), clerk.get(LIST).json()["unmatched"]) == ([], 0)
    assert [one["belongs_to_none"] for one in listed(clerk)] == [True]
    assert len(say()["suggestions"]) == 2
    say(belongs_to_none=True)
    assert say(reservation_id=1)["belongs_to_none"] is False
    actions = [one["action"] for one in stored(db, AuditEntry) if one["subject"] == f"conversation:{row['id']}"]
    names = ("opened", "belongs_to_none", "unassigned", "belongs_to_none", "assigned")
    assert actions == [f"conversation.{name}" for name in names]
    both = {"version": 1, "reservation_id": 1, "belongs_to_none": True}
    assert clerk.post(f"{LIST}/{row['id']}/assign", json=both).status_code == 422


def test_the_address_tells_the_household_only_where_it_has_one_place(client: TestClient, clerk: TestClient) -> None:
    reference = reserve(client, email=HOUSEHOLD)
    write(client, email=HOUSEHOLD, reference="", message="Wann geht es denn los, bitte?")
    assert [row["household"]["reference"] for row in listed(clerk, is_matched=True)] == [reference]
    second = reserve(client, email=HOUSEHOLD, first_name="Bela")
    write(client, email=HOUSEHOLD, reference="", message="Und noch eine Frage dazu, bitte.")
    (row,) = listed(clerk, is_matched=False)
    found = shown(clerk, row["id"])["suggestions"]
    assert {one["reference"] for one in found} == {reference, second}
    assert all(one["because"][0] == "address" for one in found)


def test_what_was_written_about_a_duplicate_goes_to_the_one_that_stays_and_back(
    client: TestClient, clerk: TestClient, db: Database
) -> None:
    stays, goes = (reserve(client, email=HOUSEHOLD, first_name=name) for name in ("Änne", "Aenne"))
    write(client, email=HOUSEHOLD, reference=goes)
    (row,) = listed(clerk)

    def whose() -> tuple[str, list[int], list[int]]:
        read = shown(clerk, row["id"])["household"]["reference"]
        return read, *([len(listed(clerk, reservation_id=id_))] for id_ in (1, 2))

    def told(id_: int) -> int:
        entries = clerk.get(f"/api/staff/reservations/{id_}/timeline").json()["entries"]
        return [entry["kind"] for entry in entries].count("message")

    assert (whose(), told(1), told(2)) == ((goes, [0], [1]), 0, 1)
    merged = clerk.post("/api/staff/reservations/merge", json={"ids": [1, 2], "reason": "Doppelt"})
    assert merged.status_code == 200, merged.text
    write(client, email=HOUSEHOLD, reference=goes, message="Noch eine Frage dazu, bitte.")
    assert (whose(), told(1), told(2)) == ((stays, [2], [0]), 2, 0)
    with db.read() as session:
        assert person_of(session, session.get_one(Reservation, 2)).ids[Subject.CONVERSATION] == []
        assert len(person_of(session, session.get_one(Reservation, 1)).ids[Subject.CONVERSATION]) == 2
    assert clerk.post("/api/staff/operations/1/undo", json={}).status_code == 200
    assert (whose(), told(1), told(2)) == ((goes, [0], [2]), 0, 2)


def test_an_unknown_writer_gets_suggestions_by_name_postcode_and_telephone(
    client: TestClient, clerk: TestClient, db: Database
) -> None:
    reference = reserve(client, email=HOUSEHOLD, mobile_phone="0170 1234567", postcode="85055")
    (household,) = stored(db, Reservation)
    name = f"{household['first_name']} {household['last_name']}"
    text = "Ich wohne in 85055 und bin unter 0170 / 123 45 67 zu erreichen."
    write(client, email="new@example.net", name=name, reference="", message=text)
    (row,) = listed(clerk)
    (found,) = shown(clerk, row["id"])["suggestions"]
    assert (found["reference"], found["because"]) == (reference, ["phone", "name", "postcode"])


def test_messages_from_before_are_taken_over_once_and_old_ones_arrive_closed(
    client: TestClient, clerk: TestClient, db: Database, clock: HeldClock
) -> None:
    write(client)
    clock.now += timedelta(days=31)
    write(client, message="Das ist die zweite Nachricht.")
    for table in (Message, Conversation):
        db.write(lambda session, table=table: session.execute(delete(table)))
    assert (adopt_forms(db, clock), adopt_forms(db, clock)) == (2, 0)
    rows = stored(db, Conversation)
    assert {row["contact_message_id"] for row in rows} == {row["id"] for row in stored(db, ContactMessage)}
    assert [row["state"] for row in rows] == ["closed", "open"]


def test_a_file_is_only_ever_saved_and_its_download_is_written_down(
    client: TestClient, clerk: TestClient, db: Database
) -> None:
    write(client)
    (row,) = listed(clerk)
    message_id = shown(clerk, row["id"])["messages"][0]["id"]
    common = {"message_id": message_id, "conversation_id": row["id"], "size_bytes": 3}
    kept = MessageAttachment(**common, filename='Plan "ü".pdf', content_type="application/pdf", content=b"abc")
    refused = MessageAttachment(
        **common, filename="x.exe", content_type="-", refused_reason="Programme nehmen wir nicht."
    )
    ids = db.write(lambda session: (session.add_all([kept, refused]), session.flush(), (kept.id, refused.id))[2])
    answer = clerk.get(f"{LIST}/{row['id']}/attachments/{ids[0]}")
    assert (answer.content, answer.headers["content-type"]) == (b"abc", "application/pdf")
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''Plan%20%22%C3%BC%22.pdf"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"].startswith("sandbox")
    assert clerk.get(f"{LIST}/{row['id']}/attachments/{ids[1]}").json()["code"] == "attachment_refused"
    assert clerk.get(f"{LIST}/{row['id'] + 1}/attachments/{ids[0]}").status_code == 404
    (entry,) = noted(db, "conversation.attachment_fetched")
    assert entry["details"] == {"attachment": ids[0]}


def test_a_new_postcode_and_number_in_a_message_are_offered_until_they_are_taken_over(
    client: TestClient, clerk: TestClient, clock: HeldClock, db: Database
) -> None:
    reserve(client, email=HOUSEHOLD)
    text = "Wir ziehen um: bisher 85049, bald 85072 Eichstätt. Neue Nummer: 0171 5557788, nicht mehr 0170 1234567."
    receive(db, clock(), mail(text, message_id="<1@a.example>"))
    (row,) = listed(clerk)
    whole = shown(clerk, row["id"])
    version = stored(db, Reservation)[0]["version"]
    assert whole["new_facts"] == [
        {"field": "mobile_phone", "value": "0171 5557788", "version": version},
        {"field": "postcode", "value": "85072", "version": version},
    ]
    fact = whole["new_facts"][1]
    path = f"/api/staff/reservations/{whole['household']['reservation_id']}"
    saved = clerk.patch(path, json={"version": fact["version"], fact["field"]: fact["value"]}).json()
    assert [one["field"] for one in shown(clerk, row["id"])["new_facts"]] == ["mobile_phone", "postcode"], "the old one"
    assert shown(clerk, row["id"])["new_facts"][1]["value"] == "85049"
    undone = clerk.post(f"/api/staff/operations/{saved['undo']['operation_id']}/undo", json={})
    assert (undone.status_code, stored(db, Reservation)[0]["postcode"]) == (200, "85049")


def test_a_sender_whose_household_is_not_certain_has_no_fact_to_offer(
    client: TestClient, clerk: TestClient, clock: HeldClock, db: Database
) -> None:
    reference = reserve(client, email=HOUSEHOLD)
    receive(db, clock(), mail(f"{reference}: neue Postleitzahl 85072", **{"from": "fremd@example.net"}))
    (row,) = listed(clerk)
    assert shown(clerk, row["id"])["new_facts"] == []
    known = clerk.post(f"{LIST}/{row['id']}/assign", json=assignment(clerk, row["id"]))
    assert known.status_code == 200, known.text
    assert [one["value"] for one in shown(clerk, row["id"])["new_facts"]] == ["85072"]


def assignment(clerk: TestClient, id_: int) -> dict[str, Any]:
    whole = shown(clerk, id_)
    household = whole["household"]["reservation_id"]
    return {"version": whole["version"], "reservation_id": household, "belongs_to_none": False}


def test_a_template_asks_for_the_reference_only_where_it_is_not_known(
    client: TestClient, clerk: TestClient, clock: HeldClock, db: Database
) -> None:
    reserve(client, email=HOUSEHOLD)
    receive(db, clock(), mail(message_id="<1@a.example>"))
    receive(db, clock(), mail(**{"from": "fremd@example.net", "message_id": "<2@a.example>"}))
    asked = {}
    for row in listed(clerk):
        offered = clerk.get(f"{LIST}/{row['id']}/composer").json()["templates"]
        (one,) = [template for template in offered if template["name"] == "Eine Angabe fehlt noch"]
        asked[row["household"] is not None] = one
    assert "Referenz Ihrer Reservierung" in asked[False]["text"]
    assert "genügen uns Name und Postleitzahl" in asked[False]["text"]
    assert ("Referenz" in asked[True]["text"], asked[True]["missing"]) == (False, ["{rueckfrage}"])
