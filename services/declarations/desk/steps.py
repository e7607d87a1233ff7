"""The steps of staff: match a declaration, accept or reject it, note its refund. Each is a unit of work."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.contact_details import deliverable_address, mailbox_of
from services.core.db.edits import as_json, assign, columns_of, differing
from services.core.fields import Refused
from services.core.german import long_day
from services.core.inputs import fault_of
from services.declarations.errors import StepRefused, UnknownDeclaration
from services.declarations.inputs import AcceptIn, MatchIn, RefundIn, RejectIn, StepIn
from services.declarations.models import Declaration, DeclarationCase, DeclarationChange
from services.declarations.states import STEPS, DeclarationKind
from services.declarations.submit import subject_ref
from services.declarations.wording import NOUN
from services.mail import outbox
from services.mail.catalogue import to_values
from services.mail.letters.declarations import DeclarationRejected, NoticeAccepted, Outcome, WithdrawalAccepted
from services.payments.bank.runs import note_refund
from services.payments.ledger import Booking
from services.reservations.desk.perform import Request, perform
from services.reservations.desk.refunded import Refunded, noted
from services.reservations.errors import OperationRefused
from services.reservations.models import Reservation
from services.reservations.states import ReservationState
from services.reservations.transitions import OPERATIONS, Operation, SpotEffect, UndoRule
from services.staff import audit
from services.staff.errors import Stale

_WITHDRAW = OPERATIONS["withdraw"]
_CANCEL = replace(
    OPERATIONS["cancel"],
    undo=UndoRule.NEVER,
    spot=SpotEffect.FREE,
    no_undo_because=_WITHDRAW.no_undo_because,
)
"""Before a contract a withdrawal is a cancellation, but one that the household declared."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A locked case at the beginning of a step."""

    session: Session
    declaration: Declaration
    case: DeclarationCase
    step: str
    actor: str
    now: datetime


def match(session: Session, id_: int, body: MatchIn, actor: str, now: datetime) -> None:
    """Note which reservation it is about, or that there is none."""
    opened = _open(session, id_, "match", body, (actor, now))
    reservation_id = None if body.reference is None else _reservation_id(session, body.reference)
    _take(opened, {"reservation_id": reservation_id}, {"reservation": reservation_id})


def accept(session: Session, id_: int, body: AcceptIn, actor: str, now: datetime) -> None:
    """Accept it: a withdrawal ends what there is, a notice gets its last day; the household hears of it."""
    opened = _open(session, id_, "accept", body, (actor, now))
    values: dict[str, Any] = {"words": body.words, "decided_at": now}
    if opened.declaration.kind == DeclarationKind.NOTICE:
        values["ends_on"] = _last_day(opened, body.ends_on)
        _take(opened, values)
        notice = NoticeAccepted(*_facts(opened), last_day=long_day(values["ends_on"]))
        _order_letter(opened, notice)
        return
    outcome = _end_reservation(opened)
    _take(opened, values, {"outcome": outcome})
    due = opened.case.refund_due_on
    withdrawal = WithdrawalAccepted(*_facts(opened), outcome=outcome, refund_day=long_day(due) if due else "")
    _order_letter(opened, withdrawal)


def reject(session: Session, id_: int, body: RejectIn, actor: str, now: datetime) -> None:
    """Reject it, with the reason in the clerk's words."""
    opened = _open(session, id_, "reject", body, (actor, now))
    _take(opened, {"words": body.words, "decided_at": now})
    is_notice = opened.declaration.kind == DeclarationKind.NOTICE
    letter = DeclarationRejected(*_facts(opened), what="Kündigung" if is_notice else "Widerruf")
    _order_letter(opened, letter)


def refund(session: Session, id_: int, body: RefundIn, actor: str, now: datetime) -> None:
    """Note that the money has gone back. RefundUnderWay."""
    opened = _open(session, id_, "refund", body, (actor, now))
    given = noted(Refunded(body.cents, body.day, body.reference), now)
    if opened.case.reservation_id is not None:
        booking = Booking(body.day, actor, now)
        note_refund(session, opened.case.reservation_id, f"declaration-{id_}", body.cents, booking)
    _take(opened, {"refunded_at": now}, besides=given)


