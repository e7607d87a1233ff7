"""A household hands its place over: both confirm, number and promise stay, and nothing is free in between."""

import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from services.core.db.db import Database
from services.household.give_up import reversible
from services.household.hand_over.deadlines import forget_ended
from services.household.hand_over.models import HandOver, HandOverLink
from services.household.hand_over.succeed import PASSED_ON
from services.household_links.models import HouseholdSession
from services.integrations.events import events_of
from services.mail.link_tokens import TOKEN_LENGTH
from services.mail.models import Mail
from services.parks.models import Park, Spot
from services.privacy.consent_texts import ADDRESS_VERSION, CURRENT_TERMS
from services.privacy.models import Consent
from services.reservations.desk.parks import cancel
from services.reservations.desk.parks.confirm import Wish, confirm, take_back
from services.reservations.desk.show import Viewer, document_of, find
from services.reservations.desk.undo import undo
from services.reservations.evidence.keep import texts_of
from services.reservations.evidence.models import Evidence
from services.reservations.history import history_of
from services.reservations.models import ASKED, Reservation, ReservationChange, StaffOperation
from services.reservations.release import release_due
from services.reservations.states import ReservationState
from services.staff.errors import Forbidden
from services.staff.models import AuditEntry, Role
from services.visits.models import ReservationTouch
from tests.services.household.own_page import OWN_PAGE, OwnPage
from tests.services.household.passing_on import BEN, OWN_DATA, accept, ask, end, latest, look, offered, token
from tests.services.reservations.standing import check_invariants, do, spot, stand
from tests.services.stored import set_spots, stored

AENNE = "aenne.mueller@example.org"
OWN = {"first_name", "last_name", "email", "email_normalized", "mailbox", "mobile_phone", "mobile_phone_e164",
       *(one.column for one in ASKED), "name_key", "search_text"}  # fmt: skip
FRESH = {"id", "reference", "state", "version", "created_at", "updated_at", "email_confirmed_at", "deposit_state",
         "client_figures", "price_mismatch", "duplicate_suspected", "utm_source", "utm_campaign", "referral_code",
         "notes", "follow_up_on", "price_checked_at", "duplicate_checked_at", "merged_into_id", "touch_consent",
         "follow_up_subject", "confirm_by", "taken_over_from_id", "erased_at", "street", "town", "channel",
         "received_on", "network", "line", "burst_at", "invited_at", "decide_by", "decided_at"}  # fmt: skip


def test_both_confirm_and_the_place_changes_hands(house: OwnPage, db: Database) -> None:
    of, asked = offered(house), house.clock.now
    shown = house.show().json()["reservation"]
    assert (shown["can_hand_over"], shown["hand_over"]["name"]) == (False, "Ben Yılmaz")
    assert shown["hand_over"]["answer"] is None
    # An earlier price book: what was promised is taken over, and nothing is quoted again.
    promised = {"share_amount_cents": 119_900, "plan_total_cents": 127_100, "instalment_cents": 5_296}
    db.write(lambda session: session.execute(update(Reservation).values(**promised)))
    figures = look(house, of)["offer"]["figures"]
    assert [figures[name] for name in ("price_cents", "plan_total_cents", "instalment_cents")] == [*promised.values()]
    do(db, "add_tag", [1], house.clock.now, tag="Presse")  # what the page does not show may change meanwhile
    house.clock.advance(hours=47)
    answer = accept(house, of)
    assert answer.status_code == 200
    given, taken = stored(db, Reservation)
    assert {name: taken[name] for name in PASSED_ON} == {name: given[name] for name in PASSED_ON}
    assert [given[name] for name in ("state", "deposit_state", "email")] == ["cancelled", "waived", AENNE]
    assert (taken["state"], taken["taken_over_from_id"]) == ("reserved", given["id"])
    assert (taken["email"], taken["email_confirmed_at"], taken["confirm_by"]) == (BEN, house.clock.now, None)
    own = [taken[name] for name in ("first_name", "monthly_abschlag_cents", "mobile_phone_e164")]
    assert own == ["Ben", 6_450, "+4915123456789"]
    assert taken["reference"] != given["reference"]
    assert (taken["utm_source"], taken["client_figures"]) == ("", {}), "it came by no campaign"
    touches = {row["reservation_id"] for row in stored(db, ReservationTouch)}
    assert touches == {given["id"]}, "touches stay with the household that made them"
    assert {row["number"]: row["state"] for row in stored(db, Spot)}[1] == "reserved"
    assert stored(db, Park)[0]["kwh_taken"] == 2000
    check_invariants(db)
    check_evidence(house, answer.headers["set-cookie"], asked)
    check_history_and_mails(house, given, taken)
    check_console(house)
    check_former_page(house)
    (performed,) = [row for row in stored(db, StaffOperation) if row["name"] == "hand_over"]
    assert performed["undo_until"] is None
    with pytest.raises(Forbidden):
        db.write(lambda session: undo(session, performed["id"], "staff:1", "admin", house.clock.now))
    house.clock.advance(hours=25)
    assert release_due(db, house.clock) == 0, "nothing is held, so nothing becomes free"
    check_invariants(db)


