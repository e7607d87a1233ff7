"""What two variants of a page have brought: visitors, those who converted later on the same day, and the verdict."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from itertools import accumulate
from typing import Any, Final

from sqlalchemy import Select, and_, func, select
from sqlalchemy.orm import Session

from analytics.chance.two_arms import Interval, intersection, mismatch_evidence, mixture
from services.core.clock import start_of_berlin_day
from services.experiments.history import COUNTS, STEPS
from services.experiments.models import Experiment, Measure
from services.visits.models import VariantView, Visit

MISMATCH: Final = 0.001
_ARMS: Final = ("a", "b")


class ExperimentVerdict(StrEnum):
    """What an experiment says, now."""

    OPEN = "open"
    """It runs, and nothing can be said yet."""
    BETTER = "better"
    WORSE = "worse"
    """B than A; of weeks: on than off."""
    NO_DIFFERENCE = "no_difference"
    """None as large as the smallest effect that was looked for."""
    TOO_SMALL = "too_small"
    """It is over, and whatever difference there is was too small to be found."""
    MISMATCH = "mismatch"
    """The visitors of the arms are too unequal in number: something is wrong with the assignment."""
    CONTRADICTION = "contradiction"
    """No constant difference explains all looks: it has changed its sign."""


@dataclass(frozen=True, slots=True)
class ArmCount:
    """Visitors of one arm, each of one day, and how many of them converted."""

    arm: str
    visitors: int
    conversions: int


@dataclass(frozen=True, slots=True)
class DayCount:
    """The counts of one day, A and B."""

    day: date
    visitors: tuple[int, int]
    conversions: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PageResults:
    """The counts and what follows from them. `lift`: of B over A, relative; its limits hold at any look."""

    arms: tuple[ArmCount, ArmCount]
    saw_both: int
    """Visitors who saw both variants and count for neither."""
    lift: Interval
    mismatch_p: float
    verdict: ExperimentVerdict


def page_results(session: Session, experiment: Experiment, *, is_over: bool) -> PageResults:
    """Everything up to now."""
    days, saw_both = day_counts(session, experiment)
    visitors, conversions = _sums(day.visitors for day in days), _sums(day.conversions for day in days)
    lift = intersection(mixture(experiment.effect_percent / 100), _looks(days))
    mismatch = mismatch_evidence(visitors)
    a, b = (ArmCount(arm, visitors[place], conversions[place]) for place, arm in enumerate(_ARMS))
    verdict = judged(lift, mismatch, experiment.effect_percent / 100, is_over=is_over)
    return PageResults((a, b), saw_both, lift, mismatch, verdict)


def judged(lift: Interval, mismatch: float, smallest: float, *, is_over: bool) -> ExperimentVerdict:
    """The verdict on an interval of the lift."""
    if mismatch < MISMATCH:
        return ExperimentVerdict.MISMATCH
    if lift.lower > lift.upper:
        return ExperimentVerdict.CONTRADICTION
    if lift.lower > 0:
        return ExperimentVerdict.BETTER
    if lift.upper < 0:
        return ExperimentVerdict.WORSE
    if -smallest < lift.lower and lift.upper < smallest:
        return ExperimentVerdict.NO_DIFFERENCE
    return ExperimentVerdict.TOO_SMALL if is_over else ExperimentVerdict.OPEN


def day_counts(session: Session, experiment: Experiment) -> tuple[list[DayCount], int]:
    """The counts of each day with visitors, in order, and how many visitors saw both variants."""
    seen = _first_views(experiment.id).subquery()
    visitors = session.execute(
        select(seen.c.day, seen.c.arm, seen.c.arms, func.count()).group_by(seen.c.day, seen.c.arm, seen.c.arms)
    )
    done = _conversions(experiment).subquery()
    is_same = and_(done.c.day == seen.c.day, done.c.visitor == seen.c.visitor, done.c.at >= seen.c.at)
    converted = session.execute(
        select(seen.c.day, seen.c.arm, seen.c.arms, func.count())
        .join(done, is_same)
        .group_by(seen.c.day, seen.c.arm, seen.c.arms)
    )
    rows = list(visitors)
    saw_both = sum(count for _, _, arms, count in rows if arms > 1)
    by_day, converted_by_day = _by_day(rows), _by_day(converted)
    return [DayCount(day, by_day[day], converted_by_day.get(day, (0, 0))) for day in sorted(by_day)], saw_both


def _first_views(experiment_id: int) -> Select[date, int, str, int, datetime]:
    """One row a visitor and day: the arm seen, and how many arms."""
    view = VariantView
    return (
        select(
            view.day,
            view.visitor,
            func.min(view.arm).label("arm"),
            func.count().label("arms"),
            func.min(view.at).label("at"),
        )
        .where(view.experiment_id == experiment_id)
        .group_by(view.day, view.visitor)
    )


def _conversions(experiment: Experiment) -> Select[date, int, datetime]:
    """The last time at which each visitor of a day did what is measured."""
    assert experiment.first_day is not None and experiment.last_day is not None
    begins = start_of_berlin_day(experiment.first_day)
    return (
        select(Visit.day, Visit.visitor, func.max(Visit.at).label("at"))
        .where(
            Visit.at >= begins,
            Visit.day <= experiment.last_day,
            Visit.step == STEPS[Measure(experiment.measure)],
            COUNTS,
        )
        .group_by(Visit.day, Visit.visitor)
    )


def _by_day(rows: Iterable[Any]) -> Mapping[date, tuple[int, int]]:
    found: dict[date, list[int]] = defaultdict(lambda: [0, 0])
    for day, arm, arms, count in rows:
        if arms == 1:
            found[day][_ARMS.index(arm)] += count
    return {day: (a, b) for day, (a, b) in found.items()}


def _looks(days: Iterable[DayCount]) -> Iterable[tuple[int, int]]:
    return accumulate((day.conversions for day in days), lambda one, other: (one[0] + other[0], one[1] + other[1]))


def _sums(pairs: Iterable[tuple[int, int]]) -> tuple[int, int]:
    a = b = 0
    for of_a, of_b in pairs:
        a, b = a + of_a, b + of_b
    return a, b
