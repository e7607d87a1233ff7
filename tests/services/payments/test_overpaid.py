"""What a household has paid too much pays what falls due next, or goes back by a decision, which has a way back."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from services.core.db.db import Database
from services.payments.bank.errors import NotNow, RefundUnderWay, UnknownContract
from services.payments.bank.models import RunKind
from services.payments.bank.runs import keep_overpaid, overpaid, refund_overpaid
from services.staff.models import AuditEntry
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.payments.at_bank import ANNA, AtBank, entry, part, settings_of
from tests.services.stored import stored


@pytest.fixture
def bank(db: Database, tmp_path: Path) -> Iterator[AtBank]:
    found = AtBank.of(db, settings_of(tmp_path), HeldClock(), count=1)
    found.fall_due(found.claim(found.contracts[0], cents=7900))
    found.read(entry(8000, part(8000, text="V-2026-000001"), ref="1"))
    yield found


def do(bank: AtBank, step, contract_id: int = 1) -> None:
    bank.db.write(lambda s: step(s, contract_id, ANNA, bank.clock()))


def too_much(bank: AtBank) -> list[tuple[int, bool]]:
    with bank.db.read() as session:
        return overpaid(session).get(bank.contracts[0], [])


def test_it_is_refunded_kept_and_refunded_again(bank: AtBank, db: Database) -> None:
    assert too_much(bank) == [(100, False)]
    for step, expected in (
        (refund_overpaid, [(100, True)]),
        (keep_overpaid, [(100, False)]),
        (refund_overpaid, [(100, True)]),
    ):
        do(bank, step)
        assert too_much(bank) == expected
        with pytest.raises(NotNow):
            do(bank, refund_overpaid if step is refund_overpaid else keep_overpaid)
    (name,) = bank.send(RunKind.REFUND, date(2026, 11, 13))
    with pytest.raises(RefundUnderWay):
        do(bank, keep_overpaid)
    bank.read(entry(-100, part(-100, name), ref="2"), name="A2")
    assert bank.balances() == {"bank": 7900, "package_income": -7900}
    with pytest.raises(NotNow):
        do(bank, keep_overpaid)
    done = [row["action"] for row in stored(db, AuditEntry) if "overpaid" in row["action"]]
    assert done == [f"reservation.{name}_overpaid" for name in ("refund", "keep", "refund")]


def test_what_falls_due_next_is_paid_by_it_even_after_the_decision(bank: AtBank) -> None:
    do(bank, refund_overpaid)
    bank.fall_due(bank.claim(bank.contracts[0], "instalment-2", date(2026, 12, 31), 40))
    assert too_much(bank) == [(60, True)]


def test_nobody_elses_money_is_refunded(bank: AtBank) -> None:
    with pytest.raises(UnknownContract):
        do(bank, refund_overpaid, 99)


def test_the_console_shows_and_decides_it(bank: AtBank, staff_client: StaffClient) -> None:
    clerk = staff_client("staff")
    assert [row["is_refunded"] for row in clerk.get("/api/staff/bank/open-items").json()["overpaid"]] == [False]
    for step, is_refunded in (("refund", True), ("keep", False)):
        (row,) = clerk.post(f"/api/staff/bank/overpaid/{bank.contracts[0]}/{step}").json()["overpaid"]
        assert (row["is_refunded"], row["amount_cents"]) == (is_refunded, 100)
