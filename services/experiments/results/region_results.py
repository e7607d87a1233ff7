"""What regions with and without a campaign have brought: both arms, and at the end the effect."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy.orm import Session

from analytics.chance.regions import Lift, brought, lift
from services.core.clock import berlin_day
from services.experiments.contracts import judged_on
from services.experiments.history import weekly_counts
from services.experiments.models import Experiment, Measure
from services.experiments.regions.draw import DrawnGroup, read
from services.experiments.results.costs import costs_by_week
from services.experiments.results.page_results import ExperimentVerdict
from services.experiments.results.week_results import verdict_of

_LEVEL = 0.05


@dataclass(frozen=True, slots=True)
class RegionArm:
    """The regions of one arm, and what they brought before and in the weeks of the experiment."""

    is_on: bool
    prefixes: tuple[str, ...]
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class RegionResults:
    """Both arms up to now; `lift` is known once the experiment is over and ripe."""

    arms: tuple[RegionArm, RegionArm]
    cost_cents: int
    judged_on: date
    lift: Lift | None
    verdict: ExperimentVerdict

    @property
    def extra(self) -> tuple[float, float | None, float | None] | None:
        """What the regions with the campaign brought beyond what they would have without it, and its limits."""
        if self.lift is None:
            return None
        after = self.arms[0].after
        return _extra(after, self.lift.observed), _limit(after, self.lift.lower), _limit(after, self.lift.upper)


def region_results(session: Session, experiment: Experiment, today: date) -> RegionResults:
    """Everything up to now. An experiment that was stopped early has no verdict: it was to be judged once."""
    assert experiment.first_day and experiment.last_day and experiment.weeks and experiment.regions
    groups, measure = read(experiment.regions), Measure(experiment.measure)
    ripe = (experiment.plan or {}).get("ripe_days")
    weeks = experiment.weeks
    if experiment.ended_at is not None:
        weeks = max(0, (berlin_day(experiment.ended_at) - experiment.first_day).days // 7)
    by_region = weekly_counts(session, measure, experiment.first_day, weeks, ripe)
    counts = {region: sum(weeks) for region, weeks in by_region.items()}
    arms = _arm(groups, counts, is_on=True), _arm(groups, counts, is_on=False)
    costs, day = sum(costs_by_week(session, experiment, weeks)), judged_on(experiment.last_day, ripe)
    if experiment.ended_at is not None:
        return RegionResults(arms, costs, day, None, ExperimentVerdict.TOO_SMALL)
    if today < day:
        return RegionResults(arms, costs, day, None, ExperimentVerdict.OPEN)
    found = _lift(groups, counts)
    return RegionResults(arms, costs, day, found, _judged(found, experiment.effect_percent / 100))


def _arm(groups: Sequence[DrawnGroup], counts: dict[str, int], *, is_on: bool) -> RegionArm:
    own = [group for group in groups if group.is_on is is_on]
    prefixes = tuple(sorted(prefix for group in own for prefix in group.prefixes))
    after = sum(brought(group.group, counts) for group in own)
    return RegionArm(is_on, prefixes, sum(group.before for group in own), after)


def _lift(groups: Sequence[DrawnGroup], counts: dict[str, int]) -> Lift:
    """Of the pairs in the order in which they were drawn."""
    pairs = list(zip(groups[::2], groups[1::2], strict=True))
    before = [[group.before for group in pair] for pair in pairs]
    after = [[brought(group.group, counts) for group in pair] for pair in pairs]
    return lift(before, after, [first.is_on for first, _ in pairs])


def _judged(found: Lift, smallest: float) -> ExperimentVerdict:
    return verdict_of(found.p <= _LEVEL, found.observed, (found.lower, found.upper), smallest)


def _extra(after: int, effect: float) -> float:
    return after - after / (1 + effect)


def _limit(after: int, effect: float) -> float | None:
    """None without a limit. No more than all can be due to the campaign."""
    if effect == float("inf"):
        return float(after)
    return _extra(after, effect) if effect > -1 else None
