"""A park that is called off: its reservations end, nothing is sold there any more, and nobody counts it."""

import threading
from contextlib import suppress
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from services.alerts.built_in import BUILT_IN, Asked, Readings, Unjudged
from services.alerts.models import AlertRule
from services.core.db.db import Database
from services.mail.models import Mail
from services.parks.fullness import park_fullness
from services.parks.models import Park, ParkChange, Spot
from services.parks.site_facts import site_facts
from services.reservations.desk.parks import cancel as park_cancellation
from services.reservations.desk.parks.cancel import Wish
from services.reservations.desk.undo import undo
from services.reservations.errors import CountChanged
from services.reservations.models import Reservation
from services.staff.audit import first_broken_entry
from services.staff.models import AuditEntry, StaffSession
from tests.factories import reservation_body
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import check_invariants, do, households, reserve_many
from tests.services.stored import set_spots, stored

NOW = HeldClock().now
PILOT = "/api/staff/parks/ingolstadt"
CANCELLATION = f"{PILOT}/cancellation"
BODY = {"name": "Ingolstadt", "confirmed_count": 3, "reason": "Der Netzanschluss wurde nicht genehmigt"}


def reserve(client: TestClient, name: str = "spaet") -> Any:
    anonymous = TestClient(client.app, raise_server_exceptions=False)
    return anonymous.post("/functions/v1/reserve-spot", json=reservation_body(email=f"{name}@example.org"))


def cancel_in(db: Database, count: int, name: str = "Ingolstadt") -> None:
    wish = Wish(name, count, "Der Netzanschluss wurde nicht genehmigt")
    db.write(lambda session: park_cancellation.cancel(session, "ingolstadt", wish, "staff:1", NOW))


def pilot(db: Database) -> dict[str, Any]:
    return next(row for row in stored(db, Park) if row["id"] == "ingolstadt")


@pytest.fixture
def admin(staff_client: StaffClient) -> TestClient:
    """An administrator who has just said password and code."""
    return staff_client("admin")


def test_all_of_it_is_told_before(admin: TestClient, db: Database) -> None:
    ids = reserve_many(db, NOW, households(5))
    do(db, "cancel", ids[:1], NOW)
    set_spots(db, "blocked", range(11, 501))
    before = stored(db, Reservation)
    told = admin.get(CANCELLATION).json()
    assert told["reservations"] == 4
    assert told["consequences"] == [
        "4 Reservierungen wechseln zu „Park abgesagt“.",
        "4 Plätze werden gesperrt und nicht mehr vergeben.",
        "4 Haushalte erhalten in 10 Minuten eine Mail: „Ihr Solarpark wird nicht gebaut“.",
        "Alle Zahlungen sind innerhalb von 14 Tagen zu erstatten; das geschieht nicht von selbst.",
        "Die Kartenprüfung entfällt bei 4.",
        "5 freie Plätze werden gesperrt.",
        "1 gehaltener Platz wird gesperrt: Stornierungen lassen sich hier nicht mehr zurücknehmen.",
        "Die Website sagt, dass der Park nicht gebaut wird, und nimmt hier keine Reservierung mehr an.",
        "„Heute“, Hinweise und Vorhersage zählen den Park nicht mehr mit. In Berichten über die Zeit davor bleibt er.",
    ]
    assert told["lasting"].startswith("Das lässt sich nicht rückgängig machen.")
    assert "10 Minuten" in told["lasting"]
    assert stored(db, Reservation) == before
    assert pilot(db)["cancelled_at"] is None


