"""An erasure takes what leads to a person, once the law lets it; the books stay, and name nobody."""

from pathlib import Path

import pytest
from sqlalchemy import update

from services.contracts.models import Contract
from services.core.db.db import Database
from services.data_protection.erasure.erase import Wish, erase
from services.data_protection.export.household import export_household
from services.payments.bank.models import BankLine, BankRun, DebitNotice, StatementLine
from services.payments.models import LedgerPosting, Mandate
from services.reservations.models import Reservation
from services.reservations.states import ReservationState
from tests.services.held_clock import HeldClock
from tests.services.payments.at_bank import PRICE, THEIRS, AtBank, entry, part, settings_of
from tests.services.stored import stored

PERSONAL = (Mandate, DebitNotice, BankLine, StatementLine)


@pytest.fixture
def bank(db: Database, tmp_path: Path) -> AtBank:
    """A debit that was announced, collected and returned."""
    found = AtBank.of(db, settings_of(tmp_path), HeldClock())
    claim = found.claim(found.contracts[0])
    found.fall_due(claim)
    found.announce(claim)
    (debit,) = found.send()
    found.read(entry(PRICE, part(PRICE, debit), ref="1"), entry(-PRICE, part(-PRICE, debit, reason="MD06"), ref="2"))
    return found


@pytest.mark.parametrize("state", [ReservationState.RESERVED, ReservationState.CONTRACTED])
def test_an_erasure_takes_what_the_law_does_not_keep(bank: AtBank, db: Database, state: ReservationState) -> None:
    (id_,) = (row["reservation_id"] for row in stored(db, Contract))
    db.write(lambda s: s.execute(update(Reservation).values(state=state.value)) and None)
    before = bank.balances()
    db.write(lambda s: erase(s, Wish(id_, "staff:1"), bank.clock()) and None)
    left = {model.__tablename__ for model in PERSONAL if stored(db, model)}
    assert left == ({model.__tablename__ for model in PERSONAL} if state is ReservationState.CONTRACTED else set())
    assert (bank.balances(), len(stored(db, LedgerPosting))) == (before, 6)
    assert stored(db, BankRun)[0]["file_sha256"]


def test_a_household_is_given_what_is_kept_of_its_payments(bank: AtBank, db: Database) -> None:
    (id_,) = (row["reservation_id"] for row in stored(db, Contract))
    with db.read() as session:
        tables = {one.name: one for one in export_household(session, bank.settings, id_, bank.clock()).tables}
    assert {model.__tablename__ for model in (*PERSONAL, LedgerPosting)} <= tables.keys()
    assert tables["mandates"].rows[0]["last_four"] == "3000"
    assert tables["bank_lines"].rows[0]["state"] == "returned"
    assert [row["amount_cents"] for row in tables["ledger_postings"].rows] == [PRICE, -PRICE, PRICE]
    assert THEIRS not in str(tables)
