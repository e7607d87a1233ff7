"""What a declaration leaves behind: the row, its case, the mail, the audit entry; and that nobody can change it."""

import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import DBAPIError
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.declarations.deadlines import alarm_from, refund_due, withdrawal_ends
from services.declarations.models import Declaration, DeclarationCase
from services.mail.models import Mail
from services.staff.audit import first_broken_entry
from services.staff.models import AuditEntry
from tests.fixtures.servers import MakeClient
from tests.services.declarations.forms import (
    NOTICE,
    NOTICED,
    ONCE,
    WITHDRAWAL,
    WITHDRAWN,
    declare,
    declared,
    press,
    reference_in,
    shell,
)
from tests.services.held_clock import HeldClock
from tests.services.stored import execute, stored

REASON = "Der Park ist seit zwei Jahren nicht am Netz."


@pytest.fixture
def client(make_client: MakeClient, clock: HeldClock, tmp_path: Path) -> TestClient:
    return make_client(site=shell(tmp_path / "site"), clock=clock)


def only(rows: list[dict[str, Any]]) -> dict[str, Any]:
    (row,) = rows
    return row


@pytest.mark.both_databases
def test_every_column_of_a_withdrawal_is_stored(client: TestClient, db: Database, clock: HeldClock) -> None:
    number = declare(client, remark="Danke\r\nund Grüße")
    row = declared(db)
    wording = (
        "Widerruf\n\nHiermit widerrufe ich den unten bezeichneten Vertrag.\n\nName: Änne Müller\n"
        "Vertrag: VG-2222-2222\nE-Mail: aenne@example.org\nIhre Nachricht: Danke\nund Grüße"
    )
    assert row == {
        "id": row["id"],
        "reference": number,
        "once": ONCE,
        "kind": "withdrawal",
        "received_at": clock.now,
        "received_berlin": "Dienstag, 3. November 2026, 11:30:15 Uhr (MEZ)",
        "name": "Änne Müller",
        "contract": "VG-2222-2222",
        "email": "aenne@example.org",
        "email_normalized": "aenne@example.org",
        "remark": "Danke\nund Grüße",
        "notice_kind": None,
        "reason": "",
        "wished_end": None,
        "wording": wording,
        "sha256": hashlib.sha256(wording.encode()).hexdigest(),
        "keep_until": date(2029, 12, 31),
    }
    assert only(stored(db, DeclarationCase)) == {
        "declaration_id": row["id"],
        "state": "received",
        "version": 1,
        "updated_at": clock.now,
        "is_mailed": True,
        "reservation_id": None,
        "refund_due_on": date(2026, 11, 17),
        "decided_at": None,
        "words": "",
        "ends_on": None,
        "refunded_at": None,
    }


def test_every_column_of_a_notice_is_stored(client: TestClient, db: Database) -> None:
    declare(client, NOTICE, notice_kind="extraordinary", reason=REASON, end="day", wished_end="2027-12-31")
    row = declared(db)
    assert (row["kind"], row["notice_kind"], row["reason"], row["wished_end"], row["remark"]) == (
        *("notice", "extraordinary", REASON),
        date(2027, 12, 31),
        "",
    )
    assert "außerordentlich aus wichtigem Grund" in row["wording"]
    assert only(stored(db, DeclarationCase))["refund_due_on"] is None


