"""What is owed to the households of a park that is not built: as a list, and as a file for the accounts department."""

from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.reservations.desk.parks import cancel as park_cancellation
from services.reservations.desk.parks.cancel import Wish
from services.reservations.models import Reservation
from services.staff.models import AuditEntry
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import do, households, reserve_many
from tests.services.stored import stored

NOW = HeldClock().now
REFUNDS = "/api/staff/parks/ingolstadt/refunds"


@pytest.fixture
def clerk(staff_client: StaffClient) -> TestClient:
    return staff_client("staff")


@pytest.fixture
def ids(db: Database) -> list[int]:
    """Standard in 24 instalments each: one that paid nothing, one with a checked card, one contract, one at the grid
    since three months."""
    ids = reserve_many(db, NOW, households(4))
    do(db, "verify_deposit", [ids[1]], NOW)
    for step in ("invite", "contract"):
        do(db, step, ids[2:], NOW - timedelta(days=90))
    do(db, "activate", ids[3:], NOW - timedelta(days=80))
    wish = Wish("Ingolstadt", 4, "Der Netzanschluss wurde nicht genehmigt")
    db.write(lambda session: park_cancellation.cancel(session, "ingolstadt", wish, "staff:1", NOW))
    return ids


def owed(clerk: TestClient) -> dict[str, Any]:
    found: dict[str, Any] = clerk.get(REFUNDS).json()["refunds"]
    return found


def test_before_a_park_is_called_off_nothing_is_owed(db: Database, clerk: TestClient) -> None:
    reserve_many(db, NOW, households(1))
    assert clerk.get(REFUNDS).json() == {"refunds": None}


def test_each_household_is_owed_what_it_can_have_paid(db: Database, clerk: TestClient, ids: list[int]) -> None:
    found = owed(clerk)
    assert (found["unpaid"], found["due_on"]) == (1, (NOW + timedelta(days=14)).date().isoformat())
    shown = {
        row["reservation_id"]: (
            row["state_before"],
            row["card_check_cents"],
            row["setup_fee_cents"],
            row["price_cents"],
        )
        for row in found["rows"]
    }
    instalment = next(row for row in stored(db, Reservation) if row["id"] == ids[3])["instalment_cents"]
    assert shown == {
        ids[1]: ("reserved", 100, 0, 0),
        ids[2]: ("contracted", 0, 7900, 0),
        ids[3]: ("active", 0, 7900, 3 * instalment),
    }
    assert found["total_cents"] == 100 + 2 * 7900 + 3 * instalment


def test_the_list_is_fetched_as_a_file_and_that_is_logged(db: Database, clerk: TestClient, ids: list[int]) -> None:
    promise = clerk.post("/api/staff/exports", json={"resource": "refunds", "format": "csv-de", "park": "ingolstadt"})
    assert promise.json()["rows"] == 3
    file = clerk.get(promise.json()["download"])
    lines = file.content.decode("utf-8-sig").splitlines()
    assert lines[0].split(";")[-2:] == ["Zusammen, höchstens", "Fällig am"]
    assert len(lines) == 4
    assert ";Vertrag geschlossen;0,00;nein;79,00;0,00;79,00;17.11.2026" in lines[2]
    [entry] = [row for row in stored(db, AuditEntry) if row["action"] == "export.fetched"]
    assert (entry["subject"], entry["details"]["rows"]) == ("park:ingolstadt", 3)
    do(db, "refund_deposit", [ids[1]], NOW)
    first = owed(clerk)["rows"][0]
    assert (first["reservation_id"], first["card_check_cents"], first["is_card_check_refunded"]) == (ids[1], 100, True)
