"""Staff API for operations that wait for a second person: ask, see, approve, refuse."""

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from fastapi import Path
from pydantic import BaseModel
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.german import listed
from services.core.http.dependencies import ClockOf, DatabaseOf
from services.core.http.transactions import Reads, Writes
from services.core.inputs import Body, Reason, RowId
from services.parks.errors import ParkIsCancelled
from services.parks.staff_api import ParkChangedOf
from services.reservations.desk import perform as operations
from services.reservations.desk.approvals import requests
from services.reservations.desk.inputs import OperationIn, requested
from services.reservations.desk.models import ApprovalState, OperationRequest
from services.reservations.desk.parks.cancel import CANCEL_PARK, Wish, preview
from services.reservations.desk.parks.staff_api import CancellationIn, ParkId
from services.reservations.desk.perform import Request
from services.reservations.desk.schemas import RefusedBecauseOut, UndoOut
from services.reservations.desk.staff_api import GuardOf
from services.reservations.desk.undoable import deadline
from services.reservations.labels import MEMBER
from services.reservations.models import Reservation, ReservationChange, StaffOperation
from services.reservations.states import ReservationState
from services.reservations.transitions import EVERY, OPERATIONS, UNDO_WINDOW, Operation
from services.staff.access import ClerkOf, ConfirmedAdminOf, ConfirmedClerkOf, StaffRouter
from services.staff.actor_names import actor_names
from services.staff.call import Staff

router = StaffRouter(tag="operations")

_PATH = "/operation-requests"
_MOST_RECENT: Final = 50
_Name = Annotated[str, Path(max_length=40)]


class RefusalIn(Body):
    """Why it is not to be done."""

    reason: Reason


class AffectedOut(BaseModel):
    """A reservation that a request is about. `changed`: what has changed since and who changed it; empty: nothing."""

    id: int
    reference: str
    name: str
    spot_number: int
    state: ReservationState
    changed: str


class RecentOperationOut(BaseModel):
    """What was done to several reservations at once. `is_own`: by the viewer, or asked for by them. `undo_until` is
    null where it is final or over already.
    """

    operation_id: int
    name: str
    count: int
    at: datetime
    actor_name: str | None
    is_own: bool
    undo_until: datetime | None
    undone_at: datetime | None
    undone_by_name: str | None


class OperationRequestOut(BaseModel):
    """An operation that waits for a second person, or what became of it.

    `count`: for how many reservations it was asked; `allowed`, `consequences` and `left_out` are as of now while it
    waits, and `done` and `left_out` tell what happened once it was approved. `expired`: nobody decided within a day.
    `may_decide`: whether the viewer's role may approve it. `undo`: once it is done, as long as all of it can be taken
    back, by the one who asked and the one who approved.
    """

    id: int
    name: str
    count: int
    reason: str
    asked_at: datetime
    asked_by_name: str | None
    is_own: bool
    may_decide: bool
    affected: list[AffectedOut]
    expires_at: datetime
    state: Literal["waiting", "approved", "refused", "expired"]
    allowed: int
    consequences: list[str]
    left_out: list[RefusedBecauseOut]
    done: int
    decided_at: datetime | None
    decided_by_name: str | None
    decision_reason: str
    undo: UndoOut | None


class OperationRequestsOut(BaseModel):
    """Those that wait, the one that ends soonest first, the last ones that are settled, and what was done to several
    reservations within a day.
    """

    waiting: list[OperationRequestOut]
    settled: list[OperationRequestOut]
    recent: list[RecentOperationOut]


@router.get(_PATH)
def list_operation_requests(staff: ClerkOf, session: Reads, clock: ClockOf) -> OperationRequestsOut:
    """Requests that wait for a second person."""
    now = clock()
    waiting = requests.waiting(session, now)
    settled = requests.settled(session, now)
    names = actor_names(session, {actor for row in (*waiting, *settled) for actor in _actors(row)})
    return OperationRequestsOut(
        waiting=[_out(session, row, staff, names, now) for row in waiting],
        settled=[_out(session, row, staff, names, now) for row in settled],
        recent=_recent(session, staff.actor, now),
    )


