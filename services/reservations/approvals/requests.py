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

from services.reservations.approvals.errors import (
    NoSecondPerson,
    OwnRequest,
    RequestDecided,
    RequestOver,
    UnknownRequest,
)
from services.reservations.approvals.models import IS_WAITING, ApprovalState, OperationRequest
from services.reservations.errors import CountChanged
from services.reservations.operations import perform as operations
from services.reservations.operations.perform import Request
from services.reservations.operations.refusals import reasons_of
from services.staff import audit
from services.staff.audit import Event
from services.staff.call import Staff
from services.staff.models import Account, AccountState

WAITS: Final = timedelta(hours=24)
_SETTLED_SHOWN: Final = 20


def ask(session: Session, request: Request, staff: Staff, now: datetime) -> OperationRequest:
    """Let it wait for a second person. CountChanged if another number was confirmed, NoSecondPerson without one."""
    if not _has_second_person(session, request, staff):
        raise NoSecondPerson
    preview = operations.preview(session, request)
    left_out = {row.id for row in preview.refused}
    ids = [id_ for id_ in request.ids if id_ not in left_out]
    if request.confirmed_count != len(ids):
        raise CountChanged(request.confirmed_count or 0, len(ids))
    row = OperationRequest(
        name=request.operation.name,
        ids=ids,
        reason=request.reason,
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
    _log(session, row, staff, "operation_request.asked", now)
    return row


def approve(session: Session, id_: int, staff: Staff, now: datetime) -> OperationRequest:
    """Do what was asked for, for those that still allow it. OwnRequest, RequestDecided, RequestOver, UnknownRequest."""
    row = _open(session, id_, now)
    if row.asked_by == staff.actor:
        raise OwnRequest
    operation = operations.named(row.name, staff.role)
    performed = operations.perform(session, Request(operation, tuple(row.ids), row.asked_by, row.reason), now)
    refused = [result for result in performed.results if result.outcome == "refused"]
    row.operation_id, row.done = performed.operation_id, performed.done
    row.left_out = [[sentence, ids] for sentence, ids in reasons_of(operation, refused)]
    _settle(session, row, ApprovalState.APPROVED, staff, now)
    _log(session, row, staff, "operation_request.approved", now)
    return row


def refuse(session: Session, id_: int, reason: str, staff: Staff, now: datetime) -> OperationRequest:
    """Do nothing. The person who asked may take the request back in the same way."""
    row = _open(session, id_, now)
    operations.named(row.name, staff.role)
    row.decision_reason = reason
    _settle(session, row, ApprovalState.REFUSED, staff, now)
    _log(session, row, staff, "operation_request.refused", now)
    return row


def waiting(session: Session, now: datetime) -> Sequence[OperationRequest]:
    """Those that wait for a second person, the ones that end soonest first."""
    query = select(OperationRequest).where(_is_open(now))
    return session.scalars(query.order_by(OperationRequest.expires_at, OperationRequest.id)).all()


def settled(session: Session, now: datetime) -> Sequence[OperationRequest]:
    """The last ones that were decided or ran out."""
    query = select(OperationRequest).where(~_is_open(now)).order_by(OperationRequest.id.desc())
    return session.scalars(query.limit(_SETTLED_SHOWN)).all()


def _is_open(now: datetime) -> ColumnElement[bool]:
    return and_(IS_WAITING, OperationRequest.expires_at > now)


def _has_second_person(session: Session, request: Request, staff: Staff) -> bool:
    may = Account.role.in_(request.operation.roles) & (Account.state == AccountState.ACTIVE.value)
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


def _log(session: Session, row: OperationRequest, staff: Staff, action: str, now: datetime) -> None:
    details = {"name": row.name, "count": len(row.ids)}
    audit.append(session, [Event(staff.actor, action, f"operation_request:{row.id}", details)], now)
