"""Ask for a large final operation, and approve or refuse it as a second person.

The approval and the operation are one transaction: the request's row is locked and read, then the operation is done and
the row settled. Whatever is killed, either both have happened or neither, and of two approvals the second one finds the
request settled.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, and_, select
from sqlalchemy.orm import Session

from services.core.fields import FieldError
from services.core.http.errors import ValidationProblem
from services.reservations.desk import perform as operations
from services.reservations.desk.guard import Guard, unguarded
from services.reservations.desk.models import IS_WAITING, ApprovalState, OperationRequest
from services.reservations.desk.outcomes import reasons_of
from services.reservations.desk.parks.cancel import CANCEL_PARK, Wish, cancel, check
from services.reservations.desk.perform import Request
from services.reservations.errors import (
    CountChanged,
    NoSecondPerson,
    OwnRequest,
    RequestDecided,
    RequestOver,
    UnknownRequest,
)
from services.reservations.models import Reservation
from services.reservations.transitions import Operation
from services.staff import audit
from services.staff.audit import Event
from services.staff.call import Staff
from services.staff.errors import Forbidden
from services.staff.models import Account, AccountState

WAITS: Final = timedelta(hours=24)
_SETTLED_SHOWN: Final = 20
_WHY: Final[FieldError] = {
    "field": "reason",
    "code": "missing",
    "message": "Bitte nennen Sie den Grund: Wer freigibt, muss ihn kennen.",
}
_NOBODY: Final[FieldError] = {
    "field": "confirmed_count",
    "code": "empty_park",
    "message": "Hier hat kein Haushalt einen Platz. Diesen Park sagen Sie ohne zweite Person ab.",
}


def ask(session: Session, request: Request, staff: Staff, now: datetime) -> OperationRequest:
    """Let it wait for a second person. CountChanged if another number was confirmed, NoSecondPerson without one,
    ValidationProblem without a reason: who approves has to know why.
    """
    if not request.reason:
        raise ValidationProblem([_WHY])
    if not _has_second_person(session, request.operation, staff):
        raise NoSecondPerson
    preview = operations.preview(session, request)
    left_out = {row.id for row in preview.refused}
    ids = [id_ for id_ in request.ids if id_ not in left_out]
    if request.confirmed_count != len(ids):
        raise CountChanged(request.confirmed_count or 0, len(ids))
    return _wait(session, request.operation, ids, request.reason, staff, now)


def ask_for_park(session: Session, park_id: str, wish: Wish, staff: Staff, now: datetime) -> OperationRequest:
    """Let the cancellation of a park wait for a second person, as what it is: the end of all its reservations. What
    `cancel` refuses, NoSecondPerson, and ValidationProblem for a park without reservations, which one person calls off.
    """
    if not _has_second_person(session, CANCEL_PARK, staff):
        raise NoSecondPerson
    ids = check(session, park_id, wish)
    if not ids:
        raise ValidationProblem([_NOBODY])
    return _wait(session, CANCEL_PARK, ids, wish.reason, staff, now)


def _wait(
    session: Session, operation: Operation, ids: Sequence[int], reason: str, staff: Staff, now: datetime
) -> OperationRequest:
    row = OperationRequest(
        name=operation.name,
        ids=list(ids),
        reason=reason,
        asked_at=now,
        asked_by=staff.actor,
        expires_at=now + WAITS,
        state=ApprovalState.WAITING.value,
        decision_reason="",
        done=0,
        left_out=[],
    )
    session.add(row)
    session.flush()
    _log(session, row, staff, "asked", now)
    return row


def approve(session: Session, id_: int, staff: Staff, now: datetime, guard: Guard = unguarded) -> OperationRequest:
    """Do what was asked for, for those that still allow it. OwnRequest, RequestDecided, RequestOver, UnknownRequest."""
    row = _open(session, id_, now)
    if row.asked_by == staff.actor:
        raise OwnRequest
    operation = operation_of(row, staff.role)
    if operation is CANCEL_PARK:
        row.done = cancel(session, park_of(session, row), Wish(None, None, row.reason), row.asked_by, now)
    else:
        request = Request(operation, tuple(row.ids), row.asked_by, row.reason, guard=guard)
        performed = operations.perform(session, request, now)
        refused = [result for result in performed.results if result.outcome == "refused"]
        row.operation_id, row.done = performed.operation_id, performed.done
        row.left_out = [[one.sentence, one.ids] for one in reasons_of(operation, refused)]
    _settle(session, row, ApprovalState.APPROVED, staff, now)
    return row


def refuse(session: Session, id_: int, reason: str, staff: Staff, now: datetime) -> OperationRequest:
    """Do nothing. The person who asked may take the request back in the same way."""
    row = _open(session, id_, now)
    operation_of(row, staff.role)
    row.decision_reason = reason
    _settle(session, row, ApprovalState.REFUSED, staff, now)
    return row


def operation_of(row: OperationRequest, role: str) -> Operation:
    """What was asked for; Forbidden for a role that may not do it."""
    if row.name != CANCEL_PARK.name:
        return operations.named(row.name, role)
    if role not in CANCEL_PARK.roles:
        raise Forbidden
    return CANCEL_PARK


def park_of(session: Session, row: OperationRequest) -> str:
    """The park whose cancellation is asked for; all its reservations were of it then."""
    return session.scalars(select(Reservation.park_id).where(Reservation.id == row.ids[0])).one()


def waiting(session: Session, now: datetime) -> Sequence[OperationRequest]:
    """Those that wait for a second person, the ones that end soonest first."""
    query = select(OperationRequest).where(_is_open(now))
    return session.scalars(query.order_by(OperationRequest.expires_at, OperationRequest.id)).all()


def settled(session: Session, now: datetime) -> Sequence[OperationRequest]:
    query = select(OperationRequest).where(~_is_open(now)).order_by(OperationRequest.id.desc())
    return session.scalars(query.limit(_SETTLED_SHOWN)).all()


def _is_open(now: datetime) -> ColumnElement[bool]:
    return and_(IS_WAITING, OperationRequest.expires_at > now)


def _has_second_person(session: Session, operation: Operation, staff: Staff) -> bool:
    may = Account.role.in_(operation.roles) & (Account.state == AccountState.ACTIVE.value)
    return session.scalar(select(Account.id).where(may, Account.id != staff.id).limit(1)) is not None


def _open(session: Session, id_: int, now: datetime) -> OperationRequest:
    row = session.get(OperationRequest, id_, with_for_update=True, populate_existing=True)
    if row is None:
        raise UnknownRequest
    if row.state != ApprovalState.WAITING.value:
        raise RequestDecided
    if row.expires_at <= now:
        raise RequestOver
    return row


def _settle(session: Session, row: OperationRequest, state: ApprovalState, staff: Staff, now: datetime) -> None:
    row.state, row.decided_at, row.decided_by = state.value, now, staff.actor
    session.flush()
    _log(session, row, staff, state.value, now)


def _log(session: Session, row: OperationRequest, staff: Staff, action: str, now: datetime) -> None:
    details = {"name": row.name, "count": len(row.ids)}
    audit.append(
        session, [Event(staff.actor, f"operation_request.{action}", f"operation_request:{row.id}", details)], now
    )
