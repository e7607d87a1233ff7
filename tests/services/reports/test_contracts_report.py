"""Contracts and money: every figure of the report, counted once more from the ledger and by `life.py`."""

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select, update

from analytics.definitions import definitions
from analytics.shipped import holidays
from analytics.store.catalogue import Store
from services.contracts.facts import facts_of, terms_of
from services.contracts.life import claims
from services.contracts.models import Contract, EarlyPayment
from services.contracts.settle import settle_all
from services.core.clock import berlin_day
from services.core.db.db import Database
from services.core.working_days import is_holiday
from services.declarations.deadlines import withdrawal_ends
from services.parks.models import Park
from services.payments import ledger
from services.payments.chart import Account
from services.payments.ledger import Booking
from services.payments.models import LedgerEntry, LedgerPosting
from services.reports.parameters import read_parameters
from services.reports.run import ReportContext, run_report
from services.reservations.models import Reservation
from services.settings import Settings
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.payments.at_bank import settings_of
from tests.services.payments.under_contract import AGREED
from tests.services.reservations.standing import households, reserve_many

pytestmark = pytest.mark.both_databases(sample="postgresql")

SIGNED = datetime(2026, 8, 31, 9, tzinfo=UTC)
CONNECTED = date(2026, 9, 30)
NOW = datetime(2027, 1, 8, 12, tzinfo=UTC)
TODAY = berlin_day(NOW)
PERIOD = {"from": "2026-09-01", "to": str(TODAY)}
PLANS: Mapping[int, Mapping[str, Any]] = {
    0: {"months": 0, "total_cents": 129_900, "instalment_cents": 129_900, "last_instalment_cents": 129_900},
    24: {"months": 24, "total_cents": 139_207, "instalment_cents": 5_800, "last_instalment_cents": 5_807},
}
Session = Any


def month_of(day: date) -> date:
    return day.replace(day=1)


class Books:
    """Twelve contracts of four months, some paid, some late, some withdrawn."""

    def __init__(self, db: Database, store: Store) -> None:
        self.db, self.store, self.random = db, store, Random(53)
        ids = reserve_many(db, SIGNED - timedelta(days=40), households(12))
        db.write(self._concluded(ids))
        db.write(lambda session: session.execute(update(Park).values(connected_on=CONNECTED)) and None)

    def _concluded(self, ids: list[int]) -> Any:
        def unit(session: Session) -> None:
            for number, id_ in enumerate(ids):
                at = SIGNED + timedelta(days=11 * number)
                signed = {"signed_at": at, "concluded_at": at, "withdraw_until": withdrawal_ends(at)}
                terms = AGREED | signed | PLANS[24 if number % 3 else 0]
                session.add(Contract(reservation_id=id_, number=f"V-2026-{id_:06}", **terms))
                state = "withdrawn" if number in (4, 11) else "active" if number < 6 else "contracted"
                session.execute(update(Reservation).where(Reservation.id == id_).values(state=state))

        return unit

    def pay_early(self) -> None:
        """One of those who pay in instalments pays at once what is left of them, in a month."""
        with self.db.read() as session:
            active = select(Reservation.id).where(Reservation.state == "active")
            id_ = session.scalar(select(Contract.id).where(Contract.months > 0, Contract.reservation_id.in_(active)))
            assert id_ is not None
        row = {"contract_id": id_, "first": 6, "due": TODAY + timedelta(days=30), "cents": 100_000, "agreed_at": NOW}
        self.db.write(lambda session: session.add(EarlyPayment(**row)))

    def settle(self, settings: Settings) -> None:
        settle_all(self.db, settings, HeldClock(NOW))

    def pay(self) -> None:
        """What is due is paid now and then, and more; debits come back."""
        with self.db.read() as session:
            due = [(one.id, item) for one in session.query(Contract) for item in ledger.open_items(session, one.id)]
        for id_, item in due:
            for turn in range(self.random.choice((0, 1, 1, 2))):
                day = min(item.due + timedelta(days=self.random.randrange(20)), TODAY)
                booking, cents = Booking(day, "bank", NOW), self.random.choice((item.amount_cents, 2_500, 10_000))
                key = f"{item.key}-{turn}"
                self.db.write(lambda s, a=(key, id_, cents, booking): ledger.pay(s, *a))
                if self.random.random() < 0.3:
                    self.db.write(lambda s, a=(key, id_, cents, 300, booking): ledger.give_back(s, *a))
        booking = Booking(TODAY, "bank", NOW)
        self.db.write(lambda session: ledger.park_payment(session, "unknown", 12_345, booking))
        self.db.write(lambda session: ledger.send_back(session, "unknown", 345, booking))

    def report(self) -> dict[str, Any]:
        definition = definitions()["contracts"]
        parameters = read_parameters(definition, PERIOD.items(), TODAY)
        return dict(run_report(ReportContext(self.db, self.store, NOW), definition, parameters, limit=None).tables)

    def facts(self) -> "list[tuple[Contract, Reservation, Any, list[ledger.OpenItem]]]":
        with self.db.read() as session:
            session.expire_on_commit = False
            rows = [(one, session.get_one(Reservation, one.reservation_id)) for one in session.query(Contract)]
            return [(*row, facts_of(session, *row), ledger.open_items(session, row[0].id)) for row in rows]

    def postings(self) -> list[tuple[str, date, str, int]]:
        with self.db.read() as session:
            found = session.query(LedgerEntry.key, LedgerEntry.booked_on, LedgerPosting.account).add_columns(
                LedgerPosting.amount_cents
            )
            return [tuple(row) for row in found.join(LedgerPosting, LedgerPosting.entry_id == LedgerEntry.id)]


