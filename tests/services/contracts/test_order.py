"""A household orders: what it is shown and declares, what it gets, and what a person decides."""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from threading import Barrier
from typing import Any

import pytest
from sqlalchemy import update

from services.contracts.models import Contract, ContractDocument
from services.contracts.papers import papers
from services.contracts.settle import settle_all
from services.core.clock import start_of_berlin_day
from services.core.db.db import Database
from services.jobs.registry import LAST_LOOKS
from services.mail import outbox
from services.mail.models import Mail
from services.payments.models import Mandate
from services.privacy.models import Consent, KeptText
from services.reservations.desk.perform import Request, perform
from services.reservations.desk.undo import undo
from services.reservations.errors import UndoNotPossible
from services.reservations.models import Reservation, ReservationChange, StaffOperation
from services.reservations.transitions import GIVE_UP, HOUSEHOLD, OPERATIONS
from services.staff.models import AuditEntry
from services.tasks.sources.places import CONTRACT_DUE
from tests.fixtures.pdf import is_accessible, words_of
from tests.fixtures.staff import StaffClient
from tests.services.contracts.orders import DECLARED, ENTERED, Orders
from tests.services.household.own_page import OWN_PAGE
from tests.services.stored import stored

ACCOUNT = "DE89370400440532013000"


@pytest.mark.both_databases
def test_a_single_payment_is_concluded_by_the_order(orders: Orders, db: Database) -> None:
    orders.decide()
    contract = orders.order()
    assert (contract["state"], contract["withdraw_until"], contract["can_withdraw"]) == (
        "concluded",
        "2026-11-17",
        True,
    )
    assert contract["plan"] == [
        {"purpose": "setup", "number": 0, "due": "2026-11-18", "cents": 7900, "open_cents": 7900},
        {"purpose": "price", "number": 0, "due": None, "cents": 129_900, "open_cents": 129_900},
    ]
    row = orders.house.row()
    assert (row.state, row.street, row.town) == ("contracted", "Am Stein 3", "Ingolstadt")
    assert orders.show()["why_not"] == "Ihr Vertrag ist schon geschlossen."
    (mail,) = orders.house.mails("contract_closed")
    assert mail.next_attempt_at == orders.house.clock.now, "at once"
    assert (mail.values["setup_due"], mail.values["withdraw_until"]) == ("18. November 2026", "17. November 2026")
    with db.read() as session:
        (leased,) = [outbox._leased(mail)]
        (file,) = LAST_LOOKS[leased.kind](session, leased, orders.house.clock.now).attachments
    content = file.content or b""
    assert (file.name, hashlib.sha256(content).hexdigest()) == (
        f"vertrag-{contract['number'].lower()}.pdf",
        contract["document_sha256"],
    )
    response = orders.house.client.get("/api/household/contract/document")
    assert response.content == content
    (event,) = [one for one in stored(db, AuditEntry) if one["action"] == "reservation.order_contract"]
    assert (event["actor"], event["details"]["document"]) == (HOUSEHOLD, contract["document_sha256"])


def test_page_mail_and_papers_name_the_same_contract_and_mandate(orders: Orders, db: Database) -> None:
    orders.decide()
    offer = orders.show()["offer"]
    contract = orders.order()
    words = words_of(orders.house.client.get("/api/household/contract/document").content)
    (mail,), (mandate,) = orders.house.mails("contract_closed"), stored(db, Mandate)
    assert len({offer["number"], contract["number"], mail.values["number"], orders.row().number}) == 1
    assert len({offer["mandate_reference"], contract["mandate_reference"], mandate["reference"]}) == 1
    assert contract["number"] in words
    assert contract["mandate_reference"] in words


def test_the_papers_hold_every_text_whole_and_are_accessible(orders: Orders, db: Database) -> None:
    orders.decide("48m")
    offer = orders.show()["offer"]
    orders.order()
    content = orders.house.client.get("/api/household/contract/document").content
    assert is_accessible(content)
    words = "".join(words_of(content).split())
    for text in offer["texts"]:
        for section in text["sections"]:
            for block in (section["title"], *section["blocks"]):
                if "····" not in block:
                    assert "".join(block.removeprefix("- ").split()) in words, block
    for said in ("9,65 %", "47 Raten je 32,48 €, die letzte 32,44 €", "Am Stein 3, 85049 Ingolstadt", "3000"):
        assert "".join(said.split()) in words
    assert "····" not in words
    kept = {(row["kind"], row["version"], row["sha256"]) for row in stored(db, KeptText)}
    named = {(text["kind"], text["version"], text["sha256"]) for text in orders.row().texts}
    assert named <= kept
    assert {kind for kind, _, _ in named} == {"contract", "terms", "withdrawal", "information", "credit", "mandate"}


