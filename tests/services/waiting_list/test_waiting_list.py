"""The list over HTTP, mails and jobs: enter, confirm, be offered a place, answer; and what staff do with it."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import make_url

from services.core.db.db import Database
from services.household.deadlines import watch_deadlines
from services.household_links.models import HouseholdLink, Purpose
from services.reservations.desk.perform import Request, perform
from services.reservations.models import Reservation
from services.reservations.transitions import OPERATIONS
from services.settings import Settings
from services.waiting_list.deadlines import Served, serve_waiting_lists
from services.waiting_list.inputs import JoinIn
from tests.fixtures.servers import MakeClient
from tests.services.held_clock import HeldClock
from tests.services.refusals import refusals
from tests.services.stored import stored
from tests.services.waiting_list.line import Line

FULL = (3000, 3000, 3000)


def test_a_park_with_places_has_no_list(line: Line) -> None:
    assert line.join("Nele").json()["code"] == "not_full"
    line.fill(3000)
    shown = line.client.get("/api/waiting-list/parks/ingolstadt").json()
    assert (shown["is_open"], shown["length"], shown["position"]) == (False, 0, 1)
    assert (
        line.call(
            "entries", name="Nele", email="nele@example.org", annual_kwh=1000, payment_plan="one-off", park="nirgends"
        ).status_code
        == 404
    )


def test_a_park_that_nobody_waits_for_is_not_locked_by_the_job(db: Database, database_url: str) -> None:
    """It runs every minute, and a locked park takes no reservations meanwhile."""
    with closing(sqlite3.connect(str(make_url(database_url).database))) as other:
        other.execute("BEGIN IMMEDIATE")
        assert serve_waiting_lists(db, HeldClock()) == Served(0, 0, 0)


def test_entering_tells_the_turn_and_asks_for_the_address(line: Line) -> None:
    line.fill(*FULL)
    entry = line.join("Nele", 2000, typed={"postcode": "85049", "mobile_phone": "0170 1"}).json()
    assert (entry["position"], entry["state"], entry["is_confirmed"]) == (1, "waiting", False)
    assert entry["typed"] == {"postcode": "85049", "mobile_phone": "0170 1"}
    (mail,) = line.mails("waiting_joined", "nele@")
    assert (mail.values["position"], mail.values["name"]) == (1, ""), "no name until the address is confirmed"
    refused = line.reserve()
    assert (refused.status_code, refused.json()["waitlist"]) == (409, {"open": True, "length": 1})
    assert line.join("Omar").json()["position"] == 2
    line.confirm("Nele")
    assert line.shown()["is_confirmed"]
    assert line.client.get("/api/parks/ingolstadt").json()["spots_free"] == 0


def test_a_mailbox_enters_once_and_gets_its_link_again(line: Line) -> None:
    line.fill(*FULL)
    line.join("Nele")
    again = line.call("entries", name="N", email="nele+x@example.org", annual_kwh=1000, payment_plan="one-off")
    assert (again.status_code, again.json()["code"]) == (409, "already_waiting")
    assert len(line.mails("waiting_joined")) == 2
    for email, mails in (("fremd@example.org", 2), ("nele@example.org", 3)):
        assert line.call("links", email=email).json() == {"success": True}, "the same answer, known or not"
        assert len(line.mails("waiting")) == mails


def test_an_entry_says_whether_its_address_was_written_to(line: Line, make_client: MakeClient) -> None:
    """Three mails a day: who enters and leaves three times gets none for the fourth entry, and a link a day later."""
    line.fill(*FULL)
    line = replace(line, client=make_client(clock=line.clock))
    for is_written in (True, True, True, False):
        entry = line.join("Nele").json()
        assert (entry["is_written"], entry["is_confirmed"]) == (is_written, False)
        if is_written:
            assert line.call("entry/leave").status_code == 200
    line.clock.advance(days=1)
    assert line.call("links", email="nele@example.org").json() == {"success": True}
    line.confirm("Nele")


def test_wrong_input_is_told_at_its_field() -> None:
    body = {"name": "Nele", "email": "nele@example.org", "annual_kwh": 1000, "payment_plan": "one-off"}
    for field, value in (("name", ""), ("name", "www.gewinn.example"), ("email", "nele"), ("annual_kwh", 1500),
                         ("payment_plan", "36m"), ("typed", {"iban": "DE"})):  # fmt: skip
        assert [fault["field"] for fault in refusals(JoinIn, {**body, field: value})] == [field]


def test_what_becomes_free_goes_to_the_first_who_confirmed_and_not_to_a_newcomer(line: Line) -> None:
    line.fill(*FULL)
    line.join("Unklar")
    line.enter("Nele")
    line.enter("Omar")
    line.free(2)
    assert (line.state("Unklar"), line.state("Nele"), line.state("Omar")) == ("waiting", "offered", "waiting")
    (offer,) = line.offers()
    assert (offer.spot_number, offer.expires_at - offer.offered_at) == (2, timedelta(hours=72))
    assert line.spots()[2] == ("held", "offer")
    assert line.reserve(1000).json()["code"] == "park_full"
    assert line.park().kwh_taken == 9000, "the offer keeps its energy"
    (mail,) = line.mails("waiting_offer")
    assert mail.recipient == "nele@example.org"
    assert (mail.values["spot_number"], mail.values["name"]) == (2, "Nele")


def test_an_invitation_that_runs_out_frees_its_place_for_who_waits(line: Line, db: Database) -> None:
    """28 days to answer, a day in which the household takes it back, then the offer, in the same minute."""
    line.fill(*FULL)
    line.enter("Nele")
    invite = Request(OPERATIONS["invite"], (1,), "staff:1")
    db.write(lambda session: perform(session, invite, line.clock.now))
    settings = Settings(_env_file=None, confirm_within_days=0)  # type: ignore[call-arg]
    start = line.clock.now
    for after, state, offers in (
        (timedelta(days=28) - timedelta(minutes=1), "invited", 0),
        (timedelta(days=28), "expired", 0),
        (timedelta(days=29) - timedelta(minutes=1), "expired", 0),
        (timedelta(days=29), "expired", 1),
    ):
        line.at(start + after)
        watch_deadlines(db, settings, line.clock)
        line.serve()
        assert (stored(db, Reservation)[0]["state"], len(line.offers())) == (state, offers), after
    assert (line.state("Nele"), line.offers()[0].spot_number) == ("offered", 1)
    assert len(line.mails("waiting_offer", to="nele@example.org")) == 1


def test_accepting_makes_a_confirmed_reservation_of_this_place_once(line: Line) -> None:
    line.fill(*FULL)
    line.enter("Nele")
    line.free(2)
    line.as_("Nele")
    wish = {"annual_kwh": 3000, "expected_annual_credit": 150, "email": "nele@example.org"}
    accepted = line.accept(**wish)
    assert (accepted.status_code, accepted.json()["spot_number"]) == (200, 2), accepted.text
    assert line.accept(**wish).json() == accepted.json(), "the same call is answered alike"
    assert line.accept(key="another", **wish).json()["code"] == "entry_over"
    assert line.state("Nele") == "accepted"
    assert (line.spots()[2], line.park().kwh_taken) == (("reserved", None), 9000)
    (received,) = line.mails("reservation_received", "nele@")
    # The offer's link has confirmed the address: this one only leads to the page.
    assert received.values["link_seed"]
    assert [row["purpose"] for row in stored(line.db, HouseholdLink)][-1] == Purpose.OPEN
    just = line.client.post(
        "/api/household/just-reserved", json={"idempotency_key": "accept-1"}, headers={"sec-fetch-site": "same-origin"}
    ).json()
    assert (just["spot_number"], just["is_confirmed"]) == (2, True)


def test_with_another_address_the_new_one_has_to_be_confirmed(line: Line) -> None:
    line.fill(*FULL)
    line.enter("Nele")
    line.free(2)
    line.as_("Nele").accept(email="neu@example.org")
    (received,) = line.mails("reservation_received", "neu@")
    assert received.values["link_seed"] and received.values["confirm_by"]


def test_declining_ends_the_entry_and_offers_the_place_to_the_next_at_once(line: Line) -> None:
    line.fill(*FULL)
    line.enter("Nele")
    line.enter("Omar")
    line.free(2)
    shown = line.as_("Nele").call("entry/decline").json()
    assert (shown["state"], shown["position"], shown["offer"]) == ("declined", None, None)
    assert line.state("Omar") == "offered"
    assert line.spots()[2] == ("held", "offer")
    assert line.call("entry/decline").json()["code"] == "entry_over"
    assert [mail.values["how"] for mail in line.mails("waiting_offer_ended", "nele@")] == ["declined"]
    line.enter("Pia")
    line.as_("Omar").call("entry/leave")
    assert (line.state("Omar"), line.state("Pia")) == ("left", "offered"), "so does leaving with an open offer"
    assert [mail.values["why"] for mail in line.mails("waiting_over")] == ["left"]


def test_an_offer_ends_after_72_hours_with_one_reminder_a_day_before(line: Line) -> None:
    line.fill(*FULL)
    line.enter("Nele")
    line.enter("Omar")
    line.free(2)
    offered = line.clock.now
    line.at(offered + timedelta(hours=48, seconds=-1))
    assert line.serve() == Served(0, 0, 0)
    line.at(offered + timedelta(hours=48))
    assert line.serve() == Served(0, 1, 0)
    assert line.serve() == Served(0, 0, 0)
    line.at(offered + timedelta(hours=72, seconds=-1))
    line.as_("Nele")
    assert line.shown()["offer"]["spot_number"] == 2
    line.at(offered + timedelta(hours=72))
    assert line.accept(email="nele@example.org").json()["code"] == "no_offer", "it is over before the job runs"
    assert line.serve() == Served(1, 0, 1)
    assert (line.state("Nele"), line.state("Omar")) == ("expired", "offered")
    assert [mail.values["how"] for mail in line.mails("waiting_offer_ended")] == ["expired"]


def test_who_does_not_fit_is_asked_for_less_and_then_passed_with_the_figures(line: Line) -> None:
    line.limit_energy(8000)
    line.fill(3000, 3000, 2000)
    line.enter("Nele", 3000)
    line.enter("Omar", 1000)
    line.free(3)
    (offer,) = line.offers()
    assert (offer.annual_kwh, offer.is_smaller) == (2000, True), "8000 allow two thousand, not three"
    shown = line.as_("Nele").call("entry/decline").json()
    assert (shown["state"], shown["position"]) == ("waiting", 1)
    assert line.state("Omar") == "offered"
    (passed,) = line.shown()["passes"]
    assert (passed["why"], passed["freed_kwh"], passed["wished_kwh"]) == ("too_large", 2000, 3000)
    (mail,) = line.mails("waiting_passed", "nele@")
    assert (mail.values["freed_kwh"], mail.values["wished_kwh"], mail.values["left"]) == (2000, 3000, 2)


def test_nobody_is_passed_a_fourth_time(line: Line) -> None:
    line.limit_energy(8000)
    line.fill(3000, 3000, 2000)
    line.enter("Nele", 3000)
    for name in ("A", "B", "C", "D"):
        line.enter(f"Klein{name}", 1000)
    line.free(3)
    line.as_("Nele").call("entry/decline")
    for name in ("A", "B"):
        line.as_(f"Klein{name}").call("entry/decline")
    assert line.entry("Nele").passed == 3
    line.as_("KleinC").call("entry/decline")
    assert (line.entry("Nele").passed, line.state("KleinD"), line.state("Nele")) == (3, "waiting", "waiting")
    assert line.spots()[3] == ("free", None), "what is free now is kept for her"
    assert line.reserve(1000).json()["code"] == "park_full"
    assert line.mails("waiting_passed")[-1].values["left"] == 0
    line.free(2)
    assert line.state("Nele") == "offered", "until it suffices"


def test_a_smaller_package_wished_meanwhile_is_offered_at_once(line: Line) -> None:
    line.limit_energy(8000)
    line.fill(3000, 3000, 2000)
    line.enter("Nele", 3000)
    line.free(3)
    line.as_("Nele").call("entry/decline")
    assert line.call("entry/wish", annual_kwh=1000, payment_plan="24m").json()["offer"]["annual_kwh"] == 1000
    refused = line.call("entry/wish", annual_kwh=2000, payment_plan="24m")
    assert refused.json()["code"] == "offer_is_open"
    too_large = line.accept(annual_kwh=2000)
    assert too_large.json()["code"] == "package_too_large"
    assert line.state("Nele") == "offered", "a refused answer ends nothing"


def test_an_unconfirmed_entry_ends_after_fourteen_days_without_a_mail(line: Line) -> None:
    line.fill(*FULL)
    line.join("Nele")
    line.at(line.clock.now + timedelta(days=14, seconds=-1))
    assert line.serve() == Served(0, 0, 0)
    line.at(line.clock.now + timedelta(seconds=1))
    assert line.serve() == Served(0, 0, 1)
    assert (line.state("Nele"), len(line.mails("waiting"))) == ("expired", 1)


def test_a_link_shows_without_effect_and_works_for_three_days_in_every_browser(line: Line) -> None:
    line.fill(*FULL)
    line.join("Nele")
    token = line.token("Nele")
    for _ in range(3):
        assert line.call("links/look", token=token).json()["state"] == "open"
    assert line.entry("Nele").confirmed_at is None, "a program that scans mails confirms nothing"
    assert line.call("links/press", token=token).status_code == 200
    confirmed = line.entry("Nele").version
    line.client.cookies.clear()
    assert line.call("links/press", token=token).status_code == 200
    assert line.shown() is not None and line.entry("Nele").version == confirmed
    assert line.call("links/press", token=token[:-1] + ("A" if token[-1] != "A" else "B")).status_code == 404
    assert line.call("links/again", token=token).status_code == 200
    assert line.mails("waiting_link") == [], "a link that still works needs no other"
    ends = line.clock.now + timedelta(hours=72)
    line.at(ends - timedelta(seconds=1))
    assert line.call("links/press", token=token).status_code == 200
    line.at(ends)
    assert line.call("links/press", token=token).json()["code"] == "link_expired"
    assert line.call("links/again", token=token).status_code == 200
    assert len(line.mails("waiting_link")) == 1


def test_a_mailbox_that_had_its_links_of_a_day_gets_no_more_and_the_page_hears_it(
    line: Line, make_client: MakeClient
) -> None:
    line.fill(*FULL)
    line.join("Nele")
    token = line.token("Nele")
    assert line.call("links/press", token=token).status_code == 200
    line.at(line.clock.now + timedelta(hours=72))
    limited = replace(line, client=make_client(clock=line.clock))
    for _ in range(5):
        assert limited.call("links/again", token=token).json() == {"success": True}
    refused = limited.call("links/again", token=token)
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_mails")
    assert len(line.mails("waiting_link")) == 5


def test_without_a_link_nobody_sees_or_answers_anything(line: Line) -> None:
    line.fill(*FULL)
    assert line.client.get("/api/waiting-list/entry").json() == {"entry": None}
    for path in ("entry/leave", "entry/decline"):
        assert line.call(path).json()["code"] == "signed_out"
    assert line.accept().json()["code"] == "signed_out"


def test_a_park_that_is_called_off_ends_its_list(line: Line) -> None:
    line.fill(*FULL)
    line.enter("Nele")
    line.enter("Omar")
    line.free(1)
    line.cancel_park()
    line.serve()
    assert (line.state("Nele"), line.state("Omar")) == ("left", "left")
    assert {mail.values["why"] for mail in line.mails("waiting_over")} == {"park_cancelled"}
    assert line.join("Pia").json()["code"] == "park_cancelled"
    assert line.park().waiting_length == 0


def test_a_paused_park_offers_nothing_until_it_is_open_again(line: Line) -> None:
    line.fill(*FULL)
    line.enter("Nele")
    line.pause(line.clock.now)
    line.free(1)
    assert line.offers() == []
    line.pause(None)
    assert line.serve().offered == 1


@pytest.mark.parametrize(
    ("offered", "words"),
    [
        (datetime(2026, 10, 22, 0, 30, tzinfo=UTC), "Sonntag, 25. Oktober 2026, 2:30 Uhr Sommerzeit"),
        (datetime(2026, 10, 22, 1, 30, tzinfo=UTC), "Sonntag, 25. Oktober 2026, 2:30 Uhr Winterzeit"),
        (datetime(2026, 10, 23, 21, 59, 59, tzinfo=UTC), "Montag, 26. Oktober 2026, 22:59 Uhr"),
        (datetime(2027, 3, 26, 22, 59, 59, tzinfo=UTC), "Dienstag, 30. März 2027, 0:59 Uhr"),
    ],
)
def test_an_offer_has_72_hours_by_the_clock_and_tells_their_end_in_berlin(
    line: Line, offered: datetime, words: str
) -> None:
    """Over a weekend and a change of the clocks, too: the hour shifts, and the mail says which one is meant."""
    line.at(offered - timedelta(hours=24))
    line.fill(*FULL)
    line.enter("Nele")
    line.free(1)
    assert line.clock.now == offered
    (mail,) = line.mails("waiting_offer", "nele@")
    assert mail.values["until"] == words
    line.at(offered + timedelta(hours=72) - timedelta(microseconds=1))
    line.as_("Nele")
    assert line.shown()["offer"] is not None
    assert line.serve().ended == 0
    line.at(offered + timedelta(hours=72))
    assert line.call("entry/decline").json()["code"] == "no_offer"
    assert (line.serve().ended, line.state("Nele")) == (1, "expired")
