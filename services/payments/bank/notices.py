"""Announces a debit to its household at least five days before, with amount, day and mandate.

What was not announced is not collected. A debit that was returned, or whose day has passed without a file, is announced
again with another day, but not for ever: who has read three announcements that nothing followed believes none.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.german import long_day
from services.core.working_days import on_or_after
from services.payments.bank.contracts import numbered
from services.payments.bank.models import BankLine, DebitNotice, LineState
from services.payments.bank.returns import is_repeated
from services.payments.chart import PURPOSE
from services.payments.creditor import creditor_of
from services.payments.ledger import Claim
from services.payments.mandates import active_of
from services.reservations.mails import compose, order_letters
from services.reservations.models import Reservation
from services.settings import Settings

NOTICE: Final = timedelta(days=5)
_MOST_LAPSED: Final = 3
"""Announcements of a claim that no file followed, after which it waits for a person."""
AHEAD: Final = timedelta(days=14)
"""How long before its day a debit is announced, if it is known that early."""


def announce(session: Session, settings: Settings, claims: Iterable[Claim], now: datetime) -> int:
    """Announce the debits for these claims, those that are due within two weeks; returns how many. None is announced
    again while its day is to come or its debit may still succeed.
    """
    today, creditor = berlin_day(now), creditor_of(settings)
    letters = []
    for claim in claims:
        mandate = active_of(session, claim.contract_id)
        if mandate is None or claim.due > today + AHEAD or _is_under_way(session, claim.key, today):
            continue
        day = on_or_after(max(claim.due, today + NOTICE))
        notice = DebitNotice(
            contract_id=claim.contract_id,
            claim_key=claim.key,
            amount_cents=claim.amount_cents,
            collect_on=day,
            told_at=now,
        )
        session.add(notice)
        contract = numbered(session, [claim.contract_id])[claim.contract_id]
        told: dict[str, Any] = {
            "contract": contract.number,
            "what": PURPOSE[claim.purpose.partition("-")[0]],
            "amount_cents": claim.amount_cents,
            "day": long_day(day),
            "mandate": mandate.reference,
            "last_four": mandate.last_four,
            "creditor_id": creditor.id if creditor else "",
        }
        reservation = session.get_one(Reservation, contract.reservation_id)
        letters.append(compose(reservation, "debit_announced", f"debit:{claim.key}:{day}", **told))
    session.flush()
    order_letters(session, letters, now)
    return len(letters)


def _is_under_way(session: Session, claim_key: str, today: date) -> bool:
    """Also one that was returned, and waits for a person to decide: it is repeated by itself once, and only where the
    bank's reason is one that passes.
    """
    query = (
        select(DebitNotice.collect_on, BankLine.state, BankLine.reason, BankLine.decision)
        .outerjoin(BankLine, (BankLine.notice_id == DebitNotice.id) & (BankLine.state != LineState.DISCARDED.value))
        .where(DebitNotice.claim_key == claim_key)
    )
    rows = session.execute(query.order_by(DebitNotice.id)).all()
    if sum(row.state is None for row in rows) >= _MOST_LAPSED:
        return True
    returned = [row for row in rows if row.state == LineState.RETURNED.value]
    if any(row.state in (LineState.OPEN.value, LineState.BOOKED.value) for row in rows):
        return True
    if any(row.state is None and row.collect_on > today for row in rows):
        return True
    return bool(returned) and not is_repeated(returned[-1].reason, returned[-1].decision, len(returned))