def check_evidence(house: OwnPage, cookie: str, asked: datetime) -> None:
    """The new household is let in with its own."""
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie
    shown = house.show().json()["reservation"]
    assert (shown["first_name"], shown["spot_number"], shown["is_handed_over"]) == ("Ben", 1, False)
    assert (shown["can_hand_over"], shown["hand_over"]) == (True, None)
    terms, address = (row for row in stored(house.db, Consent) if row["reservation_id"] == 2)
    assert (terms["purpose"], terms["text_version"], terms["source"]) == ("terms", CURRENT_TERMS, "explicit")
    assert (address["text_version"], address["source"], address["asked_at"]) == (ADDRESS_VERSION, "link", asked)
    given, taken = stored(house.db, Evidence)
    assert (given["moment"], taken["moment"], taken["reservation_id"]) == ("reserved", "taken_over", 2)
    assert (taken["consent_source"], taken["texts_sha256"]) == ("explicit", texts_of(CURRENT_TERMS).sha256)
    assert [taken[name] for name in ("park_id", "spot_number", "spots_total")] == ["ingolstadt", 1, 500]


def check_history_and_mails(house: OwnPage, given: dict[str, Any], taken: dict[str, Any]) -> None:
    (*_, change) = (row for row in stored(house.db, ReservationChange) if row["reservation_id"] == given["id"])
    assert (change["action"], change["actor"]) == ("hand_over", "household")
    assert change["after"]["handed_over_to"] == taken["reference"]
    assert "Ben" not in str(change["after"])
    audited = {row["action"]: row for row in stored(house.db, AuditEntry)}
    both = {"from": given["id"], "to": taken["id"]}
    assert both.items() <= audited["reservation.hand_over"]["details"].items()
    assert audited["reservation.take_over"]["subject"] == f"reservation:{taken['id']}"
    assert [(mail.kind, mail.recipient) for mail in house.mails("hand_over")] == [
        ("hand_over_offered", BEN), ("hand_over_asked", AENNE), ("hand_over_done", AENNE), ("hand_over_taken", BEN),
    ]  # fmt: skip
    taken_mail = house.mails("hand_over_taken")[0].values
    assert (taken_mail["reference"], taken_mail["first_name"]) == (taken["reference"], "Ben")
    offer = house.mails("hand_over_offered")[0].values
    assert "reference" not in offer and "Ben" not in str(offer.values())


def check_console(house: OwnPage) -> None:
    """It leads from one to the other, and so do webhooks."""
    with house.db.read() as session:
        viewer = Viewer(Role.ADMIN, b"key")
        given, taken = (document_of(session, id_, viewer, "staff:1", house.clock.now) for id_ in (1, 2))
        lines = [[entry.action for entry in history_of(session, find(session, id_))] for id_ in (1, 2)]
        events = events_of(session, session.scalars(select(AuditEntry).order_by(AuditEntry.id)), "")
    assert (given.handed_over_to_id, given.taken_over_from_id, given.undo) == (2, None, None)
    assert (taken.handed_over_to_id, taken.taken_over_from_id) == (None, 1)
    assert (lines[0][0], lines[1], "ask_hand_over" in lines[0]) == ("hand_over", ["take_over"], True)
    made = [(event.type, event.subject) for event in events if event.type != "reservation.changed"]
    assert made == [
        ("reservation.created", "reservation:1"),
        ("reservation.cancelled", "reservation:1"),
        ("reservation.created", "reservation:2"),
    ]


