"""The timeline of a reservation: every kind of thing that happened, in one order, by pages."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.declarations.models import Declaration
from services.reservations.desk.models import ReservationNote
from services.reservations.models import Reservation
from tests.factories import reservation_body
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient
from tests.services.declarations.forms import declare, shell
from tests.services.held_clock import HeldClock
from tests.services.messages.mails import mail, receive, with_file
from tests.services.stored import stored
from tests.services.waiting_list.line import Line, open_small_park

pytestmark = pytest.mark.both_databases(sample="postgresql")

STAFF = "/api/staff"
OTHER = {"email": "nele.hartwig@example.net", "last_name": "Hartwig"}


def pages(clerk: TestClient, id_: int, **params: str) -> list[dict[str, Any]]:
    """Every page of a timeline."""
    found: list[dict[str, Any]] = []
    after: dict[str, str] = {}
    while not found or after:
        answer = clerk.get(f"{STAFF}/reservations/{id_}/timeline", params={**params, **after})
        assert answer.status_code == 200, answer.text
        found.append(answer.json())
        after = {"after": found[-1]["after"]} if found[-1]["after"] else {}
    return found


def test_everything_that_happened_stands_in_one_list(
    make_client: MakeClient, db: Database, staff_client: StaffClient, tmp_path: Path
) -> None:
    clock = HeldClock()
    client = make_client(clock=clock, site=shell(tmp_path / "site"), rate_limits="off")
    open_small_park(db, spots=1, kwh=3000)
    line = Line(client, db, clock, tmp_path)
    line.fill(3000)
    line.enter("Nele")
    clock.advance(hours=1)
    line.free(1)
    came = {"utm_source": "newsletter", "at": clock().isoformat()}
    accepted = line.as_("Nele").accept(**OTHER, annual_kwh=3000, expected_annual_credit=150, touches=[came])
    assert accepted.status_code == 200, accepted.text
    reservation = stored(db, Reservation)[-1]
    _write(db, clock, reservation)
    _work(staff_client("staff", client=client), clock, reservation)
    clerk = staff_client("staff", client=client)
    _declare(client, clerk, db, reservation["reference"])

    (page,) = pages(clerk, reservation["id"])
    kinds = {entry["kind"] for entry in page["entries"]}
    assert kinds == {"note", "mail", "change", "reveal", "evidence_read", "declaration", "waiting", "touch", "message"}
    _check_messages(page)
    by_group = {name: next(p["entries"] for p in pages(clerk, reservation["id"], group=name)) for name in _COUNTED}
    for name, entries in by_group.items():
        pinned = len(page["pinned"]) if name == "notes" else 0
        assert len(entries) + pinned == page["counts"][name] > 0, name
        assert {entry["group"] for entry in entries} == {name}
    assert page["counts"]["all"] == sum(page["counts"][name] for name in _COUNTED) == len(page["entries"]) + 1
    assert [note["text"] for note in page["pinned"]] == ["Ruft lieber abends an."]
    assert [entry["change"]["action"] for entry in by_group["money"]] == ["verify_deposit"]
    undo = {entry["change"]["action"]: entry["undo"] for entry in page["entries"] if entry["undo"]}
    assert [found["name"] for found in undo.values()] == ["verify_deposit", "edited"], "the latest of each member"
    told = {entry["waiting"]["step"] for entry in by_group["traces"] if entry["waiting"]}
    assert told == {"joined", "offered", "accepted"}
    [revealed] = [entry for entry in page["entries"] if entry["kind"] == "reveal"]
    assert (revealed["reveal"], revealed["actor_name"]) == ("phone", "Kim Staff")
    assert revealed["is_own"] is False, "somebody else of the same name"
    moments = [entry["at"] for entry in page["entries"]]
    assert moments == sorted(moments, reverse=True)
    assert [entry["kind"] for entry in page["entries"]][:2] == ["declaration", "declaration"]


def _check_messages(page: dict[str, Any]) -> None:
    """What the household wrote, and what somebody else wrote about it, by name."""
    written = {entry["actor_name"]: entry["message"] for entry in page["entries"] if entry["message"]}
    assert written.keys() == {"Haushalt", "Ein Nachbar"}
    assert (written["Haushalt"]["excerpt"], written["Haushalt"]["attachment_count"]) == ("Anbei die Vollmacht.", 1)
    assert [one["is_other_address"] for one in written.values()] == [name != "Haushalt" for name in written]


_COUNTED = ("notes", "messages", "operations", "money", "traces")


def _write(db: Database, clock: HeldClock, reservation: dict[str, Any]) -> None:
    """The household writes a mail with a file, and a neighbour names its reference."""
    reference = {"subject": f"Zu {reservation['reference']}"}
    pdf = ("Anbei die Vollmacht.", "Vollmacht.pdf", b"%PDF-1.7 ")
    receive(
        db,
        clock(),
        with_file(*pdf, **reference, **{"from": reservation["email"]}),
        mail("Guten Tag.", **reference, **{"from": "Ein Nachbar <nachbar@example.net>"}),
    )


def _work(clerk: TestClient, clock: HeldClock, reservation: dict[str, Any]) -> None:
    """What a clerk does on one afternoon, a minute each."""
    one = f"{STAFF}/reservations/{reservation['id']}"
    calls: list[tuple[str, str, dict[str, Any] | None]] = [
        ("POST", f"{one}/notes", {"text": "Ruft lieber abends an.", "is_pinned": True}),
        ("POST", f"{one}/notes", {"text": "Rückruf zugesagt."}),
        ("POST", f"{one}/reveal", {"field": "phone"}),
        ("GET", f"{one}/evidence", None),
        ("PATCH", one, {"version": reservation["version"], "first_name": "Nele"}),
        ("POST", f"{STAFF}/reservations/operations/verify_deposit", {"ids": [reservation["id"]]}),
    ]
    for method, path, body in calls:
        clock.advance(minutes=1)
        answer = clerk.request(method, path, json=body)
        assert answer.status_code in (200, 201), answer.text


def _declare(client: TestClient, clerk: TestClient, db: Database, reference: str) -> None:
    declare(client, contract=reference)
    path = f"{STAFF}/declarations/{stored(db, Declaration)[0]['id']}"
    body = {"version": clerk.get(path).json()["version"], "reference": reference}
    matched = clerk.post(f"{path}/match", json=body)
    assert matched.status_code == 200, matched.text


def test_of_many_of_one_moment_none_is_shown_twice_or_left_out(
    client: TestClient, staff_client: StaffClient, db: Database
) -> None:
    assert client.post("/functions/v1/reserve-spot", json=reservation_body()).status_code == 200
    clerk = staff_client("staff")
    at = stored(db, Reservation)[0]["created_at"]
    notes = [{"reservation_id": 1, "text": f"Notiz {n}", "created_at": at} for n in range(120)]
    db.write(lambda session: session.execute(insert(ReservationNote), notes) and None)
    found = pages(clerk, 1)
    keys = [entry["key"] for page in found for entry in page["entries"]]
    assert [len(page["entries"]) for page in found] == [50, 50, found[0]["counts"]["all"] - 100]
    assert len(set(keys)) == len(keys) == found[0]["counts"]["all"]
    texts = [e["note"]["text"] for page in pages(clerk, 1, group="notes") for e in page["entries"]]
    assert texts == [f"Notiz {n}" for n in reversed(range(120))]
    refused = clerk.get(f"{STAFF}/reservations/1/timeline", params={"after": "gestern"})
    assert refused.status_code == 422
