"""What weeks on and off have brought: reservations or contracts of each week, and at the end the difference."""

from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy.orm import Session

from analytics.chance.weeks_on_and_off import Difference, difference, schedule
from services.core.clock import berlin_day
from services.experiments.contracts import judged_on
from services.experiments.history import totals, weekly_counts
from services.experiments.models import Experiment, Measure
from services.experiments.results.costs import costs_by_week
from services.experiments.results.page_results import ExperimentVerdict

_LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class Week:
    """One week of the schedule. `count`: None until it is over, and ripe with contracts; `cost_cents` until over."""

    first_day: date
    is_on: bool
    count: int | None
    cost_cents: int | None


@dataclass(frozen=True, slots=True)
class WeekResults:
    """The weeks, and what they say once all are over and ripe. `difference`: a week, on minus off."""

    weeks: list[Week]
    judged_on: date
    on_a_week: float | None
    off_a_week: float | None
    difference: Difference | None
    verdict: ExperimentVerdict

    @property
    def cost_cents(self) -> int:
        """Of all weeks that are over."""
        return sum(week.cost_cents or 0 for week in self.weeks)


def week_results(session: Session, experiment: Experiment, today: date) -> WeekResults:
    """Everything up to now. An experiment that was stopped early has no verdict: its draw is incomplete."""
    assert experiment.last_day is not None
    if experiment.ended_at is not None:
        today = min(today, berlin_day(experiment.ended_at))
    weeks = _weeks(session, experiment, today)
    counts = [week.count for week in weeks if week.count is not None]
    day = judged_on(experiment.last_day, _ripe(experiment))
    if experiment.ended_at is not None:
        return WeekResults(weeks, day, None, None, None, ExperimentVerdict.TOO_SMALL)
    if len(counts) < len(weeks):
        return WeekResults(weeks, day, None, None, None, ExperimentVerdict.OPEN)
    is_on = [week.is_on for week in weeks]
    found = difference(counts, is_on)
    half = len(weeks) / 2
    on = sum(count for count, on in zip(counts, is_on, strict=True) if on) / half
    off = sum(counts) / half - on
    smallest = off * experiment.effect_percent / 100
    verdict = verdict_of(found.p <= _LEVEL, found.observed, (found.lower, found.upper), smallest)
    return WeekResults(weeks, day, on, off, found, verdict)


def verdict_of(is_found: bool, observed: float, limits: tuple[float, float], smallest: float) -> ExperimentVerdict:
    """The verdict of an experiment that is judged once. `smallest`: the effect that was looked for."""
    if is_found:
        return ExperimentVerdict.BETTER if observed > 0 else ExperimentVerdict.WORSE
    if -smallest < limits[0] and limits[1] < smallest:
        return ExperimentVerdict.NO_DIFFERENCE
    return ExperimentVerdict.TOO_SMALL


def _ripe(experiment: Experiment) -> int | None:
    found: int | None = (experiment.plan or {}).get("ripe_days")
    return found


def _weeks(session: Session, experiment: Experiment, today: date) -> list[Week]:
    assert experiment.first_day is not None and experiment.weeks is not None and experiment.seed is not None
    first, length, ripe = experiment.first_day, experiment.weeks, _ripe(experiment)
    over = min(length, max(0, (today - first).days // 7))
    known = min(over, max(0, (today - timedelta(days=ripe or 0) - first).days // 7))
    counts = totals(weekly_counts(session, Measure(experiment.measure), first, known, ripe), known)
    costs = costs_by_week(session, experiment, over)
    return [
        Week(
            first + timedelta(weeks=number),
            is_on,
            counts[number] if number < known else None,
            costs[number] if number < over else None,
        )
        for number, is_on in enumerate(schedule(length, experiment.seed))
    ]
