"""The switch that lets nobody reserve in a park."""

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.parks.models import ParkChange
from services.reservations.models import Reservation
from services.staff.models import AuditEntry
from tests.factories import reservation_body
from tests.fixtures.staff import StaffClient
from tests.services.stored import stored

PILOT = "/api/staff/parks/ingolstadt"
ROUTE = "/functions/v1/reserve-spot"


def reserve(client: TestClient) -> dict[str, object]:
    anonymous = TestClient(client.app, raise_server_exceptions=False)
    response = anonymous.post(ROUTE, json=reservation_body())
    return {"http": response.status_code, **response.json()}


@pytest.mark.both_databases
def test_a_paused_park_takes_no_reservation_until_it_is_resumed(staff_client: StaffClient, db: Database) -> None:
    clerk = staff_client("staff")
    paused = clerk.post(f"{PILOT}/pause", json={"reason": "Ein Programm reserviert"})
    assert paused.status_code == 200
    assert paused.json()["paused_at"] is not None
    assert clerk.get("/api/parks/ingolstadt").json()["is_paused"] is True
    refused = reserve(clerk)
    assert (refused["http"], refused["code"], refused["success"]) == (409, "park_paused", False)
    assert "keine Reservierungen" in str(refused["title"])
    assert stored(db, Reservation) == []
    resumed = clerk.post(f"{PILOT}/resume", json={"reason": "Vorbei"}).json()
    assert resumed["paused_at"] is None
    assert clerk.get("/api/parks/ingolstadt").json()["is_paused"] is False
    assert reserve(clerk)["http"] == 200


def test_pausing_is_in_the_parks_history_and_in_the_audit_log(staff_client: StaffClient, db: Database) -> None:
    clerk = staff_client("staff")
    for _ in range(2):
        clerk.post(f"{PILOT}/pause", json={"reason": "Ein Programm reserviert"})
    clerk.post(f"{PILOT}/resume", json={})
    assert [(row["action"], row["reason"]) for row in stored(db, ParkChange)] == [
        ("paused", "Ein Programm reserviert"),
        ("resumed", ""),
    ]
    actions = [row["action"] for row in stored(db, AuditEntry) if row["subject"] == "park:ingolstadt"]
    assert actions == ["park.paused", "park.resumed"]


@pytest.mark.parametrize("action", ["pause", "resume"])
def test_marketing_may_not_switch_and_an_unknown_park_is_404(
    staff_client: StaffClient, client: TestClient, action: str
) -> None:
    body = {"reason": "Probe"}
    assert staff_client("marketing", client=client).post(f"{PILOT}/{action}", json=body).status_code == 403
    assert staff_client("admin", client=client).post(f"/api/staff/parks/nowhere/{action}", json=body).status_code == 404


def test_pausing_needs_a_reason(staff_client: StaffClient, client: TestClient) -> None:
    reply = staff_client("staff", client=client).post(f"{PILOT}/pause", json={"reason": " "})
    assert (reply.status_code, reply.json()["errors"][0]["field"]) == (422, "reason")
