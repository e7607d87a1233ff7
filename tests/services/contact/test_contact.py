"""The accepted message, row by row, and the refusals that depend on what was called before."""

import re
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from starlette.testclient import TestClient

from services.contact.models import ContactMessage
from services.core.db.db import Database
from services.core.models import IdempotencyKey, RateCount
from services.jobs.registry import all_jobs
from services.mail.models import Mail
from services.settings import Settings
from services.staff.audit import first_broken_entry
from services.staff.models import AuditEntry
from tests.factories import contact_body, reservation_body
from tests.fixtures.databases import PostgresqlDatabases
from tests.fixtures.servers import MakeClient
from tests.services.held_clock import HeldClock
from tests.services.stored import execute, stored

ROUTE = "/api/contact"
RESERVE = "/functions/v1/reserve-spot"
KEY = {"Idempotency-Key": "6e7b4a0c-1f0e-4f3c-9a57-0c4f5a1d2b3c"}
SHARE = {"topic": "anteil", "project": "munich", "amount": 1000, "payment_method": "sepa", "reference": ""}


def send(client: TestClient, **changes: Any) -> str:
    """The reference of an accepted message."""
    response = client.post(ROUTE, json=contact_body(**changes))
    assert response.status_code == 200, response.text
    reference: str = response.json()["reference"]
    return reference


def only(rows: list[dict[str, Any]]) -> dict[str, Any]:
    (row,) = rows
    return row


def entry_of_message(db: Database) -> dict[str, Any]:
    """The entry of the audit log about the message, beside that about its conversation."""
    return only([row for row in stored(db, AuditEntry) if row["action"] == "contact.received"])


def counts(db: Database) -> dict[str, int]:
    tables = (ContactMessage, Mail, AuditEntry, IdempotencyKey)
    return {table.__tablename__: len(stored(db, table)) for table in tables}


# What is stored


def test_an_accepted_message_is_answered_with_its_own_reference(client: TestClient) -> None:
    response = client.post(ROUTE, json=contact_body())
    assert (response.status_code, response.headers["content-type"]) == (200, "application/json")
    assert response.headers["cache-control"] == "no-store"
    assert "Idempotency-Replayed" not in response.headers
    answer = response.json()
    assert set(answer) == {"success", "reference"}
    assert answer["success"] is True
    assert re.fullmatch(r"KA-[2-9A-Z]{4}-[2-9A-Z]{4}", answer["reference"])


@pytest.mark.both_databases(sample="postgresql")
def test_every_column_of_the_message_is_stored(make_client: MakeClient, db: Database) -> None:
    clock = HeldClock()
    reference = send(make_client(clock=clock))
    row = only(stored(db, ContactMessage))
    assert isinstance(row.pop("id"), UUID)
    assert row == {
        "reference": reference,
        "status": "new",
        "suspected_spam": False,
        "created_at": clock.now,
        "name": "Änne Müller",
        "email": "aenne.mueller@example.org",
        "email_normalized": "aenne.mueller@example.org",
        "phone": "0841 123456",
        "phone_e164": "+49841123456",
        "topic": "reservierung",
        "reservation_reference": "VG-2222-2222",
        "message": "Meine Anschrift ändert sich im Mai.\nWas muss ich tun?",
        "project": None,
        "amount_cents": None,
        "payment_method": None,
    }


STORED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a share with project, amount and payment method": (
        SHARE,
        {"project": "munich", "amount_cents": 100_000, "payment_method": "sepa", "reservation_reference": None},
    ),
    "fields of a share with another topic": (
        {**SHARE, "topic": "frage", "amount": 1, "project": "atlantis"},
        {"project": None, "amount_cents": None, "payment_method": None},
    ),
    "a reference as people write it": ({"reference": " vg 2222 2222 "}, {"reservation_reference": "VG-2222-2222"}),
    "what may be left out": (
        {"phone": None, "reference": None},
        {"phone": None, "phone_e164": None, "reservation_reference": None},
    ),
    "text that is trimmed, composed and free of what nobody sees": (
        {"name": "  A\u0308nne ", "message": "  Guten\u200b Tag,\r\nwie\x00 geht\tes weiter?  \n\n"},
        {"name": "Änne", "message": "Guten Tag,\nwie geht es weiter?"},
    ),
    **{
        f"the topic {topic}": ({"topic": topic}, {"topic": topic})
        for topic in ("frage", "stornierung", "anteil", "platz", "rueckruf", "sonstiges")
    },
}


