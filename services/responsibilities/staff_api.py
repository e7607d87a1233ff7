"""Staff API for who receives and answers for what, and for handing it over."""

from typing import Annotated

from fastapi import Query

from services.core.http.openapi import problems
from services.core.inputs import RowId
from services.responsibilities.hand_over import Parties, hand_over, planned, removal_planned, remove_address
from services.responsibilities.overview import overview
from services.responsibilities.plan import Plan
from services.responsibilities.schemas import (
    HandOverAllIn,
    HandOverDoneOut,
    HandOverPlanOut,
    HandOverStepOut,
    HeirQuery,
    OutsideAddressIn,
    OutsideRemovalIn,
    ResponsibilitiesOut,
)
from services.staff.access import AdminOf, AnyStaffOf, CallOf, StaffRouter

router = StaffRouter(tag="responsibilities")
_CHANGES = problems(401, 403, 404, 409, 422, 503)


@router.get("/responsibilities", operation_id="list_responsibilities", responses=problems(401, 403, 503))
def list_responsibilities(call: CallOf, staff: AnyStaffOf) -> ResponsibilitiesOut:
    """By person: schedules, links, alerts and views. The administration sees everyone, others themselves."""
    with call.db.read() as session:
        return overview(session, staff, call.now)


@router.get("/responsibilities/{account_id:int}/hand-over", operation_id="preview_hand_over", responses=_CHANGES)
def preview_hand_over(
    account_id: RowId, wanted: Annotated[HeirQuery, Query()], call: CallOf, staff: AdminOf
) -> HandOverPlanOut:
    """What becomes of each thing of the account. Nothing is changed."""
    with call.db.read() as session:
        return _plan_out(planned(session, Parties(account_id, wanted.to), staff.actor, call.now))


@router.post("/responsibilities/{account_id:int}/hand-over", operation_id="hand_over_everything", responses=_CHANGES)
def hand_over_everything(account_id: RowId, body: HandOverAllIn, call: CallOf, staff: AdminOf) -> HandOverDoneOut:
    """Carry out the plan that was shown. A second call does nothing more."""
    who = Parties(account_id, body.to)
    return _done_out(call.db.write(lambda session: hand_over(session, who, body.plan, staff.actor, call.now)))


@router.post(
    "/responsibilities/outside/preview", operation_id="preview_address_removal", responses=problems(401, 403, 422, 503)
)
def preview_address_removal(body: OutsideAddressIn, call: CallOf, staff: AdminOf) -> HandOverPlanOut:
    """What removing an external address everywhere would do. Nothing is changed."""
    with call.db.read() as session:
        return _plan_out(removal_planned(session, body.address.normalized, staff.actor, call.now))


@router.post(
    "/responsibilities/outside/remove",
    operation_id="remove_address_everywhere",
    responses=problems(401, 403, 409, 422, 503),
)
def remove_address_everywhere(body: OutsideRemovalIn, call: CallOf, staff: AdminOf) -> HandOverDoneOut:
    """Carry out the removal that was shown. A second call does nothing more."""
    address, plan = body.address.normalized, body.plan
    return _done_out(call.db.write(lambda session: remove_address(session, address, plan, staff.actor, call.now)))


def _plan_out(plan: Plan) -> HandOverPlanOut:
    steps = [HandOverStepOut.model_validate(step) for step in plan.steps]
    return HandOverPlanOut(steps=steps, plan=plan.fingerprint, is_open=plan.is_open)


def _done_out(plan: Plan | None) -> HandOverDoneOut:
    return HandOverDoneOut(steps=[HandOverStepOut.model_validate(step) for step in plan.steps] if plan else [])
