"""Books and earning days follow from the facts, every night, whatever order they come in."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from sqlalchemy import Executable, delete, update
from sqlalchemy.exc import DatabaseError

from services.contracts.connect import connect
from services.contracts.errors import AlreadyConnected, ConnectedInFuture
from services.contracts.facts import facts_of
from services.contracts.life import Period, share_on
from services.contracts.models import Contract, SharePeriod
from services.contracts.settle import settle_all
from services.core.db.db import Database
from services.parks.errors import ParkIsCancelled
from services.parks.models import Park
from services.payments import ledger
from services.payments.chart import Account
from services.payments.ledger import Booking
from services.payments.models import LedgerEntry, Mandate
from services.reservations.desk.perform import Request, perform
from services.reservations.models import Reservation
from services.reservations.transitions import OPERATIONS
from tests.services.contracts.orders import Orders
from tests.services.stored import stored

PARK = "ingolstadt"
WITHDRAW_UNTIL = date(2026, 11, 17)


def at_noon(day: date) -> datetime:
    return datetime.combine(day, time(12), UTC)


class Told:
    """One concluded contract, and what happens to it day by day."""

    def __init__(self, orders: Orders) -> None:
        orders.decide()
        orders.order()
        self.orders, self.house = orders, orders.house
        self.db: Database = orders.house.db
        self.id = orders.row().id

    def night(self, day: date) -> None:
        """The job of this night, twice."""
        self.house.at(at_noon(day))
        for _ in range(2):
            settle_all(self.db, self.orders.settings, self.house.clock)

    def again(self) -> None:
        """As if the job had not been there today: facts of the day after its run."""
        self.db.write(lambda session: session.execute(update(Contract).values(settled_on=None)))
        settle_all(self.db, self.orders.settings, self.house.clock)

    def pay(self, day: date, cents: int, source: str = "") -> None:
        booking = Booking(day, "bank", at_noon(day))
        self.db.write(lambda session: ledger.pay(session, source or f"{day}-{cents}", self.id, cents, booking))

    def give_back(self, day: date, cents: int) -> None:
        booking = Booking(day, "bank", at_noon(day))
        self.db.write(lambda session: ledger.give_back(session, f"back-{day}", self.id, cents, 0, booking))

    def connect(self, on: date, today: date | None = None) -> Any:
        now = at_noon(today or on)
        return self.db.write(lambda session: connect(session, PARK, on, "staff:1", now))

    def do(self, operation: str, day: date) -> None:
        request = Request(OPERATIONS[operation], (self.house.row().id,), "staff:7", reason="so")
        done = self.db.write(lambda session: perform(session, request, at_noon(day)))
        assert done.done == 1, done

    def balances(self) -> dict[str, int]:
        with self.db.read() as session:
            return {account.value: cents for account, cents in ledger.balances_of(session, self.id).items()}

    def rows(self) -> list[Period]:
        return [Period(row["annual_kwh"], row["first_day"], row["last_day"]) for row in stored(self.db, SharePeriod)]

    def causes(self) -> list[str]:
        return [row["cause"] for row in stored(self.db, SharePeriod)]


@pytest.mark.both_databases
def test_a_contract_from_the_order_to_the_first_credit(orders: Orders) -> None:
    told = Told(orders)
    told.night(WITHDRAW_UNTIL)
    assert told.balances() == {}, "nothing is due while it can be withdrawn"
    told.night(WITHDRAW_UNTIL + timedelta(1))
    assert told.balances() == {"receivable": 7900}
    told.pay(date(2026, 11, 20), 7900)
    begun = told.connect(date(2027, 6, 1))
    assert (begun.begun, begun.later, told.house.row().state) == (1, 0, "active")
    assert len(told.house.mails("supply_begins")) == 1
    told.night(date(2027, 6, 14))
    assert (told.balances(), told.rows()) == ({}, [])
    told.night(date(2027, 6, 15))
    assert told.balances() == {"receivable": 129_900}
    told.pay(date(2027, 6, 15), 129_900)
    told.night(date(2027, 6, 16))
    assert (told.balances(), told.causes()) == ({}, ["begins"])
    assert told.rows() == [Period(2000, date(2027, 6, 1), date(2047, 5, 31))]
    with told.db.read() as session:
        facts = facts_of(session, session.get_one(Contract, told.id), session.get_one(Reservation, told.house.row().id))
    assert set(facts.open_cents.values()) == {0}
    shown = orders.show_again()["contract"]
    assert (shown["earning_kwh"], shown["first_earning_day"], shown["last_earning_day"]) == (
        2000, "2027-06-01", "2047-05-31",
    )  # fmt: skip


def test_who_pays_before_anything_is_due_has_paid_in_time(orders: Orders) -> None:
    told = Told(orders)
    told.pay(date(2026, 11, 5), 7900 + 129_900)
    told.connect(date(2027, 6, 1))
    told.night(date(2027, 7, 1))
    assert told.balances() == {}
    assert told.rows() == [Period(2000, date(2027, 6, 1), date(2047, 5, 31))]


@pytest.mark.both_databases
def test_a_returned_payment_rests_the_share_until_it_is_cured(orders: Orders) -> None:
    told = Told(orders)
    told.connect(date(2027, 6, 1))
    told.pay(date(2027, 6, 10), 7900 + 129_900)
    told.night(date(2027, 6, 20))
    told.give_back(date(2027, 7, 1), 129_900)
    told.night(date(2027, 7, 2))
    assert (told.balances(), told.causes()) == ({"receivable": 129_900}, ["begins", "unpaid"])
    told.pay(date(2027, 8, 2), 129_900)
    told.night(date(2027, 8, 3))
    assert (told.balances(), told.causes()) == ({}, ["begins", "unpaid", "cured"])
    for day, kwh in ((date(2027, 6, 30), 2000), (date(2027, 7, 1), 0), (date(2027, 8, 1), 0), (date(2027, 8, 2), 2000)):
        assert share_on(day, told.rows()) == kwh, day


@pytest.mark.both_databases
@pytest.mark.parametrize("ends", ["withdraw", "cancel_park"])
@pytest.mark.parametrize("paid", [0, 7900, 10_000, 137_800])
def test_what_is_taken_back_is_owed_to_the_cent(orders: Orders, ends: str, paid: int) -> None:
    told = Told(orders)
    told.night(WITHDRAW_UNTIL + timedelta(1))
    if paid:
        told.pay(date(2026, 11, 20), paid)
    told.do(ends, date(2026, 11, 25))
    told.again()
    told.night(date(2026, 11, 26))
    assert told.balances() == ({"refund_payable": -paid} if paid else {})
    assert stored(told.db, Mandate)[0]["cause"] == "contract_over"
    assert told.rows() == []
    if paid:
        booking = Booking(date(2026, 11, 27), "bank", at_noon(date(2026, 11, 27)))
        told.db.write(lambda session: ledger.refund(session, "out", told.id, paid, booking))
    told.night(date(2026, 12, 1))
    assert told.balances() == {}


def test_an_ended_contract_earns_until_its_last_day_and_keeps_what_was_paid(orders: Orders) -> None:
    told = Told(orders)
    told.connect(date(2027, 6, 1))
    told.pay(date(2027, 6, 10), 7900 + 129_900)
    told.night(date(2027, 6, 20))
    told.do("end", date(2028, 3, 5))
    told.night(date(2028, 3, 6))
    assert (told.balances(), told.causes()) == ({}, ["begins", "ended"])
    assert [share_on(day, told.rows()) for day in (date(2028, 3, 5), date(2028, 3, 6))] == [2000, 0]


def test_who_can_still_withdraw_begins_a_night_after_the_period(orders: Orders) -> None:
    told = Told(orders)
    begun = told.connect(date(2026, 11, 10))
    assert (begun.begun, begun.later, told.house.row().state) == (0, 1, "contracted")
    told.night(WITHDRAW_UNTIL)
    assert told.house.row().state == "contracted"
    told.night(WITHDRAW_UNTIL + timedelta(1))
    assert told.house.row().state == "active"


def test_the_day_of_the_connection_can_be_corrected_until_something_is_due(orders: Orders) -> None:
    told = Told(orders)
    told.connect(date(2027, 6, 1))
    told.connect(date(2027, 6, 3))
    told.night(date(2027, 6, 17))
    assert [row["key"].split(":")[2:] for row in stored(told.db, LedgerEntry)][-1] == ["price", "2027-06-17"]
    with pytest.raises(AlreadyConnected):
        told.connect(date(2027, 6, 2), date(2027, 6, 18))
    assert stored(told.db, Park)[0]["connected_on"] == date(2027, 6, 3)


def test_a_day_to_come_and_a_park_called_off_are_refused(orders: Orders) -> None:
    told = Told(orders)
    with pytest.raises(ConnectedInFuture):
        told.connect(date(2027, 6, 2), date(2027, 6, 1))
    told.db.write(
        lambda session: session.execute(update(Park).where(Park.id == PARK).values(cancelled_at=datetime.now(UTC)))
    )
    with pytest.raises(ParkIsCancelled):
        told.connect(date(2027, 6, 1))


def _refused(db: Database, statement: Executable) -> None:
    with pytest.raises(DatabaseError, match="added, never changed"):
        db.write(lambda session: session.execute(statement))


@pytest.mark.both_databases
def test_periods_of_shares_cannot_be_changed_or_deleted(orders: Orders) -> None:
    told = Told(orders)
    told.connect(date(2027, 6, 1))
    told.pay(date(2027, 6, 10), 7900 + 129_900)
    told.night(date(2027, 6, 20))
    _refused(told.db, update(SharePeriod).values(annual_kwh=3000))
    _refused(told.db, delete(SharePeriod))
    assert len(told.rows()) == 1


def test_books_always_sum_to_zero(orders: Orders) -> None:
    told = Told(orders)
    told.connect(date(2026, 11, 10))
    for day in range(0, 200, 7):
        told.night(date(2026, 11, 10) + timedelta(day))
    with told.db.read() as session:
        balances = ledger.balances_of(session)
    assert sum(balances.values()) == 0
    assert balances[Account.RECEIVABLE] == 7900 + 129_900


def test_a_debit_is_announced_five_days_before_and_three_times_at_most_where_no_file_follows(orders: Orders) -> None:
    told = Told(orders)
    for days in range(60):
        told.night(date(2026, 11, 3) + timedelta(days))
    mails = told.house.mails("debit_announced")
    assert [(mail.created_at.date(), mail.values["day"]) for mail in mails] == [
        (date(2026, 11, 4), "18. November 2026"),
        (date(2026, 11, 18), "23. November 2026"),
        (date(2026, 11, 23), "30. November 2026"),
    ]
    shown = orders.show_again()["contract"]
    assert {(mail.values["mandate"], mail.values["contract"], mail.values["amount_cents"]) for mail in mails} == {
        (shown["mandate_reference"], shown["number"], 7900)
    }


def test_money_pays_the_earliest_claim_first_so_a_package_is_paid_with_the_set_up(orders: Orders) -> None:
    told = Told(orders)
    told.connect(date(2027, 6, 1))
    told.pay(date(2027, 6, 10), 129_900)
    told.night(date(2027, 6, 16))
    assert (told.balances(), told.rows()) == ({"receivable": 7900}, [])
    told.pay(date(2027, 7, 5), 7900)
    told.night(date(2027, 7, 6))
    assert (told.balances(), told.rows()) == ({}, [Period(2000, date(2027, 7, 5), date(2047, 5, 31))])
