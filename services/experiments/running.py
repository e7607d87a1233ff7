"""Start and end experiments, and which of them run now.

Starting computes the plan again, from the history of that moment, and freezes it with the definition.
"""

import secrets
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, and_, select, text
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.experiments.drafts import definition, draft, locked, slot_of, tell
from services.experiments.errors import CannotFind, NotRunning, Overlapping
from services.experiments.history import REGION_WEEKS, page_history, past_weeks
from services.experiments.inputs import PlanIn
from services.experiments.models import Experiment, Kind, Measure
from services.experiments.planning import Plan, page_plan, weeks_plan
from services.experiments.regions import draw
from services.experiments.regions.planning import regions_plan
from services.experiments.slots import SLOTS

_LOCK: Final = text("SELECT pg_advisory_xact_lock(7267015)")
_SEED_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class ShownExperiment:
    """What the site needs to show a running experiment."""

    id: int
    slot: str
    path: str
    """The page that has it."""
    lines: tuple[str, ...]
    """What arm B shows."""
    seed: str


def plan_of(session: Session, wanted: PlanIn | Experiment, today: date) -> Plan:
    """What such an experiment would find, by the history up to yesterday. Raises ValidationProblem."""
    measure = Measure(wanted.measure)
    if wanted.kind == Kind.WEEKS:
        return weeks_plan(past_weeks(session, measure, today), measure, wanted.effect_percent, wanted.weeks)
    if wanted.kind == Kind.REGIONS:
        history = past_weeks(session, measure, today, REGION_WEEKS)
        return regions_plan(history, measure, wanted.effect_percent, wanted.weeks)
    visits = page_history(session, slot_of(wanted.slot).path, measure, today)
    return page_plan(visits, measure, wanted.effect_percent)


def start(session: Session, experiment_id: int, actor: str, now: datetime, seed: str | None = None) -> Experiment:
    """Begin: a page at once, weeks with the next Monday, regions with the first one that leaves time to set them up.

    `seed`: what is drawn by, for a demonstration that is always the same; else it is drawn itself.
    Raises UnknownExperiment, ExperimentFrozen, CannotFind, Overlapping.
    """
    if session.get_bind().dialect.name == "postgresql":
        session.execute(_LOCK)
    experiment, today = draft(session, experiment_id), berlin_day(now)
    plan = plan_of(session, experiment, today)
    if plan.refusal is not None:
        raise CannotFind(reason=plan.refusal)
    _refuse_overlap(session, experiment, today)
    experiment.seed = seed or secrets.token_hex(_SEED_BYTES)
    _freeze(session, experiment, plan, today)
    experiment.started_at, experiment.started_by = now, actor
    experiment.version += 1
    session.flush()
    days = {name: getattr(experiment, name).isoformat() for name in ("first_day", "last_day")}
    tell(session, experiment, "started", {**definition(experiment), **days, "plan": experiment.plan}, actor, now)
    return experiment


def _freeze(session: Session, experiment: Experiment, plan: Plan, today: date) -> None:
    """Days, plan and regions as they stay."""
    is_page = experiment.kind == Kind.PAGE
    weeks = (None if is_page else experiment.weeks) or plan.weeks_needed
    assert weeks is not None and experiment.seed is not None
    experiment.weeks, experiment.plan = weeks, plan.as_json()
    experiment.first_day = today if is_page else today + timedelta(days=7 - today.weekday())
    if experiment.kind == Kind.REGIONS:
        history = past_weeks(session, Measure(experiment.measure), today, REGION_WEEKS)
        experiment.first_day = draw.first_day(today)
        experiment.regions = draw.kept(draw.draw(history.known, experiment.seed))
    experiment.last_day = experiment.first_day + timedelta(weeks=weeks, days=-1)


def stop(session: Session, experiment_id: int, reason: str, actor: str, now: datetime) -> Experiment:
    """End it early. Raises UnknownExperiment, NotRunning."""
    experiment = locked(session, experiment_id)
    if not is_running(experiment, berlin_day(now)):
        raise NotRunning
    experiment.ended_at, experiment.ended_by, experiment.end_reason = now, actor, reason
    experiment.version += 1
    session.flush()
    tell(session, experiment, "stopped", {"day": berlin_day(now).isoformat()}, actor, now)
    return experiment


def is_running(experiment: Experiment, today: date) -> bool:
    """Whether it has started and not ended; weeks on and off also before their first Monday."""
    last = experiment.last_day
    return last is not None and experiment.ended_at is None and today <= last


def shown(session: Session, today: date) -> ShownExperiment | None:
    """The experiment that the pages of the site show today: there is one at most."""
    row = session.scalar(
        select(Experiment).where(_runs(today), Experiment.kind == Kind.PAGE).order_by(Experiment.id).limit(1)
    )
    if row is None or row.slot is None or row.slot not in SLOTS or row.text is None or row.seed is None:
        return None
    return ShownExperiment(row.id, row.slot, SLOTS[row.slot].path, tuple(row.text.splitlines()), row.seed)


def _runs(today: date) -> ColumnElement[bool]:
    return and_(Experiment.started_at.is_not(None), Experiment.ended_at.is_(None), Experiment.last_day >= today)


def _refuse_overlap(session: Session, experiment: Experiment, today: date) -> None:
    """Two texts of one page would be seen by the same visitors, so a page has one experiment at a time, and so has a
    campaign.
    """
    is_same = Experiment.kind == Kind.PAGE
    if experiment.kind != Kind.PAGE:
        is_same = and_(Experiment.kind != Kind.PAGE, Experiment.campaign_id == experiment.campaign_id)
    other = session.scalar(select(Experiment).where(_runs(today), is_same).limit(1))
    if other is not None:
        raise Overlapping(experiment_id=other.id, question=other.question)
