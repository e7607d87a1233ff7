"""Killed at ten named points, the books of two households end as if nothing had happened: each claim, announcement,
line, movement and reminder once, and every name that the bank was given once.
"""

import os
import signal
from contextlib import closing
from datetime import UTC, datetime
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from services.contracts.settle import settle_all
from services.core.db.db import Database
from services.mail.models import Mail
from services.payments.bank.models import BankLine, BankRun, DebitNotice, RunKind, StatementLine
from services.payments.bank.runs import draft, mark_sent, release
from services.payments.bank.statements import book
from services.payments.models import LedgerEntry, PaymentReminder
from services.payments.reminders import remind_all
from services.reservations.models import Reservation
from services.staff.audit import first_broken_entry
from tests.faults.killing import answer_of_process
from tests.fixtures.forking import forking
from tests.services.held_clock import HeldClock
from tests.services.payments.at_bank import ANNA, BERT, AtBank, entry, part, settings_of, statement
from tests.services.stored import stored

SETUP = 7900

forking(__name__)


def night(db: Database, folder: Path, now: datetime) -> None:
    settle_all(db, settings_of(folder), lambda: now)


def draft_file(db: Database, folder: Path, now: datetime) -> None:
    db.write(lambda s: draft(s, settings_of(folder), RunKind.DEBIT, now.date().replace(day=30), ANNA, now) and None)


def release_file(db: Database, folder: Path, now: datetime) -> None:
    db.write(lambda s: release(s, settings_of(folder), _run(s), BERT, now) and None)


def send(db: Database, _folder: Path, now: datetime) -> None:
    db.write(lambda s: mark_sent(s, _run(s), ANNA, now) and None)


def _run(session: Session) -> int:
    """The only file; a draft that was killed has used up a number."""
    return session.scalars(select(BankRun.id)).one()


def read(db: Database, folder: Path, now: datetime) -> None:
    """Both are collected, and one is taken back by its household."""
    first, second = (row["end_to_end_id"] for row in stored(db, BankLine))
    content = statement(
        entry(SETUP, part(SETUP, first), ref="1", day="2026-11-17"),
        entry(SETUP, part(SETUP, second), ref="2", day="2026-11-17"),
        entry(-SETUP, part(-SETUP, second, reason="MD06"), ref="3", day="2026-11-18"),
    )
    db.write(lambda s: book(s, settings_of(folder), content, ANNA, now) and None)


def remind(db: Database, folder: Path, now: datetime) -> None:
    remind_all(db, settings_of(folder), lambda: now)


WAY = ((3, night), (4, draft_file), (5, release_file), (6, send), (17, night), (18, read), (25, remind), (26, night))
"""What happens on which day of November."""
POINTS = {
    "before a debit is announced": (0, "services.contracts.settle:announce", 1),
    "before the second household's mail": (0, "services.payments.bank.notices:order_letters", 2),
    "between two lines of a draft": (1, "services.payments.bank.runs:_sequence", 2),
    "before a draft is noted": (1, "services.payments.bank.runs:_log", 1),
    "before the file is made": (2, "services.payments.bank.files:file_of", 1),
    "after the file is made": (2, "services.payments.bank.runs:_log", 1),
    "between two claims": (4, "services.payments.ledger:claim_due", 2),
    "before the second household's days": (4, "services.contracts.settle:_add_periods", 2),
    "between two movements": (5, "services.payments.bank.statements:_book_line", 3),
    "after a reminder is noted": (6, "services.payments.reminders:order_letters", 1),
}
"""The step, and the call of a function at which its process ends."""


def at_point(step: int, point: str, call: int, url: str, folder: Path, answer: Connection) -> None:
    """Do a step until that call."""
    module, name = point.split(":")
    whole, calls = getattr(import_module(module), name), 0

    def counted(*given: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == call:
            os.kill(os.getpid(), signal.SIGKILL)
        return whole(*given, **named)

    setattr(import_module(module), name, counted)
    day, work = WAY[step]
    with closing(Database(url)) as db:
        work(db, folder, datetime(2026, 11, day, 12, tzinfo=UTC))
    answer.send(True)


@pytest.mark.both_databases(sample="postgresql")
@pytest.mark.parametrize("name", POINTS)
def test_killed_at_a_named_point_nothing_is_lost_or_doubled(
    database_url: str, db: Database, tmp_path: Path, name: str
) -> None:
    killed, point, call = POINTS[name]
    bank = AtBank.of(db, settings_of(tmp_path), HeldClock(), count=2)
    db.write(lambda s: s.execute(update(Reservation).values(state="contracted")) and None)
    for step, (day, work) in enumerate(WAY):
        if step == killed:
            ended = answer_of_process(at_point, step, point, call, database_url, tmp_path)
            assert ended is None, "else no kill would prove anything"
        work(db, tmp_path, datetime(2026, 11, day, 12, tzinfo=UTC))
    first, second = (row["end_to_end_id"] for row in stored(db, BankLine))
    claims = [f"claim:{id_}:setup:2026-11-17" for id_ in bank.contracts]
    assert sorted(row["key"] for row in stored(db, LedgerEntry)) == sorted(
        [*claims, f"paid:{first}", f"paid:{second}", f"returned:{second}"]
    )
    assert [row["claim_key"] for row in stored(db, DebitNotice)] == claims
    assert [row["state"] for row in stored(db, BankLine)] == ["booked", "returned"]
    assert [row["finding"] for row in stored(db, StatementLine)] == ["collected", "collected", "returned"]
    assert [(row["claim_key"], row["step"]) for row in stored(db, PaymentReminder)] == [(claims[1], 1)]
    kinds = [row["kind"] for row in stored(db, Mail) if row["kind"] in ("debit_announced", "payment_reminder")]
    assert kinds == ["debit_announced", "debit_announced", "payment_reminder"]
    assert bank.balances() == {"bank": SETUP, "receivable": SETUP, "setup_income": -2 * SETUP}
    with db.read() as session:
        assert first_broken_entry(session) is None
