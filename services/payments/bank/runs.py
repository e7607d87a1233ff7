"""Files for the bank, from draft to the bank: a person drafts, another one releases, and only then there is a file.

A draft takes debits that were announced in time, and refunds that are owed. What has changed until the release falls
out. The file is made once and kept sealed, so that the same bytes can be had again, and another file is another one:
what a line names the bank by is never used twice.
"""

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Final, NamedTuple

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from services.core.clock import berlin_day, start_of_berlin_day
from services.core.sealed import Seal
from services.payments.bank import files
from services.payments.bank.contracts import Numbered, numbered, of_reservation
from services.payments.bank.errors import NothingToDo, NotNow, OwnDraft, RefundUnderWay, UnknownContract, UnknownRun
from services.payments.bank.models import (
    BankLine,
    BankRun,
    DebitNotice,
    Finding,
    LineState,
    RunKind,
    RunState,
    StatementLine,
)
from services.payments.bank.movements import details_of
from services.payments.bank.notices import NOTICE, holds
from services.payments.bank_account import LONGEST_HOLDER, BankAccount, opened
from services.payments.chart import Account
from services.payments.ledger import (
    Booking,
    alone,
    balances_of,
    entry_exists,
    open_items,
    owe_back,
    received,
    refund,
    take_back,
)
from services.payments.mandates import active_of, latest_of
from services.payments.models import LedgerEntry, LedgerPosting, Mandate
from services.settings import Settings
from services.staff import audit

_OVERPAID: Final = "owed-back:overpaid-"
"""How the key of a decision begins that sends back what was paid too much."""
KEPT_YEARS: Final = 10
"""A file is kept for so many full years after its own."""
_NOT_ANY_MORE: Final = {
    RunState.DRAFTED: "Diese Datei ist noch nicht freigegeben.",
    RunState.RELEASED: "Diese Datei ist schon freigegeben.",
    RunState.SENT: "Diese Datei ist schon bei der Bank.",
    RunState.DISCARDED: "Diese Datei wurde verworfen.",
}

_ENDED_SINCE: Final = (
    "Seit der Freigabe hat ein Mandat geendet: {}. Bitte verwerfen Sie die Datei und entwerfen Sie eine neue."
)
_REMITTANCE: Final = {
    RunKind.DEBIT: "Vertrag {number}",
    RunKind.REFUND: "Erstattung zum Vertrag {number}",
    None: "Zahlung zurück, nicht zuzuordnen",
}


class Wanted(NamedTuple):
    """A line that a file would have. `account`: holder, sealed number and last four digits."""

    contract_id: int | None
    purpose_key: str
    cents: int
    account: tuple[str, str, str]
    mandate: Mandate | None = None
    notice: DebitNotice | None = None


class Unpaid(NamedTuple):
    """A refund that is owed and can be in no file, since no account is known."""

    contract_id: int
    cents: int


def wanted_debits(session: Session, until: date, now: datetime) -> list[Wanted]:
    """The announced debits from tomorrow until this day, as far as their claims are still open."""
    today = berlin_day(now)
    of_days = (DebitNotice.collect_on > today) & (DebitNotice.collect_on <= until)
    found = []
    for notice in session.scalars(select(DebitNotice).where(of_days).order_by(DebitNotice.collect_on, DebitNotice.id)):
        wanted = _of_notice(session, notice)
        if wanted is not None and not _is_in_file(session, wanted.purpose_key, notice.id):
            found.append(wanted)
    return found


def _of_notice(session: Session, notice: DebitNotice) -> Wanted | None:
    """The debit that was announced, not more than is open now; None: nothing is, or it may not be collected."""
    mandate = active_of(session, notice.contract_id)
    if mandate is None or not holds(notice, mandate) or notice.collect_on < berlin_day(notice.told_at) + NOTICE:
        return None
    if entry_exists(session, notice.claim_key):
        items = {item.key: item.open_cents for item in open_items(session, notice.contract_id)}
        cents = min(items.get(notice.claim_key, 0), notice.amount_cents)
    else:  # it is due on the day of the debit, and what was paid too much before covers it
        cents = notice.amount_cents + min(balances_of(session, notice.contract_id).get(Account.RECEIVABLE, 0), 0)
    if cents <= 0:
        return None
    return Wanted(notice.contract_id, notice.claim_key, cents, _account_of(mandate), mandate, notice)