@router.post(f"{_PATH}/{{name}}", status_code=201)
def ask_for_operation(
    name: _Name, body: OperationIn, staff: ClerkOf, session: Writes, clock: ClockOf, guard: GuardOf
) -> OperationRequestOut:
    """Request an operation, which is performed once a second person has approved it."""
    request = replace(requested(operations.named(name, staff.role), body, staff.actor), guard=guard)
    now = clock()
    return _shown(session, requests.ask(session, request, staff, now), staff, now)


@router.post(f"{_PATH}/parks/{{park}}", status_code=201)
def ask_to_cancel_park(
    park: ParkId, body: CancellationIn, staff: ConfirmedAdminOf, session: Writes, clock: ClockOf
) -> OperationRequestOut:
    """Request the cancellation of a park, performed once a second person has approved it."""
    wish, now = Wish(body.name, body.confirmed_count, body.reason), clock()
    return _shown(session, requests.ask_for_park(session, park, wish, staff, now), staff, now)


@router.post(f"{_PATH}/{{id}}/approve")
def approve_operation(
    id: RowId, staff: ConfirmedClerkOf, db: DatabaseOf, clock: ClockOf, park_changed: ParkChangedOf, guard: GuardOf
) -> OperationRequestOut:
    """Perform a requested operation, once, on the reservations that still allow it."""
    now = clock()
    shown = db.write(lambda session: _shown(session, requests.approve(session, id, staff, now, guard), staff, now))
    if shown.name == CANCEL_PARK.name:
        park_changed(db)
    return shown


@router.post(f"{_PATH}/{{id}}/refuse")
def refuse_operation(
    id: RowId, body: RefusalIn, staff: ClerkOf, session: Writes, clock: ClockOf
) -> OperationRequestOut:
    """Refuse a request; the person who made it withdraws it by the same call."""
    now = clock()
    return _shown(session, requests.refuse(session, id, body.reason, staff, now), staff, now)


def _shown(session: Session, row: OperationRequest, staff: Staff, now: datetime) -> OperationRequestOut:
    return _out(session, row, staff, actor_names(session, _actors(row)), now)


def _actors(row: OperationRequest) -> set[str]:
    return {row.asked_by, row.decided_by or ""}


def _out(
    session: Session, row: OperationRequest, staff: Staff, names: dict[str, str], now: datetime
) -> OperationRequestOut:
    state = _state_of(row, now)
    performed = session.get(StaffOperation, row.operation_id) if row.operation_id else None
    until = _undo_until(session, performed, now) if performed else None
    undo = UndoOut(operation_id=performed.id, name=performed.name, until=until) if performed and until else None
    return OperationRequestOut(
        id=row.id,
        name=row.name,
        count=len(row.ids),
        reason=row.reason,
        asked_at=row.asked_at,
        asked_by_name=names.get(row.asked_by),
        is_own=row.asked_by == staff.actor,
        may_decide=staff.role in _operation(row).roles,
        affected=_affected(session, row) if state == "waiting" else [],
        undo=undo,
        expires_at=row.expires_at,
        state=state,
        done=row.done,
        decided_at=row.decided_at,
        decided_by_name=names.get(row.decided_by or ""),
        decision_reason=row.decision_reason,
        **(_foreseen(session, row) if state == "waiting" else _happened(row)),
    )


def _state_of(row: OperationRequest, now: datetime) -> Literal["waiting", "approved", "refused", "expired"]:
    if row.state == ApprovalState.WAITING.value:
        return "waiting" if row.expires_at > now else "expired"
    return "approved" if row.state == ApprovalState.APPROVED.value else "refused"


def _operation(row: OperationRequest) -> Operation:
    return OPERATIONS[row.name]


