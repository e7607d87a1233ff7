"""Calls around schedules, for the tests of them."""

from typing import Any

from starlette.testclient import TestClient

SCHEDULES = "/api/staff/report-schedules"


def plan(staff: Any, **changes: Any) -> dict[str, Any]:
    """Every morning at six: the probe's reservations of the last week, to the person who saves it."""
    return {
        "name": "Jeden Morgen",
        "report": "probe",
        "parameters": {},
        "period": "last_7_days",
        "timing": {"kind": "daily", "time": "06:00", "weekdays": [], "month_day": None},
        "zone": "Europe/Berlin",
        "recipients": [staff.member.email],
        "formats": ["csv"],
        "least_rows": 0,
        "retention_days": 90,
    } | changes


def make(staff: TestClient, **changes: Any) -> dict[str, Any]:
    """Save a schedule."""
    answer = staff.post(SCHEDULES, json=plan(staff, **changes))
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


def faults(answer: Any) -> dict[str, str]:
    """Field and code of everything a call is refused for."""
    assert answer.status_code == 422, answer.text
    return {error["field"]: error["code"] for error in answer.json()["errors"]}
