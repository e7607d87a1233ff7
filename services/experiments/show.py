"""Experiments as the console shows them."""

import math
from collections.abc import Sequence
from datetime import date, datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.models import Campaign
from services.core.clock import berlin_day
from services.core.http.answers import Extended
from services.experiments.contracts import judged_on
from services.experiments.drafts import find
from services.experiments.models import Experiment, Kind
from services.experiments.results.page_results import ArmCount, PageResults, page_results
from services.experiments.results.region_results import RegionArm, RegionResults, region_results
from services.experiments.results.week_results import WeekResults, week_results
from services.experiments.running import is_running, plan_of
from services.experiments.slots import SLOTS
from services.experiments.views import (
    ArmOut,
    ExperimentOut,
    ExperimentPlanOut,
    ExperimentRowOut,
    PageResultsOut,
    RegionArmOut,
    RegionResultsOut,
    State,
    WeekOut,
    WeekResultsOut,
)
from services.staff.actor_names import with_actor_names

HIDDEN_BELOW = 5
"""Counts of an arm that are not shown."""

_LATER: Final = dict.fromkeys(("ripe_days", "groups", "false_verdicts", "trials"))
"""Of plans, not in those of experiments that began before regions and contracts."""


def rows_of(session: Session, experiments: Sequence[Experiment], now: datetime) -> list[ExperimentRowOut]:
    """Rows of the list."""
    return [ExperimentRowOut.model_validate(row) for row in _extended(session, experiments, berlin_day(now))]


def experiment_of(session: Session, experiment_id: int, now: datetime) -> ExperimentOut:
    """One experiment with its plan and results; UnknownExperiment."""
    experiment, today = find(session, experiment_id), berlin_day(now)
    row = ExperimentRowOut.model_validate(_extended(session, [experiment], today)[0])
    is_started = experiment.started_at is not None
    is_page = experiment.kind == Kind.PAGE
    is_over = is_started and not is_running(experiment, today)
    page = page_results(session, experiment, is_over=is_over) if is_page and is_started else None
    is_weeks, is_regions = experiment.kind == Kind.WEEKS, experiment.kind == Kind.REGIONS
    weeks = week_results(session, experiment, today) if is_weeks and is_started else None
    regions = region_results(session, experiment, today) if is_regions and is_started else None
    return ExperimentOut(
        **row.model_dump(),
        plan=_plan(session, experiment, today),
        page_results=_page_out(page) if page else None,
        week_results=_weeks_out(weeks) if weeks else None,
        region_results=_regions_out(regions) if regions else None,
    )


def _extended(session: Session, experiments: Sequence[Experiment], today: date) -> list[Extended]:
    ids = {row.campaign_id for row in experiments} - {None}
    named = session.execute(select(Campaign.id, Campaign.name).where(Campaign.id.in_(ids)))
    campaigns = {row.id: row.name for row in named}
    rows = [
        Extended(
            row,
            slot_label=_slot_label(row.slot),
            campaign_name=campaigns.get(row.campaign_id or 0),
            state=_state(row, today),
            judged_on=_judged_on(row),
        )
        for row in experiments
    ]
    return with_actor_names(session, rows, "created_by", "started_by", "ended_by")


def _slot_label(key: str | None) -> str | None:
    return SLOTS[key].label if key is not None and key in SLOTS else None


def _state(experiment: Experiment, today: date) -> State:
    if experiment.started_at is None:
        return "draft"
    if experiment.ended_at is not None:
        return "stopped"
    return "running" if is_running(experiment, today) else "over"


def _judged_on(experiment: Experiment) -> date | None:
    if experiment.kind == Kind.PAGE or experiment.last_day is None or experiment.ended_at is not None:
        return None
    return judged_on(experiment.last_day, (experiment.plan or {}).get("ripe_days"))


def _plan(session: Session, experiment: Experiment, today: date) -> ExperimentPlanOut:
    if experiment.plan is not None:
        return ExperimentPlanOut.model_validate(_LATER | experiment.plan)
    found = plan_of(session, experiment, today)
    return ExperimentPlanOut.model_validate(found)


def _page_out(results: PageResults) -> PageResultsOut:
    total = sum(arm.conversions for arm in results.arms)
    lower, upper = results.lift
    return PageResultsOut(
        arms=[_arm_out(arm) for arm in results.arms],
        saw_both=results.saw_both,
        lift_lower=lower if lower > -1 else None,
        lift_upper=upper if math.isfinite(upper) else None,
        mismatch_p=results.mismatch_p,
        verdict=results.verdict,
        conversions=total,
    )


def _arm_out(arm: ArmCount) -> ArmOut:
    is_shown = arm.conversions >= HIDDEN_BELOW
    return ArmOut(
        arm="a" if arm.arm == "a" else "b",
        visitors=arm.visitors,
        conversions=arm.conversions if is_shown else None,
        rate=arm.conversions / arm.visitors if is_shown else None,
    )


def _weeks_out(results: WeekResults) -> WeekResultsOut:
    found = results.difference
    return WeekResultsOut(
        weeks=[WeekOut.model_validate(week) for week in results.weeks],
        cost_cents=results.cost_cents,
        on_a_week=results.on_a_week,
        off_a_week=results.off_a_week,
        difference=found.observed if found else None,
        difference_lower=found.lower if found and math.isfinite(found.lower) else None,
        difference_upper=found.upper if found and math.isfinite(found.upper) else None,
        p=found.p if found else None,
        verdict=results.verdict,
    )


def _regions_out(results: RegionResults) -> RegionResultsOut:
    found = results.lift
    return RegionResultsOut(
        arms=[_region_arm_out(arm) for arm in results.arms],
        cost_cents=results.cost_cents,
        lift=found.observed if found else None,
        lift_lower=found.lower if found and found.lower > -1 else None,
        lift_upper=found.upper if found and math.isfinite(found.upper) else None,
        p=found.p if found else None,
        verdict=results.verdict,
    )


def _region_arm_out(arm: RegionArm) -> RegionArmOut:
    after = arm.after if arm.after >= HIDDEN_BELOW else None
    return RegionArmOut(is_on=arm.is_on, prefixes=list(arm.prefixes), before=arm.before, after=after)
