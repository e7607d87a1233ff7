"""Cards are checked by the simulated provider: each way it may end, and each way to be interrupted."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from services.checks.examine import examine
from services.core.db.db import Database
from services.payments.check_card import MOST_ATTEMPTS, begin, follow, forget_references, why_not
from services.payments.errors import NoCheck, NotOffered, ProviderAway
from services.payments.models import CardCheck
from services.payments.providers import provider_of
from services.reservations.desk.perform import Request, perform
from services.reservations.desk.undo import undo
from services.reservations.errors import UndoNotPossible
from services.reservations.models import StaffOperation
from services.reservations.transitions import EVERY, PROVIDER
from services.settings import Settings
from services.staff.audit import first_broken_entry
from services.staff.models import AuditEntry
from services.tasks.sources import SOURCES
from tests.factories import production_settings
from tests.fixtures.servers import MakeClient
from tests.services.payments.card import Away, Card, unconfirmed
from tests.services.reservations.standing import do
from tests.services.stored import stored

SignIn = Callable[..., TestClient]
GOOD = [("verify_deposit", PROVIDER), ("refund_deposit", PROVIDER)]


@pytest.mark.both_databases
def test_a_card_is_checked_and_its_euro_given_back(card: Card, db: Database) -> None:
    page = card.page()
    shown = card.client.get(page).text
    assert "Simulation" in shown and "kein echter Zahlungsdienst" in shown
    assert card.states() == ("open", "reserved")
    assert card.press("paid", page).headers["location"] == "/meine-reservierung"
    told = {"state": "released", "cause": "", "why_not": "Ihre Karte ist schon geprüft."}
    assert card.come_back() == told
    assert (card.states(), card.steps()) == (("released", "refunded"), GOOD)
    (row,) = card.rows()
    assert (row.attempt, row.look_at, row.ended_at) == (1, None, card.clock.now)
    assert "nichts mehr zu tun" in card.client.get(page).text
    actions = [one["action"] for one in stored(db, AuditEntry) if one["actor"] == PROVIDER]
    whole = [action for action in actions if action.startswith("reservation.")]
    assert whole == ["reservation.verify_deposit", "reservation.refund_deposit"]
    with db.read() as session:
        assert first_broken_entry(session) is None


@pytest.mark.parametrize(
    ("presses", "cause"),
    [
        (["refused"], "Die Bank hat die Karte abgelehnt."),
        (["unconfirmed", "not_confirmed"], "Die Bestätigung bei der Bank hat nicht geklappt."),
    ],
)
def test_a_refused_card_may_be_tried_again(card: Card, presses: list[str], cause: str) -> None:
    page = card.page()
    for press in presses:
        card.press(press, page)
    assert card.come_back() == {"state": "failed", "cause": cause, "why_not": ""}
    assert (card.states(), card.steps()) == (("failed", "failed"), [("fail_deposit", PROVIDER)])
    again = card.page()
    assert again != page
    card.press("paid", again)
    assert card.come_back()["state"] == "released"
    assert card.states() == ("released", "refunded")
    assert [row.attempt for row in card.rows()] == [1, 2]


def test_the_bank_asks_and_the_household_confirms(card: Card) -> None:
    page = card.page()
    assert card.press("unconfirmed", page).headers["location"] == page
    assert "Ihre Bank fragt nach" in card.client.get(page).text
    assert card.come_back()["state"] == "open"
    card.press("paid", page)
    assert card.come_back()["state"] == "released"


def test_who_is_refused_and_takes_another_card_on_the_same_page_succeeds(card: Card) -> None:
    page = card.page()
    card.press("refused", page)
    card.wait(minutes=3)
    card.press("paid", page)
    card.wait(minutes=3)
    assert card.states() == ("released", "refunded")
    assert [name for name, _ in card.steps()] == ["fail_deposit", "verify_deposit", "refund_deposit"]


def test_who_goes_away_may_come_back_until_the_page_closes(card: Card) -> None:
    page = card.page()
    card.wait(minutes=10)
    assert card.page() == page
    card.clock.advance(minutes=52)
    with pytest.raises(NoCheck, match="no_check"):
        begin_again(card)
    card.wait(minutes=10)
    assert card.states() == ("expired", "reserved")
    assert page not in begin_again(card)


def test_what_hangs_is_ended_by_a_clerk(card: Card, db: Database) -> None:
    card.press("hanging")
    card.wait(minutes=70)
    assert card.states() == ("open", "reserved"), "the bank may still decide"
    with pytest.raises(NoCheck):
        begin_again(card)
    follow(db, card.provider, card.rows()[0].id, card.clock, is_to_close=True)
    assert card.states() == ("expired", "reserved")
    assert begin_again(card)


def begin_again(card: Card) -> str:
    """As from the page, whose session is over by now."""
    return begin(card.db, card.provider, card.house.row().id, card.clock)


def test_one_that_comes_back_never_is_found_by_the_job(card: Card) -> None:
    card.press("paid")
    assert card.wait(minutes=1) == 0, "not yet due"
    assert card.wait(minutes=2) == 1
    assert card.states() == ("released", "refunded")
    assert card.wait(days=1) == 0, "nothing is left to ask"


@pytest.mark.parametrize("is_done", [False, True])
@pytest.mark.parametrize("call", ["begin", "look_up", "release"])
def test_a_provider_that_is_away_is_asked_until_it_answers(card: Card, db: Database, call: str, is_done: bool) -> None:
    """Also where it has done what it was asked, and its answer was lost."""
    away = Away(card.provider, {call}, is_done)
    page = card.page()
    if call == "begin":
        forget_reference(db)
    else:
        card.press("paid", page)
    card.wait(away, minutes=3)
    assert card.rows()[0].ended_at is None
    if call == "begin":
        card.wait(minutes=20)
        assert card.page() == page
        card.press("paid", page)
    card.wait(hours=7)
    assert (card.states(), card.steps()) == (("released", "refunded"), GOOD)


def forget_reference(db: Database) -> None:
    """As if we had ended between the provider's answer and our note of it."""
    db.write(lambda session: session.execute(update(CardCheck).values(reference=None, address=None)) and None)


