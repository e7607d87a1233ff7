"""The audit log as a file: exactly the entries the filters leave, named for people, harmless for spreadsheets."""

import csv
import io
import json
from datetime import timedelta
from typing import Any

import openpyxl
import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from services.core.clock import BERLIN
from services.core.db.db import Database
from services.exports.models import ExportLink
from services.reservations.models import Reservation
from services.staff import audit
from services.staff.audit import Event
from services.staff.models import AuditEntry
from tests.fixtures.staff import StaffClient, own_page_client
from tests.services.audit.conftest import NOW
from tests.services.reservations.standing import do, households, reserve_many
from tests.services.staff.steps import refusal
from tests.services.stored import stored

EXPORTS = "/api/staff/exports"
NASTY = '=HYPERLINK("https://evil.example")'


@pytest.fixture
def ids(db: Database, admin: TestClient) -> list[int]:
    """Three reservations, two of them invited at once by Ada."""
    found = reserve_many(db, NOW, households(2) + households(1, first_name="Anna", last_name="Huber", email="a@b.de"))
    do(db, "invite", found[1:], NOW, actor=f"staff:{admin.member.id}")  # type: ignore[attr-defined]
    return found


def fetched(browser: TestClient, form: str = "csv", **filters: Any) -> Any:
    promised = browser.post(EXPORTS, json={"resource": "audit", "format": form, "filters": filters})
    assert promised.status_code == 200, promised.text
    answer = browser.get(promised.json()["download"])
    assert answer.status_code == 200, answer.text
    assert answer.headers["x-rows"] == str(promised.json()["rows"])
    assert answer.headers["content-disposition"] == f'attachment; filename="{promised.json()["file_name"]}"'
    return answer


def rows_of(answer: Any, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""), delimiter=delimiter))


@pytest.mark.both_databases
def test_a_file_holds_every_entry_with_the_parts_of_operations(db: Database, admin: TestClient, ids: list[int]) -> None:
    answer = fetched(admin)
    rows = rows_of(answer)
    entries = stored(db, AuditEntry)[:-1]  # but the export's own
    assert [int(row["id"]) for row in rows] == [entry["id"] for entry in entries][::-1]
    assert [row["hash"] for row in rows] == [entry["hash"] for entry in entries][::-1]
    assert [json.loads(row["details"]) for row in rows] == [entry["details"] for entry in entries][::-1]
    assert "protokoll-2026-11-03-6-zeilen-int.csv" in answer.headers["content-disposition"]
    part, _, whole, *_ = rows
    with db.read() as session:
        reference = session.scalar(select(Reservation.reference).where(Reservation.id == ids[2]))
    assert (part["action"], part["area"], part["actor"]) == (
        "reservation.invite",
        "reservations",
        f"staff:{admin.member.id}",  # type: ignore[attr-defined]
    )
    assert (part["name"], part["household"], part["actor_name"]) == (reference, "Anna Huber", "Ada Admin")
    assert (whole["action"], whole["reservations"]) == ("operation.invite", "2")
    assert part["operation"] == whole["operation"] != ""


def test_the_german_file_is_for_people(admin: TestClient, ids: list[int]) -> None:
    rows = rows_of(fetched(admin, "csv-de", subject=f"reservation:{ids[2]}"), ";")
    assert [(row["Bereich"], row["Aktion"], row["Wer"]) for row in rows] == [
        ("Reservierungen", "Einladung zum Vertrag", "Ada Admin"),
        ("Reservierungen", "Neue Reservierung", "Haushalt"),
    ]
    assert rows[0]["Zeitpunkt"] == f"{NOW.astimezone(BERLIN):%d.%m.%Y %H:%M}"


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("filters", "actions"),
    [
        ({"action": "operation.invite"}, ["reservation.invite", "reservation.invite", "operation.invite"]),
        ({"actor": "system", "area": "parks", "to": "2026-11-03"}, ["park.paused"]),
        ({"from": "2026-11-04"}, ["park.resumed"]),
        ({"to": "2026-11-03", "subject": "park:ingolstadt"}, ["park.paused"]),
        ({"actor": "staff:abc"}, []),
        ({"actor": "staff:99999999999999999999999"}, []),
    ],
)
def test_filters_are_those_of_the_list(
    filters: dict[str, str], actions: list[str], db: Database, admin: TestClient, ids: list[int]
) -> None:
    assert ids
    for moment, what in ((NOW, "paused"), (NOW + timedelta(days=1), "resumed")):
        event = Event("system", f"park.{what}", "park:ingolstadt")
        db.write(lambda session, event=event, moment=moment: audit.append(session, [event], moment))
    assert [row["action"] for row in rows_of(fetched(admin, **filters))] == actions


