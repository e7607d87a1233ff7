"""What staff do with the list: offer, skip, move, take off, each with a reason."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.staff.models import AuditEntry
from tests.fixtures.staff import StaffClient
from tests.services.stored import stored
from tests.services.waiting_list.line import Line

WHY = "Auf Bitte am Telefon."


Clerk = Callable[[], TestClient]


@pytest.fixture
def clerk(line: Line, staff_client: StaffClient) -> Clerk:
    """A clerk, signed in afresh: days pass in these tests."""
    return lambda: staff_client("staff", client=line.client)


def step(clerk: Clerk, line: Line, name: str, verb: str, **more: Any) -> Response:
    entry = line.entry(name)
    body = {"reason": WHY, "version": entry.version} | more
    return clerk().post(f"/api/staff/waiting-list/{entry.id}/{verb}", json=body)


def turns(clerk: Clerk) -> list[str]:
    return [row["name"] for row in clerk().get("/api/staff/waiting-list").json()["data"]]


def test_staff_see_the_list_in_turn_and_how_the_spots_are_spread(line: Line, clerk: Clerk) -> None:
    line.fill(3000, 3000, 3000)
    line.enter("Nele")
    line.join("Omar")
    line.free(2)
    rows = clerk().get("/api/staff/waiting-list").json()
    assert rows["total"] == 2
    nele, omar = rows["data"]
    assert (nele["position"], nele["state"], nele["offered_spot"], nele["is_confirmed"]) == (1, "offered", 2, True)
    assert (omar["position"], omar["state"], omar["offered_spot"], omar["is_confirmed"]) == (2, "waiting", None, False)
    park = next(park for park in clerk().get("/api/staff/waiting-list/parks").json() if park["park"] == "ingolstadt")
    told = {name: park[name] for name in ("limit", "active", "held", "offered", "blocked", "free", "unconfirmed")}
    assert told == {"limit": 3, "active": 2, "held": 0, "offered": 1, "blocked": 0, "free": 0, "unconfirmed": 1}
    line.as_("Nele").call("entry/decline")
    ended = clerk().get("/api/staff/waiting-list?part=ended").json()["data"]
    assert [(row["name"], row["position"], row["state"]) for row in ended] == [("Nele", None, "declined")]


def test_an_offer_out_of_turn_is_explained_to_those_it_passes(line: Line, clerk: Clerk) -> None:
    line.fill(3000, 3000, 3000)
    line.enter("Nele")
    line.enter("Omar")
    assert "nicht genug frei" in step(clerk, line, "Omar", "offer").json()["title"]
    line.pause(line.clock.now)
    line.free(1)
    assert step(clerk, line, "Omar", "offer").json()["code"] == "nothing_to_offer", "a paused park offers nothing"
    line.pause(None)
    offered = step(clerk, line, "Omar", "offer")
    assert (offered.status_code, offered.json()["offered_spot"]) == (200, 1)
    assert [(event.details["why"], event.reason) for event in line.events("Nele") if event.action == "passed"] == [
        ("by_staff", WHY)
    ]
    assert line.mails("waiting_passed", "nele@")[0].values["freed_kwh"] == 0


def test_a_skipped_household_is_passed_once(line: Line, clerk: Clerk) -> None:
    line.fill(3000, 3000, 3000)
    line.enter("Nele")
    line.enter("Omar")
    assert step(clerk, line, "Nele", "skip", reason=" ").json()["errors"][0]["field"] == "reason"
    assert step(clerk, line, "Nele", "skip").json()["is_skipped"]
    line.free(1)
    assert (line.state("Nele"), line.state("Omar")) == ("waiting", "offered")
    assert (line.entry("Nele").passed, line.entry("Nele").is_skipped) == (1, False)
    line.free(2)
    assert line.state("Nele") == "offered"


def test_an_offer_by_staff_uses_up_a_skip(line: Line, clerk: Clerk) -> None:
    """Else the next one would pass a household that has just been served out of turn."""
    line.fill(3000, 3000, 3000)
    line.enter("Nele")
    assert step(clerk, line, "Nele", "skip").json()["is_skipped"]
    line.pause(line.clock.now)
    line.free(1)
    line.pause(None)
    assert step(clerk, line, "Nele", "offer").json()["state"] == "offered"
    assert not line.entry("Nele").is_skipped


def test_staff_change_the_order_and_the_list_follows(line: Line, clerk: Clerk) -> None:
    line.fill(3000, 3000, 3000)
    for name in ("Nele", "Omar", "Pia"):
        line.enter(name)
    assert turns(clerk) == ["Nele", "Omar", "Pia"]
    moved = step(clerk, line, "Pia", "move", position=1).json()
    assert (moved["position"], moved["history"][0]["action"], moved["history"][0]["reason"]) == (1, "moved", WHY)
    assert turns(clerk) == ["Pia", "Nele", "Omar"]
    step(clerk, line, "Pia", "move", position=99)
    assert turns(clerk) == ["Nele", "Omar", "Pia"]
    line.free(1)
    assert line.state("Nele") == "offered"


def test_what_a_caller_says_stands_in_the_history_and_changes_nothing_else(line: Line, clerk: Clerk) -> None:
    line.fill(3000, 3000, 3000)
    line.enter("Nele")
    line.free(1)
    noted = step(clerk, line, "Nele", "note").json()
    assert (noted["state"], noted["history"][0]["action"], noted["history"][0]["reason"]) == ("offered", "noted", WHY)
    assert noted["offered_spot"] == 1
    step(clerk, line, "Nele", "take-off")
    assert step(clerk, line, "Nele", "note").json()["code"] == "entry_over"


def test_taking_off_ends_an_entry_and_passes_its_offer_on(line: Line, clerk: Clerk) -> None:
    line.fill(3000, 3000, 3000)
    line.enter("Nele")
    line.enter("Omar")
    line.free(1)
    ended = step(clerk, line, "Nele", "take-off").json()
    assert (ended["state"], ended["steps"]) == ("left", [])
    assert line.state("Omar") == "offered"
    assert [mail.values["why"] for mail in line.mails("waiting_over")] == ["taken_off"]
    assert step(clerk, line, "Nele", "take-off").json()["code"] == "entry_over"


def test_an_address_is_masked_until_somebody_asks_which_is_put_on_record(
    line: Line, clerk: Clerk, db: Database
) -> None:
    line.fill(3000, 3000, 3000)
    line.enter("Nele")
    [listed] = clerk().get("/api/staff/waiting-list").json()["data"]
    shown = clerk().get(f"/api/staff/waiting-list/{listed['id']}").json()
    assert "nele@" not in f"{listed} {shown}"
    assert (listed["email"], shown["email"]) == ("n•••@example.org", "n•••@example.org")

    def asked() -> list[tuple[str, str]]:
        return [(row["actor"], row["subject"]) for row in stored(db, AuditEntry) if row["action"].endswith("revealed")]

    assert asked() == []
    assert step(clerk, line, "Nele", "reveal").json() == {"value": "nele@example.org"}
    [(actor, subject)] = asked()
    assert (actor.partition(":")[0], subject) == ("staff", f"waiting:{listed['id']}")


def test_a_corrected_address_is_asked_to_confirm_in_its_own_time_and_keeps_its_turn(line: Line, clerk: Clerk) -> None:
    line.fill(3000, 3000, 3000)
    line.enter("Nele")
    line.enter("Omar")
    former = line.token("Nele")
    line.as_("Nele")
    line.clock.now += timedelta(days=20)
    line.call("links", email="nele@example.org")
    unused = line.token("Nele")
    for refused, code in (("nele@example.org", "unchanged"), ("omar@example.org", "already_waiting")):
        answer = step(clerk, line, "Nele", "correct-address", email=refused)
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, code)
    corrected = step(clerk, line, "Nele", "correct-address", email="nele.hartwig@example.net").json()
    assert (corrected["email"], corrected["is_confirmed"], corrected["position"]) == ("n•••@example.net", False, 1)
    assert step(clerk, line, "Nele", "reveal").json() == {"value": "nele.hartwig@example.net"}
    assert line.entry("Nele").confirm_by == line.clock.now + timedelta(days=14)
    assert (corrected["history"][0]["action"], corrected["history"][0]["reason"]) == ("address_corrected", WHY)
    assert line.client.get("/api/waiting-list/entry").json()["entry"] is None, (
        "the former address sees nothing any more"
    )
    for gone in (former, unused):
        assert line.call("links/press", token=gone).status_code == 404
    assert {mail.state for mail in line.mails("waiting_link", "nele@")} == {"cancelled"}
    line.serve()
    line.free(1)
    assert (line.state("Nele"), line.state("Omar")) == ("waiting", "offered"), "places go to confirmed addresses only"
    [asked] = line.mails("waiting_joined", "nele.hartwig@")
    assert (asked.values["name"], asked.values["position"]) == ("", 1)
    line.confirm("Nele")
    line.free(2)
    assert line.state("Nele") == "offered"


def test_an_offer_that_runs_goes_to_the_corrected_address_with_its_end(line: Line, clerk: Clerk) -> None:
    line.fill(3000, 3000, 3000)
    line.enter("Nele")
    line.free(1)
    [offer] = line.offers()
    line.clock.now += timedelta(hours=20)
    corrected = step(clerk, line, "Nele", "correct-address", email="nele.hartwig@example.net").json()
    assert (corrected["state"], corrected["offered_spot"]) == ("offered", 1)
    assert [kept.expires_at for kept in line.offers()] == [offer.expires_at]
    line.confirm("Nele")
    assert line.entry("Nele").confirmed_at == line.clock.now
    assert line.accept(email="nele.hartwig@example.net", annual_kwh=3000, expected_annual_credit=150).status_code == 200
    taken = step(clerk, line, "Nele", "correct-address", email="noch.eine@example.net")
    assert taken.json()["code"] == "entry_over"


def test_a_name_or_an_address_is_found_and_an_offer_about_to_end_is_work(line: Line, clerk: Clerk) -> None:
    line.fill(3000, 3000, 3000)
    line.enter("Nele")
    line.enter("Omar")
    assert [row["name"] for row in clerk().get("/api/staff/waiting-list?q=nele").json()["data"]] == ["Nele"]
    found = clerk().get("/api/staff/waiting-list?q=omar@example").json()
    assert ([row["name"] for row in found["data"]], found["total"]) == (["Omar"], 1)
    assert clerk().get("/api/staff/waiting-list?q=_").json()["data"] == [], "no wildcard"
    line.free(1)

    def work() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = clerk().get("/api/staff/work-lines?kind=waiting_offer").json()["data"]
        return found

    assert work() == [], "three days are left"
    line.clock.advance(hours=49)
    [item] = work()
    assert (item["path"], item["title"]) == (f"/waiting-list/{line.entry('Nele').id}/show", "Nele")
    assert (item["spot_number"], item["detail"][:32]) == (1, "Angebot der Warteliste läuft ab:")
