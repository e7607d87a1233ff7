"""What finished experiments have measured of campaigns: a number to stand beside what models credit them with."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.models import Campaign
from services.experiments.models import Experiment, Kind, Measure
from services.experiments.results.page_results import ExperimentVerdict
from services.experiments.results.region_results import region_results
from services.experiments.results.week_results import WeekResults, week_results
from services.experiments.views import MeasuredEffectOut


class _Effect(NamedTuple):
    """What would not have been without the campaign, its limits at 95 % (None: none), and what the campaign cost."""

    extra: float
    lower: float | None
    upper: float | None
    cost_cents: int
    verdict: ExperimentVerdict


def measured(session: Session, today: date) -> list[MeasuredEffectOut]:
    """The latest first. Those that were stopped early or wait for contracts have measured nothing."""
    return list(_measured(session, today))


def _measured(session: Session, today: date) -> Iterator[MeasuredEffectOut]:
    rows = session.execute(
        select(Experiment, Campaign)
        .join(Campaign, Campaign.id == Experiment.campaign_id)
        .where(Experiment.kind != Kind.PAGE, Experiment.last_day < today, Experiment.ended_at.is_(None))
        .order_by(Experiment.last_day.desc(), Experiment.id.desc())
    )
    for experiment, campaign in rows:
        effect = _effect(session, experiment, today)
        if effect is not None:
            yield _told(experiment, campaign, effect)


def _effect(session: Session, experiment: Experiment, today: date) -> _Effect | None:
    if experiment.kind == Kind.WEEKS:
        return _of_weeks(week_results(session, experiment, today))
    found = region_results(session, experiment, today)
    return None if found.extra is None else _Effect(*found.extra, found.cost_cents, found.verdict)


def _of_weeks(results: WeekResults) -> _Effect | None:
    """The difference a week, in all weeks in which the campaign ran."""
    found = results.difference
    if found is None:
        return None
    weeks = sum(week.is_on for week in results.weeks)
    lower, upper = (limit * weeks if abs(limit) != float("inf") else None for limit in (found.lower, found.upper))
    return _Effect(found.observed * weeks, lower, upper, results.cost_cents, results.verdict)


def _told(experiment: Experiment, campaign: Campaign, effect: _Effect) -> MeasuredEffectOut:
    assert experiment.first_day is not None and experiment.last_day is not None
    return MeasuredEffectOut(
        experiment_id=experiment.id,
        question=experiment.question,
        kind=Kind(experiment.kind),
        measure=Measure(experiment.measure),
        campaign_id=campaign.id,
        campaign_name=campaign.name,
        utm_source=campaign.utm_source,
        utm_medium=campaign.utm_medium,
        utm_campaign=campaign.utm_campaign,
        first_day=experiment.first_day,
        last_day=experiment.last_day,
        verdict=effect.verdict,
        cost_cents=effect.cost_cents,
        extra=effect.extra,
        extra_lower=effect.lower,
        extra_upper=effect.upper,
        price_cents=_price(effect.cost_cents, effect.extra),
        least_price_cents=_price(effect.cost_cents, effect.upper),
        most_price_cents=_price(effect.cost_cents, effect.lower),
    )


def _price(cost_cents: int, number: float | None) -> int | None:
    """Cents for each; None where there is none, or nothing was booked, since unknown costs are no price of zero."""
    return round(cost_cents / number) if number is not None and number > 0 and cost_cents > 0 else None