@pytest.mark.parametrize("form", ["csv", "csv-de"])
def test_no_cell_is_a_formula(form: str, db: Database, admin: TestClient) -> None:
    reserve_many(db, NOW, households(1))
    db.write(lambda session: setattr(session.scalars(select(Reservation)).one(), "first_name", NASTY))
    (row,) = rows_of(fetched(admin, form), ";" if form == "csv-de" else ",")
    cells = list(row.values())
    assert any(cell.startswith("'=HYPERLINK") for cell in cells)
    assert not any(cell.startswith(("=", "+", "-", "@")) for cell in cells)


def test_a_workbook_says_what_was_filtered(admin: TestClient, ids: list[int]) -> None:
    answer = fetched(admin, "xlsx", area="reservations", subject=f"reservation:{ids[2]}", **{"from": "2026-11-01"})
    book = openpyxl.load_workbook(io.BytesIO(answer.content))
    assert book.sheetnames == ["Protokoll", "Auswahl"]
    said = {row[0].value: row[1].value for row in book["Auswahl"].iter_rows()}
    assert (said["Zeilen"], said["Bereich"], said["Von"]) == (2, "Reservierungen", "01.11.2026")
    assert str(said["Betrifft"]).startswith("VG-")


def test_the_export_is_in_the_log_itself(db: Database, admin: TestClient, ids: list[int]) -> None:
    fetched(admin, "csv-de", subject=f"reservation:{ids[0]}", **{"from": "2026-11-01"})
    entry = stored(db, AuditEntry)[-1]
    assert (entry["actor"], entry["action"], entry["subject"]) == (
        f"staff:{admin.member.id}",  # type: ignore[attr-defined]
        "export.fetched",
        "audit",
    )
    filters = {"subject": f"reservation:{ids[0]}", "from": "2026-11-01"}
    assert entry["details"] == {"format": "csv-de", "rows": 1, "filters": filters}


def test_the_log_leaves_with_the_administration_only(
    db: Database, app: TestClient, admin: TestClient, staff_client: StaffClient
) -> None:
    body = {"resource": "audit", "format": "csv", "filters": {}}
    assert refusal(own_page_client(app).post(EXPORTS, json=body)) == (401, "signed_out")
    for role in ("staff", "marketing"):
        assert refusal(staff_client(role, client=app).post(EXPORTS, json=body)) == (403, "forbidden")
    assert stored(db, ExportLink) == []
    address = admin.post(EXPORTS, json=body).json()["download"]
    assert refusal(staff_client("admin", client=app).get(address)) == (404, "export_gone")
    assert admin.get(address).status_code == 200


@pytest.mark.parametrize(
    "changes", [{"filters": {"q": "Huber"}}, {"filters": {"area": "kites"}}, {"columns": ["id"]}, {"format": "html"}]
)
def test_what_does_not_exist_is_refused(changes: dict[str, Any], admin: TestClient) -> None:
    answer = admin.post(EXPORTS, json={"resource": "audit", "format": "csv", "filters": {}, **changes})
    assert refusal(answer) == (422, "validation")
