"""A clerk and a marketer at work: lists, notes, cancellations, reports, reports to keep."""

from typing import Any, Final

from tests.faults.mixed_load.traffic import UNANSWERED, Traffic
from tests.fixtures.staff import Member

_LISTS: Final = ("/reservations", "/reservations/facets", "/mails", "/today", "/waiting-list", "/work-lines")
_REPORTS: Final = ("overview", "funnel", "money", "breakdown", "capacity", "credits")
_REASON: Final = "Auf Wunsch des Haushalts"


async def clerk(traffic: Traffic, member: Member) -> None:
    """Read lists, open cases, write notes, cancel some."""
    async with traffic.client() as browser:
        cookie = traffic.cookie(member)
        while not traffic.is_over:
            await _read(traffic, browser, f"/api/staff{traffic.random.choice(_LISTS)}", cookie)
            await _handle_a_case(traffic, browser, cookie)
            await traffic.pause(0.3, 1.0)


async def marketer(traffic: Traffic, member: Member) -> None:
    """Look at reports, and keep one now and then."""
    async with traffic.client() as browser:
        cookie = traffic.cookie(member)
        while not traffic.is_over:
            report = traffic.random.choice(_REPORTS)
            await _read(traffic, browser, f"/api/staff/reports/{report}", cookie)
            if traffic.random.random() < 0.2:
                await _keep(traffic, browser, report, cookie)
            await traffic.pause(1.0, 3.0)


async def _read(traffic: Traffic, browser: Any, path: str, cookie: dict[str, str]) -> Any:
    answer = await traffic.once(browser, "GET", path, headers=cookie)
    if answer.status_code not in (200, *UNANSWERED):
        traffic.ledger.wrong.append(f"GET {path}: {answer.status_code}")
    return answer.json() if answer.status_code == 200 else None


async def _handle_a_case(traffic: Traffic, browser: Any, cookie: dict[str, str]) -> None:
    listed = await _read(traffic, browser, "/api/staff/reservations?state=reserved&per_page=25", cookie)
    rows = (listed or {}).get("data", [])
    if not rows:
        return
    row = traffic.random.choice(rows)
    await _read(traffic, browser, f"/api/staff/reservations/{row['id']}", cookie)
    text = f"Notiz {traffic.random.getrandbits(60):015x}"
    path = f"/api/staff/reservations/{row['id']}/notes"
    noted = await traffic.once(browser, "POST", path, json={"text": text}, headers=cookie)
    if noted.status_code in (200, 201):
        traffic.ledger.notes.add(text)
    if traffic.random.random() < 0.2:
        await _cancel(traffic, browser, row, cookie)


async def _cancel(traffic: Traffic, browser: Any, row: dict[str, Any], cookie: dict[str, str]) -> None:
    reference = str(row["reference"])
    traffic.ledger.unsure.add(reference)
    path, body = "/api/staff/reservations/operations/cancel", {"ids": [row["id"]], "reason": _REASON}
    answer = await traffic.once(browser, "POST", path, json=body, headers=cookie)
    if answer.status_code == 200 and answer.json()["done"] == 1:
        traffic.ledger.cancelled.add(reference)


async def _keep(traffic: Traffic, browser: Any, report: str, cookie: dict[str, str]) -> None:
    body = {"report": report, "label": "Dauerlauf", "parameters": {}}
    answer = await traffic.once(browser, "POST", "/api/staff/report-runs", json=body, headers=cookie)
    if answer.status_code == 201:
        traffic.ledger.kept_reports.add(answer.json()["id"])
