"""Staff API for named operations: preview, perform, undo."""

from dataclasses import replace
from datetime import datetime
from typing import Annotated, Final, Literal

from fastapi import Path
from pydantic import BaseModel

from services.core.http.dependencies import ClockOf, DatabaseOf
from services.core.http.openapi import problems
from services.core.inputs import Body, RowId
from services.reservations.desk import perform as operations
from services.reservations.desk import undo
from services.reservations.desk.operation_calls import Ids, OperationIn, requested
from services.reservations.desk.refusals import reasons_of
from services.reservations.desk.results import Performed, RowResult
from services.reservations.errors import SecondPersonNeeded
from services.reservations.states import ReservationState
from services.staff.access import ClerkOf, StaffRouter

router = StaffRouter(tag="operations")

Name = Annotated[str, Path(max_length=40)]
_NOT_TOLD: Final = "not told"
"""The reason is asked for after the preview."""
BULK_PATH = "/reservations/operations/{name}"


class PreviewIn(Body):
    """Which reservations, and whether their households are to be told."""

    ids: Ids
    notify: bool = True


class UndoIn(Body):
    """Of an operation over many, only these reservations; without `ids` all of them."""

    ids: Ids | None = None


class RefusedOut(BaseModel):
    """A reservation that an operation would not touch, and why."""

    id: int
    reference: str | None
    code: str
    detail: str


class RefusedBecauseOut(BaseModel):
    """Those left out for one reason, in a sentence that counts them."""

    sentence: str
    ids: list[int]


class OperationPreviewOut(BaseModel):
    """What would follow, in sentences, and who would be left out."""

    count: int
    allowed: int
    consequences: list[str]
    needs_reason: bool
    may_be_untold: bool
    asks_for_count: bool
    needs_second_person: bool
    refused: list[RefusedOut]
    refused_because: list[RefusedBecauseOut]


class RowOut(BaseModel):
    """What became of one reservation."""

    id: int
    reference: str | None
    outcome: Literal["done", "refused"]
    code: str | None
    detail: str | None
    state: ReservationState | None
    version: int | None


class PerformedOut(BaseModel):
    """What became of all of them. `operation_id` is null when every one was refused."""

    operation_id: int | None
    undo_until: datetime | None
    done: int
    refused: int
    results: list[RowOut]


def performed_out(performed: Performed) -> PerformedOut:
    """The answer of an operation or its undo."""
    return PerformedOut(
        operation_id=performed.operation_id,
        undo_until=performed.undo_until,
        done=performed.done,
        refused=len(performed.results) - performed.done,
        results=[_row_out(result) for result in performed.results],
    )


def _row_out(result: RowResult) -> RowOut:
    return RowOut.model_validate(result, from_attributes=True)


@router.post(f"{BULK_PATH}/preview", operation_id="preview_operation", responses=problems(401, 403, 404, 422, 503))
def preview_operation(name: Name, body: PreviewIn, staff: ClerkOf, db: DatabaseOf) -> OperationPreviewOut:
    """What an operation would do; nothing changes."""
    request = operations.Request(operations.named(name, staff.role), tuple(body.ids), staff.actor)
    if not body.notify and request.operation.may_be_untold:
        request = replace(request, untold=_NOT_TOLD)
    with db.read() as session:
        found = operations.preview(session, request)
    return OperationPreviewOut(
        count=found.count,
        allowed=found.count - len(found.refused),
        consequences=found.consequences,
        needs_reason=request.operation.needs_reason,
        may_be_untold=request.operation.may_be_untold,
        asks_for_count=request.operation.asks_for_count,
        needs_second_person=request.operation.needs_second_person(found.count - len(found.refused)),
        refused=[RefusedOut.model_validate(row, from_attributes=True) for row in found.refused],
        refused_because=[
            RefusedBecauseOut(sentence=sentence, ids=ids)
            for sentence, ids in reasons_of(request.operation, found.refused)
        ],
    )


@router.post(BULK_PATH, operation_id="perform_operation", responses=problems(401, 403, 404, 409, 422, 503))
def perform_operation(name: Name, body: OperationIn, staff: ClerkOf, db: DatabaseOf, clock: ClockOf) -> PerformedOut:
    """Do it, to one or many. One that is refused alone answers 409; among many it stands in the results."""
    request = requested(operations.named(name, staff.role), body, staff.actor)
    if request.operation.needs_second_person(request.confirmed_count or 0):
        raise SecondPersonNeeded
    performed = db.write(lambda session: operations.perform(session, request, clock()))
    with db.read() as session:
        refused = operations.refused_alone(session, request, performed)
    if refused is not None:
        raise refused
    return performed_out(performed)


@router.post(
    "/operations/{operation_id}/undo",
    operation_id="undo_operation",
    responses=problems(401, 403, 404, 409, 422, 503),
)
def undo_operation(operation_id: RowId, body: UndoIn, staff: ClerkOf, db: DatabaseOf, clock: ClockOf) -> PerformedOut:
    """Take an operation back."""
    only = None if body.ids is None else frozenset(body.ids)
    performed = db.write(lambda session: undo.undo(session, operation_id, staff.actor, staff.role, clock(), only))
    return performed_out(performed)