def check_former_page(house: OwnPage) -> None:
    """The former household sees that it was handed over; its reference and its links stay its own."""
    house.client.cookies.clear()
    assert house.call("links", email=AENNE).status_code == 200
    shown = house.open()
    assert (shown["state"], shown["is_handed_over"], shown["undo_until"]) == ("cancelled", True, None)
    assert (shown["can_change"], shown["can_give_up"], shown["can_hand_over"]) == (False, False, False)
    assert house.call("reservation/take-back").json()["code"] == "not_now"


def test_every_column_of_a_reservation_is_passed_on_or_of_the_new_household() -> None:
    """A new column has to be decided about."""
    columns = set(Reservation.__table__.c.keys())
    assert columns == set(PASSED_ON) | OWN | FRESH
    assert len(PASSED_ON) + len(OWN) + len(FRESH) == len(columns)


def test_what_waits_for_the_former_household_is_told_to_the_new_one(house: OwnPage, db: Database) -> None:
    of = offered(house)
    confirmed_at = house.clock.now
    wish = Wish(1, "Der Netzanschluss ist zugesagt.", "Zusage")
    db.write(lambda session: confirm(session, "ingolstadt", wish, "staff:7", confirmed_at))
    house.clock.advance(minutes=4)
    accept(house, of)
    given, taken = house.mails("park_confirmed")
    assert (given.state, taken.state, taken.recipient) == ("cancelled", "queued", BEN)
    assert (taken.values["first_name"], taken.values["note"]) == ("Ben", wish.note)
    assert house.mails("hand_over_taken")[0].values["confirmed_day"] == taken.values["confirmed_day"]
    assert taken.next_attempt_at == given.next_attempt_at == confirmed_at + timedelta(minutes=10)
    db.write(lambda session: take_back(session, "ingolstadt", "Falscher Park", "staff:7", house.clock.now))
    assert {mail.state for mail in house.mails("park_confirmed")} == {"cancelled"}


def test_a_look_changes_nothing_and_a_guess_opens_nothing(house: OwnPage, db: Database) -> None:
    of = offered(house)
    for _ in range(3):
        shown = look(house, of)
    assert (shown["state"], shown["offer"]["from_name"], shown["offer"]["email"]) == ("open", "Änne Müller", BEN)
    assert (latest(house).answer, stored(db, Reservation)[0]["state"]) == (None, "reserved")
    assert "Yılmaz" not in str(shown), "what was typed of the other household is not repeated"
    for guess in ("a" * TOKEN_LENGTH, of[:-1] + ("A" if of[-1] != "A" else "B")):
        assert house.call("hand-over/look", token=guess).json()["code"] == "unknown_link"
        assert accept(house, guess, version=1).json()["code"] == "unknown_link"
        assert house.call("hand-over/decline", token=guess).json()["code"] == "unknown_link"
    assert house.call("links/press", token=of).json()["code"] == "unknown_link", (
        "it opens no page of the other household"
    )
    assert len(stored(db, HouseholdSession)) == 1


@pytest.mark.both_databases(sample="postgresql")
def test_of_two_acceptances_at_once_one_succeeds(crowd: OwnPage, db: Database) -> None:
    of = offered(crowd)
    body = {"token": of, "version": look(crowd, of)["offer"]["version"], **OWN_DATA}
    barrier = threading.Barrier(4)
    codes: list[Any] = []

    def press() -> None:
        barrier.wait()
        answer = crowd.client.post("/api/household/hand-over/accept", json=body, headers=OWN_PAGE)
        codes.append(answer.json().get("code", answer.status_code))

    threads = [threading.Thread(target=press) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes, key=str) == [200, "no_hand_over", "no_hand_over", "no_hand_over"]
    assert len(stored(db, Reservation)) == 2
    check_invariants(db)


