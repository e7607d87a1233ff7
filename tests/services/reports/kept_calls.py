"""Calls around kept runs, for the tests of them: a client with a clock, reservations, keeping and comparing."""

from datetime import timedelta
from typing import Any

from starlette.testclient import TestClient

from services.core.clock import berlin_day
from tests.factories import letters, reservation_body
from tests.fixtures.staff import state_of

RUNS = "/api/staff/report-runs"


def today(client: TestClient) -> Any:
    """The day it is for the app."""
    return berlin_day(state_of(client).clock())


def period(client: TestClient, days: int = 30) -> dict[str, str]:
    """The last days up to today."""
    last = today(client)
    return {"from": (last - timedelta(days=days)).isoformat(), "to": last.isoformat()}


def reserve(client: TestClient, number: int = 1, *touches: dict[str, str], **changes: Any) -> int:
    """One household's reservation; answers its id."""
    at = (state_of(client).clock() - timedelta(minutes=9)).isoformat()
    body = reservation_body(
        email=f"haushalt-{number}@example.org",
        mobile_phone=f"0170 {4000000 + number}",
        last_name=f"Nachname{letters(number)}",
        touches=[{**touch, "at": at} for touch in touches],
        **changes,
    )
    answer = client.post("/functions/v1/reserve-spot", json=body)
    assert answer.status_code == 200, answer.text
    return number


def keep_report(staff: TestClient, label: str = "Vor der Runde", **parameters: Any) -> dict[str, Any]:
    """Keep the probe of the last month."""
    body = {"report": "probe", "label": label, "parameters": {**period(staff), **parameters}}
    answer = staff.post(RUNS, json=body)
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


def compared(staff: TestClient, run_id: int, against: object = "now") -> dict[str, Any]:
    """What differs, and what happened."""
    answer = staff.get(f"{RUNS}/{run_id}/changes", params={"against": against})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def operate(admin: TestClient, name: str, *ids: int, reason: str = "Auf Wunsch") -> int:
    """A named operation over reservations; answers its own id."""
    answer = admin.post(f"/api/staff/reservations/operations/{name}", json={"ids": list(ids), "reason": reason})
    assert answer.status_code == 200, answer.text
    performed: int = answer.json()["operation_id"]
    return performed