def test_a_message_is_stored_as_it_was_meant(make_client: MakeClient, db: Database, subtests: pytest.Subtests) -> None:
    client = make_client(rate_limits="off")
    for name, (changes, columns) in STORED.items():
        with subtests.test(name):
            reference = send(client, **changes)
            row = only([row for row in stored(db, ContactMessage) if row["reference"] == reference])
            assert {column: row[column] for column in columns} == columns


def test_the_audit_log_tells_of_it_without_saying_who(client: TestClient, db: Database) -> None:
    send(client)
    row, entry = only(stored(db, ContactMessage)), entry_of_message(db)
    said = (entry["actor"], entry["action"], entry["subject"])
    assert said == ("household", "contact.received", f"contact:{row['id']}")
    assert entry["details"] == {"topic": "reservierung", "suspected_spam": False}
    with db.read() as session:
        assert first_broken_entry(session) is None


def test_a_filled_honeypot_is_kept_as_suspicious(client: TestClient, db: Database) -> None:
    send(client, homepage="https://spam.example")
    assert only(stored(db, ContactMessage))["suspected_spam"] is True
    assert entry_of_message(db)["details"]["suspected_spam"] is True
    assert [row["kind"] for row in stored(db, Mail)] == ["contact_forwarded"]


# The same call twice


def test_a_retry_after_a_lost_answer_is_stored_once(client: TestClient, db: Database) -> None:
    first = client.post(ROUTE, json=contact_body(), headers=KEY)
    before = counts(db)
    again = [client.post(ROUTE, json=contact_body(), headers=KEY) for _ in range(2)]
    replay = (200, first.json(), "true")
    assert [(r.status_code, r.json(), r.headers["Idempotency-Replayed"]) for r in again] == [replay] * 2
    assert counts(db) == before == {"contact_messages": 1, "mails": 2, "audit_entries": 2, "idempotency_keys": 1}


def test_the_same_key_with_another_message_is_refused(client: TestClient, db: Database) -> None:
    client.post(ROUTE, json=contact_body(), headers=KEY)
    other = client.post(ROUTE, json=contact_body(message="Etwas ganz anderes."), headers=KEY)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")
    assert counts(db)["contact_messages"] == 1


def test_without_a_key_the_same_message_within_ten_minutes_is_one(make_client: MakeClient, db: Database) -> None:
    clock = HeldClock()
    client = make_client(clock=clock)
    first = send(client)
    clock.advance(minutes=9)
    assert send(client) == first
    clock.advance(minutes=1)
    assert send(client) != first
    assert counts(db)["contact_messages"] == 2


def test_a_refused_message_leaves_its_key_free(client: TestClient, db: Database) -> None:
    assert client.post(ROUTE, json=contact_body(name=""), headers=KEY).status_code == 422
    assert client.post(ROUTE, json=contact_body(), headers=KEY).status_code == 200
    assert counts(db)["contact_messages"] == 1


# Limits


def test_too_many_messages_are_refused_until_the_window_ends(make_client: MakeClient, db: Database) -> None:
    clock = HeldClock()
    client = make_client(clock=clock, rate_limits="contact=2/600")
    for number in range(2):
        send(client, message=f"Nachricht Nummer {number}")
    refused = client.post(ROUTE, json=contact_body())
    assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
    wait = int(refused.headers["Retry-After"])
    assert 0 < wait <= 600
    assert counts(db)["contact_messages"] == 2
    calls = [row["calls"] for row in stored(db, RateCount) if row["bucket"].startswith("contact:")]
    assert calls == [3], "the refused call stays counted"
    clock.advance(seconds=wait)
    send(client)


