"""Statements of the bank: each movement once, each return with its consequence, and what nobody recognises waits."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from services.core.db.db import Database
from services.payments import ledger
from services.payments.bank.camt import MOST_BYTES, read_statement
from services.payments.bank.errors import NotNow, UnknownLine, UnknownNumber, UnreadableStatement
from services.payments.bank.models import BankLine, BankStatement, Decision, RunKind, StatementLine
from services.payments.bank.movements import details_of
from services.payments.bank.returns import REASONS, reason_of
from services.payments.bank.statements import (
    allocate,
    book,
    decide_return,
    preview,
    returns_to_decide,
    send_back,
    take_as_fee,
    undo,
)
from services.payments.ledger import Booking
from services.payments.models import Mandate
from services.staff.models import AuditEntry
from tests.services.held_clock import HeldClock
from tests.services.payments.at_bank import ANNA, OURS, PRICE, THEIRS, AtBank, entry, part, settings_of, statement
from tests.services.stored import stored

TEXT = "Solar Rechnung fuer Anteil"


@pytest.fixture
def bank(db: Database, tmp_path: Path) -> Iterator[AtBank]:
    yield AtBank.of(db, settings_of(tmp_path), HeldClock(), count=2)


def collected(bank: AtBank) -> str:
    """A claim that is due and was sent to the bank; how its line is named."""
    claim = bank.claim(bank.contracts[0])
    bank.fall_due(claim)
    bank.announce(claim)
    return bank.send()[0]


def findings(db: Database) -> list[str]:
    return [row["finding"] for row in stored(db, StatementLine)]


def decide(db: Database, step, line_id: int, *more) -> None:
    db.write(lambda s: step(s, line_id, *more, ANNA, HeldClock()()) and None)


# Matching


def test_a_debit_is_found_by_the_name_we_gave_it(bank: AtBank, db: Database) -> None:
    debit = collected(bank)
    bank.read(entry(PRICE, part(PRICE, debit), ref="1"))
    assert (findings(db), bank.balances()) == (["collected"], {"bank": PRICE, "package_income": -PRICE})
    assert [row["state"] for row in stored(db, BankLine)] == ["booked"]


def test_each_movement_is_booked_once_whatever_files_name_it(bank: AtBank, db: Database) -> None:
    debit = collected(bank)
    movement = entry(PRICE, part(PRICE, debit), ref="1")
    other = entry(700, part(700, text=TEXT), ref="2")
    bank.read(movement)
    bank.read(movement, other, movement, name="A2")
    bank.read(other, kind="054")
    assert (findings(db), bank.balances()["bank"]) == (["collected", "unallocated"], PRICE + 700)
    with pytest.raises(NotNow):
        bank.read(movement)
    assert len(stored(db, BankStatement)) == 3


def test_a_file_that_is_booked_as_one_sum_is_not_booked_again_line_by_line(bank: AtBank, db: Database) -> None:
    debit = collected(bank)
    batch = f"<Btch><MsgId>{debit[:14]}</MsgId></Btch>"
    bank.read(entry(PRICE, ref="1", more=batch))
    bank.read(entry(PRICE, part(PRICE, debit), ref="2"), kind="054")
    assert bank.balances() == {"bank": PRICE, "package_income": -PRICE}
    bank.read(entry(PRICE - 1, ref="3", more=batch), name="A3")
    assert findings(db) == ["collected", "collected", "unallocated"], "another sum is nobody's"


def test_a_batch_is_read_movement_by_movement(bank: AtBank, db: Database) -> None:
    claims = [bank.claim(id_) for id_ in bank.contracts]
    bank.fall_due(*claims)
    bank.announce(*claims)
    first, second = bank.send()
    bank.read(entry(2 * PRICE, part(PRICE, first), part(PRICE, second), ref="1"))
    assert (findings(db), bank.balances()["bank"]) == (["collected"] * 2, 2 * PRICE)
    assert [row["contract_id"] for row in stored(db, StatementLine)] == bank.contracts


@pytest.mark.parametrize("by", ["number", "mandate"])
def test_a_transfer_is_found_by_what_is_written_in_it(bank: AtBank, db: Database, by: str) -> None:
    (id_, _) = bank.contracts
    written = stored(db, Mandate)[0]["reference"] if by == "mandate" else "V-2026-000001"
    bank.fall_due(bank.claim(id_))
    bank.read(entry(PRICE, part(PRICE, text=f"danke {written.lower()} vom Oma-Konto"), ref="1"))
    assert (findings(db), bank.balances()) == (["paid"], {"bank": PRICE, "package_income": -PRICE})


@pytest.mark.parametrize("text", [TEXT, "V-2026-999999", "V-2026-000001 und V-2026-000002"])
def test_what_names_no_contract_or_two_waits_for_a_person(bank: AtBank, db: Database, text: str) -> None:
    bank.read(entry(PRICE, part(PRICE, text=text), ref="1"))
    assert (findings(db), bank.balances()) == (["unallocated"], {"bank": PRICE, "unallocated": -PRICE})


@pytest.mark.parametrize("cents", [PRICE - 1, PRICE + 1])
def test_another_amount_than_was_asked_for_waits_too(bank: AtBank, db: Database, cents: int) -> None:
    bank.read(entry(cents, part(cents, collected(bank)), ref="1"))
    assert findings(db) == ["unallocated"]


def test_what_is_not_booked_yet_does_not_count(bank: AtBank, db: Database) -> None:
    bank.read(entry(5, part(5), ref="1", status="<Cd>PDNG</Cd>"), entry(6, part(6), ref="2", status="BOOK"))
    assert [row["amount_cents"] for row in stored(db, StatementLine)] == [6]


def test_names_and_numbers_are_kept_sealed(bank: AtBank, db: Database) -> None:
    bank.read(entry(PRICE, part(PRICE, text=f"{TEXT} {THEIRS}", name="Ottokar Öl"), ref="1"))
    rows = str([*stored(db, StatementLine), *stored(db, BankStatement), *stored(db, AuditEntry)])
    assert not any(trace in rows for trace in (THEIRS, "Ottokar", "Rechnung"))
    with db.read() as session:
        told = details_of(bank.settings, session.get_one(StatementLine, 1))
    assert (told.name, told.iban, told.text) == ("Ottokar Öl", THEIRS, f"{TEXT} {THEIRS}")


def test_a_preview_books_nothing(bank: AtBank, db: Database) -> None:
    content = statement(entry(PRICE, part(PRICE, collected(bank)), ref="1"), entry(5, part(5), ref="2"))
    with db.read() as session:
        seen = preview(session, bank.settings, content)
    assert (seen.known, seen.is_known, dict(seen.findings)) == (0, False, {"collected": 1, "unallocated": 1})
    assert stored(db, StatementLine) == []
    db.write(lambda s: book(s, bank.settings, content, ANNA, bank.clock()) and None)
    with db.read() as session:
        again = preview(session, bank.settings, content)
    assert (again.known, again.is_known, dict(again.findings)) == (2, True, {})


# Returns


@pytest.mark.parametrize("code", [*REASONS, "XX99", ""])
def test_each_reason_of_return_has_its_consequence(bank: AtBank, db: Database, code: str) -> None:
    debit = collected(bank)
    bank.read(entry(PRICE, part(PRICE, debit), ref="1"))
    bank.read(entry(-PRICE - 300, part(-PRICE - 300, debit, reason=code or "    "), ref="2"), name="A2")
    assert bank.balances() == {
        **{"bank": -300, "receivable": PRICE, "package_income": -PRICE, "fees_of_returns": 300},
    }
    (line,) = stored(db, BankLine)
    assert (line["state"], line["reason"]) == ("returned", code)
    reason = reason_of(code)
    assert reason.words.endswith(".")
    assert (stored(db, Mandate)[0]["cause"] == "by_bank") is reason.ends_mandate
    with db.read() as session:
        waiting = returns_to_decide(session)
    assert (waiting == []) is reason.passes
    bank.clock.advance(days=9)
    assert bank.announce(bank.claim(bank.contracts[0])) == int(reason.passes)


def test_a_debit_is_repeated_once_by_itself_and_then_a_person_decides(bank: AtBank, db: Database) -> None:
    claim = bank.claim(bank.contracts[0])
    names = []
    for attempt in (1, 2):
        names.append(collected(bank))
        bank.read(entry(-PRICE, part(-PRICE, names[-1], reason="AM04"), ref=f"r{attempt}"), name=f"B{attempt}")
        bank.read(entry(PRICE, part(PRICE, names[-1]), ref=f"c{attempt}"), name=f"C{attempt}")
        bank.clock.advance(days=7)
    assert len(set(names)) == 2
    assert bank.announce(claim) == 0
    with db.read() as session:
        (line,) = returns_to_decide(session)
        assert (line.id, line.end_to_end_id) == (2, names[1])
    decide(db, decide_return, line.id, Decision.RETRY)
    with db.read() as session:
        assert returns_to_decide(session) == []
    assert bank.announce(claim) == 1
    assert bank.balances()["receivable"] == PRICE


def test_a_return_that_is_decided_for_a_transfer_is_not_collected_again(bank: AtBank, db: Database) -> None:
    debit = collected(bank)
    bank.read(entry(-PRICE, part(-PRICE, debit, reason="MD06"), ref="1"))
    decide(db, decide_return, 1, Decision.TRANSFER)
    bank.clock.advance(days=9)
    assert bank.announce(bank.claim(bank.contracts[0])) == 0


def test_what_nobody_will_pay_is_written_off_once(bank: AtBank, db: Database) -> None:
    debit = collected(bank)
    bank.read(entry(PRICE, part(PRICE, debit), ref="1"), entry(-PRICE, part(-PRICE, debit, reason="AC06"), ref="2"))
    decide(db, decide_return, 1, Decision.WRITE_OFF)
    assert bank.balances() == {"package_income": -PRICE, "write_off": PRICE}
    for decision in Decision:
        with pytest.raises(NotNow):
            decide(db, decide_return, 1, decision)


def test_nothing_is_decided_about_a_debit_that_was_not_returned_or_has_no_mandate(bank: AtBank, db: Database) -> None:
    debit = collected(bank)
    for line_id, refused in ((1, NotNow), (99, UnknownLine)):
        with pytest.raises(refused):
            decide(db, decide_return, line_id, Decision.RETRY)
    bank.read(entry(-PRICE, part(-PRICE, debit, reason="AC04"), ref="1"))
    with pytest.raises(NotNow, match="not_now") as error:
        decide(db, decide_return, 1, Decision.RETRY)
    assert "kein gültiges Mandat" in error.value.detail


BOTH_WAYS = {
    "returned, then refunded": ("return", "refund"),
    "refunded, then returned": ("refund", "return"),
}


@pytest.mark.parametrize("order", BOTH_WAYS)
def test_refund_and_return_end_at_zero_with_one_task(bank: AtBank, db: Database, order: str) -> None:
    """Of a contract that was withdrawn from, thirteen months later too: the refund was with the bank already."""
    (id_, _) = bank.contracts
    debit = collected(bank)
    bank.read(entry(PRICE, part(PRICE, debit), ref="1"))
    booking = Booking(date(2026, 11, 12), ANNA, bank.clock())
    key = bank.claim(id_).key
    db.write(lambda s: ledger.take_back(s, key, booking) or (ledger.owe_back(s, "withdrawn", id_, booking) and None))
    (transfer,) = bank.send(RunKind.REFUND, date(2026, 11, 13))
    says = {
        "return": entry(-PRICE, part(-PRICE, debit, reason="MD06"), ref="2", day="2027-12-10"),
        "refund": entry(-PRICE, part(-PRICE, transfer), ref="3", day="2026-11-13"),
    }
    for place, what in enumerate(BOTH_WAYS[order]):
        bank.read(says[what], name=f"D{place}")
    assert bank.balances() == {"bank": -PRICE, "receivable": PRICE}
    with db.read() as session:
        assert [line.contract_id for line in returns_to_decide(session)] == [id_]
    bank.read(entry(PRICE, part(PRICE, text="V-2026-000001"), ref="4"), name="E")
    assert bank.balances() == {}
    with db.read() as session:
        assert returns_to_decide(session) == []


def test_a_refund_that_comes_back_is_owed_again(bank: AtBank, db: Database) -> None:
    (id_, _) = bank.contracts
    booking = Booking(date(2026, 11, 12), ANNA, bank.clock())
    db.write(lambda s: ledger.pay(s, "x", id_, 70, booking) or (ledger.owe_back(s, "x", id_, booking) and None))
    (transfer,) = bank.send(RunKind.REFUND, date(2026, 11, 13))
    bank.read(entry(-70, part(-70, transfer), ref="1"))
    bank.read(entry(70, part(70, transfer, reason="AC04"), ref="2"), name="A2")
    assert (findings(db), bank.balances()) == (["refunded", "refund_returned"], {"bank": 70, "refund_payable": -70})
    assert len(bank.send(RunKind.REFUND, date(2026, 11, 20))) == 1


# What people decide


def test_a_payment_is_given_to_a_contract_and_taken_back(bank: AtBank, db: Database) -> None:
    first, second = bank.contracts
    bank.fall_due(bank.claim(second))
    bank.read(entry(PRICE, part(PRICE, text=TEXT), ref="1"))
    for contract_id in (first, second):
        decide(db, allocate, 1, f"V-2026-{contract_id:06}")
        with pytest.raises(NotNow):
            decide(db, allocate, 1, f"V-2026-{contract_id:06}")
        if contract_id == first:
            decide(db, undo, 1)
    assert (findings(db), bank.balances()) == (["paid"], {"bank": PRICE, "package_income": -PRICE})
    assert stored(db, StatementLine)[0]["contract_id"] == second


def test_what_was_recognised_by_its_text_can_be_taken_back_as_well(bank: AtBank, db: Database) -> None:
    bank.read(entry(70, part(70, text="V-2026-000001"), ref="1"))
    decide(db, undo, 1)
    assert (findings(db), bank.balances()) == (["unallocated"], {"bank": 70, "unallocated": -70})
    with pytest.raises(NotNow):
        decide(db, undo, 1)


def test_what_is_not_for_us_goes_back_to_where_it_came_from(bank: AtBank, db: Database) -> None:
    bank.read(entry(70, part(70, text=TEXT, name="Ottokar Öl"), ref="1"))
    db.write(lambda s: send_back(s, bank.settings, 1, ANNA, bank.clock()) and None)
    decide(db, undo, 1)
    db.write(lambda s: send_back(s, bank.settings, 1, ANNA, bank.clock()) and None)
    (transfer,) = bank.send(RunKind.REFUND, date(2026, 11, 13))
    with pytest.raises(NotNow, match="not_now"):
        decide(db, undo, 1)
    (line,) = stored(db, BankLine)
    assert (line["holder"], line["last_four"], line["contract_id"]) == ("Ottokar Öl", "3000", None)
    bank.read(entry(-70, part(-70, transfer), ref="2"), name="A2")
    assert (findings(db), bank.balances()) == (["sent_back", "sent_back"], {})


def test_what_left_for_the_bank_is_a_fee(bank: AtBank, db: Database) -> None:
    bank.read(entry(-250, ref="1"), entry(70, part(70, iban=""), ref="2"))
    decide(db, take_as_fee, 1)
    assert bank.balances() == {"bank": -180, "fees_of_returns": 250, "unallocated": -70}
    decide(db, undo, 1)
    assert bank.balances() == {"bank": -180, "unallocated": 180}
    with pytest.raises(NotNow):
        decide(db, take_as_fee, 2)
    for line_id in (1, 2):  # it has left, and nobody knows where it came from
        with pytest.raises(NotNow):
            db.write(lambda s, line_id=line_id: send_back(s, bank.settings, line_id, ANNA, bank.clock()))
    with pytest.raises(NotNow):
        decide(db, undo, 2)
    with pytest.raises(UnknownNumber):
        decide(db, allocate, 2, "V-2026-999999")
    with pytest.raises(UnknownLine):
        decide(db, undo, 99)


# Files that are no statement

BOMB = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Document>&b;</Document>'
OUTSIDE = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><Document>&a;</Document>'
GOOD = statement(entry(5, part(5), ref="1")).decode()
HOSTILE = {
    "empty": b"",
    "no XML": b"%PDF-1.7",
    "entities": BOMB,
    "a file from outside": OUTSIDE,
    "another kind": b"<Document><Other/></Document>",
    "not a document": b"<BkToCstmrStmt><Stmt/></BkToCstmrStmt>",
    "cut off": GOOD[:-9].encode(),
    "francs": GOOD.replace("EUR", "CHF").encode(),
    "parts of a cent": GOOD.replace("0.05", "0.051").encode(),
    "no number": GOOD.replace("0.05", "viel").encode(),
    "below zero": GOOD.replace("0.05", "-0.05").encode(),
    "no day": GOOD.replace("<Dt>2026-11-10</Dt>", "").encode(),
    "no side": GOOD.replace("CRDT", "BOTH").encode(),
    "too large": b" " * (MOST_BYTES + 1),
    "an unknown encoding": GOOD.replace("UTF-8", "x-wrong").encode(),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_statement_is_refused_whole(name: str) -> None:
    with pytest.raises(UnreadableStatement) as refused:
        read_statement(HOSTILE[name])
    assert refused.value.detail.endswith(".")


def test_a_statement_of_another_account_is_refused(bank: AtBank) -> None:
    content = statement(entry(5, part(5), ref="1"), iban=THEIRS)
    assert read_statement(content).iban == THEIRS != OURS
    with pytest.raises(UnreadableStatement, match="unreadable"):
        bank.db.write(lambda s: book(s, bank.settings, content, ANNA, bank.clock()))
