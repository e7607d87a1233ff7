"""Lists of the desk ask the database as often for fifty contracts as for five."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

from sqlalchemy import Engine, event
from starlette.testclient import TestClient

from services.contracts.models import SharePeriod
from services.core.db.db import Database
from services.payments import ledger
from services.payments.bank.models import BankLine, BankRun
from services.payments.ledger import Booking, Claim
from tests.fixtures.staff import add_member, own_page_client, state_of
from tests.services.held_clock import HeldClock
from tests.services.payments.at_bank import OURS, AtBank, entry, part

LISTS = {
    "/api/staff/contracts?per_page=100": lambda body: len(body["data"]),
    "/api/staff/bank/open-items": lambda body: len(body["data"]),
    "/api/staff/bank/runs": lambda body: sum(one["line_count"] for one in body["data"]),
    "/api/staff/bank/lines": lambda body: len(body["data"]),
}


@contextmanager
def statements() -> Iterator[list[str]]:
    """What is asked of any database."""
    asked: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        asked.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def add(db: Database, bank: AtBank, *, runs: int) -> None:
    """Of each contract a claim, half a payment, a period and a line in a file."""
    booking = Booking(date(2026, 11, 2), "system", bank.clock())
    bank.read(
        *(entry(100, part(100, text=f"V-2026-{id_:06}"), ref=str(id_)) for id_ in bank.contracts),
        name=str(len(bank.contracts)),
    )

    def unit(session: Any) -> None:
        files = [
            BankRun(kind="debit", state="drafted", run_on=booking.on, drafted_by="staff:1", drafted_at=booking.now)
            for _ in range(runs)
        ]
        session.add_all(files)
        session.flush()
        for place, id_ in enumerate(bank.contracts):
            ledger.claim_due(session, Claim(id_, "price", booking.on, 1000), booking)
            session.add(_period(id_, booking))
            session.add(_line(id_, files[place % runs].id))

    bank.db.write(unit)


def _period(contract_id: int, booking: Booking) -> SharePeriod:
    days = {"first_day": booking.on, "last_day": booking.on, "cause": "begins", "at": booking.now}
    return SharePeriod(contract_id=contract_id, annual_kwh=1000, **days)


def _line(contract_id: int, run_id: int) -> BankLine:
    told = dict.fromkeys(("sequence", "holder", "iban", "last_four", "remittance", "reason", "decision"), "")
    named = {"end_to_end_id": f"VOLTIGO-{run_id}-{contract_id}", "purpose_key": f"claim:{contract_id}"}
    return BankLine(run_id=run_id, contract_id=contract_id, amount_cents=1000, state="open", **named, **told)


def test_lists_are_read_in_as_many_statements_for_fifty_contracts_as_for_five(
    make_client: Callable[..., TestClient], db: Database
) -> None:
    clock = HeldClock()
    client = make_client(clock=clock, creditor_id="DE98ZZZ09999999999", creditor_iban=OURS)
    desk = own_page_client(client, add_member(db, "staff", now=clock()).token)

    def asked() -> dict[str, tuple[int, int]]:
        found = {}
        for path, size in LISTS.items():
            desk.get(path)  # what is read once a process is known
            with statements() as made:
                answer = desk.get(path)
            assert answer.status_code == 200, answer.text
            found[path] = size(answer.json()), len(made)
        return found

    add(db, AtBank.of(db, state_of(client).settings, clock, count=5), runs=2)
    few = asked()
    more = AtBank.of(db, state_of(client).settings, clock, count=45)
    add(db, more, runs=18)
    many = asked()
    assert {path: (few[path][0], many[path][0]) for path in LISTS} == dict.fromkeys(LISTS, (5, 50))
    assert {path: made for path, (_, made) in many.items()} == {path: made for path, (_, made) in few.items()}
    assert max(made for _, made in many.values()) <= 12