def test_papers_to_read_have_what_was_entered_and_store_nothing(orders: Orders, db: Database) -> None:
    orders.decide()
    response = orders.call("/draft")
    words = words_of(response.content)
    assert response.headers["content-type"] == "application/pdf"
    assert "Bestellt ist damit noch nichts." in words
    assert "Am Stein 3" in words
    assert "Was Sie erklärt haben" not in words
    assert [stored(db, table) for table in (Contract, ContractDocument, Mandate)] == [[], [], []]
    assert orders.house.row().street is None


def test_each_declaration_is_kept_with_its_text(orders: Orders, db: Database) -> None:
    orders.decide("24m")
    orders.order(is_other_person=True, holder_agrees=True, account_holder="Otto Müller")
    given = {row["purpose"]: row["source"] for row in stored(db, Consent) if row["text_version"].endswith("2026-11-30")}
    wanted = dict.fromkeys(("contract", "mandate", "credit", "holder"), "explicit")
    assert {purpose: given.get(purpose) for purpose in wanted} == wanted
    words = words_of(orders.house.client.get("/api/household/contract/document").content)
    assert "Die Person, der das Konto gehört" in words
    assert "Otto Müller" in words


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"street": ""}, "street", "Bitte geben Sie Straße und Hausnummer an."),
        ({"town": None}, "town", "Bitte geben Sie Ihren Ort an."),
        ({"iban": ""}, "iban", "Bitte geben Sie die IBAN Ihres Kontos an."),
        ({"iban": "DE89 3704 0044 0532 0130 01"}, "iban", "In dieser IBAN stimmt eine Ziffer nicht."),
        ({"iban": "DE89"}, "iban", "Bitte prüfen Sie die IBAN."),
        ({"account_holder": ""}, "account_holder", "Bitte geben Sie an, wem das Konto gehört."),
        ({"account_holder": "x" * 71}, "account_holder", "Bitte kürzen Sie den Namen auf 70 Zeichen."),
        ({"agrees_to_contract": False}, "agrees_to_contract", "Ohne Ihre Zustimmung zum Vertrag"),
        ({"gives_mandate": False}, "gives_mandate", "Ohne das SEPA-Mandat"),
        ({"wants_credit": False}, "wants_credit", "Ohne diese Erklärung können Sie nicht in Raten bestellen."),
        ({"is_other_person": True}, "holder_agrees", "Bitte bestätigen Sie, dass die andere Person einverstanden ist."),
    ],
)
def test_what_is_missing_or_wrong_is_said_at_its_field_and_nothing_is_ordered(
    orders: Orders, db: Database, changes: dict[str, Any], field: str, sentence: str
) -> None:
    orders.decide("48m")
    response = orders.call(**changes)
    assert response.status_code == 422, response.text
    (error,) = response.json()["errors"]
    assert (error["field"], error["message"].startswith(sentence)) == (field, True), error
    assert stored(db, Contract) == []


@pytest.mark.both_databases
def test_instalments_are_decided_by_a_person_and_bind_nobody_before(orders: Orders, staff_client: StaffClient) -> None:
    orders.decide("24m")
    contract = orders.order()
    assert (contract["state"], contract["withdraw_until"]) == ("asked", None)
    assert (orders.house.row().state, len(orders.house.mails("contract_asked"))) == ("invited", 1)
    with orders.house.db.read() as session:
        assert CONTRACT_DUE.find(session, orders.house.clock.now) == [], "no papers are left to send"
    clerk = staff_client("staff", client=orders.house.client)
    answer = clerk.post(f"/api/staff/contracts/{contract['id']}/decide", json={"agrees": True})
    assert answer.status_code == 200, answer.text
    assert (answer.json()["state"], orders.house.row().state) == ("concluded", "contracted")
    (mail,) = orders.house.mails("contract_closed")
    assert mail.attachments == orders.house.mails("contract_asked")[0].attachments
    again = clerk.post(f"/api/staff/contracts/{contract['id']}/decide", json={"agrees": False, "reason": "doch nicht"})
    assert (again.status_code, again.json()["code"]) == (409, "already_decided")