@pytest.mark.both_databases
def test_every_reservation_ends_nothing_is_left_to_sell_and_it_is_for_good(admin: TestClient, db: Database) -> None:
    ids = reserve_many(db, NOW, households(3))
    undone = do(db, "cancel", ids[:1], NOW)
    reply = admin.post(CANCELLATION, json={**BODY, "confirmed_count": 2})
    assert reply.status_code == 200, reply.text
    shown = reply.json()
    assert shown["cancelled_at"] is not None
    assert (shown["spot_limit"], shown["kwh_taken"], shown["fullness"]["left"]) == (0, 0, 0)
    assert [row["state"] for row in stored(db, Reservation)] == ["cancelled", "park_cancelled", "park_cancelled"]
    spots = [spot for spot in stored(db, Spot) if spot["park_id"] == "ingolstadt"]
    assert {(spot["state"], spot["reason"]) for spot in spots} == {("blocked", "Der Park wird nicht gebaut.")}
    assert sum(mail["kind"] == "park_cancelled" for mail in stored(db, Mail)) == 2
    refused = reserve(admin)
    assert (refused.status_code, refused.json()["code"]) == (409, "park_cancelled")
    assert "wird nicht gebaut" in refused.json()["title"]
    public = admin.get("/api/parks/ingolstadt").json()
    assert (public["is_cancelled"], public["spots_free"]) == (True, 0)
    picture = admin.get("/api/parks/ingolstadt/spots").json()
    assert (picture["total"], picture["free"], picture["taken"]) == (500, 0, [[1, 500]])
    (change,) = stored(db, ParkChange)
    assert (change["action"], change["reason"]) == ("cancelled", BODY["reason"])
    assert (change["before"], change["after"]) == (
        {"spot_limit": 500, "is_cancelled": False},
        {"spot_limit": 0, "is_cancelled": True},
    )
    (entry,) = (row for row in stored(db, AuditEntry) if row["action"] == "park.cancelled")
    assert (entry["subject"], entry["details"]["reservations"]) == ("park:ingolstadt", 2)
    assert BODY["reason"] not in str(entry["details"])
    with db.read() as session:
        assert first_broken_entry(session) is None

    (result,) = db.write(lambda session: undo(session, undone.operation_id or 0, "staff:1", "admin", NOW)).results
    assert (result.outcome, result.code) == ("refused", "changed_since"), "its place is gone too"
    calls = {
        "again": admin.post(CANCELLATION, json={**BODY, "confirmed_count": 0}),
        "preview": admin.get(CANCELLATION),
        "limit": admin.patch(PILOT, json={"version": 2, "spot_limit": 500}),
        "release": admin.post(f"{PILOT}/spots/release", json={"numbers": [1], "reason": "Doch"}),
        "block": admin.post(f"{PILOT}/spots/block", json={"numbers": [1], "reason": "Doch"}),
        "pause": admin.post(f"{PILOT}/pause", json={"reason": "Doch"}),
        "resume": admin.post(f"{PILOT}/resume", json={"reason": "Doch"}),
    }
    answers = {name: (reply.status_code, reply.json()["code"]) for name, reply in calls.items()}
    assert answers == dict.fromkeys(calls, (409, "park_cancelled"))
    note = {"version": 2, "progress_note": "Wir haben alle benachrichtigt.", "progress_on": f"{date(2026, 11, 2)}"}
    assert admin.patch(PILOT, json=note).status_code == 200, "what households read can still be changed"


def test_the_console_counts_it_no_more(admin: TestClient, db: Database) -> None:
    reserve_many(db, NOW, households(3))
    set_spots(db, "blocked", range(4, 500))
    admin.post(CANCELLATION, json=BODY)
    today = admin.get("/api/staff/today").json()
    assert [park["id"] for park in today["charts"]["parks"]] == ["munich"]
    assert next(task for task in today["tasks"] if task["kind"] == "capacity")["count"] == 0
    shown = admin.get(f"{PILOT}/capacity").json()
    assert (shown["runs"], shown["fullness"]["spots_words"], shown["fullness"]["level"]) == ([], "abgesagt", None)
    assert shown["forecast"]["sentence"] == "Der Park ist abgesagt: Hier wird niemand mehr reservieren."
    with db.read() as session:
        found = _read(session, "no_reservation", NOW + timedelta(days=9))
        assert found is Unjudged.MEANINGLESS, "nobody could reserve anywhere"
        assert _read(session, "capacity", NOW) == []