def _account_of(mandate: Mandate) -> tuple[str, str, str]:
    return mandate.holder, mandate.iban, mandate.last_four


def _is_in_file(session: Session, purpose_key: str, notice_id: int | None) -> bool:
    """Whether a line for it may still succeed, or the day that was announced has had its line."""
    is_its = (BankLine.purpose_key == purpose_key) & (BankLine.state == LineState.OPEN.value)
    if notice_id is not None:
        is_its |= (BankLine.notice_id == notice_id) & (BankLine.state != LineState.DISCARDED.value)
    return session.scalar(select(BankLine.id).where(is_its).limit(1)) is not None


def is_under_way(session: Session, contract_id: int) -> bool:
    """Whether a file has a line of this contract that the bank has not settled yet."""
    its = (BankLine.contract_id == contract_id) & (BankLine.state == LineState.OPEN.value)
    return session.scalar(select(BankLine.id).where(its).limit(1)) is not None


def note_refund(session: Session, reservation_id: int, source: str, cents: int, booking: Booking) -> None:
    """Somebody has given money back by hand: book it, as far as we still have money of this household, so that no file
    gives it back again. RefundUnderWay. A file that was booked already leaves nothing to book.
    """
    for contract_id in of_reservation(session, reservation_id):
        held = sum(amount for _, amount in received(session, contract_id))
        if held <= 0:
            continue
        if _is_in_file(session, f"refund:{contract_id}", None):
            raise RefundUnderWay
        refund(session, f"{source}:{contract_id}", contract_id, min(cents, held), booking)


def refund_overpaid(session: Session, contract_id: int, by: str, now: datetime) -> None:
    """Owe back what a household has paid too much: the next transfers bring it. UnknownContract, NotNow."""
    payer, key = _overpaid_key(session, contract_id)
    if not owe_back(session, key, contract_id, Booking(berlin_day(now), by, now)):
        raise NotNow("Dieser Haushalt hat nichts zu viel gezahlt.")
    _log_overpaid(session, payer, "refund_overpaid", by, now)


def keep_overpaid(session: Session, contract_id: int, by: str, now: datetime) -> None:
    """Keep it after all for what falls due next. UnknownContract; NotNow once it is in a file or has left."""
    payer, _ = _overpaid_key(session, contract_id)
    decided = _decisions(session, f"{_OVERPAID}%:{contract_id}")
    owed = -balances_of(session, contract_id).get(Account.REFUND_PAYABLE, 0)
    if not decided or owed <= 0:
        raise NotNow("Zu diesem Vertrag ist keine Erstattung offen, die sich zurücknehmen ließe.")
    if _is_in_file(session, f"refund:{contract_id}", None):
        raise RefundUnderWay
    take_back(session, decided[-1], Booking(berlin_day(now), by, now))
    _log_overpaid(session, payer, "keep_overpaid", by, now)


def overpaid(session: Session) -> Mapping[int, list[tuple[int, bool]]]:
    """By contract what its household has paid too much in cents, and what of it is to be transferred back by a person's
    decision (true).
    """
    of_household = LedgerPosting.account.in_([Account.RECEIVABLE.value, Account.REFUND_PAYABLE.value])
    query = (
        select(LedgerPosting.contract_id, LedgerPosting.account, -func.sum(LedgerPosting.amount_cents))
        .where(of_household, LedgerPosting.contract_id.is_not(None))
        .group_by(LedgerPosting.contract_id, LedgerPosting.account)
        .having(func.sum(LedgerPosting.amount_cents) < 0)
        .order_by(LedgerPosting.contract_id, LedgerPosting.account)
    )
    decided = {int(key.rpartition(":")[2]) for key in _decisions(session, f"{_OVERPAID}%")}
    found: dict[int, list[tuple[int, bool]]] = {}
    for id_, account, cents in session.execute(query):
        is_refunded = account == Account.REFUND_PAYABLE.value
        if id_ is not None and (not is_refunded or id_ in decided):
            found.setdefault(id_, []).append((int(cents), is_refunded))
    return found