@pytest.fixture
def books(db: Database, store: Store, tmp_path: Path) -> Books:
    made, settings = Books(db, store), settings_of(tmp_path)
    made.settle(settings)
    made.pay()
    made.pay_early()
    db.write(lambda session: session.execute(update(Contract).values(settled_on=None)) and None)
    made.settle(settings)
    return made


def test_every_figure_is_that_of_the_ledger_and_of_the_plans(books: Books) -> None:
    tables = books.report()
    months = {row["month"]: row for row in tables["liquidity"].rows}
    assert {name: _column(months, name) for name in _BOOKED} == _booked(books)
    with books.db.read() as session:
        bank = ledger.balances_of(session)[Account.BANK]
    assert bank == _sum(months, "received") - _sum(months, "returned") - _sum(months, "paid_out")
    expected = _expected(books)
    assert expected
    assert _column(months, "expected_cents") == expected
    ages = {row["age"]: (row["arrears_contracts"], row["arrears_cents"]) for row in tables["arrears"].rows}
    assert ages == _ages(books)
    assert all(cents for _, cents in ages.values()), "each age is there"
    (totals,) = tables["totals"].rows
    assert totals == _totals(books, months)
    assert (totals["concluded"], totals["judged"], totals["withdrawn"]) == (11, 10, 1), "one can still be withdrawn"
    assert Counter({row["week"]: row["contracts"] for row in tables["weeks"].rows}) == _weeks(books)


_BOOKED = ("due_cents", "received_cents", "returned_cents", "paid_out_cents")


def _column(months: Mapping[date, Mapping[str, Any]], name: str) -> dict[date, int]:
    return {month: row[name] for month, row in months.items() if row[name]}


def _sum(months: Mapping[date, Mapping[str, Any]], name: str) -> int:
    return sum(_column(months, f"{name}_cents").values())


def _booked(books: Books) -> dict[str, dict[date, int]]:
    found: dict[str, Counter[date]] = {name: Counter() for name in _BOOKED}
    for key, day, account, cents in books.postings():
        kind, month = key.removeprefix("undone:").partition(":")[0], month_of(day)
        if account == "receivable" and kind == "claim":
            found["due_cents"][month] += cents
        elif account == "bank" and cents > 0:
            found["received_cents"][month] += cents
        elif account == "bank":
            found["paid_out_cents"][month] -= cents
        if account == "receivable" and kind == "returned":
            found["returned_cents"][month] += cents
            found["paid_out_cents"][month] -= cents
    return {name: {month: cents for month, cents in counts.items() if cents} for name, counts in found.items()}


def _expected(books: Books) -> dict[date, int]:
    booked = {key for key, *_ in books.postings()}
    last, found = date(TODAY.year + 1, TODAY.month, 31), Counter[date]()
    for contract, reservation, facts, _ in books.facts():
        if reservation.state not in ("contracted", "active"):
            continue
        for claim in facts.plan:
            purpose = f"{claim.purpose}-{claim.number}" if claim.number else claim.purpose.value
            if ledger.Claim(contract.id, purpose, claim.due, claim.cents).key not in booked and claim.due <= last:
                found[month_of(claim.due)] += facts.open_cents[claim.purpose, claim.number]
    return {month: cents for month, cents in found.items() if cents}


_OLDEST = "über 60 Tage"


def _ages(books: Books) -> dict[str, tuple[int, int]]:
    contracts: dict[str, set[int]] = {"0 bis 14 Tage": set(), "15 bis 30 Tage": set(), "31 bis 60 Tage": set()}
    contracts[_OLDEST], cents = set(), Counter[str]()
    for contract, _, _, items in books.facts():
        for item in items:
            days = (TODAY - item.due).days
            age = next((name for name, most in zip(contracts, (14, 30, 60), strict=False) if days <= most), _OLDEST)
            contracts[age].add(contract.id)
            cents[age] += item.open_cents
    return {age: (len(ids), cents[age]) for age, ids in contracts.items()}


def _totals(books: Books, months: Mapping[date, Mapping[str, Any]]) -> dict[str, Any]:
    rows = books.facts()
    judged = [reservation for contract, reservation, *_ in rows if contract.withdraw_until < TODAY]
    withdrawn = [one for one in judged if one.state == "withdrawn"]
    return {
        "concluded": len(rows) - 1,  # the first one was before the period
        "judged": len(judged) - 1,
        "withdrawn": len(withdrawn),
        "withdrawn_share": round(len(withdrawn) * 1_000_000 / (len(judged) - 1)),
        "concluded_kwh": sum(contract.annual_kwh for contract, *_ in rows[1:]),
        "agreed_cents": sum(sum(c.cents for c in claims(terms_of(one), CONNECTED)) for one, *_ in rows[1:]),
        "received_cents": _sum(months, "received"),
        "arrears_cents": sum(item.open_cents for *_, items in rows for item in items),
        "expected_cents": _sum(months, "expected"),
    }


def _weeks(books: Books) -> Counter[date]:
    days = [berlin_day(contract.concluded_at) for contract, *_ in books.facts()[1:]]
    return Counter(day - timedelta(days=day.weekday()) for day in days)


def test_holidays_are_those_of_the_desk() -> None:
    first, last = date(2020, 1, 1), date(2099, 12, 31)
    days = (first + timedelta(days=number) for number in range((last - first).days + 1))
    assert [day for (day,) in holidays()] == [str(day) for day in days if is_holiday(day)]


def test_the_report_is_for_those_who_see_money(staff_client: StaffClient) -> None:
    path = "/api/staff/reports/contracts"
    assert {role: staff_client(role).get(path).status_code for role in ("admin", "marketing", "staff")} == {
        "admin": 200,
        "marketing": 200,
        "staff": 403,
    }