def _read(session: Session, kind: str, now: datetime) -> Readings:
    return BUILT_IN[kind].read(Asked(session, now, AlertRule(kind=kind, threshold=60), lambda *_: ()))


def test_a_silence_names_the_parks_that_can_be_reserved_in_only(db: Database) -> None:
    def open_munich(session: Any) -> None:
        session.get_one(Park, "munich").spot_limit = 3
        session.add_all(Spot(park_id="munich", number=n, state="free", changed_at=NOW) for n in (1, 2, 3))

    db.write(open_munich)
    reserve_many(db, NOW, households(1))
    with db.read() as session:
        (before,) = _read(session, "no_reservation", NOW)  # type: ignore[misc]
    cancel_in(db, 1)
    with db.read() as session:
        (after,) = _read(session, "no_reservation", NOW)  # type: ignore[misc]
    assert before.words.endswith("Frei sind Plätze in Ingolstadt und München-Ost.")
    assert after.words.endswith("Frei sind Plätze in München-Ost.")


def test_the_public_pages_say_so(db: Database) -> None:
    cancel_in(db, 0)
    with db.read() as session:
        facts = next(park for park in site_facts(session) if park.id == "ingolstadt")
    printed = facts.printed()
    assert (printed["STATUS"], printed["STATUS_PHRASE"], printed["TIMELINE"]) == ("Abgesagt", "abgesagt", "Entfällt")
    assert printed["PROGRESS"] == "Dieser Park wird nicht gebaut."
    assert printed["SPOTS"] == "500", "how many it was to have"
    assert facts.for_scripts()["isCancelled"] is True


def test_a_slip_or_an_old_confirmation_does_nothing(admin: TestClient, db: Database) -> None:
    reserve_many(db, NOW, households(3))
    for changes, status, code in (
        ({"name": "Ingolstad"}, 422, "validation"),
        ({"name": "München-Ost"}, 422, "validation"),
        ({"reason": "  "}, 422, "validation"),
        ({"confirmed_count": 2}, 409, "count_changed"),
        ({"confirmed_count": -1}, 422, "validation"),
    ):
        reply = admin.post(CANCELLATION, json={**BODY, **changes})
        assert (reply.status_code, reply.json()["code"]) == (status, code), changes
    db.write(lambda session: session.execute(update(StaffSession).values(confirmed_until=None)) and None)
    assert admin.get(CANCELLATION).status_code == 200
    reply = admin.post(CANCELLATION, json=BODY)
    assert (reply.status_code, reply.json()["code"]) == (403, "confirmation_required")
    assert {row["state"] for row in stored(db, Reservation)} == {"reserved"}
    assert (pilot(db)["cancelled_at"], stored(db, ParkChange)) == (None, [])


@pytest.mark.both_databases(sample="postgresql")
def test_no_reservation_slips_in(db: Database, client: TestClient) -> None:
    """Households reserve while the park is called off: each one either ends with it or is refused."""
    reserve_many(db, NOW, households(5))
    begun = threading.Event()
    answers: list[int] = []

    def others() -> None:
        for number in range(12):
            answers.append(reserve(client, f"spaet{number}").status_code)
            begun.set()

    thread = threading.Thread(target=others)
    thread.start()
    begun.wait()
    while pilot(db)["cancelled_at"] is None:
        with db.read() as session:
            count = park_cancellation.preview(session, "ingolstadt").reservations
        with suppress(CountChanged):
            cancel_in(db, count)
    thread.join()
    assert set(answers) <= {200, 409}
    states = [row["state"] for row in stored(db, Reservation)]
    assert states == ["park_cancelled"] * (5 + answers.count(200))
    with db.read() as session:
        (found,) = park_fullness(session, "ingolstadt")
    assert (found.fullness.left, found.park.kwh_taken) == (0, 0)
    check_invariants(db)


REFUNDS = "/api/staff/parks/ingolstadt/refunds"


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
