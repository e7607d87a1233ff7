"""What waits for a person: payments that nobody can place, files to release, refunds that are in no file yet."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.payments.bank.contracts import numbered
from services.payments.bank.models import BankLine, BankRun, Finding, LineState, RunState, StatementLine
from services.payments.chart import Account
from services.payments.models import LedgerEntry, LedgerPosting


class OwedBack(NamedTuple):
    """A household's money that we still have, and since when it is owed."""

    reservation_id: int
    cents: int
    since: date


def unallocated(session: Session) -> Sequence[StatementLine]:
    """Movements whose owner is unknown."""
    query = select(StatementLine).where(StatementLine.finding == Finding.UNALLOCATED.value)
    return session.scalars(query.order_by(StatementLine.id)).all()


def to_release(session: Session) -> Sequence[BankRun]:
    """Drafts, which somebody else than their author releases."""
    return session.scalars(select(BankRun).where(BankRun.state == RunState.DRAFTED.value).order_by(BankRun.id)).all()


def totals_of(session: Session, run_ids: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Of files the number of their lines, and the sum in cents of those that were not dropped."""
    kept = func.sum(BankLine.amount_cents).filter(BankLine.state != LineState.DISCARDED.value)
    query = select(BankLine.run_id, func.count(), func.coalesce(kept, 0)).where(BankLine.run_id.in_(run_ids))
    return {id_: (count, int(cents)) for id_, count, cents in session.execute(query.group_by(BankLine.run_id))}


def owed_back(session: Session) -> list[OwedBack]:
    """Refunds that are owed and in no file that is under way."""
    under_way = set(session.scalars(select(BankLine.purpose_key).where(BankLine.state == LineState.OPEN.value)))
    since = func.max(LedgerEntry.booked_on).filter(LedgerPosting.amount_cents < 0)
    query = (
        select(LedgerPosting.contract_id, -func.sum(LedgerPosting.amount_cents), since)
        .join(LedgerEntry, LedgerEntry.id == LedgerPosting.entry_id)
        .where(LedgerPosting.account == Account.REFUND_PAYABLE.value)
        .group_by(LedgerPosting.contract_id)
        .having(func.sum(LedgerPosting.amount_cents) < 0)
        .order_by(LedgerPosting.contract_id)
    )
    owed = {id_: (int(cents), day) for id_, cents, day in session.execute(query) if f"refund:{id_}" not in under_way}
    payers = numbered(session, [id_ for id_ in owed if id_ is not None])
    return [OwedBack(payer.reservation_id, *owed[id_]) for id_, payer in payers.items()]
