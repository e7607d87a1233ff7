"""What is left of the instalments is paid at once: one claim, its debit, the mail with the figure, and the way back."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from sqlalchemy import update

from services.contracts.connect import connect
from services.contracts.models import Contract, EarlyPayment
from services.contracts.settle import settle_all
from services.core.db.db import Database
from services.payments import ledger
from services.payments.bank.models import DebitNotice, RunKind
from services.payments.bank.runs import draft, wanted_debits
from services.payments.ledger import Booking
from services.payments.models import LedgerEntry
from services.staff.models import AuditEntry
from tests.fixtures.staff import StaffClient
from tests.services.contracts.orders import Orders
from tests.services.household.own_page import OWN_PAGE
from tests.services.stored import stored

CONNECTED, ASKED = date(2027, 6, 1), date(2027, 7, 20)
FIGURE = {"cents": 125_400, "saved_cents": 6562, "due": "2027-08-03", "instalments": 23}
"""The same as in the table of `test_life.py`: the first instalment is due before it."""


class Running:
    """A household that pays in 24 instalments, on the 20th of July 2027."""

    def __init__(self, orders: Orders, staff_client: StaffClient) -> None:
        orders.decide("24m")
        contract = orders.order()
        self.orders, self.house, self.db, self.id = orders, orders.house, orders.house.db, contract["id"]
        self.staff_client = staff_client
        decide = f"/api/staff/contracts/{self.id}/decide"
        assert self.clerk().post(decide, json={"agrees": True}).status_code == 200
        self.night(CONNECTED - timedelta(1))
        self.db.write(lambda s: connect(s, "ingolstadt", CONNECTED, "staff:1", self.noon(CONNECTED)))
        self.pay(7900)
        self.night(ASKED)
        orders.show_again()

    def clerk(self) -> Any:
        return self.staff_client("staff", client=self.house.client)

    def noon(self, day: date) -> datetime:
        return datetime.combine(day, time(12), UTC)

    def night(self, day: date) -> None:
        self.house.at(self.noon(day))
        self.db.write(lambda s: s.execute(update(Contract).values(settled_on=None)) and None)
        settle_all(self.db, self.orders.settings, self.house.clock)

    def pay(self, cents: int) -> None:
        booking = Booking(date(2027, 6, 2), "bank", self.noon(CONNECTED))
        self.db.write(lambda s: ledger.pay(s, f"p{cents}", self.id, cents, booking))

    def call(self, path: str = "", **body: Any) -> Any:
        url = f"/api/household/contract/early-payment{path}"
        return self.house.client.post(url, json=body, headers=OWN_PAGE)

    def agreed(self) -> dict[str, Any]:
        answer = self.call(cents=FIGURE["cents"])
        assert answer.status_code == 200, answer.text
        contract: dict[str, Any] = answer.json()["contract"]
        return contract

    def keys(self) -> list[str]:
        return [row["key"].partition(f"{self.id}:")[2] for row in stored(self.db, LedgerEntry) if "claim" in row["key"]]

    def mails(self) -> list[dict[str, Any]]:
        names = ("cents", "saved_cents", "day", "instalments", "is_collected", "is_over")
        return [{name: mail.values[name] for name in names} for mail in self.house.mails("early_payment")]


@pytest.fixture
def running(orders: Orders, staff_client: StaffClient) -> Running:
    return Running(orders, staff_client)


@pytest.mark.both_databases
def test_one_claim_takes_the_place_of_the_instalments_and_is_collected_like_them(running: Running) -> None:
    shown = running.orders.show()["contract"]
    assert shown["early_payment"] == FIGURE | {"is_agreed": False}
    contract = running.agreed()
    assert contract["early_payment"] == FIGURE | {"is_agreed": True}
    assert [(one["purpose"], one["number"], one["due"], one["cents"]) for one in contract["plan"]] == [
        ("setup", 0, "2026-11-18", 7900),
        ("instalment", 1, "2027-07-31", 5738),
        ("rest", 0, "2027-08-03", 125_400),
    ]
    told = {"cents": 125_400, "saved_cents": 6562, "day": "3. August 2027", "instalments": 23}
    assert running.mails() == [told | {"is_collected": True, "is_over": False}]
    running.night(ASKED + timedelta(1))
    announced = [(row["claim_key"], row["amount_cents"], row["collect_on"]) for row in stored(running.db, DebitNotice)]
    assert announced[-1] == (f"claim:{running.id}:rest:2027-08-03", 125_400, date(2027, 8, 3))
    running.pay(5738 + 125_400)
    running.night(date(2027, 8, 3))
    assert running.keys() == ["setup:2026-11-18", "instalment-1:2027-07-31", "rest:2027-08-03"]
    running.night(date(2029, 7, 1))
    assert len(running.keys()) == 3, "no instalment follows"
    with running.db.read() as session:
        assert ledger.balances_of(session, running.id) == {}
    assert running.orders.show_again()["contract"]["earning_kwh"] == 2000


def test_another_amount_than_was_shown_is_not_agreed(running: Running) -> None:
    answer = running.call(cents=FIGURE["cents"] - 1)
    assert (answer.status_code, answer.json()["code"]) == (409, "changed_meanwhile")
    assert stored(running.db, EarlyPayment) == []


def test_it_is_agreed_once_and_taken_back_before_it_is_paid(running: Running) -> None:
    running.agreed()
    assert running.call(cents=FIGURE["cents"]).status_code == 409
    running.night(ASKED + timedelta(1))
    running.orders.show_again()
    contract = running.call("/undo").json()["contract"]
    assert (len(contract["plan"]), contract["early_payment"]["is_agreed"]) == (25, False)
    assert running.mails()[-1]["is_over"] is True
    assert running.call("/undo").status_code == 409
    with running.db.read() as session:
        wanted = wanted_debits(session, date(2027, 8, 31), running.house.clock())
    assert [one.purpose_key.split(":")[2] for one in wanted] == ["instalment-1"]
    running.night(date(2027, 9, 30))
    assert running.keys() == [
        "setup:2026-11-18",
        "instalment-1:2027-07-31",
        "instalment-2:2027-08-31",
        "instalment-3:2027-09-30",
    ]
    done = [row["action"] for row in stored(running.db, AuditEntry)][-2:]
    assert done == ["reservation.pay_early", "reservation.keep_instalments"]


def test_who_did_not_pay_it_goes_back_to_the_instalments_and_owes_those_alone(running: Running) -> None:
    running.agreed()
    running.night(date(2027, 8, 20))
    running.orders.show_again()
    assert running.call("/undo").status_code == 200
    running.night(date(2027, 8, 31))
    with running.db.read() as session:
        assert ledger.balances_of(session, running.id) == {ledger.Account.RECEIVABLE: 2 * 5738}


def test_what_is_with_the_bank_or_paid_in_part_is_not_taken_back(running: Running) -> None:
    running.agreed()
    running.night(ASKED + timedelta(1))
    settings = running.orders.settings
    on = date(2027, 8, 31)
    run = running.db.write(lambda s: draft(s, settings, RunKind.DEBIT, on, "staff:1", running.house.clock()).id)
    running.orders.show_again()
    answer = running.call("/undo")
    assert (answer.status_code, "auf dem Weg zur Bank" in answer.json()["title"]) == (409, True)
    assert run
    running.pay(5738 + 1)
    answer = running.call("/undo")
    assert (answer.status_code, "schon etwas bezahlt" in answer.json()["title"]) == (409, True)


def test_a_clerk_does_both(running: Running) -> None:
    clerk, url = running.clerk(), f"/api/staff/contracts/{running.id}/early-payment"
    answer = clerk.post(url, json={"cents": FIGURE["cents"]})
    assert (answer.status_code, answer.json()["early_payment"]["is_agreed"]) == (200, True)
    answer = clerk.post(f"{url}/undo")
    assert (answer.status_code, answer.json()["early_payment"]["is_agreed"]) == (200, False)
    assert clerk.post("/api/staff/contracts/99/early-payment", json={"cents": 5}).status_code == 404


def test_who_pays_once_or_whose_contract_is_over_has_nothing_to_pay_early(orders: Orders, db: Database) -> None:
    orders.decide()
    contract = orders.order()
    assert contract["early_payment"] is None
    answer = orders.house.client.post("/api/household/contract/early-payment", json={"cents": 5}, headers=OWN_PAGE)
    assert (answer.status_code, stored(db, EarlyPayment)) == (409, [])
