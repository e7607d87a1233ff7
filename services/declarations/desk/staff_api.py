"""Staff API for declarations. Marketing has no access: every one of them is personal."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, TypeVar

from fastapi import Query
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.http.transactions import Reads, Writes
from services.core.inputs import RowId
from services.declarations.desk import lists, steps
from services.declarations.desk.lists import DeclarationsQuery
from services.declarations.desk.schemas import DeclarationOut, DeclarationsOut
from services.declarations.desk.show import row_of, show
from services.declarations.inputs import AcceptIn, MatchIn, RefundIn, RejectIn, StepIn
from services.declarations.states import STEPS
from services.declarations.submit import subject_ref
from services.staff.access import CallOf, ClerkOf, StaffRouter
from services.staff.call import Call, Staff
from services.staff.stale import acts, stale, with_current

router = StaffRouter(tag="declarations")
_STEP = stale(DeclarationOut)
Given = TypeVar("Given", bound=StepIn)
_ONE = "/declarations/{declaration_id:int}"


Step = Callable[[Session, int, Given, str, datetime], None]


def _taken(
    session: Session, call: Call, staff: Staff, declaration_id: int, step: Step[Given], body: Given
) -> DeclarationOut:
    """Take the step and return the declaration as it is then; a stale one is refused with it as it is now."""
    today = berlin_day(call.now)
    edits = acts(subject_ref(declaration_id), *(f"declaration.{name}" for name in STEPS))
    with with_current(session, lambda: show(session, declaration_id, today), edits):
        step(session, declaration_id, body, staff.actor, call.now)
    return show(session, declaration_id, today)


@router.get("/declarations")
def list_declarations(
    wanted: Annotated[DeclarationsQuery, Query()], session: Reads, call: CallOf, _staff: ClerkOf
) -> DeclarationsOut:
    """One page in the order of arrival."""
    page = lists.page_of(session, wanted)
    today = berlin_day(call.now)
    data = [row_of(entry, today) for entry in page.rows]
    return DeclarationsOut(data=data, has_next=page.has_next, total=page.total)


@router.get(_ONE)
def get_declaration(declaration_id: RowId, session: Reads, call: CallOf, _staff: ClerkOf) -> DeclarationOut:
    """One declaration with proposals and the steps that are possible."""
    return show(session, declaration_id, berlin_day(call.now))


@router.post(f"{_ONE}/match", responses=_STEP)
def match_declaration(
    declaration_id: RowId, body: MatchIn, session: Writes, call: CallOf, staff: ClerkOf
) -> DeclarationOut:
    """Set the reservation it is about, or that there is none."""
    return _taken(session, call, staff, declaration_id, steps.match, body)


@router.post(f"{_ONE}/accept", responses=_STEP)
def accept_declaration(
    declaration_id: RowId, body: AcceptIn, session: Writes, call: CallOf, staff: ClerkOf
) -> DeclarationOut:
    """Accept it; a withdrawal ends the reservation in the same transaction."""
    return _taken(session, call, staff, declaration_id, steps.accept, body)


@router.post(f"{_ONE}/reject", responses=_STEP)
def reject_declaration(
    declaration_id: RowId, body: RejectIn, session: Writes, call: CallOf, staff: ClerkOf
) -> DeclarationOut:
    """Reject it with a reason, which is mailed to the household."""
    return _taken(session, call, staff, declaration_id, steps.reject, body)


@router.post(f"{_ONE}/refund", responses=_STEP)
def refund_declaration(
    declaration_id: RowId, body: RefundIn, session: Writes, call: CallOf, staff: ClerkOf
) -> DeclarationOut:
    """Mark the money as refunded."""
    return _taken(session, call, staff, declaration_id, steps.refund, body)