def test_an_answered_link_is_good_for_nothing_more(house: OwnPage) -> None:
    of = offered(house)
    assert accept(house, of).status_code == 200
    assert look(house, of) == {"state": "accepted", "is_contract": False, "offer": None}
    assert accept(house, of).json()["code"] == "no_hand_over"
    assert house.call("hand-over/decline", token=of).json()["code"] == "no_hand_over"
    mails = len(house.mails())
    house.clock.advance(hours=49)
    assert house.call("hand-over/again", token=of).json() == {"success": True}
    assert len(house.mails()) == mails


def test_a_paused_or_full_park_with_a_list_does_not_matter(house: OwnPage, db: Database) -> None:
    of = offered(house)
    set_spots(db, "blocked", range(2, 501))
    closed = {"paused_at": house.clock.now, "kwh_limit": 2000, "waiting": 1, "waiting_length": 1}
    db.write(lambda session: session.execute(update(Park).where(Park.id == "ingolstadt").values(**closed)))
    assert accept(house, of).status_code == 200
    assert (spot(db, 1).state, house.row().spot_number, house.row().email) == ("reserved", 1, BEN)
    given, taken = stored(db, Evidence)
    assert taken["offer_sha256"] == given["offer_sha256"], "the same figures"


def test_figures_changed_meanwhile_are_shown_before_anything_is_accepted(house: OwnPage, db: Database) -> None:
    of = offered(house)
    seen = look(house, of)["offer"]["version"]
    choice = {"annual_kwh": 3000, "payment_plan": "48m", "known_kwh": 2000, "known_plan": "24m"}
    assert house.call("reservation/share", **choice).status_code == 200
    refused = accept(house, of, version=seen)
    assert (refused.status_code, refused.json()["code"]) == (409, "changed_meanwhile")
    offer = refused.json()["offer"]
    assert (offer["figures"]["annual_kwh"], offer["figures"]["plan_total_cents"]) == (3000, 227_900)
    assert [row["state"] for row in stored(db, Reservation)] == ["reserved"]
    assert accept(house, of, version=offer["version"]).status_code == 200
    assert (house.row().annual_kwh, stored(db, Park)[0]["kwh_taken"]) == (3000, 3000)
    check_invariants(db)


def test_declining_leaves_the_place_where_it_is(house: OwnPage, db: Database) -> None:
    of = offered(house)
    assert house.call("hand-over/decline", token=of).json() == {"success": True}
    assert look(house, of)["state"] == "declined"
    shown = house.show().json()["reservation"]
    assert (shown["state"], shown["hand_over"]["answer"], shown["can_hand_over"]) == ("reserved", "declined", True)
    mail = house.mails("hand_over_ended")[-1]
    assert (mail.recipient, mail.values["how"]) == ("aenne.mueller@example.org", "declined")
    assert ask(house, "carla@example.net").status_code == 200


def test_withdrawing_ends_it(house: OwnPage) -> None:
    of = offered(house)
    assert ask(house, "carla@example.net").json()["code"] == "hand_over_open"
    assert house.call("reservation/hand-over/withdraw").json()["hand_over"]["answer"] == "withdrawn"
    assert house.call("reservation/hand-over/withdraw").json()["code"] == "no_hand_over"
    assert look(house, of)["state"] == "withdrawn"
    assert accept(house, of).json()["code"] == "no_hand_over"
    assert ask(house, "carla@example.net").status_code == 200


def test_giving_the_place_up_ends_it_and_can_still_be_undone(house: OwnPage, db: Database) -> None:
    of = offered(house)
    assert house.call("reservation/give-up").status_code == 200
    assert (look(house, of)["state"], accept(house, of).json()["code"]) == ("closed", "no_hand_over")
    assert house.call("reservation/take-back").json()["state"] == "reserved"
    assert look(house, of)["state"] == "closed"
    check_invariants(db)


def test_staff_end_it_with_the_reservation_and_can_undo_that(house: OwnPage, db: Database) -> None:
    of = offered(house)
    done = do(db, "cancel", [1], house.clock.now)
    assert accept(house, of).json()["code"] == "no_hand_over"
    assert (end(house), latest(house).answer, end(house)) == (1, "closed", 0)
    assert house.mails("hand_over_ended") == []
    assert (
        db.write(lambda session: undo(session, done.operation_id or 0, "staff:1", "admin", house.clock.now)).done == 1
    )


