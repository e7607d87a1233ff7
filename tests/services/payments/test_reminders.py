"""Reminders of what was not paid: two steps, each once, and none that is not the household's to settle."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from services.core.db.db import Database
from services.mail.models import Mail
from services.payments import reminders
from services.payments.bank.models import Decision
from services.payments.bank.statements import decide_return
from services.payments.mandates import end_of
from services.payments.models import MandateEnd, PaymentReminder
from services.payments.reminders import go_on, remind_all, stop
from services.reservations.models import Reservation
from services.staff.models import AuditEntry
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.payments.at_bank import ANNA, PRICE, AtBank, entry, part, settings_of
from tests.services.stored import stored

DUE = date(2026, 11, 9)


@pytest.fixture
def bank(db: Database, tmp_path: Path) -> Iterator[AtBank]:
    yield AtBank.of(db, settings_of(tmp_path), HeldClock(), count=1)


def on(bank: AtBank, day: date) -> list[int]:
    """The steps taken so far, after two rounds on this day."""
    bank.clock.now = bank.clock.now.replace(year=day.year, month=day.month, day=day.day)
    for _ in range(2):
        remind_all(bank.db, bank.settings, bank.clock)
    return [row["step"] for row in stored(bank.db, PaymentReminder)]


def returned(bank: AtBank, reason: str, purpose: str = "price") -> None:
    """A debit of this claim was collected on the 10th and given back by the bank on the 12th."""
    claim = bank.claim(bank.contracts[0], purpose)
    bank.fall_due(claim)
    bank.announce(claim)
    name = bank.send()[0]
    bank.read(entry(PRICE, part(PRICE, name), ref=f"c{name}"), name=f"C{name}")
    bank.read(entry(-PRICE, part(-PRICE, name, reason=reason), ref=f"r{name}", day="2026-11-12"), name=f"R{name}")


def mails(bank: AtBank) -> list[dict[str, Any]]:
    return [row for row in stored(bank.db, Mail) if row["kind"] == "payment_reminder"]


def pay(bank: AtBank, cents: int = PRICE) -> None:
    bank.read(entry(cents, part(cents, text="V-2026-000001"), ref=f"p{cents}"), name=f"P{cents}")


@pytest.mark.both_databases
def test_two_reminders_after_a_returned_debit_seven_and_then_fourteen_days_later(bank: AtBank) -> None:
    returned(bank, "MD06")
    taken = {day: on(bank, day) for day in (
        date(2026, 11, 18), date(2026, 11, 19), date(2026, 12, 2), date(2026, 12, 3), date(2027, 3, 1)
    )}  # fmt: skip
    assert list(taken.values()) == [[], [1], [1], [1, 2], [1, 2]]
    first, second = (mail["values"] for mail in mails(bank))
    assert (first["step"], second["step"]) == (1, 2)
    assert {name: first[name] for name in ("contract", "what", "due", "open_cents", "has_mandate", "rests")} == {
        **{"contract": "V-2026-000001", "what": "Preis des Anteils", "due": "9. November 2026", "open_cents": PRICE},
        **{"has_mandate": True, "rests": True},
    }
    assert first["iban"] == "DE02 1203 0000 0000 2020 51"


def test_without_a_mandate_the_days_count_from_the_due_day(bank: AtBank, db: Database) -> None:
    bank.clock.now = bank.clock.now.replace(day=3)
    db.write(lambda s: end_of(s, bank.contracts[0], MandateEnd.REVOKED, bank.clock()))
    bank.fall_due(bank.claim(bank.contracts[0]))
    assert (on(bank, date(2026, 11, 15)), on(bank, date(2026, 11, 16))) == ([], [1])
    assert mails(bank)[0]["values"]["has_mandate"] is False


@pytest.mark.parametrize("reason", ["AC04", "MD01"])
def test_a_return_that_ends_the_mandate_counts_from_its_day(bank: AtBank, reason: str) -> None:
    returned(bank, reason)
    bank.clock.now = bank.clock.now.replace(day=12)
    assert (on(bank, date(2026, 11, 18)), on(bank, date(2026, 11, 19))) == ([], [1])


def test_what_is_paid_is_not_reminded_of_and_what_is_paid_after_the_first_not_again(bank: AtBank) -> None:
    returned(bank, "MD06")
    assert on(bank, date(2026, 11, 19)) == [1]
    pay(bank)
    assert on(bank, date(2027, 1, 1)) == [1]


def test_who_pays_a_part_is_reminded_of_the_rest(bank: AtBank) -> None:
    returned(bank, "MD06")
    pay(bank, PRICE - 5)
    assert on(bank, date(2026, 11, 19)) == [1]
    assert mails(bank)[0]["values"]["open_cents"] == 5


def test_a_debit_that_is_repeated_is_reminded_of_only_after_it_came_back_again(bank: AtBank) -> None:
    returned(bank, "AM04")
    assert on(bank, date(2026, 12, 1)) == []
    bank.clock.now = bank.clock.now.replace(month=11, day=13)
    bank.announce(bank.claim(bank.contracts[0]))
    name = bank.send()[-1]
    assert on(bank, date(2026, 12, 1)) == [], "it may still succeed"
    bank.read(entry(-PRICE, part(-PRICE, name, reason="AM04"), ref="r2", day="2026-11-23"), name="R2")
    assert (on(bank, date(2026, 11, 29)), on(bank, date(2026, 11, 30))) == ([], [1])


def test_one_that_a_person_lets_be_collected_again_is_not_reminded_of_and_one_by_transfer_is(bank: AtBank) -> None:
    returned(bank, "MD06")
    for decision, steps in ((Decision.RETRY, []), (Decision.TRANSFER, [1])):
        bank.db.write(lambda s, to=decision: decide_return(s, 1, to, ANNA, bank.clock()) and None)
        assert on(bank, date(2026, 11, 25)) == steps


def test_what_no_file_collected_is_not_the_households_to_settle(bank: AtBank) -> None:
    claim = bank.claim(bank.contracts[0])
    bank.fall_due(claim)
    assert on(bank, date(2027, 1, 1)) == []


def test_money_pays_the_oldest_claim_so_the_return_of_another_debit_is_reminded_of_too(bank: AtBank) -> None:
    (id_,) = bank.contracts
    first, second = bank.claim(id_, "setup", DUE, 7900), bank.claim(id_, "price")
    bank.fall_due(first, second)
    bank.announce(first, second)
    setup, price = bank.send()
    bank.read(
        entry(7900, part(7900, setup), ref="1"),
        entry(PRICE, part(PRICE, price), ref="2"),
        entry(-7900, part(-7900, setup, reason="MD06"), ref="3", day="2026-11-12"),
    )
    assert on(bank, date(2026, 11, 19)) == [1]
    assert mails(bank)[0]["values"]["open_cents"] == 7900


@pytest.mark.parametrize(("purpose", "rests"), [("setup", True), ("instalment-1", True), ("instalment-2", False)])
def test_only_where_the_first_payments_are_open_the_share_is_said_to_rest(
    bank: AtBank, purpose: str, rests: bool
) -> None:
    returned(bank, "MD06", purpose)
    on(bank, date(2026, 11, 19))
    assert mails(bank)[0]["values"]["rests"] is rests


def test_a_household_without_mailbox_gets_letters(bank: AtBank) -> None:
    bank.db.write(lambda s: s.execute(update(Reservation).values(email="", email_normalized="")) and None)
    returned(bank, "MD06")
    on(bank, date(2026, 11, 19))
    assert [row["recipient"] for row in mails(bank)] == [""]


@pytest.mark.both_databases
def test_a_person_stops_them_and_lets_them_go_on_where_they_were(bank: AtBank, db: Database) -> None:
    (id_,) = bank.contracts
    returned(bank, "MD06")
    assert on(bank, date(2026, 11, 19)) == [1]
    for _ in range(2):
        db.write(lambda s: stop(s, id_, ANNA, bank.clock()))
    assert on(bank, date(2026, 12, 24)) == [1]
    for _ in range(2):
        db.write(lambda s: go_on(s, id_, ANNA, bank.clock()))
    assert on(bank, date(2026, 12, 24)) == [1, 2]
    done = [row["action"] for row in stored(db, AuditEntry) if "reminders" in row["action"]]
    assert done == ["reservation.stop_reminders", "reservation.resume_reminders"]


@pytest.mark.both_databases
def test_two_rounds_at_once_send_one(bank: AtBank, db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have seen that the step is due."""
    returned(bank, "MD06")
    bank.clock.now = bank.clock.now.replace(day=19)
    (id_,) = bank.contracts
    with db.read() as session:
        due = reminders._next(session, id_, DUE.replace(day=19))
    monkeypatch.setattr(reminders, "_next", lambda *_: due)
    with ThreadPoolExecutor(2) as threads:
        calls = [
            threads.submit(db.write, lambda s: reminders.remind(s, bank.settings, id_, bank.clock())) for _ in range(2)
        ]
    assert sorted(call.result() for call in calls) == [False, True]
    assert (len(mails(bank)), len(stored(db, PaymentReminder))) == (1, 1)


def test_the_console_shows_step_and_day_and_stops_them(bank: AtBank, db: Database, staff_client: StaffClient) -> None:
    returned(bank, "MD06")
    on(bank, date(2026, 11, 19))
    clerk = staff_client("staff")
    (item,) = clerk.get("/api/staff/bank/open-items").json()["data"]
    assert (item["reminders"], item["reminded_on"], item["is_stopped"]) == (1, "2026-11-19", False)
    for step, is_stopped in (("stop", True), ("resume", False)):
        (item,) = clerk.post(f"/api/staff/bank/reminders/{item['contract_id']}/{step}").json()["data"]
        assert item["is_stopped"] is is_stopped
    assert clerk.post("/api/staff/bank/reminders/99/stop").status_code == 404
