"""Staff API of experiments."""

from collections.abc import Callable
from typing import Annotated, Final

from fastapi import Query
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.http.openapi import problems
from services.core.http.paging import ListQuery, page_of
from services.core.inputs import RowId
from services.experiments import drafts, running
from services.experiments.inputs import ExperimentEditIn, ExperimentIn, PlanIn, StopIn
from services.experiments.models import Experiment
from services.experiments.planning import SWITCHING_WEEKS
from services.experiments.regions.planning import LENGTHS
from services.experiments.results.measured import measured
from services.experiments.show import experiment_of, rows_of
from services.experiments.slots import SLOTS
from services.experiments.views import (
    ExperimentChoicesOut,
    ExperimentOut,
    ExperimentPlanOut,
    ExperimentsOut,
    MeasuredOut,
    TextSlotOut,
)
from services.staff.access import CallOf, MarketerOf, StaffRouter
from services.staff.call import Call
from services.staff.stale import acts, stale, with_current

router = StaffRouter(tag="experiments")
_CHANGES: Final = problems(401, 403, 404, 409, 422, 503)
_ONE = "/experiments/{experiment_id:int}"


@router.get("/experiments", operation_id="list_experiments", responses=problems(401, 403, 422, 503))
def list_experiments(wanted: Annotated[ListQuery, Query()], call: CallOf, _staff: MarketerOf) -> ExperimentsOut:
    """Drafts, running and ended experiments."""
    with call.db.read() as session:
        rows, has_next = page_of(session, select(Experiment), wanted, (Experiment.created_at, Experiment.id))
        total = session.scalar(select(func.count()).select_from(Experiment)) or 0
        return ExperimentsOut(data=rows_of(session, rows, call.now), has_next=has_next, total=total)


@router.get("/experiments/choices", operation_id="get_experiment_choices", responses=problems(401, 403, 503))
def get_experiment_choices(_call: CallOf, _staff: MarketerOf) -> ExperimentChoicesOut:
    """Texts of the site and lengths that an experiment can have."""
    slots = [TextSlotOut(key=key, label=one.label, lines=one.lines, longest=one.longest) for key, one in SLOTS.items()]
    return ExperimentChoicesOut(slots=slots, weeks=list(SWITCHING_WEEKS), region_weeks=list(LENGTHS))


@router.post("/experiments/plan", operation_id="plan_experiment", responses=problems(401, 403, 422, 503))
def plan_experiment(body: PlanIn, call: CallOf, _staff: MarketerOf) -> ExperimentPlanOut:
    """What such an experiment would need; nothing is stored."""
    drafts.check_measure(body)
    with call.db.read() as session:
        found = running.plan_of(session, body, berlin_day(call.now))
    return ExperimentPlanOut.model_validate(found)


@router.get("/experiments/measured", operation_id="list_measured_effects", responses=problems(401, 403, 503))
def list_measured_effects(call: CallOf, _staff: MarketerOf) -> MeasuredOut:
    """What finished experiments have measured of campaigns, to stand beside what models credit them with."""
    with call.db.read() as session:
        return MeasuredOut(data=measured(session, berlin_day(call.now)))


@router.get(_ONE, operation_id="get_experiment", responses=problems(401, 403, 404, 422, 503))
def get_experiment(experiment_id: RowId, call: CallOf, _staff: MarketerOf) -> ExperimentOut:
    """One experiment with its plan and what it has brought."""
    with call.db.read() as session:
        return experiment_of(session, experiment_id, call.now)


@router.post(
    "/experiments", status_code=201, operation_id="add_experiment", responses=problems(401, 403, 404, 422, 503)
)
def add_experiment(body: ExperimentIn, call: CallOf, staff: MarketerOf) -> ExperimentOut:
    """Write a draft; it may be one that could not start."""
    return _changed(call, lambda session: drafts.add(session, body, staff.actor, call.now))


@router.put(_ONE, operation_id="edit_experiment", responses=_CHANGES | stale(ExperimentOut))
def edit_experiment(experiment_id: RowId, body: ExperimentEditIn, call: CallOf, staff: MarketerOf) -> ExperimentOut:
    """Replace a draft; a stale save is refused with the draft as it is now."""
    edits = acts(f"experiment:{experiment_id}", "experiment.edited")
    with with_current(call.db, lambda session: experiment_of(session, experiment_id, call.now), edits):
        return _changed(call, lambda session: drafts.edit(session, experiment_id, body, staff.actor, call.now))


@router.delete(_ONE, status_code=204, operation_id="remove_experiment", responses=_CHANGES)
def remove_experiment(experiment_id: RowId, call: CallOf, staff: MarketerOf) -> None:
    """Delete a draft."""
    call.db.write(lambda session: drafts.remove(session, experiment_id, staff.actor, call.now))


@router.post(f"{_ONE}/start", operation_id="start_experiment", responses=_CHANGES)
def start_experiment(experiment_id: RowId, call: CallOf, staff: MarketerOf) -> ExperimentOut:
    """Begin; from now on its definition stays as it is."""
    return _changed(call, lambda session: running.start(session, experiment_id, staff.actor, call.now))


@router.post(f"{_ONE}/stop", operation_id="stop_experiment", responses=_CHANGES)
def stop_experiment(experiment_id: RowId, body: StopIn, call: CallOf, staff: MarketerOf) -> ExperimentOut:
    """End it early, for a reason."""
    return _changed(call, lambda session: running.stop(session, experiment_id, body.reason, staff.actor, call.now))


def _changed(call: Call, unit: Callable[[Session], Experiment]) -> ExperimentOut:
    return call.db.write(lambda session: experiment_of(session, unit(session).id, call.now))
