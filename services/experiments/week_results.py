"""What weeks on and off have brought: reservations of each week, and at the end the difference."""

from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from analytics.chance.weeks_on_and_off import Difference, difference, schedule
from services.campaigns.models import CampaignCost
from services.experiments.history import weekly_reservations
from services.experiments.models import Experiment
from services.experiments.page_results import ExperimentVerdict

_LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class Week:
    """One week of the schedule. `reservations`, `cost_cents`: None until it is over."""

    first_day: date
    is_on: bool
    reservations: int | None
    cost_cents: int | None


@dataclass(frozen=True, slots=True)
class WeekResults:
    """The weeks, and what they say once all are over. `difference`: reservations a week, on minus off."""

    weeks: list[Week]
    on_a_week: float | None
    off_a_week: float | None
    difference: Difference | None
    verdict: ExperimentVerdict


def week_results(session: Session, experiment: Experiment, today: date) -> WeekResults:
    """Everything up to now. An experiment that was stopped early has no verdict: its draw is incomplete."""
    weeks = _weeks(session, experiment, today)
    counts = [week.reservations for week in weeks if week.reservations is not None]
    if len(counts) < len(weeks) or experiment.ended_at is not None:
        is_stopped = experiment.ended_at is not None
        return WeekResults(
            weeks, None, None, None, ExperimentVerdict.TOO_SMALL if is_stopped else ExperimentVerdict.OPEN
        )
    is_on = [week.is_on for week in weeks]
    found = difference(counts, is_on)
    half = len(weeks) / 2
    on = sum(count for count, on in zip(counts, is_on, strict=True) if on) / half
    off = sum(counts) / half - on
    return WeekResults(weeks, on, off, found, _judged(found, off * experiment.effect_percent / 100))


def _judged(found: Difference, smallest: float) -> ExperimentVerdict:
    if found.p <= _LEVEL:
        return ExperimentVerdict.BETTER if found.observed > 0 else ExperimentVerdict.WORSE
    if -smallest < found.lower and found.upper < smallest:
        return ExperimentVerdict.NO_DIFFERENCE
    return ExperimentVerdict.TOO_SMALL


def _weeks(session: Session, experiment: Experiment, today: date) -> list[Week]:
    assert experiment.first_day is not None and experiment.weeks is not None and experiment.seed is not None
    first, length = experiment.first_day, experiment.weeks
    over = min(length, max(0, (today - first).days // 7))
    counts, costs = weekly_reservations(session, first, over), _costs(session, experiment, over)
    return [
        Week(
            first + timedelta(weeks=number),
            is_on,
            counts[number] if number < over else None,
            costs[number] if number < over else None,
        )
        for number, is_on in enumerate(schedule(length, experiment.seed))
    ]


def _costs(session: Session, experiment: Experiment, weeks: int) -> list[int]:
    """Booked cents of the campaign, by week: those of a pause should be nothing."""
    assert experiment.first_day is not None
    first, found = experiment.first_day, [0] * weeks
    rows = session.execute(
        select(CampaignCost.day, func.sum(CampaignCost.cents))
        .where(
            CampaignCost.campaign_id == experiment.campaign_id,
            CampaignCost.removed_at.is_(None),
            CampaignCost.day >= first,
            CampaignCost.day < first + timedelta(weeks=weeks),
        )
        .group_by(CampaignCost.day)
    )
    for day, cents in rows:
        found[(day - first).days // 7] += int(cents)
    return found