def test_it_ends_with_the_contract_and_with_the_park(house: OwnPage, db: Database) -> None:
    of = offered(house)
    stand(db, house.clock.now, 1, ReservationState.CONTRACTED)
    assert look(house, of)["state"] == "closed"
    assert ask(house, "carla@example.net").json()["code"] == "not_now"
    stand(db, house.clock.now, 1, ReservationState.INVITED)
    assert look(house, of)["state"] == "open", "an invitation is not yet a contract"
    wish = cancel.Wish("Ingolstadt", confirmed_count=1, reason="Keine Genehmigung.")
    db.write(lambda session: cancel.cancel(session, "ingolstadt", wish, "staff:1", house.clock.now))
    assert accept(house, of, version=1).json()["code"] == "no_hand_over"
    assert (end(house), latest(house).answer) == (1, "closed")


def test_it_is_over_after_fourteen_days_and_its_link_after_two(house: OwnPage) -> None:
    of = offered(house)
    house.clock.advance(hours=48)
    assert look(house, of) == {"state": "link_expired", "is_contract": False, "offer": None}
    assert accept(house, of, version=3).json()["code"] == "link_expired"
    assert house.call("hand-over/again", token=of).json() == {"success": True}
    fresh = token(house)
    assert (fresh != of, look(house, fresh)["state"], len(house.mails("hand_over_offered"))) == (True, "open", 2)
    house.at(latest(house).answer_by - timedelta(microseconds=1))
    assert (end(house), latest(house).answer) == (0, None)
    house.at(latest(house).answer_by)
    assert (look(house, fresh)["state"], accept(house, fresh, version=3).json()["code"]) == ("expired", "no_hand_over")
    assert (end(house), latest(house).answer) == (1, "expired")
    assert house.mails("hand_over_ended")[-1].values["how"] == "expired"
    assert stored(house.db, Reservation)[0]["state"] == "reserved"


def test_a_household_cannot_hand_over_to_itself(house: OwnPage) -> None:
    house.reserve()
    house.open()
    refused = ask(house, "Aenne.Mueller+solar@example.org")
    assert refused.status_code == 422
    (error,) = refused.json()["errors"]
    assert (error["field"], error["message"]) == (
        "email",
        "Das ist Ihre eigene Adresse. Bitte geben Sie die des anderen Haushalts an.",
    )
    assert house.mails("hand_over") == []


def test_nobody_hands_over_an_unconfirmed_place_or_without_a_session(house: OwnPage, db: Database) -> None:
    house.reserve()
    house.open()
    db.write(lambda session: session.execute(update(Reservation).values(email_confirmed_at=None)))
    assert house.show().json()["reservation"]["can_hand_over"] is False
    assert ask(house).json()["code"] == "not_now"
    house.client.cookies.clear()
    assert ask(house).status_code == 401


def test_the_limits_of_every_reservation_hold_for_the_new_household(crowd: OwnPage, db: Database) -> None:
    for number in range(3):
        crowd.reserve(key=f"ben-{number}", email=BEN, mobile_phone=f"0151 2345678{number}")
    crowd.reserve(key="aenne")
    crowd.open()
    assert ask(crowd).status_code == 200
    assert accept(crowd, token(crowd)).json()["code"] == "email_limit"
    assert latest(crowd).answer is None, "the offer stands: one of the three may be given up"
    do(db, "cancel", [2], crowd.clock.now)
    assert accept(crowd, token(crowd)).status_code == 200
    assert crowd.row().duplicate_suspected, "two places of one mailbox are looked at by staff"


WRONG: tuple[tuple[str, Any, str | None], ...] = (
    ("first_name", "", "Bitte geben Sie Ihren Vornamen an."),
    ("last_name", "https://x.example", None),
    ("mobile_phone", "12", None),
    ("postcode", "00123", "Diese Postleitzahl gibt es nicht."),
    ("monthly_abschlag", -1, "Bitte geben Sie einen Abschlag zwischen 0 und 10.000 € an."),
    ("consent", False, "Bitte stimmen Sie den Nutzungsbedingungen zu."),
    ("consent", None, "Bitte stimmen Sie den Nutzungsbedingungen zu."),
)


