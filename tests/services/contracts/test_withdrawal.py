"""A contract is withdrawn: what was paid goes back once, by hand or by the bank, in either order."""

from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from services.contracts.settle import settle_all
from services.core.clock import BERLIN
from services.payments import ledger
from services.payments.bank.models import RunKind
from services.payments.bank.runs import draft, wanted_refunds
from services.payments.ledger import Booking
from services.settings import Settings
from tests.fixtures.staff import StaffClient
from tests.services.contracts.orders import Orders
from tests.services.declarations.forms import WITHDRAWAL, declare

PAID = 7900


class Withdrawn:
    """A household that has paid the set-up early and withdraws; a clerk has accepted it."""

    def __init__(self, orders: Orders, staff_client: StaffClient) -> None:
        orders.decide()
        orders.order()
        self.orders, self.house, self.id = orders, orders.house, orders.row().id
        self.book(lambda session, booking: ledger.pay(session, "in", self.id, PAID, booking))
        self.sign_in = partial(staff_client, "staff", client=self.house.client)
        declare(self.house.client, WITHDRAWAL, contract=self.house.row().reference)
        (listed,) = self.sign_in().get("/api/staff/declarations").json()["data"]
        self.declaration = listed["id"]
        self.step("match", reference=self.house.row().reference)
        self.step("accept")

    def book(self, move: Any) -> None:
        now = self.house.clock.now
        self.house.db.write(lambda session: move(session, Booking(now.date(), "bank", now)))

    def step(self, name: str, **body: Any) -> Any:
        path = f"/api/staff/declarations/{self.declaration}"
        clerk = self.sign_in()
        version = clerk.get(path).json()["version"]
        return clerk.post(f"{path}/{name}", json={"version": version, **body})

    def night(self) -> None:
        self.house.clock.advance(hours=24)
        settle_all(self.house.db, self.orders.settings, self.house.clock)

    def noted(self) -> Any:
        return self.step("refund", cents=PAID, day=self.house.clock.now.date().isoformat())

    def owed(self) -> int:
        """What a file for the bank would give back."""
        with self.house.db.read() as session:
            found, without = wanted_refunds(session, self.orders.settings)
        assert without == []
        return sum(one.cents for one in found)

    def balances(self) -> dict[str, int]:
        with self.house.db.read() as session:
            return {account.value: cents for account, cents in ledger.balances_of(session, self.id).items()}


@pytest.fixture
def withdrawn(orders: Orders, staff_client: StaffClient) -> Withdrawn:
    return Withdrawn(orders, staff_client)


def test_a_refund_by_hand_is_in_no_file_afterwards(withdrawn: Withdrawn) -> None:
    withdrawn.night()
    assert (withdrawn.house.row().state, withdrawn.owed()) == ("withdrawn", PAID)
    assert withdrawn.noted().status_code == 200
    withdrawn.night()
    assert (withdrawn.owed(), withdrawn.balances()) == (0, {})


def test_a_refund_by_hand_before_the_night_is_in_no_file_either(withdrawn: Withdrawn) -> None:
    assert withdrawn.noted().status_code == 200
    withdrawn.night()
    assert (withdrawn.owed(), withdrawn.balances()) == (0, {})


def test_what_the_bank_has_given_back_is_noted_and_not_booked_again(withdrawn: Withdrawn) -> None:
    withdrawn.night()
    withdrawn.book(lambda session, booking: ledger.refund(session, "out", withdrawn.id, PAID, booking))
    assert withdrawn.noted().status_code == 200
    withdrawn.night()
    assert (withdrawn.owed(), withdrawn.balances()) == (0, {})


def test_what_is_in_a_file_for_the_bank_is_not_given_back_by_hand(withdrawn: Withdrawn) -> None:
    withdrawn.night()
    settings: Settings = withdrawn.orders.settings
    now = withdrawn.house.clock.now
    withdrawn.house.db.write(lambda session: draft(session, settings, RunKind.REFUND, date(2027, 1, 4), "staff:1", now))
    answer = withdrawn.noted()
    assert (answer.status_code, answer.json()["code"]) == (409, "refund_under_way")
    assert withdrawn.balances() == {"refund_payable": -PAID}


LAST_MINUTE = datetime(2026, 11, 17, 23, 59, tzinfo=BERLIN)
"""Ordered on the 3rd: the 14 days end on the 17th, a Tuesday."""


@pytest.mark.parametrize(("later", "is_in_time"), [(0, True), (59, True), (60, False)])
def test_page_and_clerk_agree_on_the_last_minute_of_the_last_day(
    orders: Orders, staff_client: StaffClient, later: int, is_in_time: bool
) -> None:
    """A declaration after it is taken as well, and staff decide."""
    orders.decide()
    orders.order()
    house = orders.house
    house.at(LAST_MINUTE + timedelta(seconds=later))
    assert orders.show_again()["contract"]["can_withdraw"] is is_in_time
    declare(house.client, WITHDRAWAL, contract=house.row().reference)
    clerk = staff_client("staff", client=house.client)
    (listed,) = clerk.get("/api/staff/declarations").json()["data"]
    path = f"/api/staff/declarations/{listed['id']}"
    (proposal,) = clerk.get(path).json()["proposals"]
    assert (proposal["withdrawal_until"], proposal["is_in_time"]) == ("2026-11-17", is_in_time)
    version = clerk.get(path).json()["version"]
    matched = clerk.post(f"{path}/match", json={"version": version, "reference": house.row().reference})
    accepted = clerk.post(f"{path}/accept", json={"version": matched.json()["version"]})
    assert accepted.status_code == 200, accepted.text
    settle_all(house.db, orders.settings, house.clock)
    shown = orders.row()
    assert (house.row().state, shown.ended_on) == ("withdrawn", house.clock.now.astimezone(BERLIN).date())
