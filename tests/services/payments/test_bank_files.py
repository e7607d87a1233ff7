"""Files for the bank: only what was announced and is owed, released by a second person, made once, valid, sealed."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from importlib.resources import files
from pathlib import Path

import pytest
from defusedxml.ElementTree import fromstring
from xmlschema import XMLSchema

from services.core.db.db import Database
from services.mail.models import Mail
from services.payments import ledger
from services.payments.bank.errors import NoCreditor, NothingToDo, NotNow, OwnDraft, UnknownRun
from services.payments.bank.models import BankLine, BankRun, DebitNotice, RunKind
from services.payments.bank.runs import (
    KEPT_YEARS,
    content_of,
    discard,
    forget_files,
    mark_sent,
    release,
    wanted_refunds,
)
from services.payments.ledger import Booking
from services.payments.mandates import end_of
from services.payments.models import Mandate, MandateEnd
from tests.services.held_clock import HeldClock
from tests.services.payments.at_bank import ANNA, BERT, OURS, PRICE, THEIRS, AtBank, entry, part, settings_of
from tests.services.stored import stored


@pytest.fixture
def bank(db: Database, tmp_path: Path) -> Iterator[AtBank]:
    yield AtBank.of(db, settings_of(tmp_path), HeldClock())


def schema(name: str) -> XMLSchema:
    return XMLSchema(str(files("sepaxml") / "schemas" / f"{name}.xsd"))


def told(content: bytes, path: str) -> list[str]:
    root = fromstring(content)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return [element.text or "" for element in root.findall(f".//{path}")]


def test_a_household_is_told_of_its_debit_once_and_in_time(bank: AtBank, db: Database) -> None:
    """On Tuesday, 3 November: five days later is a Sunday, and what is due in three weeks waits."""
    (id_,) = bank.contracts
    soon, later = bank.claim(id_, "setup", date(2026, 11, 4), 5000), bank.claim(id_, due=date(2026, 11, 25))
    assert bank.announce(soon, later) == 1
    assert bank.announce(soon, later) == 0
    (notice,) = stored(db, DebitNotice)
    assert (notice["collect_on"], notice["amount_cents"], notice["claim_key"]) == (date(2026, 11, 9), 5000, soon.key)
    mail = next(row for row in stored(db, Mail) if row["kind"] == "debit_announced")
    assert {name: mail["values"][name] for name in ("amount_cents", "day", "mandate", "last_four")} == {
        **{"amount_cents": 5000, "day": "9. November 2026", "last_four": "3000"},
        "mandate": stored(db, Mandate)[0]["reference"],
    }
    bank.clock.advance(days=8)
    assert bank.announce(soon, later) == 2, "the day has passed without a file, and the other is near"


def test_nobody_is_told_without_a_mandate(bank: AtBank, db: Database) -> None:
    (id_,) = bank.contracts
    db.write(lambda s: end_of(s, id_, MandateEnd.REVOKED, bank.clock()))
    assert bank.announce(bank.claim(id_)) == 0


def test_a_file_of_debits_is_what_the_bank_takes(bank: AtBank, db: Database) -> None:
    (id_,) = bank.contracts
    bank.announce(bank.claim(id_, "setup", date(2026, 11, 9), 5000), bank.claim(id_, due=date(2026, 11, 16)))
    run_id = bank.draft()
    content = bank.release(run_id)
    schema("pain.008.001.08").validate(content.decode())
    assert told(content, "EndToEndId") == [f"VOLTIGO-{run_id:06}-00001", f"VOLTIGO-{run_id:06}-00002"]
    assert told(content, "SeqTp") == ["FRST", "RCUR"]
    assert told(content, "ReqdColltnDt") == ["2026-11-09", "2026-11-16"]
    assert told(content, "InstdAmt") == ["50.00", "1000.00"]
    assert told(content, "GrpHdr/CtrlSum") == ["1050.00"]
    assert told(content, "MndtId") == [stored(db, Mandate)[0]["reference"]] * 2
    assert set(told(content, "CdtrSchmeId/Id/PrvtId/Othr/Id")) == {"DE98ZZZ09999999999"}
    assert (set(told(content, "Dbtr/Nm")), set(told(content, "Cdtr/Nm"))) == ({"Aenne Gross"}, {"Voltigo Sued GmbH"})
    assert set(told(content, "DbtrAcct/Id/IBAN")) == {THEIRS}
    assert told(content, "MsgId") == [f"VOLTIGO-{run_id:06}"]
    assert told(content, "CreDtTm") == ["2026-11-03T11:30:15"]
    rows = str([*stored(db, BankRun), *stored(db, BankLine)])
    assert THEIRS not in rows and OURS not in rows
    with db.read() as session:
        assert content_of(session, bank.settings, run_id) == content


def test_four_eyes_and_an_account_of_our_own(bank: AtBank, db: Database, tmp_path: Path) -> None:
    bank.announce(bank.claim(bank.contracts[0]))
    run_id = bank.draft()
    with pytest.raises(OwnDraft):
        bank.release(run_id, by=ANNA)
    for missing in ("creditor_id", "creditor_iban"):
        without = settings_of(tmp_path, **{missing: ""})
        with pytest.raises(NoCreditor) as refused:
            db.write(lambda s, without=without: release(s, without, run_id, BERT, bank.clock()))
        assert f"VOLTIGO_{missing.upper()}" in refused.value.detail
    with db.read() as session, pytest.raises(NotNow):
        content_of(session, bank.settings, run_id)
    with pytest.raises(UnknownRun):
        bank.release(99)


def test_each_step_once_and_a_way_back_until_the_bank_has_it(bank: AtBank, db: Database) -> None:
    bank.announce(bank.claim(bank.contracts[0]))
    first = bank.draft()
    with pytest.raises(NothingToDo):
        bank.draft()
    with pytest.raises(NotNow):
        db.write(lambda s: mark_sent(s, first, ANNA, bank.clock()))
    bank.release(first)
    with pytest.raises(NotNow):
        bank.release(first)
    db.write(lambda s: discard(s, first, ANNA, bank.clock()) and None)
    second = bank.draft()
    bank.release(second)
    db.write(lambda s: mark_sent(s, second, ANNA, bank.clock()) and None)
    for step in (discard, mark_sent):
        with pytest.raises(NotNow):
            db.write(lambda s, step=step: step(s, second, ANNA, bank.clock()))
    assert bank.runs() == ["discarded", "sent"]
    assert len({row["end_to_end_id"] for row in stored(db, BankLine)}) == 2, "never the same name twice"


@pytest.mark.both_databases
def test_two_people_at_once_do_each_thing_once(bank: AtBank, db: Database) -> None:
    bank.announce(bank.claim(bank.contracts[0]))

    def both(step: Callable[[], object], refusal: type[Exception]) -> None:
        with ThreadPoolExecutor(2) as pool:
            ended = [future.exception() for future in [pool.submit(step) for _ in range(2)]]
        assert [type(one) for one in ended if one is not None] == [refusal]

    both(bank.draft, NothingToDo)
    both(lambda: bank.release(1), NotNow)
    both(lambda: db.write(lambda s: mark_sent(s, 1, ANNA, bank.clock()) and None), NotNow)
    movement = entry(PRICE, part(PRICE, stored(db, BankLine)[0]["end_to_end_id"]), ref="1")
    both(lambda: bank.read(movement), NotNow)
    assert (bank.runs(), bank.balances()["bank"]) == (["sent"], PRICE)


def test_what_has_changed_since_the_draft_falls_out(bank: AtBank, db: Database) -> None:
    (id_,) = bank.contracts
    claims = [bank.claim(id_, "setup", date(2026, 11, 9), 5000), bank.claim(id_, due=date(2026, 11, 16))]
    bank.announce(*claims)
    bank.fall_due(claims[0])
    run_id = bank.draft()
    db.write(lambda s: ledger.pay(s, "transfer", id_, 5000, Booking(date(2026, 11, 3), ANNA, bank.clock())))
    assert told(bank.release(run_id), "InstdAmt") == ["1000.00"]
    assert [row["state"] for row in stored(db, BankLine)] == ["discarded", "open"]


@pytest.mark.parametrize("change", ["mandate", "day"])
def test_a_draft_of_which_nothing_is_left_makes_no_file(bank: AtBank, db: Database, change: str) -> None:
    (id_,) = bank.contracts
    bank.announce(bank.claim(id_))
    run_id = bank.draft()
    if change == "mandate":
        bank.allow(id_, holder="Ben Groß")
    else:
        bank.clock.advance(days=7)
    with pytest.raises(NothingToDo):
        bank.release(run_id)
    assert bank.runs() == ["drafted"]


def test_a_day_that_has_passed_is_in_no_file(bank: AtBank) -> None:
    bank.announce(bank.claim(bank.contracts[0]))
    bank.clock.advance(days=6)
    with pytest.raises(NothingToDo):
        bank.draft()


def test_a_part_that_is_paid_is_not_collected(bank: AtBank, db: Database) -> None:
    (id_,) = bank.contracts
    claim = bank.claim(id_, due=date(2026, 11, 2))
    bank.fall_due(claim)
    bank.announce(claim)
    db.write(lambda s: ledger.pay(s, "part", id_, 40_000, Booking(date(2026, 11, 3), ANNA, bank.clock())))
    assert told(bank.release(bank.draft()), "InstdAmt") == ["600.00"]


def test_a_file_of_refunds_is_what_the_bank_takes(bank: AtBank, db: Database) -> None:
    (id_,) = bank.contracts
    claim = bank.claim(id_)
    bank.fall_due(claim)
    bank.announce(claim)
    (debit,) = bank.send()
    bank.read(entry(PRICE, part(PRICE, debit), ref="1"))
    booking = Booking(date(2026, 11, 12), ANNA, bank.clock())
    db.write(
        lambda s: ledger.take_back(s, claim.key, booking) or (ledger.owe_back(s, "withdrawn", id_, booking) and None)
    )
    run_id = bank.draft(RunKind.REFUND, date(2026, 11, 13))
    content = bank.release(run_id)
    schema("pain.001.001.09").validate(content.decode())
    assert (told(content, "InstdAmt"), told(content, "CdtrAcct/Id/IBAN")) == (["1000.00"], [THEIRS])
    assert told(content, "ReqdExctnDt/Dt") == ["2026-11-13"]
    with pytest.raises(NothingToDo):
        bank.draft(RunKind.REFUND)


def test_a_refund_without_an_account_is_named(bank: AtBank, db: Database) -> None:
    (other,) = bank.contracts
    db.write(lambda s: s.delete(s.get_one(Mandate, 1)))
    booking = Booking(date(2026, 11, 12), ANNA, bank.clock())
    db.write(lambda s: ledger.pay(s, "x", other, 70, booking) or (ledger.owe_back(s, "x", other, booking) and None))
    with db.read() as session:
        wanted, without = wanted_refunds(session, bank.settings)
    assert (wanted, [(one.contract_id, one.cents) for one in without]) == ([], [(other, 70)])


def test_files_are_forgotten_after_their_years(bank: AtBank, db: Database) -> None:
    bank.announce(bank.claim(bank.contracts[0]))
    run_id = bank.draft()
    bank.release(run_id)
    year = bank.clock().year + KEPT_YEARS
    for now, is_kept in ((f"{year}-12-31T22:59:00+00:00", True), (f"{year}-12-31T23:00:00+00:00", False)):
        db.write(lambda s, now=now: forget_files(s, type(bank.clock()).fromisoformat(now)))
        assert (stored(db, BankRun)[0]["file"] is not None) is is_kept
    assert stored(db, BankRun)[0]["file_sha256"]