def test_wrong_data_is_told_at_its_field(crowd: OwnPage) -> None:
    of = offered(crowd)
    for field, value, message in WRONG:
        refused = accept(crowd, of, **{field: value})
        assert refused.status_code == 422, refused.text
        (error,) = refused.json()["errors"]
        assert error["field"] == field and error["message"].endswith(".")
        assert message in (None, error["message"])
    assert latest(crowd).answer is None


def test_nobody_is_flooded(house: OwnPage) -> None:
    house.reserve()
    house.open()
    for number in range(5):
        assert ask(house, f"fremd{number}@example.net").status_code == 200
        assert house.call("reservation/hand-over/withdraw").status_code == 200
    assert ask(house, "fremd6@example.net").json()["code"] == "too_many_mails"
    assert len(house.mails("hand_over_offered")) == 5


def test_the_address_of_the_other_household_is_forgotten(house: OwnPage, db: Database) -> None:
    of = offered(house)
    house.call("hand-over/decline", token=of)
    house.clock.advance(days=30)
    assert db.write(lambda session: forget_ended(session, house.clock.now - timedelta(microseconds=1))) == 0
    assert db.write(lambda session: forget_ended(session, house.clock.now)) == 1
    assert (stored(db, HandOver), stored(db, HandOverLink)) == ([], [])
    assert BEN not in str(stored(db, Mail))
    assert house.call("hand-over/look", token=of).json()["code"] == "unknown_link"


# The ends of times, at the edges of days and of summer time

EDGES = [
    (datetime(2026, 10, 10, 21, 59, 59, tzinfo=UTC), "Samstag, 24. Oktober 2026, 23:59 Uhr"),
    (datetime(2026, 10, 11, 0, 30, tzinfo=UTC), "Sonntag, 25. Oktober 2026, 2:30 Uhr Sommerzeit"),
    (datetime(2026, 10, 11, 1, 30, tzinfo=UTC), "Sonntag, 25. Oktober 2026, 2:30 Uhr Winterzeit"),
    (datetime(2027, 3, 14, 1, 30, tzinfo=UTC), "Sonntag, 28. März 2027, 3:30 Uhr"),
    (datetime(2026, 12, 18, 22, 59, 59, tzinfo=UTC), "Freitag, 1. Januar 2027, 23:59 Uhr"),
]


@pytest.mark.parametrize(("asked", "words"), EDGES)
def test_fourteen_days_are_counted_by_the_clock_and_told_in_berlin(house: OwnPage, asked: datetime, words: str) -> None:
    house.at(asked)
    of = offered(house)
    assert {mail.values["until"] for mail in house.mails("hand_over_")} == {words}
    assert latest(house).answer_by - asked == timedelta(days=14)
    house.at(latest(house).answer_by - timedelta(microseconds=1))
    house.call("hand-over/again", token=of)
    assert (look(house, token(house))["state"], end(house)) == ("open", 0)
    house.at(latest(house).answer_by)
    assert (look(house, token(house))["state"], end(house)) == ("expired", 1)


@pytest.mark.parametrize(
    ("given_up", "words"),
    [
        (datetime(2026, 10, 24, 0, 30, tzinfo=UTC), "Sonntag, 25. Oktober 2026, 2:30 Uhr Sommerzeit"),
        (datetime(2026, 10, 24, 21, 59, 59, tzinfo=UTC), "Sonntag, 25. Oktober 2026, 22:59 Uhr"),
        (datetime(2027, 3, 27, 22, 59, 59, tzinfo=UTC), "Montag, 29. März 2027, 0:59 Uhr"),
    ],
)
def test_the_day_to_take_a_place_back_has_24_hours(house: OwnPage, given_up: datetime, words: str) -> None:
    """Over a change of the clocks the hour shifts, and the mail says which one is meant."""
    house.at(given_up)
    house.reserve()
    house.open()
    assert house.call("reservation/give-up").status_code == 200
    assert house.mails("reservation_given_up")[-1].values["undo_until"] == words
    house.at(given_up + timedelta(hours=24) - timedelta(microseconds=1))
    assert undo_is_possible(house)
    house.at(given_up + timedelta(hours=24))
    assert not undo_is_possible(house)


def undo_is_possible(house: OwnPage) -> bool:
    with house.db.read() as session:
        return reversible(session, 1, house.clock.now) is not None