def test_ten_messages_in_ten_minutes_are_the_default(make_client: MakeClient) -> None:
    client = make_client(clock=HeldClock())
    bodies = [contact_body(message=f"Nachricht Nummer {number}") for number in range(11)]
    assert [client.post(ROUTE, json=body).status_code for body in bodies] == [200] * 10 + [429]


# All or nothing


@pytest.mark.parametrize("table", ["contact_messages", "mails", "audit_entries", "idempotency_keys"])
def test_when_one_row_cannot_be_written_none_is(table: str, client: TestClient, db: Database) -> None:
    execute(db.engine, f"ALTER TABLE {table} RENAME TO away")
    response = client.post(ROUTE, json=contact_body(), headers=KEY)
    assert (response.status_code, response.json()["code"]) == (503, "unavailable")
    execute(db.engine, f"ALTER TABLE away RENAME TO {table}")
    assert set(counts(db).values()) == {0}
    assert client.post(ROUTE, json=contact_body(), headers=KEY).status_code == 200


def test_a_database_that_is_away_is_answered_with_503(
    make_client: MakeClient, postgresql_url: str, postgresql_databases: PostgresqlDatabases
) -> None:
    client = make_client(database_url=postgresql_url)
    send(client)
    with postgresql_databases.unreachable(postgresql_url):
        response = client.post(ROUTE, json=contact_body(), headers=KEY)
        assert (response.status_code, response.headers["Retry-After"]) == (503, "5")


# What is forgotten


@pytest.mark.both_databases(sample="postgresql")
def test_messages_and_their_mails_are_forgotten_after_a_year(
    make_client: MakeClient, db: Database, database_url: str, tmp_path: Path
) -> None:
    clock = HeldClock()
    client = make_client(clock=clock)
    old = send(client)
    assert client.post("/functions/v1/reserve-spot", json=reservation_body()).status_code == 200
    clock.advance(days=1)
    young = send(client)
    settings = Settings(_env_file=None, database_url=database_url, data_dir=tmp_path / "var")
    forget = next(job for job in all_jobs(settings, db, clock) if job.name == "apply-retention")

    clock.now += timedelta(days=363)
    forget.run()
    assert {row["reference"] for row in stored(db, ContactMessage)} == {old, young}
    clock.now = (clock.now + timedelta(days=1)).replace(hour=2)  # in the night before the year is full
    forget.run()
    assert [row["reference"] for row in stored(db, ContactMessage)] == [young]
    mails = stored(db, Mail)
    assert sorted(row["kind"] for row in mails) == ["contact_forwarded", "contact_received", "reservation_received"]
    assert not any(old in str(row["values"]) for row in mails)
    assert len(stored(db, AuditEntry)) == 5


@pytest.mark.both_databases(sample="postgresql")
def test_one_mailbox_gets_three_answers_a_day_from_each_form(make_client: Any, db: Database) -> None:
    clock = HeldClock()
    client = make_client(clock=clock)
    ways = ("opfer@gmail.com", "o.pfer@googlemail.com", "opfer+1@gmail.com", "opfer+2@gmail.com", "op.fer@gmail.com")
    for number, email in enumerate(ways):
        body = contact_body(email=email, message=f"Nachricht Nummer {number} an Sie.")
        assert client.post("/api/contact", json=body).status_code == 200
    assert Counter(mail["kind"] for mail in stored(db, Mail)) == {"contact_forwarded": 5, "contact_received": 3}
    assert client.post(RESERVE, json=reservation_body(email="opfer@gmail.com")).status_code == 200
    assert stored(db, Mail)[-1]["kind"] == "reservation_received"
    clock.advance(days=1)
    assert client.post("/api/contact", json=contact_body(email=ways[0])).status_code == 200
    assert stored(db, Mail)[-1]["kind"] == "contact_received"


def test_a_reservation_beyond_the_answers_of_a_day_stands_without_a_mail(make_client: Any, db: Database) -> None:
    client = make_client(rate_limits="acknowledgement=1/86400")
    for name in ("Anna", "Bert"):
        assert client.post(RESERVE, json=reservation_body(first_name=name)).status_code == 200
    assert [mail["kind"] for mail in stored(db, Mail)] == ["reservation_received"]