MOMENTS: list[tuple[datetime, str, date, date]] = [
    # The last second of the year in Berlin, and the first.
    (datetime(2026, 12, 31, 22, 59, 59, tzinfo=UTC), "Donnerstag, 31. Dezember 2026, 23:59:59 Uhr (MEZ)",
     date(2027, 1, 14), date(2029, 12, 31)),
    (datetime(2026, 12, 31, 23, 0, 0, tzinfo=UTC), "Freitag, 1. Januar 2027, 00:00:00 Uhr (MEZ)",
     date(2027, 1, 15), date(2030, 12, 31)),
    # The hour that comes twice.
    (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), "Sonntag, 25. Oktober 2026, 02:30:00 Uhr (MESZ)",
     date(2026, 11, 8), date(2029, 12, 31)),
    (datetime(2026, 10, 25, 1, 30, tzinfo=UTC), "Sonntag, 25. Oktober 2026, 02:30:00 Uhr (MEZ)",
     date(2026, 11, 8), date(2029, 12, 31)),
    # The hour that is left out.
    (datetime(2027, 3, 28, 0, 59, 59, tzinfo=UTC), "Sonntag, 28. März 2027, 01:59:59 Uhr (MEZ)",
     date(2027, 4, 11), date(2030, 12, 31)),
    (datetime(2027, 3, 28, 1, 0, tzinfo=UTC), "Sonntag, 28. März 2027, 03:00:00 Uhr (MESZ)",
     date(2027, 4, 11), date(2030, 12, 31)),
    # A summer day that is another one in UTC.
    (datetime(2027, 6, 30, 22, 0, tzinfo=UTC), "Donnerstag, 1. Juli 2027, 00:00:00 Uhr (MESZ)",
     date(2027, 7, 15), date(2030, 12, 31)),
]  # fmt: skip


def test_moment_and_days_are_those_of_berlin(client: TestClient, db: Database, clock: HeldClock) -> None:
    for number, (moment, wording, due, kept) in enumerate(MOMENTS):
        clock.now = moment
        typed = {**WITHDRAWN, "email": f"aenne{number}@example.org"}
        page = press(client, WITHDRAWAL, "confirm", typed, once=f"{ONCE[:-1]}{number}").text
        row, case, mail = (stored(db, model)[-1] for model in (Declaration, DeclarationCase, Mail))
        assert (row["received_at"], row["received_berlin"], row["keep_until"]) == (moment, wording, kept)
        assert (case["refund_due_on"], mail["values"]["received"]) == (due, wording)
        assert wording in page


@pytest.mark.parametrize(("address", "typed"), [(WITHDRAWAL, WITHDRAWN), (NOTICE, NOTICED)])
def test_the_receipt_is_in_the_outbox_with_the_whole_content(
    address: str, typed: dict[str, str], client: TestClient, db: Database
) -> None:
    number = declare(client, address)
    row, mail = declared(db), only(stored(db, Mail))
    kind = {WITHDRAWAL: "withdrawal_received", NOTICE: "notice_received"}[address]
    assert (mail["kind"], mail["recipient"], mail["state"]) == (kind, "aenne@example.org", "queued")
    assert (mail["subject_ref"], mail["dedupe_key"]) == (f"declaration:{row['id']}", f"{kind}:{number}")
    values = mail["values"]
    assert (values["reference"], values["received"]) == (number, row["received_berlin"])
    assert values["sha256"] == row["sha256"]
    lines = dict(values["lines"])
    assert (lines["Name"], lines["Vertrag"], lines["E-Mail"]) == (typed["name"], typed["contract"], typed["email"])
    assert "\n".join(["", values["sentence"], ""]) in row["wording"]


def test_the_audit_log_names_no_person(client: TestClient, db: Database) -> None:
    number = declare(client, remark="Rufen Sie mich an: 0841 123456")
    entry = only(stored(db, AuditEntry))
    assert (entry["actor"], entry["action"]) == ("household", "declaration.received")
    assert entry["subject"] == f"declaration:{declared(db)['id']}"
    assert entry["details"] == {"kind": "withdrawal", "reference": number}
    told = json.dumps(entry["details"], ensure_ascii=False)
    assert [word for word in ("Änne", "example.org", "VG-2222", "0841") if word in told] == []
    with db.read() as session:
        assert first_broken_entry(session) is None