def test_refused_instalments_leave_the_place_and_a_new_order(
    orders: Orders, staff_client: StaffClient, db: Database
) -> None:
    orders.decide("24m")
    first = orders.order()
    clerk = staff_client("staff", client=orders.house.client)
    body = {"agrees": False, "reason": "Auskunft"}
    assert clerk.post(f"/api/staff/contracts/{first['id']}/decide", json=body).json()["state"] == "declined"
    assert [row["cause"] for row in stored(db, Mandate)] == ["contract_over"]
    assert (orders.house.row().state, len(orders.house.mails("contract_declined"))) == ("invited", 1)
    wanted = {"annual_kwh": 2000, "payment_plan": "one-off", "known_kwh": 2000, "known_plan": "24m"}
    assert orders.house.call("reservation/share", **wanted).status_code == 200
    second = orders.order()
    assert (second["state"], second["number"]) == ("concluded", first["number"].replace("-V1", "-V2"))


def test_instalments_are_not_refused_without_a_reason(orders: Orders, staff_client: StaffClient) -> None:
    orders.decide("24m")
    contract = orders.order()
    clerk = staff_client("staff", client=orders.house.client)
    answer = clerk.post(f"/api/staff/contracts/{contract['id']}/decide", json={"agrees": False, "reason": " "})
    assert (answer.status_code, answer.json()["errors"][0]["message"]) == (422, "Bitte nennen Sie den Grund.")
    assert orders.row().state == "asked"


@pytest.mark.both_databases
def test_an_order_in_instalments_stands_under_today_until_it_is_decided(
    orders: Orders, staff_client: StaffClient
) -> None:
    """In the place of the line that asks for its papers: they are with the household already."""
    orders.decide("24m")
    clerk = staff_client("staff", client=orders.house.client)

    def lines() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = clerk.get("/api/staff/work-lines?whose=free").json()["data"]
        return [line for line in found if line["kind"] in ("contract_due", "instalments")]

    assert [line["kind"] for line in lines()] == ["contract_due"]
    contract = orders.order()
    [line] = lines()
    assert (line["kind"], line["band"], line["due_on"]) == ("instalments", "waiting", "2026-11-05")
    assert line["path"] == f"/reservations/{orders.house.row().id}/show"
    assert line["detail"].replace("\xa0", " ") == "Bestellt in 24 Raten zu 57,38 €, zusammen 1.377,00 €"
    assert clerk.post(f"/api/staff/contracts/{contract['id']}/decide", json={"agrees": True}).status_code == 200
    assert lines() == []


def test_the_list_shows_contracts_by_state_a_page_at_a_time(orders: Orders, staff_client: StaffClient) -> None:
    orders.decide("24m")
    orders.order()
    orders.order(iban="DE02 1203 0000 0000 2020 51")
    clerk = staff_client("staff", client=orders.house.client)

    def shown(query: str = "") -> tuple[list[str], bool, int]:
        page = clerk.get(f"/api/staff/contracts?{query}").json()
        return [row["number"][-2:] for row in page["data"]], page["has_next"], page["total"]

    assert shown() == (["V1", "V2"], False, 2)
    assert shown("order=desc&per_page=1") == (["V2"], True, 2)
    assert shown("order=desc&per_page=1&page=2") == (["V1"], False, 2)
    assert shown("state=asked") == (["V2"], False, 1)


