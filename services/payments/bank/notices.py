"""Announces a debit to its household at least five days before, with amount, day and mandate.

What was not announced is not collected, and an announcement holds for the account that it named. A debit that was
returned, or whose day has passed without a file, is announced again with another day, but not for ever: who has read
three announcements that nothing followed believes none.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.german import long_day
from services.core.working_days import next_working_day, on_or_after
from services.payments.bank.contracts import numbered
from services.payments.bank.models import BankLine, DebitNotice, LineState
from services.payments.bank.returns import is_cured, is_repeated
from services.payments.chart import PURPOSE
from services.payments.creditor import creditor_of
from services.payments.ledger import Claim
from services.payments.mandates import active_of
from services.payments.models import Mandate
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
        if mandate is None or claim.due > today + AHEAD or _is_under_way(session, claim.key, mandate, today):
            continue
        day = _free_day(session, claim.key, on_or_after(max(claim.due, today + NOTICE)))
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


def holds(notice: DebitNotice, mandate: Mandate) -> bool:
    """Whether a debit may follow an announcement by this mandate: that of another account has not been announced."""
    return notice.ended_at is None and notice.told_at >= mandate.signed_at


def take_back(session: Session, claim_key: str, now: datetime) -> bool:
    """Let no debit follow the announcements of a claim; False where one is in a file already."""
    is_open = (BankLine.purpose_key == claim_key) & (BankLine.state == LineState.OPEN.value)
    if session.scalar(select(BankLine.id).where(is_open).limit(1)) is not None:
        return False
    session.execute(update(DebitNotice).where(DebitNotice.claim_key == claim_key).values(ended_at=now))
    return True


def _free_day(session: Session, claim_key: str, day: date) -> date:
    """The first working day that no announcement of this claim has: those for a former account keep theirs."""
    taken = set(session.scalars(select(DebitNotice.collect_on).where(DebitNotice.claim_key == claim_key)))
    while day in taken:
        day = next_working_day(day)
    return day


def _is_under_way(session: Session, claim_key: str, mandate: Mandate, today: date) -> bool:
    """Also one that was returned, and waits for a person to decide: it is repeated by itself once, and only where the
    bank's reason is one that passes. What was announced for a former account counts as long as the bank has it.
    """
    query = (
        select(DebitNotice, BankLine)
        .outerjoin(BankLine, (BankLine.notice_id == DebitNotice.id) & (BankLine.state != LineState.DISCARDED.value))
        .where(DebitNotice.claim_key == claim_key)
        .order_by(DebitNotice.id)
    )
    pairs = session.execute(query).all()
    if any(line and line.state in (LineState.OPEN.value, LineState.BOOKED.value) for _, line in pairs):
        return True
    told = [notice for notice, line in pairs if line is None and holds(notice, mandate)]
    if len(told) >= _MOST_LAPSED or any(notice.collect_on > today for notice in told):
        return True
    returned = [line for _, line in pairs if line and not is_cured(session, line, mandate)]
    return bool(returned) and not is_repeated(returned[-1].reason, returned[-1].decision, len(returned))