def _decisions(session: Session, pattern: str) -> list[str]:
    """The keys of such decisions that were not taken back."""
    query = select(LedgerEntry.key).where(LedgerEntry.key.like(pattern) | LedgerEntry.key.like(f"undone:{pattern}"))
    keys = session.scalars(query.order_by(LedgerEntry.id)).all()
    return [key for key in keys if not key.startswith("undone:") and f"undone:{key}" not in keys]


def _overpaid_key(session: Session, contract_id: int) -> tuple[Numbered, str]:
    """Whose it is, and what makes the next decision one movement of its kind."""
    alone(session)
    payer = numbered(session, [contract_id]).get(contract_id)
    if payer is None:
        raise UnknownContract
    count = (
        select(func.count())
        .select_from(LedgerEntry)
        .where(
            LedgerEntry.key.startswith(_OVERPAID),
            LedgerEntry.key.endswith(f":{contract_id}", autoescape=True),
        )
    )
    return payer, f"overpaid-{(session.scalar(count) or 0) + 1}"


def _log_overpaid(session: Session, payer: Numbered, done: str, by: str, now: datetime) -> None:
    event = audit.Event(by, f"reservation.{done}", f"reservation:{payer.reservation_id}", {"contract": payer.number})
    audit.append(session, [event], now)


def wanted_refunds(session: Session, settings: Settings) -> tuple[list[Wanted], list[Unpaid]]:
    """What is owed back and in no file, payments that were not for us among it; and what has no account to go to."""
    owed = (
        select(LedgerPosting.contract_id, -func.sum(LedgerPosting.amount_cents))
        .where(LedgerPosting.account == Account.REFUND_PAYABLE.value)
        .group_by(LedgerPosting.contract_id)
        .having(func.sum(LedgerPosting.amount_cents) < 0)
        .order_by(LedgerPosting.contract_id)
    )
    found, without = [], []
    for contract_id, cents in session.execute(owed).all():
        if contract_id is None or _is_in_file(session, key := f"refund:{contract_id}", None):
            continue
        mandate = latest_of(session, contract_id)
        if mandate is None:
            without.append(Unpaid(contract_id, int(cents)))
        else:
            found.append(Wanted(contract_id, key, int(cents), _account_of(mandate)))
    to_go = select(StatementLine).where(StatementLine.finding == Finding.SEND_BACK.value).order_by(StatementLine.id)
    for line in session.scalars(to_go):
        if not _is_in_file(session, key := f"line:{line.id}", None):
            told = details_of(settings, line)
            account = BankAccount.of(settings, told.iban, told.name[:LONGEST_HOLDER])
            found.append(Wanted(None, key, line.amount_cents, (account.holder, account.sealed, account.last_four)))
    return found, without


