"""The audit log as a list: whole operations as rows, what they consist of, filters, names, and who may read it."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from services.audit.entries import AuditFilters, rows
from services.core.db.db import Database
from services.reservations.desk.undo import undo
from services.reservations.models import Reservation
from services.staff import audit
from services.staff.audit import Event
from services.staff.models import AuditEntry, Role
from tests.fixtures.staff import StaffClient, own_page_client
from tests.services.audit.conftest import NOW
from tests.services.reservations.standing import do, households, reserve_many
from tests.services.staff.steps import refusal

pytestmark = pytest.mark.both_databases(sample="postgresql")

AUDIT = "/api/staff/audit"
MINUTE = timedelta(minutes=1)


def answer(browser: TestClient, path: str = "", **query: Any) -> Any:
    found = browser.get(f"{AUDIT}{path}", params=query)
    assert found.status_code == 200, found.text
    return found.json()


def listed(browser: TestClient, path: str = "", **query: Any) -> list[tuple[str, int | None]]:
    """Action and number of reservations of each row."""
    return [(row["action"], row["reservations"]) for row in answer(browser, path, **query)["data"]]


def write(db: Database, *events: Event) -> None:
    db.write(lambda session: audit.append(session, events, NOW))


def take_back(db: Database, operation: int | None, only: Sequence[int] | None = None) -> None:
    assert operation is not None
    db.write(lambda session: undo(session, operation, "staff:7", Role.ADMIN, NOW + 2 * MINUTE, only))


# One row for an operation


def test_an_operation_over_many_is_one_row_and_its_undo_another(db: Database, admin: TestClient) -> None:
    ids = reserve_many(db, NOW, households(4))
    done = do(db, "cancel", ids[:3], NOW + MINUTE)
    take_back(db, done.operation_id)
    assert listed(admin) == [
        ("operation.undo_cancel", 3),
        ("operation.cancel", 3),
        *[("reservation.reserved", None)] * 4,
    ]
    undone, cancelled = answer(admin, per_page=2)["data"]
    for row, action in ((cancelled, "reservation.cancel"), (undone, "reservation.undo_cancel")):
        parts = answer(admin, f"/{row['id']}/parts")
        assert parts["total"] == 3
        assert [(part["action"], part["subject"]) for part in parts["data"]] == [
            (action, f"reservation:{id_}") for id_ in ids[:3]
        ]


def test_parts_come_page_by_page(db: Database, admin: TestClient) -> None:
    ids = reserve_many(db, NOW, households(5))
    do(db, "invite", ids, NOW + MINUTE)
    (row,) = answer(admin, action="reservation.invite")["data"]
    pages = [answer(admin, f"/{row['id']}/parts", page=page, per_page=2) for page in (1, 2, 3)]
    assert [page["has_next"] for page in pages] == [True, True, False]
    assert [part["subject"] for page in pages for part in page["data"]] == [f"reservation:{id_}" for id_ in ids]


def test_an_operation_taken_back_in_two_steps_has_the_parts_of_each(db: Database, admin: TestClient) -> None:
    ids = reserve_many(db, NOW, households(2))
    done = do(db, "add_tag", ids, NOW + MINUTE, tag="Presse")
    for id_ in ids:
        take_back(db, done.operation_id, [id_])
    first, second = answer(admin, action="reservation.undo_add_tag", order="asc")["data"]
    assert [first["about"]["subject"], second["about"]["subject"]] == [f"reservation:{id_}" for id_ in ids]
    assert first["reservations"] == second["reservations"] == 1


def test_pages_count_rows_and_not_entries(db: Database, admin: TestClient) -> None:
    ids = reserve_many(db, NOW, households(3))
    for minute in range(1, 6):
        do(db, "add_tag", ids, NOW + minute * MINUTE, tag=f"M{minute}")
    pages = [answer(admin, page=page, per_page=3) for page in (1, 2, 3)]
    assert [len(page["data"]) for page in pages] == [3, 3, 2]
    assert [page["has_next"] for page in pages] == [True, True, False]
    entries = [row["id"] for page in pages for row in page["data"]]
    assert entries == sorted(set(entries), reverse=True)


def test_only_an_operation_has_parts(db: Database, admin: TestClient) -> None:
    write(db, Event("staff:7", "park.paused", "park:ingolstadt"))
    (row,) = answer(admin)["data"]
    for entry in (row["id"], 10**9):
        assert refusal(admin.get(f"{AUDIT}/{entry}/parts")) == (404, "not_found")


def test_a_merger_is_one_row_with_all_its_reservations(db: Database, admin: TestClient) -> None:
    write(
        db,
        Event("staff:7", "operation.merge", "operation:4", {"kept": 1, "dropped": [2, 3]}),
        *(Event("staff:7", "reservation.merge", f"reservation:{id_}", {"operation": 4}) for id_ in (1, 2, 3)),
    )
    assert listed(admin) == [("operation.merge", 3)]
    assert listed(admin, "/1/parts") == [("reservation.merge", None)] * 3


# Filters


def test_a_reservation_finds_the_operations_it_was_part_of(db: Database, admin: TestClient) -> None:
    first, second, third = reserve_many(db, NOW, households(3))
    done = do(db, "cancel", [first, second], NOW + MINUTE)
    take_back(db, done.operation_id)
    do(db, "add_tag", [third], NOW + 3 * MINUTE, tag="Presse")
    about = lambda id_, **more: listed(admin, subject=f"reservation:{id_}", **more)  # noqa: E731
    assert about(second) == [("operation.undo_cancel", 2), ("operation.cancel", 2), ("reservation.reserved", None)]
    assert about(third) == [("operation.add_tag", 1), ("reservation.reserved", None)]
    assert about(second, action="reservation.cancel") == [("operation.cancel", 2)]
    assert about(second, page=2, per_page=2) == [("reservation.reserved", None)]


@pytest.mark.parametrize("action", ["operation.cancel", "reservation.cancel"])
def test_both_names_of_an_operation_find_its_row(action: str, db: Database, admin: TestClient) -> None:
    ids = reserve_many(db, NOW, households(2))
    do(db, "cancel", ids, NOW + MINUTE)
    assert listed(admin, action=action) == [("operation.cancel", 2)]


def test_filters_narrow_by_area_person_and_days(db: Database, admin: TestClient) -> None:
    ids = reserve_many(db, NOW, households(2))
    do(db, "cancel", ids, NOW + timedelta(days=1), actor="staff:8")
    write(
        db, Event("staff:7", "mail.cancelled", "mail:1"), Event("system", "reservation.release_spot", "reservation:1")
    )
    assert listed(admin, area="mails") == [("mail.cancelled", None)]
    assert listed(admin, area="reservations", actor="staff:8") == [("operation.cancel", 2)]
    assert listed(admin, actor="system") == [("reservation.release_spot", None)]
    assert listed(admin, **{"from": "2026-11-04"}) == [("operation.cancel", 2)]
    assert listed(admin, to="2026-11-03", actor="household") == [("reservation.reserved", None)] * 2
    for query in ({"area": "kites"}, {"sort": "at"}, {"subject": "Anna Huber"}, {"to": "morgen"}, {"nobody": "1"}):
        assert refusal(admin.get(AUDIT, params=query)) == (422, "validation"), query


# Names


def test_rows_name_the_reservation_and_the_household(db: Database, admin: TestClient) -> None:
    (id_,) = reserve_many(db, NOW, households(1, first_name="Anna", last_name="Huber"))
    do(db, "cancel", [id_], NOW + MINUTE)
    with db.read() as session:
        reference = session.scalar(select(Reservation.reference))
    about = {"subject": f"reservation:{id_}", "name": reference, "household": "Anna Huber"}
    assert [row["about"] for row in answer(admin)["data"]] == [about, about]
    (part,) = answer(admin, f"/{answer(admin)['data'][0]['id']}/parts")["data"]
    assert part["about"] == about


def test_rows_name_parks_mails_accounts_and_campaigns(db: Database, admin: TestClient) -> None:
    (id_,) = reserve_many(db, NOW, households(1, first_name="Anna", last_name="Huber"))
    member = admin.member  # type: ignore[attr-defined]
    write(
        db,
        Event("system", "park.paused", "park:ingolstadt"),
        Event("system", "mail.cancelled", "mail:1"),
        Event("system", "staff.enabled", f"account:{member.id}"),
        Event("system", "campaign.added", "campaign:1"),
        Event("system", "job.paused", "job:sweep"),
    )
    names = {row["subject"]: row["about"] for row in answer(admin, actor="system")["data"]}
    assert names["park:ingolstadt"]["name"] == "Ingolstadt"
    assert names[f"account:{member.id}"]["name"] == "Ada Admin"
    assert names["mail:1"]["household"] == "Anna Huber"
    assert "reserviert" in names["mail:1"]["name"]
    assert names["campaign:1"] is names["job:sweep"] is None
    assert id_


# What to choose filters from


def test_choices_are_areas_with_actions_and_everybody_with_an_account(admin: TestClient, db: Database) -> None:
    choices = answer(admin, "/choices")
    assert [area["label"] for area in choices["areas"]][:3] == [
        "Reservierungen",
        "Mails und Nachrichten",
        "Warteliste",
    ]
    assert {"action": "reservation.cancel", "label": "Stornierung"} in choices["areas"][0]["actions"]
    member = admin.member  # type: ignore[attr-defined]
    assert choices["accounts"] == [{"actor": f"staff:{member.id}", "name": "Ada Admin", "is_active": True}]


@pytest.mark.parametrize("words", ["Huber", "anna hub", "hüber", "{reference}", "{id}", "reservation:{id}"])
def test_a_reservation_is_suggested_by_name_reference_and_number(words: str, db: Database, admin: TestClient) -> None:
    (id_,) = reserve_many(db, NOW, households(1, first_name="Anna", last_name="Hueber" if "ü" in words else "Huber"))
    with db.read() as session:
        reference = session.scalar(select(Reservation.reference)) or ""
    typed = words.format(reference=reference.lower().replace("-", " "), id=id_)
    found = answer(admin, "/subjects", q=typed)["data"]
    assert found[0]["subject"] == f"reservation:{id_}"
    assert found[0]["name"] == reference


def test_parks_mails_and_accounts_are_suggested_too(db: Database, admin: TestClient) -> None:
    reserve_many(db, NOW, households(1, email="anna@example.org"))
    member = admin.member  # type: ignore[attr-defined]
    subjects = lambda q: [one["subject"] for one in answer(admin, "/subjects", q=q)["data"]]  # noqa: E731
    assert subjects("ingol") == ["park:ingolstadt"]
    assert subjects("ada") == [f"account:{member.id}"]
    assert "mail:1" in subjects("anna@")
    assert subjects("1")[:2] == ["reservation:1", "mail:1"]
    assert subjects("Niemand") == subjects("99999999999999999999") == subjects("kite:1") == []


# Who may read it


@pytest.mark.parametrize("path", ["", "/choices", "/subjects?q=huber", "/1/parts"])
def test_the_log_is_for_the_administration(
    path: str, db: Database, app: TestClient, admin: TestClient, staff_client: StaffClient
) -> None:
    do(db, "cancel", reserve_many(db, NOW, households(1)), NOW + MINUTE)
    (row,) = answer(admin, action="reservation.cancel")["data"]
    address = AUDIT + path.replace("/1/", f"/{row['id']}/")
    assert admin.get(address).status_code == 200
    assert refusal(own_page_client(app).get(address)) == (401, "signed_out")
    for role in ("staff", "marketing"):
        assert refusal(staff_client(role, client=app).get(address)) == (403, "forbidden")


# Speed


def test_parts_are_passed_over_by_an_index(db: Database) -> None:
    """Else a page after thousands of parts would read every one of them."""
    statement = rows(AuditFilters()).with_only_columns(AuditEntry.id).order_by(AuditEntry.id.desc()).limit(51)
    with db.read() as session:
        connection = session.connection()
        is_sqlite = connection.dialect.name == "sqlite"
        if not is_sqlite:
            connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        sql = statement.compile(connection, compile_kwargs={"literal_binds": True})
        plan = connection.exec_driver_sql(f"EXPLAIN {'QUERY PLAN ' if is_sqlite else ''}{sql}").all()
    assert "ix_audit_entries_listed" in str(plan)
    assert "TEMP B-TREE" not in str(plan)
