"""Reminds households of what was not paid after a returned debit or without a mandate, in two steps.

Each step is a row under its claim, so it is taken once, whatever runs twice. It ends by itself when the claim is paid,
and a person stops it for a contract by one click. No reminder is sent where it is up to us: of an announced debit, of
one that is repeated, or of one that no file followed. After the second step a person decides.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from services.core.clock import Clock, berlin_day
from services.core.db.db import Database
from services.core.db.rows import Insertion
from services.core.german import long_day
from services.mail.letters.household import PaymentReminded
from services.payments.bank.contracts import Numbered, numbered
from services.payments.bank.errors import UnknownContract
from services.payments.bank.models import BankLine, DebitNotice, LineState
from services.payments.bank.notices import holds
from services.payments.bank.returns import is_cured, is_repeated, returned_on
from services.payments.chart import PURPOSE, Account
from services.payments.ledger import OpenItem, open_items
from services.payments.mandates import active_of, latest_of
from services.payments.models import LedgerPosting, Mandate, PaymentReminder, ReminderStop
from services.reservations.mails import compose, order_letters
from services.reservations.models import Reservation
from services.settings import Settings
from services.staff import audit

AFTER: Final = {1: timedelta(days=7), 2: timedelta(days=14)}
"""The first after the return, or the due day where there is no mandate; the second after the first."""
_REMINDER: Final = Insertion(
    PaymentReminder.__table__, lambda insert: insert.on_conflict_do_nothing(index_elements=["claim_key", "step"])
)
_FIRST: Final = ("setup", "price", "instalment-1", "rest")
"""As long as one of these is open, the share earns nothing."""


class Reminded(NamedTuple):
    """How far a claim has been reminded of. `step`: 0 for not at all."""

    step: int
    on: date | None


def remind_all(db: Database, settings: Settings, clock: Clock) -> int:
    """One round over the contracts that owe something, a transaction each; returns how many reminders."""
    with db.read() as session:
        owing = select(LedgerPosting.contract_id).where(LedgerPosting.account == Account.RECEIVABLE.value).distinct()
        ids = [id_ for id_ in session.scalars(owing.order_by(LedgerPosting.contract_id)) if id_ is not None]
        due = [id_ for id_ in ids if _next(session, id_, berlin_day(clock()))]
    return sum(
        db.write(lambda session, id_=id_: remind(session, settings, id_, clock()))  # type: ignore[misc]
        for id_ in due
    )


def remind(session: Session, settings: Settings, contract_id: int, now: datetime) -> bool:
    """Take the step that is due for a contract, if there is one."""
    found = _next(session, contract_id, berlin_day(now))
    if found is None:
        return False
    item, step = found
    row = {"contract_id": contract_id, "claim_key": item.key, "step": step, "at": now}
    (inserted,) = _REMINDER.run(session, [row])
    if not inserted.rowcount:
        return False
    payer, purpose = numbered(session, [contract_id])[contract_id], item.key.split(":")[2]
    told: dict[str, Any] = {
        "contract": payer.number,
        "step": step,
        "what": PURPOSE[purpose.partition("-")[0]],
        "due": long_day(item.due),
        "open_cents": sum(one.open_cents for one in open_items(session, contract_id)),
        "has_mandate": active_of(session, contract_id) is not None,
        "rests": purpose in _FIRST,
        "iban": " ".join(settings.creditor_iban.replace(" ", "")[at : at + 4] for at in range(0, 34, 4)).strip(),
    }
    reservation = session.get_one(Reservation, payer.reservation_id)
    key = f"{PaymentReminded.kind}:{item.key}:{step}"
    order_letters(session, [compose(reservation, PaymentReminded.kind, key, **told)], now)
    return True


def _next(session: Session, contract_id: int, today: date) -> tuple[OpenItem, int] | None:
    """The oldest open claim, and the step that is due for it."""
    items = open_items(session, contract_id)
    if not items or session.get(ReminderStop, contract_id) is not None:
        return None
    since, done = _unpaid_since(session, contract_id, items[0], today), reminded(session, [items[0].key])
    last = done.get(items[0].key, Reminded(0, None))
    if since is None or last.step >= max(AFTER):
        return None
    step = last.step + 1
    return (items[0], step) if today >= (last.on or since) + AFTER[step] else None


def _unpaid_since(session: Session, contract_id: int, item: OpenItem, today: date) -> date | None:
    """Since when it is up to the household; None: it is up to us, or to the bank."""
    mandate = active_of(session, contract_id)
    of_debits = (BankLine.contract_id == contract_id) & (BankLine.sequence != "")
    lines = session.scalars(select(BankLine).where(of_debits).order_by(BankLine.id)).all()
    if any(line.state == LineState.OPEN.value for line in lines):
        return None
    back = [line for line in lines if line.state == LineState.RETURNED.value]
    own = [line for line in lines if line.purpose_key == item.key]
    # Money pays the oldest claim, so the debit that came back may have been another one's.
    is_booked = any(line.state == LineState.BOOKED.value for line in own)
    back = back if is_booked or mandate is None else [line for line in back if line.purpose_key == item.key]
    since = max((day for day in returned_on(session, [line.id for line in back]).values()), default=None)
    if mandate is None:
        ended = latest_of(session, contract_id)
        days = (since, item.due, berlin_day(ended.ended_at) if ended and ended.ended_at else None)
        return max(day for day in days if day is not None)
    if since is None or _is_announced(session, item.key, mandate, today) or is_cured(session, back[-1], mandate):
        return None
    times = sum(line.purpose_key == back[-1].purpose_key for line in back)
    return None if is_repeated(back[-1].reason, back[-1].decision, times) else since


def _is_announced(session: Session, claim_key: str, mandate: Mandate, today: date) -> bool:
    coming = (DebitNotice.claim_key == claim_key) & (DebitNotice.collect_on > today)
    return any(holds(notice, mandate) for notice in session.scalars(select(DebitNotice).where(coming)))


def reminded(session: Session, claim_keys: Iterable[str]) -> dict[str, Reminded]:
    """How far each of these claims has been reminded of; those of which nobody was are missing."""
    of_them = PaymentReminder.claim_key.in_(list(claim_keys))
    rows = session.scalars(select(PaymentReminder).where(of_them).order_by(PaymentReminder.step))
    return {row.claim_key: Reminded(row.step, berlin_day(row.at)) for row in rows}


def stopped(session: Session) -> set[int]:
    """The contracts whose reminders somebody has stopped."""
    return set(session.scalars(select(ReminderStop.contract_id)))


def stop(session: Session, contract_id: int, by: str, now: datetime) -> None:
    """Send no reminder of this contract until somebody lets them go on. Twice is once. UnknownContract."""
    payer = _payer(session, contract_id)
    if session.get(ReminderStop, contract_id) is None:
        session.add(ReminderStop(contract_id=contract_id, at=now))
        _log(session, payer, "stop_reminders", by, now)


def go_on(session: Session, contract_id: int, by: str, now: datetime) -> None:
    """Let them go on where they were stopped. UnknownContract."""
    payer = _payer(session, contract_id)
    found = session.execute(delete(ReminderStop).where(ReminderStop.contract_id == contract_id))
    if found.rowcount:  # type: ignore[attr-defined]
        _log(session, payer, "resume_reminders", by, now)


def _payer(session: Session, contract_id: int) -> Numbered:
    found = numbered(session, [contract_id]).get(contract_id)
    if found is None:
        raise UnknownContract
    return found


def _log(session: Session, payer: Numbered, done: str, by: str, now: datetime) -> None:
    session.flush()
    subject = f"reservation:{payer.reservation_id}"
    audit.append(session, [audit.Event(by, f"reservation.{done}", subject, {"contract": payer.number})], now)