def draft(session: Session, settings: Settings, kind: RunKind, on: date, by: str, now: datetime) -> BankRun:
    """Draft a file: debits until this day, or transfers of it. NothingToDo."""
    alone(session)
    wanted = wanted_debits(session, on, now) if kind is RunKind.DEBIT else wanted_refunds(session, settings)[0]
    if not wanted:
        raise NothingToDo
    run = BankRun(kind=kind.value, state=RunState.DRAFTED.value, run_on=on, drafted_by=by, drafted_at=now)
    session.add(run)
    session.flush()
    numbers = numbered(session, [one.contract_id for one in wanted if one.contract_id is not None])
    began: set[int] = set()
    for position, one in enumerate(wanted, 1):
        number = numbers[one.contract_id].number if one.contract_id is not None else ""
        session.add(
            BankLine(
                run_id=run.id,
                end_to_end_id=f"VOLTIGO-{run.id:06}-{position:05}",
                contract_id=one.contract_id,
                purpose_key=one.purpose_key,
                notice_id=one.notice.id if one.notice else None,
                mandate_id=one.mandate.id if one.mandate else None,
                sequence=_sequence(session, one.mandate, began) if one.mandate else "",
                amount_cents=one.cents,
                holder=one.account[0],
                iban=one.account[1],
                last_four=one.account[2],
                remittance=_REMITTANCE[kind if one.contract_id else None].format(number=number),
                state=LineState.OPEN.value,
                reason="",
                decision="",
            )
        )
    session.flush()
    _log(session, run, "draft", by, now)
    return run


def _sequence(session: Session, mandate: Mandate, began: set[int]) -> str:
    """`FRST` until a debit of the mandate was given to the bank and not returned."""
    sent = (
        select(BankLine.id)
        .join(BankRun, BankRun.id == BankLine.run_id)
        .where(BankLine.mandate_id == mandate.id, BankRun.state == RunState.SENT.value)
        .where(BankRun.kind == RunKind.DEBIT.value, BankLine.state != LineState.RETURNED.value)
    )
    is_first = mandate.id not in began and session.scalar(sent.limit(1)) is None
    began.add(mandate.id)
    return "FRST" if is_first else "RCUR"


def release(session: Session, settings: Settings, run_id: int, by: str, now: datetime) -> BankRun:
    """Make the file of a draft that somebody else has made. UnknownRun, NotNow, OwnDraft, NoCreditor, NothingToDo."""
    run = _locked(session, run_id, RunState.DRAFTED)
    if run.drafted_by == by:
        raise OwnDraft
    files.refuse_without_creditor(settings)
    for line in lines_of(session, run.id):
        if not _still_holds(session, line, now):
            line.state = LineState.DISCARDED.value
    kept = [line for line in lines_of(session, run.id) if line.state == LineState.OPEN.value]
    if not kept:
        raise NothingToDo
    kind = RunKind(run.kind)
    orders = [_order(session, settings, run, line) for line in kept]
    content = files.file_of(settings, kind, f"VOLTIGO-{run.id:06}", orders, now)
    run.state, run.released_by, run.released_at = RunState.RELEASED.value, by, now
    run.file = _seal(settings).close(b64encode(content).decode(), f"run:{run.id}")
    run.file_sha256 = hashlib.sha256(content).hexdigest()
    session.flush()
    _log(session, run, "release", by, now, lines=len(kept), sha256=run.file_sha256)
    return run


def _still_holds(session: Session, line: BankLine, now: datetime) -> bool:
    """Whether the line is owed as it was drafted: less may be open by now, or the mandate has ended."""
    if line.contract_id is None:
        source = session.get_one(StatementLine, int(line.purpose_key.removeprefix("line:")))
        return source.finding == Finding.SEND_BACK.value
    if line.notice_id is None:
        return -balances_of(session, line.contract_id).get(Account.REFUND_PAYABLE, 0) == line.amount_cents
    notice = session.get_one(DebitNotice, line.notice_id)
    wanted = _of_notice(session, notice)
    mandate = active_of(session, line.contract_id)
    is_same = wanted is not None and wanted.cents == line.amount_cents
    return is_same and mandate is not None and mandate.id == line.mandate_id and notice.collect_on > berlin_day(now)


def _order(session: Session, settings: Settings, run: BankRun, line: BankLine) -> files.Order:
    number = opened(settings, line.iban)
    if line.notice_id is None:
        return files.Order(line.end_to_end_id, line.holder, number, line.amount_cents, run.run_on, line.remittance)
    mandate = session.get_one(Mandate, line.mandate_id)
    day = session.get_one(DebitNotice, line.notice_id).collect_on
    signed = (mandate.reference, berlin_day(mandate.signed_at), line.sequence)
    return files.Order(line.end_to_end_id, line.holder, number, line.amount_cents, day, line.remittance, signed)


