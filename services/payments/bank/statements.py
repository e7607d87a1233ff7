"""Books a bank's statement: each movement once, whatever files name it and however often.

A movement is recognised by the line of our own file that it names, else by a contract's number or a mandate in its
text. What is recognised by neither waits for a person, who gives it to a contract, sends it back, or books it as a fee
of the bank; each of these can be taken back.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.payments import ledger
from services.payments.bank.camt import Statement, read_statement
from services.payments.bank.contracts import by_number
from services.payments.bank.errors import NotNow, UnknownLine, UnknownNumber, UnreadableStatement
from services.payments.bank.models import (
    BankLine,
    BankRun,
    BankStatement,
    Decision,
    Finding,
    LineState,
    RunKind,
    StatementLine,
)
from services.payments.bank.movements import Movement, details_of, sealed
from services.payments.bank.returns import is_cured, is_repeated, reason_of
from services.payments.chart import Account
from services.payments.ledger import Booking
from services.payments.mandates import active_of, end_of
from services.payments.models import Mandate, MandateEnd
from services.settings import Settings
from services.staff import audit

_MOST_FEE: Final = 5000
"""What a bank may keep for a return, in cents: more is not taken for a fee."""
_WORD: Final = re.compile(r"[A-Z0-9]+(?:-[A-Z0-9]+)+")


class Found(NamedTuple):
    """What a movement is, before it is booked."""

    finding: Finding
    line: BankLine | None = None
    contract_id: int | None = None
    fee_cents: int = 0


class Preview(NamedTuple):
    """What booking a file would do: how many movements are known already, and what the others are."""

    statement: Statement
    known: int
    findings: Mapping[Finding, int]
    is_known: bool
    """Whether this very file was booked."""


def preview(session: Session, settings: Settings, content: bytes) -> Preview:
    """UnreadableStatement."""
    statement = _read(settings, content)
    new = _new(session, statement.movements)
    findings = Counter(_find(session, one).finding for one in new)
    return Preview(statement, len(statement.movements) - len(new), findings, _is_booked(session, content))


def book(session: Session, settings: Settings, content: bytes, by: str, now: datetime) -> BankStatement:
    """Book what is new in a file. UnreadableStatement, NotNow for a file that is booked."""
    statement = _read(settings, content)
    ledger.alone(session)
    if _is_booked(session, content):
        raise NotNow("Dieser Kontoauszug ist schon gebucht.")
    kept = BankStatement(sha256=hashlib.sha256(content).hexdigest(), name=statement.name, taken_by=by, taken_at=now)
    session.add(kept)
    session.flush()
    new = _new(session, statement.movements)
    for movement in new:
        _book(session, settings, kept.id, movement, Booking(movement.booked_on, by, now))
    details = {"lines": len(new), "sha256": kept.sha256}
    audit.append(session, [audit.Event(by, "bank_statement.book", f"bank_statement:{kept.id}", details)], now)
    return kept


def _read(settings: Settings, content: bytes) -> Statement:
    statement = read_statement(content)
    own = settings.creditor_iban.replace(" ", "")
    if own and statement.iban and statement.iban != own:
        raise UnreadableStatement("Dieser Kontoauszug gehört zu einem anderen Konto als dem in den Einstellungen.")
    return statement


def _is_booked(session: Session, content: bytes) -> bool:
    same = BankStatement.sha256 == hashlib.sha256(content).hexdigest()
    return session.scalar(select(BankStatement.id).where(same)) is not None


def _new(session: Session, movements: Iterable[Movement]) -> list[Movement]:
    """Each once, and none that is kept."""
    by_reference = {one.reference: one for one in movements}
    known = select(StatementLine.reference).where(StatementLine.reference.in_(by_reference))
    for reference in session.scalars(known):
        del by_reference[reference]
    return list(by_reference.values())


def _find(session: Session, movement: Movement) -> Found:
    line = session.scalars(select(BankLine).where(BankLine.end_to_end_id == movement.end_to_end_id)).one_or_none()
    if line is not None and (found := _of_line(session, line, movement)):
        return found
    contracts = _contracts_in(session, movement) if movement.cents > 0 else []
    if len(contracts) == 1:
        return Found(Finding.PAID, contract_id=contracts[0])
    return Found(Finding.UNALLOCATED)


def _of_line(session: Session, line: BankLine, movement: Movement) -> Found | None:
    kind = RunKind(session.get_one(BankRun, line.run_id).kind)
    beyond = abs(movement.cents) - line.amount_cents
    if kind is RunKind.DEBIT and movement.cents < 0 and 0 <= beyond <= _MOST_FEE:
        return Found(Finding.RETURNED, line, line.contract_id, beyond)
    if beyond:
        return None
    if kind is RunKind.DEBIT:
        return Found(Finding.COLLECTED, line, line.contract_id) if movement.cents > 0 else None
    if movement.cents > 0:
        # What could not be sent back waits for a person again.
        return Found(Finding.REFUND_RETURNED, line, line.contract_id) if line.contract_id else None
    return Found(Finding.REFUNDED if line.contract_id else Finding.SENT_BACK, line, line.contract_id)


def _contracts_in(session: Session, movement: Movement) -> list[int]:
    words = set(_WORD.findall(f"{movement.details.text} {movement.mandate}".upper()))
    of_mandates = session.scalars(select(Mandate.contract_id).where(Mandate.reference.in_(words)))
    return sorted({*by_number(session, words), *of_mandates})


def _book(session: Session, settings: Settings, statement_id: int, movement: Movement, booking: Booking) -> None:
    if movement.batch and (lines := _lines_of_batch(session, movement)):
        for line in lines:
            _book_line(session, Found(Finding.COLLECTED, line, line.contract_id), movement, booking)
        found = Found(Finding.COLLECTED)
    else:
        found = _find(session, movement)
        _book_line(session, found, movement, booking)
    session.add(
        StatementLine(
            statement_id=statement_id,
            reference=movement.reference,
            booked_on=movement.booked_on,
            amount_cents=movement.cents,
            details=sealed(settings, movement.reference, movement.details),
            finding=found.finding.value,
            reason=movement.reason,
            contract_id=found.contract_id,
            bank_line_id=found.line.id if found.line else None,
            turn=1 if found.finding is Finding.PAID else 0,
        )
    )
    session.flush()


def _lines_of_batch(session: Session, movement: Movement) -> list[BankLine]:
    """The lines of a file of debits that the bank has booked as one sum."""
    number = movement.batch.removeprefix("VOLTIGO-")
    run = session.get(BankRun, int(number)) if number.isdigit() and number != movement.batch else None
    if run is None or run.kind != RunKind.DEBIT.value:
        return []
    of_it = (BankLine.run_id == run.id) & (BankLine.state != LineState.DISCARDED.value)
    lines = list(session.scalars(select(BankLine).where(of_it).order_by(BankLine.id)))
    return lines if sum(line.amount_cents for line in lines) == movement.cents else []


def _book_line(session: Session, found: Found, movement: Movement, booking: Booking) -> None:
    line, contract_id, cents = found.line, found.contract_id or 0, abs(movement.cents)
    source = line.end_to_end_id if line else movement.reference
    match found.finding:
        case Finding.COLLECTED if line:
            if not ledger.entry_exists(session, f"paid:{source}"):  # the sum of its batch may have said so before
                ledger.pay(session, source, line.contract_id or 0, line.amount_cents, booking)
            _set(line, LineState.BOOKED)
        case Finding.RETURNED if line:
            ledger.give_back(session, source, contract_id, line.amount_cents, found.fee_cents, booking)
            _set(line, LineState.RETURNED)
            line.reason = movement.reason
            _end_mandate(session, line, booking.now)
        case Finding.PAID:  # in two steps, so that it can be taken back as what a person has decided
            ledger.park_payment(session, source, cents, booking)
            ledger.allocate(session, f"{source}:1", contract_id, cents, booking)
        case Finding.REFUNDED if line:
            ledger.refund(session, source, contract_id, cents, booking)
            _set(line, LineState.BOOKED)
        case Finding.REFUND_RETURNED if line:
            ledger.refund_came_back(session, source, contract_id, cents, booking)
            _set(line, LineState.RETURNED)
        case Finding.SENT_BACK if line:
            ledger.send_back(session, source, cents, booking)
            _set(line, LineState.BOOKED)
            source_line = session.get(StatementLine, int(line.purpose_key.removeprefix("line:")))
            if source_line is not None:
                source_line.finding = Finding.SENT_BACK.value
        case Finding.UNALLOCATED:
            ledger.park_payment(session, source, movement.cents, booking)


def _set(line: BankLine, state: LineState) -> None:
    """A return may be read before the debit that it returns."""
    if line.state != LineState.RETURNED.value:
        line.state = state.value


def _end_mandate(session: Session, line: BankLine, now: datetime) -> None:
    """From an account that does not take debits, none is collected any more."""
    active = active_of(session, line.contract_id) if line.contract_id else None
    if active is not None and active.id == line.mandate_id and reason_of(line.reason).ends_mandate:
        end_of(session, active.contract_id, MandateEnd.BY_BANK, now)


# What a person decides


def allocate(session: Session, line_id: int, number: str, by: str, now: datetime) -> StatementLine:
    """It is a payment for the contract with this number. UnknownLine, NotNow, UnknownNumber."""
    line = _unsettled(session, line_id)
    contract_id = next(iter(by_number(session, [number.upper()])), None)
    if contract_id is None:
        raise UnknownNumber
    line.turn += 1
    source = f"{line.reference}:{line.turn}"
    ledger.allocate(session, source, contract_id, line.amount_cents, Booking(berlin_day(now), by, now))
    line.finding, line.contract_id = Finding.PAID.value, contract_id
    return _decided(session, line, "allocate", by, now)


def send_back(session: Session, settings: Settings, line_id: int, by: str, now: datetime) -> StatementLine:
    """It is not for us: the next transfers take it back. UnknownLine, NotNow."""
    line = _unsettled(session, line_id)
    if line.amount_cents < 0:
        raise NotNow("Das hat unser Konto verlassen. Zurückgeben lässt sich nur, was gekommen ist.")
    if not details_of(settings, line).iban:
        raise NotNow("Zu dieser Zahlung nennt die Bank kein Konto. Bitte fragen Sie bei ihr nach.")
    line.finding = Finding.SEND_BACK.value
    return _decided(session, line, "send_back", by, now)


def take_as_fee(session: Session, line_id: int, by: str, now: datetime) -> StatementLine:
    """It is a fee of the bank. UnknownLine, NotNow."""
    line = _unsettled(session, line_id)
    if line.amount_cents > 0:
        raise NotNow("Eine Gebühr verlässt unser Konto. Diese Zahlung ist gekommen.")
    line.turn += 1
    booking = Booking(berlin_day(now), by, now)
    ledger.take_fee(session, f"{line.reference}:{line.turn}", -line.amount_cents, booking)
    line.finding = Finding.FEE.value
    return _decided(session, line, "fee", by, now)


def undo(session: Session, line_id: int, by: str, now: datetime) -> StatementLine:
    """Take back what a person has decided: it waits again. UnknownLine, NotNow."""
    line = _locked(session, line_id)
    booking = Booking(berlin_day(now), by, now)
    key = {Finding.PAID: "allocated", Finding.FEE: "fee"}.get(Finding(line.finding))
    if line.finding == Finding.SEND_BACK.value:
        under_way = (BankLine.purpose_key == f"line:{line.id}") & (BankLine.state == LineState.OPEN.value)
        if session.scalar(select(BankLine.id).where(under_way)):
            raise NotNow("Diese Zahlung ist schon in einer Datei für die Bank. Verwerfen Sie zuerst die Datei.")
    elif line.turn and key:
        ledger.take_back(session, f"{key}:{line.reference}:{line.turn}", booking)
    else:
        raise NotNow("Hier hat niemand etwas entschieden, das sich zurücknehmen ließe.")
    line.finding, line.contract_id = Finding.UNALLOCATED.value, None
    return _decided(session, line, "undo", by, now)


def decide_return(session: Session, line_id: int, decision: Decision, by: str, now: datetime) -> BankLine:
    """How it goes on after a debit was returned. UnknownLine, NotNow."""
    line = session.get(BankLine, line_id, with_for_update=True, populate_existing=True)
    if line is None:
        raise UnknownLine
    if line.decision == Decision.WRITE_OFF.value:
        raise NotNow("Dieser Betrag ist schon ausgebucht.")
    if line.state != LineState.RETURNED.value or not line.sequence:
        raise NotNow("Diese Lastschrift wurde nicht zurückgegeben.")
    if decision is Decision.RETRY and active_of(session, line.contract_id or 0) is None:
        raise NotNow("Für diesen Vertrag gibt es kein gültiges Mandat. Bitten Sie den Haushalt zuerst um ein neues.")
    if decision is Decision.WRITE_OFF:
        owed = ledger.balances_of(session, line.contract_id).get(Account.RECEIVABLE, 0)
        cents, booking = min(owed, line.amount_cents), Booking(berlin_day(now), by, now)
        if cents <= 0:
            raise NotNow("Der Haushalt schuldet nichts mehr.")
        ledger.write_off(session, line.end_to_end_id, line.contract_id or 0, cents, booking)
    line.decision = decision.value
    session.flush()
    event = audit.Event(by, f"bank_line.{decision.value}", f"bank_line:{line.id}", {"contract": line.contract_id})
    audit.append(session, [event], now)
    return line


def returns_to_decide(session: Session) -> list[BankLine]:
    """Debits that were returned, whose claim is still open, and that are not repeated by themselves: another account
    is another attempt.
    """
    returned = (BankLine.state == LineState.RETURNED.value) & (BankLine.sequence != "")
    latest: dict[str, BankLine] = {}
    times: Counter[str] = Counter()
    for line in session.scalars(select(BankLine).where(returned).order_by(BankLine.id)):
        latest[line.purpose_key] = line
        times[line.purpose_key] += 1
    return [
        line
        for key, line in latest.items()
        if not line.decision
        and not is_repeated(line.reason, line.decision, times[key])
        and _is_owed(session, line)
        and not is_cured(session, line, active_of(session, line.contract_id or 0))
    ]


def _is_owed(session: Session, line: BankLine) -> bool:
    return ledger.balances_of(session, line.contract_id).get(Account.RECEIVABLE, 0) > 0


def _unsettled(session: Session, line_id: int) -> StatementLine:
    line = _locked(session, line_id)
    if line.finding != Finding.UNALLOCATED.value:
        raise NotNow("Über diese Zahlung ist schon entschieden.")
    return line


def _locked(session: Session, line_id: int) -> StatementLine:
    line = session.get(StatementLine, line_id, with_for_update=True, populate_existing=True)
    if line is None:
        raise UnknownLine
    return line


def _decided(session: Session, line: StatementLine, done: str, by: str, now: datetime) -> StatementLine:
    session.flush()
    details = {"contract": line.contract_id} if line.contract_id else {}
    audit.append(session, [audit.Event(by, f"statement_line.{done}", f"statement_line:{line.id}", details)], now)
    return line
