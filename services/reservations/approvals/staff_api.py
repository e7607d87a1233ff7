"""Staff API for operations that wait for a second person: ask, see, approve, refuse."""

from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import Path
from pydantic import BaseModel
from sqlalchemy.orm import Session

from services.core.http.dependencies import ClockOf, DatabaseOf
from services.core.http.openapi import problems
from services.core.inputs import Body, Reason, RowId
from services.reservations.approvals import requests
from services.reservations.approvals.models import ApprovalState, OperationRequest
from services.reservations.operations import perform as operations
from services.reservations.operations.calls import OperationIn, requested
from services.reservations.operations.perform import Request
from services.reservations.operations.refusals import reasons_of
from services.reservations.operations.staff_api import RefusedBecauseOut
from services.staff.access import ClerkOf, StaffRouter
from services.staff.actor_names import actor_names
from services.staff.call import Staff

router = StaffRouter(tag="operations")

_PATH = "/operation-requests"
_CHANGES = problems(401, 403, 404, 409, 422, 503)
_Name = Annotated[str, Path(max_length=40)]


class RefusalIn(Body):
    """Why it is not to be done."""

    reason: Reason


class OperationRequestOut(BaseModel):
    """An operation that waits for a second person, or what became of it.

    `count`: for how many reservations it was asked; `allowed`, `consequences` and `left_out` are as of now while it
    waits, and `done` and `left_out` tell what happened once it was approved. `expired`: nobody decided within a day.
    """

    id: int
    name: str
    count: int
    reason: str
    asked_at: datetime
    asked_by_name: str | None
    is_own: bool
    expires_at: datetime
    state: Literal["waiting", "approved", "refused", "expired"]
    allowed: int
    consequences: list[str]
    left_out: list[RefusedBecauseOut]
    done: int
    decided_at: datetime | None
    decided_by_name: str | None
    decision_reason: str


class OperationRequestsOut(BaseModel):
    """Those that wait, the one that ends soonest first, and the last ones that are settled."""

    waiting: list[OperationRequestOut]
    settled: list[OperationRequestOut]


@router.get(_PATH, operation_id="list_operation_requests", responses=problems(401, 403, 503))
def list_requests(staff: ClerkOf, db: DatabaseOf, clock: ClockOf) -> OperationRequestsOut:
    """What waits for a second person."""
    now = clock()
    with db.read() as session:
        waiting = requests.waiting(session, now)
        settled = requests.settled(session, now)
        names = actor_names(session, {actor for row in (*waiting, *settled) for actor in _actors(row)})
        return OperationRequestsOut(
            waiting=[_out(session, row, staff, names, now) for row in waiting],
            settled=[_out(session, row, staff, names, now) for row in settled],
        )


@router.post(f"{_PATH}/{{name}}", status_code=201, operation_id="ask_for_operation", responses=_CHANGES)
def ask_for_operation(
    name: _Name, body: OperationIn, staff: ClerkOf, db: DatabaseOf, clock: ClockOf
) -> OperationRequestOut:
    """Ask for an operation that a second person has to approve; nothing is done until then."""
    request = requested(operations.named(name, staff.role), body, staff.actor)
    now = clock()

    def unit(session: Session) -> OperationRequestOut:
        return _shown(session, requests.ask(session, request, staff, now), staff, now)

    return db.write(unit)


@router.post(f"{_PATH}/{{id}}/approve", operation_id="approve_operation", responses=_CHANGES)
def approve_operation(id: RowId, staff: ClerkOf, db: DatabaseOf, clock: ClockOf) -> OperationRequestOut:
    """Do it, for those that still allow it: once, whatever happens."""
    now = clock()
    return db.write(lambda session: _shown(session, requests.approve(session, id, staff, now), staff, now))


@router.post(f"{_PATH}/{{id}}/refuse", operation_id="refuse_operation", responses=_CHANGES)
def refuse_operation(id: RowId, body: RefusalIn, staff: ClerkOf, db: DatabaseOf, clock: ClockOf) -> OperationRequestOut:
    """Do nothing. The person who asked takes the request back in the same way."""
    now = clock()
    return db.write(lambda session: _shown(session, requests.refuse(session, id, body.reason, staff, now), staff, now))


def _shown(session: Session, row: OperationRequest, staff: Staff, now: datetime) -> OperationRequestOut:
    return _out(session, row, staff, actor_names(session, _actors(row)), now)


def _actors(row: OperationRequest) -> set[str]:
    return {row.asked_by, row.decided_by or ""}


def _out(
    session: Session, row: OperationRequest, staff: Staff, names: dict[str, str], now: datetime
) -> OperationRequestOut:
    state = _state_of(row, now)
    return OperationRequestOut(
        id=row.id,
        name=row.name,
        count=len(row.ids),
        reason=row.reason,
        asked_at=row.asked_at,
        asked_by_name=names.get(row.asked_by),
        is_own=row.asked_by == staff.actor,
        expires_at=row.expires_at,
        state=state,
        done=row.done,
        decided_at=row.decided_at,
        decided_by_name=names.get(row.decided_by or ""),
        decision_reason=row.decision_reason,
        **(_foreseen(session, row, staff) if state == "waiting" else _happened(row)),
    )


def _state_of(row: OperationRequest, now: datetime) -> Literal["waiting", "approved", "refused", "expired"]:
    if row.state == ApprovalState.WAITING.value:
        return "waiting" if row.expires_at > now else "expired"
    return "approved" if row.state == ApprovalState.APPROVED.value else "refused"


def _foreseen(session: Session, row: OperationRequest, staff: Staff) -> dict[str, Any]:
    request = Request(operations.named(row.name, staff.role), tuple(row.ids), row.asked_by)
    found = operations.preview(session, request)
    left_out = reasons_of(request.operation, found.refused)
    return {
        "allowed": found.count - len(found.refused),
        "consequences": found.consequences,
        "left_out": [RefusedBecauseOut(sentence=sentence, ids=ids) for sentence, ids in left_out],
    }


def _happened(row: OperationRequest) -> dict[str, Any]:
    left_out = [RefusedBecauseOut(sentence=sentence, ids=ids) for sentence, ids in row.left_out]
    return {"allowed": 0, "consequences": [], "left_out": left_out}