def mark_sent(session: Session, run_id: int, by: str, now: datetime) -> BankRun:
    """The file was given to the bank. UnknownRun; NotNow, also where a mandate has ended since the release."""
    run = _locked(session, run_id, RunState.RELEASED)
    used = [one.mandate_id for one in lines_of(session, run.id) if one.state == LineState.OPEN.value]
    ended = select(Mandate.reference).where(Mandate.id.in_(used), Mandate.ended_at.is_not(None))
    if references := session.scalars(ended.order_by(Mandate.id)).all():
        raise NotNow(_ENDED_SINCE.format(", ".join(references)))
    run.state, run.sent_at = RunState.SENT.value, now
    session.flush()
    _log(session, run, "send", by, now)
    return run


def discard(session: Session, run_id: int, by: str, now: datetime) -> BankRun:
    """Give up a file that is not with the bank. UnknownRun, NotNow."""
    run = _locked(session, run_id, RunState.DRAFTED, RunState.RELEASED)
    run.state = RunState.DISCARDED.value
    of_it = (BankLine.run_id == run.id) & (BankLine.state == LineState.OPEN.value)
    session.execute(update(BankLine).where(of_it).values(state=LineState.DISCARDED.value))
    session.flush()
    _log(session, run, "discard", by, now)
    return run


def content_of(session: Session, settings: Settings, run_id: int) -> bytes:
    """The file, as it was made. UnknownRun, NotNow."""
    run = session.get(BankRun, run_id)
    if run is None:
        raise UnknownRun
    if run.file is None:
        raise NotNow("Diese Datei ist noch nicht gemacht, oder ihre Frist ist vorbei.")
    content = b64decode(_seal(settings).open(run.file, f"run:{run.id}"))
    if hashlib.sha256(content).hexdigest() != run.file_sha256:
        raise NotNow("Diese Datei ist nicht mehr, wie sie war. Sie wird deshalb nicht herausgegeben.")
    return content


def lines_of(session: Session, run_id: int) -> Sequence[BankLine]:
    """The lines of a file, as they are in it."""
    return session.scalars(select(BankLine).where(BankLine.run_id == run_id).order_by(BankLine.id)).all()


def forget_files(session: Session, now: datetime) -> None:
    """Forget files after their years, and movements that nobody could be found for; the sum of the bytes stays."""
    first = date((berlin_day(now)).year - KEPT_YEARS, 1, 1)
    before = start_of_berlin_day(first)
    is_old = (BankRun.drafted_at < before) & BankRun.file.is_not(None)
    at_once = {"synchronize_session": False}
    session.execute(update(BankRun).where(is_old).values(file=None).execution_options(**at_once))
    nobodys = StatementLine.contract_id.is_(None) & (StatementLine.booked_on < first)
    session.execute(delete(StatementLine).where(nobodys).execution_options(**at_once))
    runs = select(BankRun.id).where(BankRun.drafted_at < before)
    lines = BankLine.contract_id.is_(None) & BankLine.run_id.in_(runs)
    session.execute(delete(BankLine).where(lines).execution_options(**at_once))


def _locked(session: Session, run_id: int, *states: RunState) -> BankRun:
    run = session.get(BankRun, run_id, with_for_update=True, populate_existing=True)
    if run is None:
        raise UnknownRun
    if RunState(run.state) not in states:
        raise NotNow(_NOT_ANY_MORE[RunState(run.state)])
    return run


def _seal(settings: Settings) -> Seal:
    return Seal(settings, "bank-files")


def _log(session: Session, run: BankRun, done: str, by: str, now: datetime, **details: object) -> None:
    event = audit.Event(by, f"bank_run.{done}", f"bank_run:{run.id}", {"kind": run.kind, **details})
    audit.append(session, [event], now)