@pytest.mark.both_databases(sample="postgresql")
def test_twenty_presses_at_once_are_one_declaration(client: TestClient, db: Database) -> None:
    with ThreadPoolExecutor(20) as pool:
        pages = list(pool.map(lambda _: press(client, WITHDRAWAL, "confirm", WITHDRAWN), range(20)))
    assert {page.status_code for page in pages} == {200}
    assert {reference_in(page.text) for page in pages} == {declared(db)["reference"]}
    assert len(stored(db, Mail)) == len(stored(db, DeclarationCase)) == len(stored(db, AuditEntry)) == 1


def test_a_full_outbox_of_one_mailbox_loses_no_declaration(client: TestClient, db: Database) -> None:
    for number in range(5):
        declare(client, contract=f"Platz {number}", email=f"aenne+{number}@example.org")
    assert len(stored(db, Declaration)) == 5
    assert [row["is_mailed"] for row in stored(db, DeclarationCase)] == [True] * 3 + [False] * 2


# Unchangeable


@pytest.mark.both_databases
def test_no_column_of_a_declaration_can_be_changed_nor_the_row_deleted_before_its_day(
    client: TestClient, db: Database, clock: HeldClock
) -> None:
    """After its day by the database's own clock it can be erased."""
    declare(client)
    clock.now = datetime(2019, 12, 31, 22, 59, tzinfo=UTC)
    declare(client, contract="Platz 18", once="a" * 24)
    before = stored(db, Declaration)
    assert before[1]["keep_until"] == date(2022, 12, 31)
    for column in Declaration.__table__.columns:
        with pytest.raises(DBAPIError, match="declarations are never changed"):
            execute(db.engine, f"UPDATE declarations SET {column.name} = {column.name}")
    execute(db.engine, "DELETE FROM declaration_cases")
    with pytest.raises(DBAPIError, match="declarations are kept until their day"):
        execute(db.engine, "DELETE FROM declarations")
    assert stored(db, Declaration) == before
    execute(db.engine, f"DELETE FROM declarations WHERE id = {before[1]['id']}")
    assert stored(db, Declaration) == before[:1]


def test_it_is_never_truncated(postgresql_url: str, make_client: MakeClient, tmp_path: Path) -> None:
    database = Database(postgresql_url)
    declare(make_client(site=shell(tmp_path / "site"), database_url=postgresql_url))
    with pytest.raises(DBAPIError, match="declarations are never changed"):
        execute(database.engine, "TRUNCATE declarations CASCADE")
    assert len(stored(database, Declaration)) == 1
    database.close()


def berlin_noon(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 11, tzinfo=UTC)


def test_a_withdrawal_has_fourteen_days_and_never_ends_on_a_weekend() -> None:
    for concluded, last in (
        (date(2026, 11, 3), date(2026, 11, 17)),  # a Tuesday
        (date(2026, 11, 7), date(2026, 11, 23)),  # Saturday moves to Monday
        (date(2026, 11, 8), date(2026, 11, 23)),  # so does Sunday
        (date(2026, 12, 22), date(2027, 1, 5)),
        (date(2028, 2, 15), date(2028, 2, 29)),
    ):
        assert withdrawal_ends(berlin_noon(concluded)) == last


def test_a_refund_is_due_on_the_fourteenth_day_after_the_arrival_in_berlin() -> None:
    for moment, due in (
        (datetime(2026, 12, 17, 22, 59, 59, tzinfo=UTC), date(2026, 12, 31)),
        (datetime(2026, 12, 17, 23, 0, 0, tzinfo=UTC), date(2027, 1, 1)),
        (datetime(2028, 2, 15, 12, 0, tzinfo=UTC), date(2028, 2, 29)),
        (datetime(2027, 2, 15, 12, 0, tzinfo=UTC), date(2027, 3, 1)),
    ):
        assert refund_due(moment) == due


def test_the_alarm_is_raised_on_the_tenth_day_after_the_arrival() -> None:
    due = refund_due(berlin_noon(date(2026, 12, 24)))
    assert due == date(2027, 1, 7)
    assert alarm_from(date(2027, 1, 2)) < due <= alarm_from(date(2027, 1, 3))
