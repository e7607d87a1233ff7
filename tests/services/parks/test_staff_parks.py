"""Parks in the console: shown, edited under a version, opened, limited; spots blocked and released."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.parks.models import Park, ParkChange, Spot
from services.parks.schemas import ParkPatch, SpotNumbersIn
from services.reservations.models import Reservation
from services.staff.audit import first_broken_entry
from services.staff.models import AuditEntry
from tests.factories import reservation_body
from tests.fixtures.staff import StaffClient
from tests.services.refusals import refusals
from tests.services.stored import stored

PARKS = "/api/staff/parks"
PILOT = f"{PARKS}/ingolstadt"


def reserve(client: TestClient, name: str = "h", **changes: Any) -> Any:
    return client.post("/functions/v1/reserve-spot", json=reservation_body(email=f"{name}@example.org", **changes))


def patch(clerk: TestClient, **fields: Any) -> Any:
    fields.setdefault("version", clerk.get(PILOT).json()["version"])
    return clerk.patch(PILOT, json=fields)


def test_every_park_is_listed_with_both_limits(clerk: TestClient) -> None:
    pilot, munich = clerk.get(PARKS).json()["data"]
    assert pilot == {
        "id": "ingolstadt",
        "name": "Ingolstadt",
        "location": "Ingolstadt",
        "capacity_kw": 1450,
        "households": 414,
        "status": "Bauphase",
        "timeline": "Live Q2 2025",
        "progress_note": pilot["progress_note"],
        "progress_on": "2026-11-22",
        "invest_minimum_cents": 50_000,
        "spot_limit": 500,
        "kwh_limit": 1_566_000,
        "kwh_taken": 0,
        "fullness": {
            "spot_limit": 500,
            "occupied": 0,
            "reserved": 0,
            "held": 0,
            "blocked": 0,
            "free": 500,
            "overbooked": 0,
            "left": 500,
            "kwh_limit": 1_566_000,
            "kwh_taken": 0,
            "level": None,
            "spots_words": "0 von 500 belegt",
            "kwh_words": "0 von 1.566.000 kWh im Jahr belegt",
        },
        "paused_at": None,
        "cancelled_at": None,
        "confirmed_at": None,
        "version": 1,
    }
    assert "Den Termin Q2 2025 hat das Projekt nicht gehalten" in pilot["progress_note"]
    assert (munich["id"], munich["name"]) == ("munich", "München-Ost")
    assert (munich["id"], munich["spot_limit"], munich["fullness"]["left"]) == ("munich", 0, 0)


def test_a_change_is_saved_with_who_when_before_and_after(clerk: TestClient, db: Database) -> None:
    reply = patch(clerk, status="Live", timeline="Am Netz", reason="Inbetriebnahme")
    assert reply.status_code == 200, reply.text
    shown = reply.json()
    assert (shown["status"], shown["timeline"], shown["version"]) == ("Live", "Am Netz", 2)
    (change,) = shown["history"]
    assert change["actor_name"] == "Kim Staff"
    assert change["before"] == {"status": "Bauphase", "timeline": "Live Q2 2025"}
    assert change["after"] == {"status": "Live", "timeline": "Am Netz"}
    assert change["reason"] == "Inbetriebnahme"
    entry = stored(db, AuditEntry)[-1]
    assert (entry["action"], entry["subject"]) == ("park.edited", "park:ingolstadt")
    assert "Inbetriebnahme" not in str(entry["details"])
    with db.read() as session:
        assert first_broken_entry(session) is None
    assert patch(clerk, status="Live", name=" Ingolstadt ").json()["version"] == 2, "the same again changes nothing"
    assert len(stored(db, ParkChange)) == 1


REFUSED: list[tuple[str, Any, str]] = [
    ("name", "", "missing"),
    ("name", None, "missing"),
    ("name", "x" * 81, "too_long"),
    ("location", "Ingol\x00stadt", "control_characters"),
    ("status", "fertig", "unknown_choice"),
    ("timeline", "x" * 41, "too_long"),
    ("progress_note", "x" * 401, "too_long"),
    ("progress_on", "22.11.2026", "not_a_day"),
    ("capacity_kw", 0, "out_of_range"),
    ("capacity_kw", 1.5, "not_whole"),
    ("households", -1, "out_of_range"),
    ("invest_minimum_cents", 50_050, "not_whole"),
    ("spot_limit", -1, "out_of_range"),
    ("spot_limit", 100_001, "out_of_range"),
    ("kwh_limit", 10**15, "out_of_range"),
    ("spot_limit", "600", "wrong_type"),
    ("spot_limit", True, "wrong_type"),
]


def test_a_wrong_value_is_named_with_its_field(clerk: TestClient) -> None:
    for field, value, code in REFUSED:
        [fault] = refusals(ParkPatch, {"version": 1, field: value})
        assert (fault["field"], fault["code"], fault["message"][-1]) == (field, code, "."), value
    reply = patch(clerk, progress_on="2999-01-01")
    assert [(error["field"], error["code"]) for error in reply.json()["errors"]] == [("progress_on", "in_the_future")]
    assert clerk.get(PILOT).json()["version"] == 1


def test_the_note_on_the_state_of_a_park_is_saved_with_its_day_and_taken_away(
    clerk: TestClient, client: TestClient, db: Database
) -> None:
    shown = patch(clerk, progress_note=" Die Netzzusage liegt vor. ", progress_on="2026-11-20").json()
    assert (shown["progress_note"], shown["progress_on"]) == ("Die Netzzusage liegt vor.", "2026-11-20")
    (change,) = shown["history"]
    assert change["after"] == {"progress_note": "Die Netzzusage liegt vor.", "progress_on": "2026-11-20"}
    assert change["before"]["progress_on"] == "2026-11-22"
    public = client.get("/api/parks/ingolstadt").json()
    assert (public["progress_note"], public["progress_on"]) == ("Die Netzzusage liegt vor.", "2026-11-20")
    assert patch(clerk, progress_note="").json()["progress_note"] == ""
    db.write(lambda session: setattr(session.get_one(Park, "ingolstadt"), "progress_on", None))
    reply = patch(clerk, progress_note="Die Netzzusage liegt vor.")
    assert reply.status_code == 422
    assert [(error["field"], error["code"]) for error in reply.json()["errors"]] == [("progress_on", "missing")]


def test_raising_the_limit_opens_a_park(clerk: TestClient, client: TestClient, db: Database) -> None:
    assert reserve(client, park="munich").status_code == 409
    assert clerk.patch(f"{PARKS}/munich", json={"version": 1, "spot_limit": 300}).json()["fullness"]["left"] == 300
    assert reserve(client, park="munich").json()["spot_number"] == 1
    assert client.get("/api/parks/munich/spots").json() == {
        "park": "munich",
        "total": 300,
        "free": 299,
        "taken": [[1, 1]],
    }
    assert [spot["number"] for spot in stored(db, Spot) if spot["park_id"] == "munich"] == list(range(1, 301))


def test_a_limit_lowered_and_raised_again_creates_no_number_twice(clerk: TestClient, db: Database) -> None:
    for limit in (10, 600):
        assert patch(clerk, spot_limit=limit).json()["fullness"]["left"] == min(limit, 1566)
    assert len([spot for spot in stored(db, Spot) if spot["park_id"] == "ingolstadt"]) == 600


def test_a_limit_below_what_is_taken_is_refused_until_overbooking_is_allowed(
    clerk: TestClient, client: TestClient
) -> None:
    for number in range(3):
        reserve(client, f"h{number}", annual_kwh=3000, solar_share_amount=1899, expected_annual_credit=180)
    reply = patch(clerk, spot_limit=2)
    assert (reply.status_code, reply.json()["code"]) == (409, "below_taken")
    assert (reply.json()["field"], reply.json()["taken"], reply.json()["limit"]) == ("spot_limit", 3, 2)
    reply = patch(clerk, kwh_limit=8999)
    assert (reply.json()["field"], reply.json()["taken"], reply.json()["limit"]) == ("kwh_limit", 9000, 8999)
    assert patch(clerk, spot_limit=3, kwh_limit=9000).status_code == 200
    reply = patch(clerk, spot_limit=2, allow_overbooking=True)
    assert (reply.status_code, reply.json()["errors"][0]["field"]) == (422, "reason")
    reply = patch(clerk, spot_limit=2, allow_overbooking=True, reason="Ein Feld fällt weg")
    assert reply.json()["fullness"]["left"] == 0
    assert reply.json()["history"][0]["reason"] == "Ein Feld fällt weg"
    shown = clerk.get(f"{PILOT}/capacity").json()
    assert shown["runs"][-1] == {"state": "overbooked", "first": 3, "last": 3}
    assert shown["forecast"]["sentence"].startswith("Der Park ist überbucht")


def test_a_park_whose_energy_is_gone_is_full(clerk: TestClient, client: TestClient) -> None:
    patch(clerk, kwh_limit=4500)
    assert client.get("/api/parks/ingolstadt").json()["spots_free"] == 4
    assert reserve(client, "a").status_code == 200
    assert reserve(client, "b").status_code == 200
    for route in ("/api/parks/ingolstadt", "/api/parks/ingolstadt/spots"):
        document = client.get(route).json()
        assert (document.get("spots_free", document.get("free"))) == 0
        assert (document.get("spots_total", document.get("total"))) == 500
    refusal = reserve(client, "c")
    assert (refusal.status_code, refusal.json()["code"]) == (409, "park_full")
    assert patch(clerk, kwh_limit=None).json()["fullness"]["left"] == 498


@pytest.mark.both_databases(sample="postgresql")
def test_lowering_the_limit_while_reservations_come_in_never_goes_below_them(
    clerk: TestClient, client: TestClient, db: Database
) -> None:
    """Whichever comes first, a number beyond the limit is only there when the limit came second, and was refused."""
    patch(clerk, spot_limit=40)
    with ThreadPoolExecutor(8) as pool:
        calls = [pool.submit(reserve, client, f"h{number}") for number in range(30)]
        lowered = [pool.submit(patch, clerk, spot_limit=limit) for limit in (20, 15, 10)]
    given = [call.result().json()["spot_number"] for call in calls if call.result().status_code == 200]
    limit = clerk.get(PILOT).json()["spot_limit"]
    assert {reply.result().status_code for reply in lowered} <= {200, 409}
    assert max(given) <= limit
    assert sorted(given) == list(range(1, len(given) + 1))
    assert len(given) == min(limit, 30)
    pilot = next(park for park in stored(db, Park) if park["id"] == "ingolstadt")
    assert pilot["kwh_taken"] == 2000 * len(given)


def test_blocking_answers_for_each_number(clerk: TestClient, client: TestClient, db: Database) -> None:
    reserve(client)
    patch(clerk, spot_limit=499)
    body = {"numbers": [1, 2, 3, 3, 500, 9999], "reason": "Musterfläche"}
    reply = clerk.post(f"{PILOT}/spots/block", json=body).json()
    assert (reply["done"], reply["refused"]) == (2, 3)
    assert [(row["number"], row["outcome"], row["code"]) for row in reply["results"]] == [
        (1, "refused", "spot_taken"),
        (2, "done", None),
        (3, "done", None),
        (500, "refused", "beyond_limit"),
        (9999, "refused", "unknown_spot"),
    ]
    assert all(row["detail"].endswith(".") for row in reply["results"] if row["code"])
    assert reserve(client, "next").json()["spot_number"] == 4
    reply = clerk.post(f"{PILOT}/spots/release", json={"numbers": [1, 2], "reason": "Doch frei"}).json()
    assert [(row["number"], row["code"]) for row in reply["results"]] == [(1, "not_blocked"), (2, None)]
    assert reserve(client, "after").json()["spot_number"] == 2
    assert [change["action"] for change in clerk.get(PILOT).json()["history"]] == [
        "spots_released",
        "spots_blocked",
        "edited",
    ]
    assert [entry["details"] for entry in stored(db, AuditEntry) if entry["action"] == "park.spots_blocked"] == [
        {"numbers": [2, 3]}
    ]


def test_blocking_needs_numbers_and_a_reason() -> None:
    for numbers, reason, field in (([], "x", "numbers"), ([0], "x", "numbers.0"), ([1], " ", "reason")):
        assert [one["field"] for one in refusals(SpotNumbersIn, {"numbers": numbers, "reason": reason})] == [field]


def test_marketing_reads_no_reasons(staff_client: StaffClient, clerk: TestClient) -> None:
    clerk.post(f"{PILOT}/spots/block", json={"numbers": [7], "reason": "Für Familie Meier"})
    marketing = staff_client("marketing")
    for path in ("", "/spots/7", "/capacity"):
        assert "Meier" not in marketing.get(PILOT + path).text
    assert "Meier" in clerk.get(PILOT).text


ROUTE = "/functions/v1/reserve-spot"


def reserve_anonymously(client: TestClient) -> dict[str, object]:
    anonymous = TestClient(client.app, raise_server_exceptions=False)
    response = anonymous.post(ROUTE, json=reservation_body())
    return {"http": response.status_code, **response.json()}


def test_a_paused_park_takes_no_reservation_until_it_is_resumed(staff_client: StaffClient, db: Database) -> None:
    clerk = staff_client("staff")
    paused = clerk.post(f"{PILOT}/pause", json={"reason": "Ein Programm reserviert"})
    assert paused.status_code == 200
    assert clerk.post(f"{PILOT}/pause", json={"reason": "Noch einmal"}).status_code == 200
    reply = clerk.post(f"{PILOT}/pause", json={"reason": " "})
    assert (reply.status_code, reply.json()["errors"][0]["field"]) == (422, "reason")
    assert paused.json()["paused_at"] is not None
    assert clerk.get("/api/parks/ingolstadt").json()["is_paused"] is True
    refused = reserve_anonymously(clerk)
    assert (refused["http"], refused["code"], refused["success"]) == (409, "park_paused", False)
    assert "keine Reservierungen" in str(refused["title"])
    assert stored(db, Reservation) == []
    resumed = clerk.post(f"{PILOT}/resume", json={"reason": "Vorbei"}).json()
    assert resumed["paused_at"] is None
    assert clerk.get("/api/parks/ingolstadt").json()["is_paused"] is False
    assert reserve_anonymously(clerk)["http"] == 200
    assert [(row["action"], row["reason"]) for row in stored(db, ParkChange)] == [
        ("paused", "Ein Programm reserviert"),
        ("resumed", "Vorbei"),
    ]
    actions = [row["action"] for row in stored(db, AuditEntry) if row["subject"] == "park:ingolstadt"]
    assert actions == ["park.paused", "park.resumed"]
