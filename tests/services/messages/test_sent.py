"""Mails in the console: found, previewed, sent again, tried again, cancelled."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text, update
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.mail import outbox
from services.mail.catalogue import StaffLink, to_values
from services.mail.models import Mail
from services.reservations.models import Reservation
from services.staff.models import AuditEntry
from tests.factories import contact_body, reservation_body
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

MAILS = "/api/staff/mails"


def reserve(client: TestClient, name: str = "m.mueller") -> str:
    answer = client.post("/functions/v1/reserve-spot", json=reservation_body(email=f"{name}@example.org"))
    return str(answer.json()["reference"])


def settle(db: Database, state: str, **values: Any) -> None:
    db.write(lambda session: session.execute(update(Mail).values(state=state, **values)) and None)


def found(clerk: TestClient, query: str = "") -> list[str]:
    reply = clerk.get(f"{MAILS}?{query}")
    assert reply.status_code == 200, reply.text
    return [f"{row['kind']} {row['recipient']}" for row in reply.json()["data"]]


def actions(db: Database) -> list[str]:
    return [entry["action"] for entry in stored(db, AuditEntry) if entry["subject"].startswith("mail:")]


@pytest.mark.both_databases(sample="postgresql")
def test_a_mail_is_listed_with_its_recipient_masked(client: TestClient, clerk: TestClient) -> None:
    reference = reserve(client)
    (row,) = clerk.get(MAILS).json()["data"]
    assert (row["subject"], row["recipient"]) == ("Ihr Platz ist reserviert", "m•••@example.org")
    assert (row["state"], row["attempts"], row["reference"]) == ("queued", 0, reference)
    assert row["reservation_id"] == 1
    assert "m.mueller" not in clerk.get(MAILS).text


@pytest.mark.both_databases(sample="postgresql")
def test_each_filter_finds_what_it_names(client: TestClient, clerk: TestClient, db: Database) -> None:
    first, _ = reserve(client, "Anna.Meier"), reserve(client, "bert")
    enquiry = client.post("/api/contact", json=contact_body(email="cora@example.org")).json()["reference"]
    anna, bert = "reservation_received A•••@example.org", "reservation_received b•••@example.org"
    contact = ["contact_received c•••@example.org", "contact_forwarded h•••@voltigo.example"]
    everything = found(clerk)
    assert len(everything) == 4
    assert found(clerk, "kind=reservation_received") == [bert, anna]
    assert found(clerk, "reservation_id=1") == [anna]
    assert found(clerk, f"q={first}") == [anna]
    assert found(clerk, f"q={enquiry.lower()}")[0] == contact[0]
    assert len(found(clerk, f"q={enquiry}")) == 2
    assert found(clerk, "q=Anna.Meier@example.org") == [anna]
    assert found(clerk, "q=bert@") == [bert]
    assert found(clerk, "q=be") == found(clerk, "q=nobody") == []
    assert found(clerk, "state=queued") == everything
    assert found(clerk, "state=failed") == found(clerk, "state=sent") == []
    settle(db, "failed")
    assert found(clerk, "state=failed&order=asc") == everything[::-1]
    assert found(clerk, "state=failed&kind=contact_received") == [contact[0]]


def test_a_wrong_query_is_422(clerk: TestClient) -> None:
    for query in ("state=lost", "sort=recipient", "page=500&per_page=100", "reservation=1", "page=0"):
        assert clerk.get(f"{MAILS}?{query}").status_code == 422, query


def test_the_preview_is_what_the_recipient_reads(client: TestClient, clerk: TestClient) -> None:
    reference = reserve(client)
    shown = clerk.get(f"{MAILS}/1").json()
    assert reference in shown["text"]
    assert reference in shown["html"]
    assert shown["html"].lstrip().startswith("<!doctype html>")
    assert (shown["can_resend"], shown["can_retry"], shown["can_cancel"]) == (False, False, True)


def test_a_one_time_link_is_neither_shown_nor_sent_again(clerk: TestClient, db: Database, clock: HeldClock) -> None:
    link = StaffLink("Kim", "invitation", "staff", "https://example.org/admin/set-up#geheim", 72)
    order = outbox.Order(link.kind, "kim@example.org", "account:1", "staff_link:1", to_values(link))
    db.write(lambda session: outbox.order(session, [order], clock.now))
    settle(db, "sent")
    reply = clerk.get(f"{MAILS}/1")
    assert "•••" in reply.json()["text"]
    assert "geheim" not in reply.text
    for action, state in (("resend", "sent"), ("retry", "failed")):
        settle(db, state)
        refusal = clerk.post(f"{MAILS}/1/{action}", json={})
        assert (refusal.status_code, refusal.json()["code"]) == (409, "not_for_resending")
        assert clerk.get(f"{MAILS}/1").json()[f"can_{action}"] is False


def test_a_row_that_cannot_be_rendered_is_still_shown(client: TestClient, clerk: TestClient, db: Database) -> None:
    reserve(client)
    settle(db, "failed", values={"reference": "VG-2222-2222"}, last_error="KeyError while rendering")
    shown = clerk.get(f"{MAILS}/1").json()
    assert (shown["subject"], shown["html"], shown["can_retry"]) == ("reservation_received", "", True)


def test_sending_again_is_a_mail_of_its_own_to_the_address_of_today(
    client: TestClient, clerk: TestClient, db: Database
) -> None:
    reserve(client)
    settle(db, "sent")
    corrected = {"email": "neu@example.org", "email_normalized": "neu@example.org"}
    db.write(lambda session: session.execute(update(Reservation).values(**corrected)) and None)
    repeated = clerk.post(f"{MAILS}/1/resend", json={}).json()
    assert (repeated["id"], repeated["state"], repeated["recipient"]) == (2, "queued", "n•••@example.org")
    first, second = stored(db, Mail)
    assert (second["values"], second["subject_ref"]) == (first["values"], first["subject_ref"])
    assert second["message_id"] != first["message_id"]
    assert actions(db) == ["mail.resent"]
    again = clerk.post(f"{MAILS}/1/resend", json={})
    assert (again.status_code, again.json()["code"]) == (409, "still_waiting")
    settle(db, "sent")
    assert clerk.post(f"{MAILS}/1/resend", json={}).json()["id"] == 3
    assert clerk.post(f"{MAILS}/2/resend", json={}).status_code == 200


def test_a_failed_mail_goes_back_into_the_queue(
    client: TestClient, clerk: TestClient, db: Database, clock: HeldClock
) -> None:
    reserve(client)
    assert clerk.post(f"{MAILS}/1/retry", json={}).json()["code"] == "not_failed"
    settle(db, "failed", attempts=12, last_error="550 unknown")
    reply = clerk.post(f"{MAILS}/1/retry", json={}).json()
    assert (reply["state"], reply["attempts"], reply["last_error"]) == ("queued", 0, "550 unknown")
    assert [mail.id for mail in db.write(lambda session: outbox.lease_due(session, clock.now, 5))] == [1]
    assert actions(db) == ["mail.retried"]


def test_a_failed_mail_goes_to_the_address_of_today(client: TestClient, clerk: TestClient, db: Database) -> None:
    reserve(client)
    settle(db, "failed", attempts=12, last_error="550 unknown")
    corrected = {"email": "neu@example.org", "email_normalized": "neu@example.org"}
    db.write(lambda session: session.execute(update(Reservation).values(**corrected)) and None)
    assert clerk.get(f"{MAILS}/1").json()["recipient_today"] == "n•••@example.org"
    reply = clerk.post(f"{MAILS}/1/retry", json={}).json()
    assert (reply["state"], reply["recipient"]) == ("queued", "n•••@example.org")
    (mail,) = stored(db, Mail)
    assert mail["recipient"] == "neu@example.org"


def test_a_cancelled_mail_is_never_sent(client: TestClient, clerk: TestClient, db: Database, clock: HeldClock) -> None:
    reserve(client)
    reply = clerk.post(f"{MAILS}/1/cancel", json={}).json()
    assert (reply["state"], reply["next_attempt_at"], reply["can_resend"]) == ("cancelled", None, True)
    assert db.write(lambda session: outbox.lease_due(session, clock.now, 5)) == []
    assert clerk.post(f"{MAILS}/1/cancel", json={}).json()["code"] == "not_waiting"
    assert actions(db) == ["mail.cancelled"]


def test_a_mail_in_a_senders_hand_is_not_cancelled(
    client: TestClient, clerk: TestClient, db: Database, clock: HeldClock
) -> None:
    reserve(client)
    (leased,) = db.write(lambda session: outbox.lease_due(session, clock.now, 5))
    assert clerk.post(f"{MAILS}/1/cancel", json={}).json()["code"] == "not_waiting"
    db.write(lambda session: outbox.mark_sent(session, leased, clock.now))
    assert clerk.get(f"{MAILS}/1").json()["state"] == "sent"


def test_a_sender_that_died_leaves_a_mail_that_can_be_cancelled(
    client: TestClient, staff_client: StaffClient, db: Database, clock: HeldClock
) -> None:
    reserve(client)
    db.write(lambda session: outbox.lease_due(session, clock.now, 5))
    clock.now += outbox.LEASE + timedelta(seconds=1)
    clerk = staff_client("staff", client=client)
    assert clerk.post(f"{MAILS}/1/cancel", json={}).json()["state"] == "cancelled"


PLANS = {
    "state=failed": "ix_mails_unsent",
    "kind=contact_received": "ix_mails_kind_id",
    "q=meier": "ix_mails_recipient",
    "reservation_id=7": "ix_mails_subject_ref",
}


@pytest.mark.both_databases(sample="postgresql")
@pytest.mark.parametrize(("query", "index"), PLANS.items())
def test_each_filter_has_an_index(query: str, index: str, sqlite_url: str) -> None:
    """By the plan, so that a million mails need not be written for it."""
    from services.messages.sent import mails

    db = Database(sqlite_url)
    name, value = query.split("=")
    with db.read() as session:
        if name == "q":
            statement = mails.matching(None, None, None).where(mails.search(session, value))
        else:
            given = {"state": None, "kind": None, "reservation_id": None, name: value}
            statement = mails.matching(given["state"], given["kind"], given["reservation_id"])  # type: ignore[arg-type]
        ordered = statement.order_by(Mail.id.desc()).limit(26)
        sql = str(ordered.compile(session.get_bind(), compile_kwargs={"literal_binds": True}))
        plan = session.execute(text(f"EXPLAIN QUERY PLAN {sql}")).all()
    db.close()
    assert index in str(plan)


def test_all_failed_mails_are_tried_again_by_one_call(client: TestClient, clerk: TestClient, db: Database) -> None:
    reserve(client, "anna")
    reserve(client, "berta")
    settle(db, "failed", last_error="550 no")
    # As many as are sent then.
    assert clerk.get("/api/staff/mails/unsent").json() == {"held": 0, "retryable": 2, "to_print": 0}
    assert clerk.post("/api/staff/mails/retry").json() == {"queued": 2}
    assert clerk.get("/api/staff/mails/unsent").json() == {"held": 0, "retryable": 0, "to_print": 0}
    assert {row["state"] for row in stored(db, Mail)} == {"queued"}
    assert clerk.post("/api/staff/mails/retry").json() == {"queued": 0}
    assert [row["action"] for row in stored(db, AuditEntry)].count("mail.all_retried") == 1


def test_mails_on_hold_after_a_restore_leave_only_when_they_are_released(
    client: TestClient, clerk: TestClient, db: Database, clock: HeldClock
) -> None:
    for name in ("anna", "berta", "clara"):
        reserve(client, name)
    first, second, third = (row["id"] for row in stored(db, Mail))
    assert db.write(lambda session: outbox.hold_due(session, clock())) == 3
    db.write(lambda session: session.execute(update(Mail).where(Mail.id == third).values(state="failed")) and None)
    assert clerk.get(f"{MAILS}/unsent").json() == {"held": 2, "retryable": 1, "to_print": 0}
    assert [len(found(clerk, f"state={state}")) for state in ("held", "retrying", "failed")] == [2, 0, 1]
    assert clerk.post(f"{MAILS}/retry").json() == {"queued": 1}
    assert {row["id"]: row["state"] for row in stored(db, Mail)} == {
        first: "retrying",
        second: "retrying",
        third: "queued",
    }
    shown = clerk.get(f"{MAILS}/{first}").json()
    assert (shown["state"], shown["can_release"], shown["next_attempt_at"]) == ("held", True, None)
    assert clerk.post(f"{MAILS}/{first}/release").json()["state"] == "queued"
    assert clerk.post(f"{MAILS}/{first}/release").json()["code"] == "not_held"
    assert clerk.post(f"{MAILS}/release").json() == {"queued": 1}
    assert clerk.post(f"{MAILS}/release").json() == {"queued": 0}
    assert {row["state"] for row in stored(db, Mail)} == {"queued"}
    assert "mail.released" in actions(db)
    assert [row["action"] for row in stored(db, AuditEntry)].count("backup.mails_released") == 1