def test_a_check_that_never_reached_the_provider_ends_with_its_page(card: Card, db: Database) -> None:
    card.page()
    forget_reference(db)
    card.wait(Away(card.provider, {"begin"}), hours=2)
    assert card.states() == ("expired", "reserved")


def test_a_provider_that_was_away_for_half_an_hour_gets_a_new_check(card: Card, db: Database) -> None:
    away = Away(card.provider, {"begin"})
    for minutes in (0, 20, 20):
        card.clock.advance(minutes=minutes)
        with pytest.raises(ProviderAway):
            begin(db, away, card.house.row().id, card.clock)
    assert [(row.attempt, row.state) for row in card.rows()] == [(1, "expired"), (2, "open")]
    card.press("paid")
    assert card.come_back()["state"] == "released"


def test_money_that_is_owed_back_is_asked_for_until_it_is_back(card: Card) -> None:
    card.press("paid")
    away = Away(card.provider, {"release"})
    looks = sum(card.wait(away, hours=2) for _ in range(30))
    assert card.states() == ("held", "verified")
    assert 10 <= looks < 20, "the longer it takes, the less often, and at least every six hours"
    card.wait(hours=7)
    assert card.states() == ("released", "refunded")


@pytest.mark.both_databases
def test_the_night_finds_what_the_provider_knows_better(card: Card, db: Database) -> None:
    """An authorisation of a check that we had given up."""
    card.page()
    card.wait(minutes=70)
    assert card.states() == ("expired", "reserved")
    db.write(lambda session: session.execute(update(CardCheck).values(simulated="paid")) and None)
    assert card.wait(hours=2) == 0
    assert card.night() == 1
    assert card.states() == ("released", "refunded")
    assert card.night() == 0


ENDS = ("cancel", "expire", "give_up", "withdraw", "cancel_park")


def end(card: Card, name: str) -> None:
    """Whatever ends a reservation, by staff, the household, or with its park."""
    id_, now = card.house.row().id, card.clock.now
    for earlier in ("invite", "contract") if name == "withdraw" else ():
        do(card.db, earlier, [id_], now)
    card.db.write(lambda session: perform(session, Request(EVERY[name], (id_,), "staff:1", "So besprochen"), now))


@pytest.mark.parametrize("name", ENDS)
def test_what_is_held_goes_back_whatever_ends_the_reservation(card: Card, name: str) -> None:
    card.press("paid")
    card.wait(Away(card.provider, {"release"}), minutes=3)
    assert card.states() == ("held", "verified")
    end(card, name)
    card.wait(minutes=10)
    assert card.states() == ("released", "refunded")
    if name == "give_up":
        back = card.house.call("reservation/take-back").json()
        assert back["state"] == "reserved", "24 hours to come back are promised, whatever the provider does meanwhile"
        assert card.states() == ("released", "refunded")


