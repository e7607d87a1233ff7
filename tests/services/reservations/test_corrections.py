"""Staff correct one reservation: package and plan, place, and taking it up again."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Update, update
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.mail.models import Mail
from services.parks import allocation
from services.parks.models import Park
from services.reservations.evidence.models import Evidence
from services.reservations.models import Reservation, ReservationChange
from services.reservations.release import release_due
from services.staff.models import AuditEntry
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import (
    check_invariants,
    do,
    households,
    reservation,
    reserve_many,
    spot,
)
from tests.services.stored import stored

ONE = "/api/staff/reservations/1"
REASON = {"reason": "Anruf vom Montag"}
LARGER = {"annual_kwh": 3000, "payment_plan": "48m"}


@pytest.fixture
def clerk(db: Database, clock: HeldClock, staff_client: StaffClient, make_client: MakeClient) -> TestClient:
    """Three households on the places 1, 2 and 3."""
    reserve_many(db, clock.now, households(3))
    send_all(db)
    return staff_client("staff", client=make_client(clock=clock))


def set_(db: Database, statement: Update) -> None:
    db.write(lambda session: session.execute(statement) and None)


def end(db: Database, id_: int, clock: HeldClock) -> None:
    """Cancelled so long ago that its place is free again."""
    do(db, "cancel", [id_], clock.now - timedelta(days=2))
    assert release_due(db, clock) == 1


def open_other_park(db: Database, clock: HeldClock) -> str:
    """The second park, which sells nothing yet, with five places."""
    park = next(str(one["id"]) for one in stored(db, Park) if one["id"] != "ingolstadt")
    set_(db, update(Park).where(Park.id == park).values(spot_limit=5))
    assert db.write(lambda session: allocation.add_spots(session, park, 5, clock.now)) == 5
    return park


def correct(clerk: TestClient, what: str, **body: Any) -> Any:
    version = clerk.get(ONE).json()["version"]
    return clerk.post(f"{ONE}/{what}", json={"version": version, **REASON, **body})


def undo(clerk: TestClient, answer: Any) -> Any:
    return clerk.post(f"/api/staff/operations/{answer.json()['operation_id']}/undo", json={})


def send_all(db: Database) -> None:
    """As delivered."""
    set_(db, update(Mail).values(state="sent"))


def mails(db: Database) -> list[tuple[str, Any]]:
    return [(row["kind"], row["values"].get("lines")) for row in stored(db, Mail) if row["state"] == "queued"]


def test_a_share_is_refused_where_it_may_not_change(clerk: TestClient, db: Database, clock: HeldClock) -> None:
    same = {"annual_kwh": 2000, "payment_plan": reservation(db, 1).payment_plan}
    assert correct(clerk, "share", **same).json()["code"] == "unchanged"
    set_(db, update(Park).values(kwh_limit=Park.kwh_taken))
    refused = correct(clerk, "share", **LARGER)
    assert (refused.status_code, refused.json()["code"]) == (409, "too_little_energy")
    assert clerk.post(f"{ONE}/share/preview", json=LARGER).json()["refusal"]["code"] == "too_little_energy"
    unsaid = correct(clerk, "share", notify=False, **LARGER)
    assert [error["field"] for error in unsaid.json()["errors"]] == ["untold_reason"]
    assert [e["field"] for e in correct(clerk, "share", reason="", **LARGER).json()["errors"]] == ["reason"]
    do(db, "invite", [1], clock.now)
    do(db, "contract", [1], clock.now)
    assert correct(clerk, "share", **LARGER).json()["code"] == "wrong_state"
    assert correct(clerk, "spot", park="ingolstadt", spot_number=9).json()["code"] == "wrong_state"


def test_a_household_moves_to_another_park_with_its_energy(clerk: TestClient, db: Database, clock: HeldClock) -> None:
    park = open_other_park(db, clock)
    before = {one["id"]: one["kwh_taken"] for one in stored(db, Park)}
    answer = correct(clerk, "spot", park=park, spot_number=2, notify=False, untold_reason="Am Telefon besprochen")
    assert answer.status_code == 200, answer.text
    after = {one["id"]: one["kwh_taken"] for one in stored(db, Park)}
    assert (after["ingolstadt"], after[park]) == (before["ingolstadt"] - 2000, before[park] + 2000)
    assert mails(db) == [], "the household was told by telephone"
    assert stored(db, ReservationChange)[-1]["after"]["untold_because"] == "Am Telefon besprochen"
    assert stored(db, AuditEntry)[-1]["details"]["told"] is False
    assert undo(clerk, answer).json()["done"] == 1
    assert {one["id"]: one["kwh_taken"] for one in stored(db, Park)} == before
    assert mails(db) == []
    check_invariants(db)


@pytest.mark.both_databases
def test_a_reservation_is_taken_up_again_at_its_own_place_or_the_lowest_free(
    clerk: TestClient, db: Database, clock: HeldClock
) -> None:
    cancel = clerk.post("/api/staff/reservations/operations/cancel", json={"ids": [1], **REASON})
    assert correct(clerk, "reopen").json()["code"] == "undo_possible"
    undo(clerk, cancel)
    end(db, 1, clock)
    send_all(db)
    assert clerk.post(f"{ONE}/reopen/preview", json={}).json()["spot_number"] == 1
    reserve_many(db, clock.now, households(1, email="spaeter@example.org", mobile_phone="0171 9999999"))
    send_all(db)
    shown = clerk.post(f"{ONE}/reopen/preview", json={}).json()
    assert (shown["spot_number"], shown["refusal"]) == (4, None)
    answer = correct(clerk, "reopen")
    assert answer.status_code == 200, answer.text
    row = reservation(db, 1)
    assert (row.state, row.spot_number, row.deposit_state, row.confirm_by) == ("reserved", 4, "reserved", None)
    assert row.duplicate_suspected, "the newer one bears the same name"
    assert sorted(kind for kind, _ in mails(db)) == ["confirm_address", "reservation_restored"]
    check_invariants(db)
    assert undo(clerk, answer).json()["done"] == 1
    row = reservation(db, 1)
    assert (row.state, row.spot_number, spot(db, 4).state, mails(db)) == ("cancelled", 1, "free", [])
    check_invariants(db)


def test_a_held_place_is_freed_for_the_reservation_that_had_it_last(
    clerk: TestClient, db: Database, clock: HeldClock
) -> None:
    """The latest reservation of place 3 is not the one that gives it up: that moved there."""
    set_(db, update(Reservation).where(Reservation.id == 3).values(annual_kwh=1000))
    set_(db, update(Park).where(Park.id == "ingolstadt").values(kwh_taken=Park.kwh_taken - 1000))
    end(db, 3, clock)
    assert correct(clerk, "spot", park="ingolstadt", spot_number=3).status_code == 200
    do(db, "cancel", [1], clock.now)
    assert clerk.get("/api/staff/parks/ingolstadt/spots/3").json()["reservation"]["id"] == 1
    check_invariants(db)
    clock.now += timedelta(days=2)
    release_due(db, clock)
    check_invariants(db)


def test_a_cancellation_may_stay_untold_for_a_reason(clerk: TestClient, db: Database) -> None:
    cancel = "/api/staff/reservations/operations/cancel"
    body = {"ids": [1], "reason": "Doppelt", "notify": False}
    assert [e["field"] for e in clerk.post(cancel, json=body).json()["errors"]] == ["untold_reason"]
    shown = clerk.post(f"{cancel}/preview", json={"ids": [1], "notify": False}).json()
    assert shown["may_be_untold"] and "Der Haushalt erhält keine Mail." in shown["consequences"]
    answer = clerk.post(cancel, json={**body, "untold_reason": "Eigener Test"})
    assert (answer.status_code, mails(db)) == (200, [])
    assert undo(clerk, answer).json()["done"] == 1
    assert mails(db) == [], "who was not told of the one is not told of the other"
    always = clerk.post("/api/staff/reservations/operations/invite", json={"ids": [1], "notify": False})
    assert [e["code"] for e in always.json()["errors"]] == ["always_told"]


@pytest.mark.both_databases
def test_package_and_plan_change_with_figures_energy_evidence_and_mail_and_are_taken_back(
    clerk: TestClient, db: Database
) -> None:
    before, kwh = stored(db, Reservation)[0], stored(db, Park)[0]["kwh_taken"]
    shown = clerk.post(f"{ONE}/share/preview", json=LARGER).json()
    assert (shown["before"]["annual_kwh"], shown["after"]["annual_kwh"], shown["refusal"]) == (2000, 3000, None)
    assert shown["after"]["effective_interest_bp"] > 0
    assert shown["before"]["balance_cents"] != shown["after"]["balance_cents"]
    answer = correct(clerk, "share", **LARGER)
    assert answer.status_code == 200, answer.text
    row = reservation(db, 1)
    assert (row.annual_kwh, row.payment_plan) == (3000, "48m")
    assert row.plan_total_cents == shown["after"]["plan_total_cents"]
    assert stored(db, Park)[0]["kwh_taken"] == kwh + 1000
    ((kind, told),) = mails(db)
    assert kind == "reservation_changed" and [line[0] for line in told][:2] == ["Paket", "Wenn der Park am Netz ist"]
    reserved, changed = [one for one in stored(db, Evidence) if one["reservation_id"] == 1]
    assert changed["before_sha256"] == reserved["offer_sha256"], "the offer it replaced is kept"
    entry = stored(db, AuditEntry)[-1]
    assert (entry["action"], entry["details"]["evidence"]) == ("reservation.change_share", changed["sha256"])
    check_invariants(db)
    send_all(db)
    assert undo(clerk, answer).json()["done"] == 1
    after = stored(db, Reservation)[0]
    assert {name for name, value in after.items() if before[name] != value} - {"updated_at"} == {"version"}
    assert stored(db, Park)[0]["kwh_taken"] == kwh
    assert mails(db) == [("reservation_changed", [[label, new, old] for label, old, new in told])]
    assert [one for one in stored(db, Evidence) if one["reservation_id"] == 1][-1]["offer_sha256"] == (
        reserved["offer_sha256"]
    )
    check_invariants(db)


@pytest.mark.both_databases
def test_a_place_is_exchanged_for_a_free_one_and_back_until_somebody_has_it(
    clerk: TestClient, db: Database, clock: HeldClock
) -> None:
    target = {"park": "ingolstadt", "spot_number": 17}
    shown = clerk.post(f"{ONE}/spot/preview", json=target).json()
    assert shown["refusal"] is None and "statt des Platzes 1" in shown["consequences"][0]
    answer = correct(clerk, "spot", **target)
    assert answer.status_code == 200, answer.text
    assert (spot(db, 1).state, spot(db, 17).state, reservation(db, 1).spot_number) == ("free", "reserved", 17)
    assert mails(db) == [("reservation_changed", [["Platz", "1", "17"]])]
    check_invariants(db)
    assert undo(clerk, answer).json()["done"] == 1
    assert (spot(db, 1).state, spot(db, 17).state, mails(db)) == ("reserved", "free", [])
    answer = correct(clerk, "spot", **target)
    reserve_many(db, clock.now, households(1, email="spaeter@example.org", mobile_phone="0171 9999999"))
    (result,) = undo(clerk, answer).json()["results"]
    assert (result["outcome"], result["code"], reservation(db, 1).spot_number) == ("refused", "spot_gone", 17)
    check_invariants(db)


@pytest.mark.both_databases
def test_two_households_exchange_their_places_and_both_are_told(
    clerk: TestClient, db: Database, clock: HeldClock
) -> None:
    wanted = {"park": "ingolstadt", "spot_number": 2}
    swap = clerk.post(f"{ONE}/spot/preview", json=wanted).json()["swap"]
    assert swap[:2] == [
        "Der Haushalt bekommt den Platz 2 statt des Platzes 1.",
        "Änne Hb bekommt dafür den Platz 1. Kein Platz wird frei.",
    ]
    answer = correct(clerk, "spot/swap", **wanted)
    assert answer.status_code == 200, answer.text
    assert [reservation(db, id_).spot_number for id_ in (1, 2, 3)] == [2, 1, 3]
    assert [reservation(db, id_).state for id_ in (1, 2)] == ["reserved", "reserved"]
    assert mails(db) == [
        ("reservation_changed", [["Platz", "1", "2"]]),
        ("reservation_changed", [["Platz", "2", "1"]]),
    ]
    check_invariants(db)
    assert undo(clerk, answer).json()["done"] == 2
    assert ([reservation(db, id_).spot_number for id_ in (1, 2)], mails(db)) == ([1, 2], [])
    answer = correct(clerk, "spot/swap", **wanted)
    send_all(db)
    assert undo(clerk, answer).json()["done"] == 2
    assert sorted(lines for _, lines in mails(db)) == [[["Platz", "1", "2"]], [["Platz", "2", "1"]]]
    check_invariants(db)


@pytest.mark.both_databases
def test_an_exchange_is_taken_back_for_both_or_for_neither(clerk: TestClient, db: Database, clock: HeldClock) -> None:
    answer = correct(clerk, "spot/swap", park="ingolstadt", spot_number=2)
    assert correct(clerk, "spot", park="ingolstadt", spot_number=17).status_code == 200
    late = undo(clerk, answer)
    assert (late.status_code, late.json()["code"]) == (409, "changed_since")
    assert [reservation(db, id_).spot_number for id_ in (1, 2)] == [17, 1]
    end(db, 1, clock)
    check_invariants(db)


def test_an_exchange_is_refused_in_words(clerk: TestClient, db: Database, clock: HeldClock) -> None:
    other = open_other_park(db, clock)
    do(db, "invite", [2], clock.now)
    do(db, "contract", [2], clock.now)
    third = ONE.replace("/1", "/3")
    moved = {"version": clerk.get(third).json()["version"], **REASON, "park": other, "spot_number": 1}
    assert clerk.post(f"{third}/spot", json=moved).status_code == 200
    for park, number, code in (
        ("ingolstadt", 1, "unchanged"),
        ("ingolstadt", 2, "wrong_state"),
        ("ingolstadt", 17, "nobody_there"),
        (other, 1, "other_park"),
    ):
        wanted = {"park": park, "spot_number": number}
        assert clerk.post(f"{ONE}/spot/preview", json=wanted).json()["swap"] is None
        refused = correct(clerk, "spot/swap", **wanted)
        assert (refused.status_code, refused.json()["code"]) == (409, code), refused.text
    assert reservation(db, 1).spot_number == 1


REFUSED: list[tuple[dict[str, Any], tuple[str, int], str]] = [
    ({}, ("ingolstadt", 1), "unchanged"),
    ({}, ("ingolstadt", 2), "spot_taken"),
    ({}, ("ingolstadt", 99_999), "unknown_spot"),
    ({}, ("nirgends", 1), "unknown_park"),
    ({"spot_limit": 10}, ("ingolstadt", 11), "beyond_limit"),
    ({"waiting": 1}, ("other", 1), "somebody_waits"),
    ({"kwh_limit": 1000}, ("other", 1), "too_little_energy"),
    ({"paused_at": HeldClock().now}, ("other", 1), "park_paused"),
    ({"cancelled_at": HeldClock().now}, ("other", 1), "park_cancelled"),
]


def test_a_place_is_refused_in_words(clerk: TestClient, db: Database, clock: HeldClock) -> None:
    other = open_other_park(db, clock)
    was = {row["id"]: row for row in stored(db, Park)}
    for changes, (park, number), code in REFUSED:
        if changes:
            set_(db, update(Park).values(**changes))
        wanted = {"park": other if park == "other" else park, "spot_number": number}
        assert clerk.post(f"{ONE}/spot/preview", json=wanted).json()["refusal"]["code"] == code
        refused = correct(clerk, "spot", **wanted)
        assert (refused.status_code, refused.json()["code"]) == (409, code)
        assert (reservation(db, 1).spot_number, spot(db, 1).state) == (1, "reserved")
        for id_, row in was.items():
            set_(db, update(Park).where(Park.id == id_).values({name: row[name] for name in changes} or {"id": id_}))


def test_nobody_is_taken_up_again_by_a_full_park_or_before_those_who_wait_without_a_reason(
    clerk: TestClient, db: Database, clock: HeldClock
) -> None:
    end(db, 1, clock)
    set_(db, update(Park).where(Park.id == "ingolstadt").values(spot_limit=0, waiting_length=1))
    refused = correct(clerk, "reopen").json()
    assert refused["code"] == "park_full" and "steht 1 Haushalt" in refused["title"]
    set_(db, update(Park).where(Park.id == "ingolstadt").values(spot_limit=500, waiting=2, waiting_length=2))
    refused = correct(clerk, "reopen").json()
    assert refused["code"] == "somebody_waits" and "stehen 2 Haushalte" in refused["title"]
    assert correct(clerk, "reopen", past_waiting_reason="Unser Fehler").status_code == 200
    assert "vor der Warteliste: Unser Fehler" in stored(db, ReservationChange)[-1]["reason"]
    assert stored(db, AuditEntry)[-1]["details"]["past_waiting"] == 2