def ending_of(declaration: Declaration, reservation: Reservation | None) -> Operation | None:
    """The operation that ends this reservation when a withdrawal is accepted; None if there is nothing to end.

    Its mail is sent to the reservation's address only if the declaration came from another one; otherwise the household
    would get two.
    """
    if reservation is None:
        return None
    state = ReservationState(reservation.state)
    operation = next((one for one in (_WITHDRAW, _CANCEL) if state in one.from_states), None)
    is_same = reservation.mailbox == mailbox_of(declaration.email_normalized)
    return replace(operation, mail=None) if operation and is_same else operation


def _open(session: Session, id_: int, step: str, body: StepIn, by: tuple[str, datetime]) -> Opened:
    """The case, locked; UnknownDeclaration, Stale, or StepRefused by the table of steps."""
    case = session.get(DeclarationCase, id_, with_for_update=True, populate_existing=True)
    if case is None:
        raise UnknownDeclaration
    if case.version != body.version:
        raise Stale("diese Erklärung", case.version)
    declaration = session.get_one(Declaration, id_)
    if not STEPS[step].is_allowed(declaration.kind, case.state, has_reservation=case.reservation_id is not None):
        raise StepRefused(state=case.state)
    return Opened(session, declaration, case, step, *by)


def _take(
    opened: Opened,
    values: Mapping[str, Any],
    details: Mapping[str, Any] | None = None,
    besides: Mapping[str, Any] | None = None,
) -> None:
    """Change the case, with a row of history and an entry of the audit log, which names no person. `besides`: what only
    the history keeps.
    """
    case, state = opened.case, opened.case.state
    changes = differing(case, {"state": STEPS[opened.step].to_state.value, **values})
    change = DeclarationChange(
        declaration_id=case.declaration_id,
        at=opened.now,
        actor=opened.actor,
        action=opened.step,
        version=case.version + 1,
        before=as_json(columns_of(case, changes)),
        after=as_json(changes) | dict(besides or {}),
    )
    assign(case, changes)
    case.version += 1
    case.updated_at = opened.now
    opened.session.add(change)
    opened.session.flush()
    told = {"state": [state, case.state], **(details or {})}
    event = audit.Event(opened.actor, f"declaration.{opened.step}", subject_ref(case.declaration_id), told)
    audit.append(opened.session, [event], opened.now)


def _reservation_id(session: Session, reference: str) -> int:
    id_ = session.scalar(select(Reservation.id).where(Reservation.reference == reference))
    with fault_of("reference"):
        if id_ is None:
            raise Refused("unknown_choice", "Eine Reservierung mit dieser Referenz gibt es nicht.")
    assert id_ is not None
    return id_


def _last_day(opened: Opened, day: date | None) -> date:
    with fault_of("ends_on"):
        if day is None:
            raise Refused("missing", "Bitte geben Sie an, an welchem Tag der Vertrag endet.")
        if day < berlin_day(opened.declaration.received_at):
            raise Refused("out_of_range", "Der Vertrag kann nicht vor dem Eingang der Kündigung enden.")
    assert day is not None
    return day


def _end_reservation(opened: Opened) -> Outcome:
    """Do to the reservation what its state allows, in this transaction."""
    reservation = opened.session.get(Reservation, opened.case.reservation_id)
    operation = ending_of(opened.declaration, reservation)
    if reservation is None or operation is None:
        return "already_ended"
    reason = f"{NOUN[DeclarationKind.WITHDRAWAL]} {opened.declaration.reference}"
    performed = perform(opened.session, Request(operation, (reservation.id,), opened.actor, reason), opened.now)
    (row,) = performed.results
    if not performed.done:
        raise OperationRefused(str(row.code), str(row.detail), state=row.state, version=row.version)
    return "withdrawn" if operation.name == _WITHDRAW.name else "cancelled"


def _facts(opened: Opened) -> tuple[str, str, str]:
    """What every letter about a decision says."""
    declaration = opened.declaration
    return declaration.reference, long_day(berlin_day(declaration.received_at)), opened.case.words


def _order_letter(opened: Opened, letter: WithdrawalAccepted | NoticeAccepted | DeclarationRejected) -> None:
    """To the address in the declaration; without a delay, since the decision is final."""
    declaration = opened.declaration
    order = outbox.Order(
        kind=letter.kind,
        recipient=deliverable_address(declaration.email, declaration.email_normalized),
        subject_ref=subject_ref(declaration.id),
        dedupe_key=f"{letter.kind}:{declaration.reference}",
        values=to_values(letter),
    )
    outbox.order(opened.session, [order], opened.now)