@pytest.mark.parametrize("name", ENDS)
def test_a_page_is_closed_by_whatever_ends_the_reservation(card: Card, name: str) -> None:
    page = card.page()
    end(card, name)
    card.wait(minutes=3)
    assert card.states() == ("expired", "waived")
    card.press("paid", page)
    card.wait(minutes=3)
    assert card.rows()[0].simulated == "closed", "the button does nothing any more"


# What may not be


def test_only_a_confirmed_household_before_its_contract_has_its_card_checked(card: Card, db: Database) -> None:
    unconfirmed(db)
    assert refused(card) == "Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse."


@pytest.mark.parametrize(
    ("operations", "sentence"),
    [
        (("waive_deposit",), "Für Ihre Reservierung ist keine Kartenprüfung mehr nötig."),
        (("verify_deposit",), "Ihre Karte ist schon geprüft."),
        (("verify_deposit", "refund_deposit"), "Ihre Karte ist schon geprüft."),
        (("invite", "contract"), "Es gibt schon einen Vertrag. Die Kartenprüfung gehört in die Zeit davor."),
        (("cancel",), "Ihre Reservierung ist beendet. Eine Kartenprüfung gehört nicht mehr dazu."),
    ],
)
def test_each_pair_that_is_forbidden_says_why(
    card: Card, db: Database, operations: tuple[str, ...], sentence: str
) -> None:
    page = card.page()
    id_ = card.house.row().id
    for name in operations:
        do(db, name, [id_], card.clock.now, reason="So besprochen")
    assert why_not(card.house.row()) == sentence
    if "cancel" not in operations:
        assert refused(card) == sentence
    card.press("paid", page)
    card.wait(minutes=3)
    assert card.rows()[0].state == "released", "what was paid all the same is given back"
    before = {"waive_deposit": "waived", "cancel": "waived"}
    assert card.house.row().deposit_state == before.get(operations[0], "refunded")


def refused(card: Card) -> str:
    answer = card.begin()
    assert (answer.status_code, answer.json()["code"]) == (409, "no_check")
    assert len(card.rows()) <= 1
    return str(answer.json()["title"])


def test_a_day_has_five_attempts(card: Card) -> None:
    for _ in range(MOST_ATTEMPTS):
        card.press("refused")
        card.come_back()
    assert card.begin().json()["title"].startswith("Heute gab es schon mehrere Versuche.")


@pytest.mark.both_databases
def test_two_presses_at_once_begin_one_check(card: Card) -> None:
    with ThreadPoolExecutor(2) as two:
        answers = list(two.map(lambda _: card.begin().json()["address"], range(2)))
    assert len(set(answers)) == len(card.rows()) == 1


@pytest.mark.both_databases
def test_two_looks_at_once_give_back_once(card: Card, db: Database) -> None:
    card.press("paid")
    with ThreadPoolExecutor(2) as two:
        states = list(two.map(lambda _: follow(db, card.provider, 1, card.clock), range(2)))
    assert set(states) <= {"held", "released"}
    assert (card.states(), card.steps()) == (("released", "refunded"), GOOD)


def test_what_the_provider_did_is_taken_back_by_nobody(card: Card, db: Database) -> None:
    card.press("paid")
    card.come_back()
    for row in stored(db, StaffOperation):
        with pytest.raises(UndoNotPossible):
            db.write(lambda session, id_=row["id"]: undo(session, id_, "staff:1", "admin", card.clock.now))
    assert card.states() == ("released", "refunded")


def test_production_without_a_provider_offers_no_check(make_client: MakeClient, db: Database, card: Card) -> None:
    page = card.page()
    settings = Settings(_env_file=None, data_dir=card.house.folder, **production_settings())  # type: ignore[call-arg]
    assert settings.card_check == "off"
    with pytest.raises(NotOffered):
        begin(db, provider_of(settings, db, card.clock), card.house.row().id, card.clock)
    client = make_client(clock=card.clock, **production_settings())
    at_home = {"host": "voltigo.example"}
    assert "Diese Seite gibt es nicht" in client.get(page, headers=at_home).text
    client.post(page, data={"press": "paid"}, headers=at_home)
    assert card.rows()[0].simulated == "asked"
    assert client.post("/api/payments/stripe", json={}, headers=at_home).status_code == 404


@pytest.mark.both_databases
def test_the_number_at_the_provider_is_forgotten_a_month_after_the_end(card: Card, db: Database) -> None:
    card.press("paid")
    card.come_back()
    card.clock.advance(days=29)
    db.write(lambda session: forget_references(session, card.clock.now))
    assert card.rows()[0].reference
    card.clock.advance(days=2)
    db.write(lambda session: forget_references(session, card.clock.now))
    (row,) = card.rows()
    assert (row.reference, row.address, row.key, row.state) == (None, None, f"ended-{row.id}", "released")