def _affected(session: Session, row: OperationRequest) -> list[AffectedOut]:
    """Ordered by place. Counts only changes of members that clerks see, not of the lists' own marks."""
    found = session.scalars(
        select(Reservation).where(Reservation.id.in_(row.ids)).order_by(Reservation.park_id, Reservation.spot_number)
    ).all()
    since = ReservationChange.reservation_id.in_(row.ids) & (ReservationChange.at > row.asked_at)
    changed: dict[int, dict[str, set[str]]] = {}
    for one in session.scalars(select(ReservationChange).where(since).order_by(ReservationChange.id)):
        told = {label for name, label in MEMBER.items() if name in one.after}
        changed.setdefault(one.reservation_id, {}).setdefault(one.actor, set()).update(told)
    names = actor_names(session, {actor for by in changed.values() for actor in by})
    return [
        AffectedOut(
            id=one.id,
            reference=one.reference,
            name=f"{one.first_name} {one.last_name}",
            spot_number=one.spot_number,
            state=ReservationState(one.state),
            changed="; ".join(
                f"{names.get(actor, 'Haushalt oder System')} hat {listed(sorted(told))} geändert"
                for actor, told in changed.get(one.id, {}).items()
                if told
            ),
        )
        for one in found
    ]


def _undo_until(session: Session, performed: StaffOperation, now: datetime) -> datetime | None:
    """Until when all of an operation can still be taken back."""
    if performed.undone_at is not None:
        return None
    made = select(ReservationChange.reservation_id).where(
        ReservationChange.operation_id == performed.id, ReservationChange.action == performed.name
    )
    rows = session.scalars(select(Reservation).where(Reservation.id.in_(made))).all()
    until = deadline(session, EVERY[performed.name], performed, rows)
    return until if until and until > now else None


def _recent(session: Session, viewer: str, now: datetime) -> list[RecentOperationOut]:
    """Operations on several reservations within the last day, newest first."""
    counted = (
        select(ReservationChange.operation_id, func.count().label("many"))
        .join(StaffOperation, StaffOperation.id == ReservationChange.operation_id)
        .where(StaffOperation.at > now - UNDO_WINDOW, ReservationChange.action == StaffOperation.name)
        .group_by(ReservationChange.operation_id)
        .having(func.count() > 1)
        .subquery()
    )
    query = select(StaffOperation, counted.c.many).join(counted, counted.c.operation_id == StaffOperation.id)
    found = session.execute(query.order_by(StaffOperation.id.desc()).limit(_MOST_RECENT)).all()
    names = actor_names(session, {who for one, _ in found for who in (one.actor, one.undone_by or "")})
    return [
        RecentOperationOut(
            operation_id=one.id,
            name=one.name,
            count=count,
            at=one.at,
            actor_name=names.get(one.actor),
            is_own=one.actor == viewer,
            undo_until=_undo_until(session, one, now),
            undone_at=one.undone_at,
            undone_by_name=names.get(one.undone_by or ""),
        )
        for one, count in found
    ]


def _foreseen(session: Session, row: OperationRequest) -> dict[str, Any]:
    operation = _operation(row)
    if operation is CANCEL_PARK:
        return _foreseen_of_park(session, row)
    found = operations.preview(session, Request(operation, tuple(row.ids), row.asked_by))
    return {"allowed": found.allowed, "consequences": found.consequences, "left_out": found.refused_because}


def _foreseen_of_park(session: Session, row: OperationRequest) -> dict[str, Any]:
    try:
        found = preview(session, requests.park_of(session, row))
    except ParkIsCancelled:
        return {"allowed": 0, "consequences": [], "left_out": []}
    return {"allowed": found.reservations, "consequences": [*found.consequences, found.lasting], "left_out": []}


def _happened(row: OperationRequest) -> dict[str, Any]:
    left_out = [RefusedBecauseOut(sentence=sentence, ids=ids) for sentence, ids in row.left_out]
    return {"allowed": 0, "consequences": [], "left_out": left_out}