@pytest.mark.both_databases
def test_a_second_press_orders_once(orders: Orders, db: Database) -> None:
    orders.decide("24m")
    body = {**ENTERED, **DECLARED, "fingerprint": orders.show()["offer"]["fingerprint"]}
    answers = [orders.house.client.post("/api/household/contract", json=body, headers=OWN_PAGE) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json()["contract"] == answers[1].json()["contract"]
    assert len(stored(db, Contract)) == len(stored(db, ContractDocument)) == len(orders.house.mails("contract_asked"))


@pytest.mark.both_databases
def test_two_presses_at_once_order_once(orders: Orders, db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have made their papers before either is written."""
    orders.decide("24m")
    body = {**ENTERED, **DECLARED, "fingerprint": orders.show()["offer"]["fingerprint"]}
    both = Barrier(2)

    def waiting(*arguments: Any) -> bytes:
        both.wait(timeout=60)
        return papers(*arguments)

    monkeypatch.setattr("services.contracts.order.papers", waiting)
    with ThreadPoolExecutor(2) as threads:
        presses = [
            threads.submit(orders.house.client.post, "/api/household/contract", json=body, headers=OWN_PAGE)
            for _ in range(2)
        ]
    assert [press.result().status_code for press in presses] == [200, 200]
    assert len(stored(db, Contract)) == len(stored(db, Mandate)) == len(orders.house.mails("contract_asked")) == 1


def test_another_order_before_the_decision_takes_the_place_of_the_first(orders: Orders, db: Database) -> None:
    orders.decide("24m")
    orders.order()
    orders.order(iban="DE02 1203 0000 0000 2020 51")
    assert [(row["state"], row["number"][-3:]) for row in stored(db, Contract)] == [
        ("dropped", "-V1"),
        ("asked", "-V2"),
    ]
    assert [row["ended_at"] is None for row in stored(db, Mandate)] == [False, True]


def test_an_offer_that_changed_meanwhile_is_not_ordered(orders: Orders, db: Database) -> None:
    orders.decide()
    fingerprint = orders.show()["offer"]["fingerprint"]
    wanted = {"annual_kwh": 3000, "payment_plan": "one-off", "known_kwh": 2000, "known_plan": "one-off"}
    assert orders.house.call("reservation/share", **wanted).status_code == 200
    response = orders.call(fingerprint=fingerprint)
    assert (response.status_code, response.json()["code"]) == (409, "changed_meanwhile")
    assert stored(db, Contract) == []


def test_a_share_that_changes_before_the_decision_has_to_be_ordered_again(
    orders: Orders, staff_client: StaffClient
) -> None:
    orders.decide("24m")
    contract = orders.order()
    wanted = {"annual_kwh": 3000, "payment_plan": "24m", "known_kwh": 2000, "known_plan": "24m"}
    assert orders.house.call("reservation/share", **wanted).status_code == 200
    clerk = staff_client("staff", client=orders.house.client)
    answer = clerk.post(f"/api/staff/contracts/{contract['id']}/decide", json={"agrees": True})
    assert (answer.status_code, "neu bestellen" in answer.json()["title"]) == (409, True)
    assert orders.house.row().state == "invited"


@pytest.mark.parametrize(
    ("steps", "sentence"),
    [
        ((), "Ein Vertrag ist erst möglich, wenn Ihr Park bestätigt ist und wir Sie einladen."),
        (("invite",), "Bitte legen Sie zuerst Ihren Anteil fest."),
        (("invite", "decide", "contract"), "Ihr Vertrag ist schon geschlossen."),
        (("invite", "decide", "contract", "activate"), "Ihr Vertrag ist schon geschlossen."),
        (("cancel",), "Ein Vertrag ist erst möglich, wenn Ihr Park bestätigt ist und wir Sie einladen."),
    ],
)
def test_where_a_contract_is_not_next_the_page_and_the_call_say_why(
    orders: Orders, steps: tuple[str, ...], sentence: str
) -> None:
    house = orders.house
    house.reserve()
    house.open()
    for name in steps:
        orders.do(OPERATIONS[name])
    if "cancel" not in steps:  # which ends the session
        shown = orders.show()
        assert (shown["offer"], shown["why_not"]) == (None, sentence)
        answer = orders.call()
        assert (answer.status_code, answer.json()["title"]) == (409, sentence)


def test_an_order_that_nobody_decided_ends_with_the_place(orders: Orders, db: Database) -> None:
    orders.decide("24m")
    orders.order()
    house = orders.house
    request = Request(GIVE_UP, (house.row().id,), HOUSEHOLD)
    house.db.write(lambda session: perform(session, request, house.clock.now))
    assert settle_all(db, orders.settings, house.clock) == 1
    assert (orders.row().state, stored(db, Mandate)[0]["cause"]) == ("dropped", "contract_over")


def test_a_concluded_contract_is_not_taken_back_by_a_click(orders: Orders, db: Database) -> None:
    orders.decide()
    orders.order()
    done = [row for row in stored(db, StaffOperation) if row["name"] == "contract"]
    with pytest.raises(UndoNotPossible):
        db.write(lambda session: undo(session, done[0]["id"], "staff:7", "staff", orders.house.clock.now))
    assert orders.house.row().state == "contracted"


def test_the_withdrawal_period_ends_with_the_last_second_of_its_last_day(orders: Orders) -> None:
    orders.decide()
    contract = orders.order()
    until = date.fromisoformat(contract["withdraw_until"])
    last = start_of_berlin_day(until + timedelta(1)) - timedelta(microseconds=1)
    for moment, can in ((last, True), (last + timedelta(microseconds=1), False)):
        orders.house.at(moment)
        assert orders.show_again()["contract"]["can_withdraw"] is can


def test_the_account_number_stands_nowhere_in_clear(
    orders: Orders, staff_client: StaffClient, db: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    orders.decide("24m")
    contract = orders.order()
    clerk = staff_client("staff", client=orders.house.client)
    reservation = orders.house.row().id
    answers = [
        orders.house.client.get("/api/household/contract").text,
        clerk.get("/api/staff/contracts").text,
        clerk.get(f"/api/staff/reservations/{reservation}/contracts").text,
        words_of(clerk.get(f"/api/staff/contracts/{contract['id']}/document").content),
    ]
    rows = [stored(db, table) for table in (Mandate, Contract, Reservation, ReservationChange, Consent, AuditEntry)]
    everything = "".join((*answers, str(rows), str(orders.house.mails()), capsys.readouterr().out))
    assert contract["number"] in everything
    for hidden in (ACCOUNT, ENTERED["iban"], ACCOUNT[4:18]):
        assert hidden not in everything
    assert contract["last_four"] == ACCOUNT[-4:]


@pytest.mark.parametrize("signed_by", ["letter", "telephone"])
def test_a_clerk_enters_an_order_with_the_same_papers_and_evidence(
    orders: Orders, staff_client: StaffClient, db: Database, signed_by: str
) -> None:
    orders.decide()
    clerk = staff_client("staff", client=orders.house.client)
    path = f"/api/staff/reservations/{orders.house.row().id}/contracts"
    offer = clerk.get(path).json()["offer"]
    body = {**ENTERED, **DECLARED, "signed_by": signed_by, "received_on": "2026-11-02"}
    answer = clerk.post(path, json=body)
    assert answer.status_code == 201, answer.text
    (contract,) = answer.json()["data"]
    assert (contract["number"], contract["signed_by"], contract["received_on"]) == (
        offer["number"], signed_by, "2026-11-02",
    )  # fmt: skip
    taken = [row for row in stored(db, Consent) if row["source"] == signed_by]
    assert {(row["purpose"], row["received_on"], bool(row["taken_by"])) for row in taken} == {
        (purpose, date(2026, 11, 2), True) for purpose in ("contract", "mandate")
    }
    content = clerk.get(f"/api/staff/contracts/{contract['id']}/document").content
    assert "2. November 2026" in words_of(content)
    assert orders.house.row().state == "contracted"


WITHOUT_MAILBOX = {"email": "", "email_normalized": "", "mailbox": "", "street": "Am Stein 3", "town": "Ingolstadt"}


def test_papers_of_a_household_without_a_mailbox_go_with_its_letter(
    orders: Orders, staff_client: StaffClient, db: Database
) -> None:
    orders.decide()
    clerk = staff_client("staff", client=orders.house.client)
    db.write(lambda session: session.execute(update(Reservation).values(WITHOUT_MAILBOX)) and None)
    body = {**ENTERED, **DECLARED, "signed_by": "letter", "received_on": "2026-11-02"}
    answer = clerk.post(f"/api/staff/reservations/{orders.house.row().id}/contracts", json=body)
    assert answer.status_code == 201, answer.text
    (contract,) = answer.json()["data"]
    (waiting,) = [row for row in stored(db, Mail) if row["kind"] == "contract_closed"]
    assert waiting["is_letter"]
    shown = clerk.get(f"/api/staff/mails/{waiting['id']}").json()
    assert (shown["is_letter"], shown["enclosures"]) == (True, [f"vertrag-{contract['number'].lower()}.pdf"])
    told = clerk.post("/api/staff/mails/letters/preview", json={"reservation_ids": None}).json()
    assert waiting["id"] in told["mail_ids"]
    (remark,) = [one for one in told["remarks"] if "in den Umschlag" in one["sentence"]]
    assert remark["people"] == ["Änne Müller"]
    assert clerk.get(f"/api/staff/mails/letters.pdf?mail={waiting['id']}").status_code == 200


def test_an_order_cannot_have_come_tomorrow(orders: Orders, staff_client: StaffClient, db: Database) -> None:
    orders.decide()
    clerk = staff_client("staff", client=orders.house.client)
    body = {**ENTERED, **DECLARED, "signed_by": "letter", "received_on": "2026-11-04"}
    answer = clerk.post(f"/api/staff/reservations/{orders.house.row().id}/contracts", json=body)
    assert answer.status_code == 422, answer.text
    assert [error["field"] for error in answer.json()["errors"]] == ["received_on"]
    assert stored(db, Contract) == []