# What people are told


def test_staff_see_each_check_and_end_what_hangs(card: Card, staff_client: SignIn) -> None:
    kim = staff_client("staff", client=card.client)
    card.press("hanging")
    id_ = card.house.row().id
    path = f"/api/staff/reservations/{id_}/card-checks"
    shown = kim.get(path).json()
    (check,) = shown["data"]
    assert shown["is_offered"] and check["can_end"] and check["reference"].startswith("SIM-")
    assert (check["state"], check["attempt"], check["provider"]) == ("open", 1, "simulated")
    ended = kim.post(f"{path}/{check['id']}/end").json()["data"][0]
    assert (ended["state"], ended["can_end"], ended["look_at"]) == ("expired", False, None)
    again = kim.post(f"{path}/{check['id']}/end")
    assert (again.status_code, again.json()["title"]) == (
        409,
        "Diese Prüfung ist zu Ende, und vorgemerkt ist nichts mehr.",
    )
    other = kim.post(f"/api/staff/reservations/{id_ + 1}/card-checks/{check['id']}/end")
    assert (other.status_code, kim.get("/api/staff/reservations/999/card-checks").status_code) == (404, 404)
    assert stored(card.db, AuditEntry)[-1]["action"] == "reservation.end_card_check"


def lines(card: Card) -> list[tuple[str, str, str]]:
    """What the queue says of cards: kind, words and day."""
    found = []
    with card.db.read() as session:
        for kind in ("card_failed", "card_hangs"):
            subjects = {one.id: one for one in SOURCES[kind].find(session, card.clock())}
            about = SOURCES[kind].describe(session, subjects)
            found += [(kind, about[id_].detail, one.due_on.isoformat()) for id_, one in subjects.items()]
    return found


def cause(card: Card) -> str:
    with card.db.read() as session:
        (subject,) = SOURCES["card_failed"].find(session, card.clock())
    return subject.cause


@pytest.mark.both_databases
def test_what_fails_or_hangs_stands_in_the_queue(card: Card) -> None:
    card.press("refused")
    card.come_back()
    failed = ("card_failed", "Kartenprüfung gescheitert. Die Bank hat die Karte abgelehnt.", "2026-11-04")
    assert lines(card) == [failed]
    first = cause(card)
    card.press("refused")
    assert (lines(card), cause(card)) == ([failed], first), "nothing is known of it yet"
    card.come_back()
    assert lines(card) == [failed]
    assert cause(card) != first, "whoever has dealt with the first one hears of the second"
    card.press("paid")
    away = Away(card.provider, {"release"})
    card.wait(away, minutes=5)
    assert lines(card) == []
    card.clock.advance(minutes=31)
    assert lines(card) == [("card_hangs", "1,00\u00a0€ ist auf der Karte noch nicht freigegeben", "2026-11-03")]
    card.wait(hours=1)
    assert lines(card) == []


def test_a_page_that_does_not_close_stands_in_the_queue(card: Card) -> None:
    card.press("hanging")
    card.wait(minutes=90)
    assert lines(card) == []
    card.clock.advance(minutes=5)
    assert lines(card) == [("card_hangs", "Der Zahlungsdienst bringt die Kartenprüfung nicht zu Ende", "2026-11-03")]


def test_a_provider_that_has_not_answered_for_an_hour_is_a_fault(card: Card, tmp_path: Path) -> None:
    def found() -> tuple[str, str]:
        checks = examine(settings, card.db, card.clock)
        one = next(one for one in checks if one.check.name == "card_checks")
        return one.level.value, one.words

    settings = Settings(_env_file=None, data_dir=tmp_path / "var", database_url=str(card.db.engine.url))  # type: ignore[call-arg]
    assert found()[0] == "ok"
    card.page()
    card.clock.advance(hours=2)
    assert found() == ("fault", "Der Zahlungsdienst antwortet nicht: Eine Prüfung wartet seit 118 Minuten.")
    production = Settings(_env_file=None, **production_settings(data_dir=tmp_path / "var"))  # type: ignore[call-arg]
    settings = settings.model_copy(update={"environment": production.environment})
    assert found()[0] == "fault", "also where none is offered any more"
    card.wait(minutes=1)
    assert found() == ("ok", "Werden nicht angeboten: VOLTIGO_STRIPE_KEY ist leer.")
