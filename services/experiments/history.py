"""What the past says about a measure: the baseline of an experiment. Bots and spam are left out, as in reports."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, case, func, select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day, start_of_berlin_day
from services.experiments.contracts import Contract, contracts, ripe_days
from services.experiments.models import Measure
from services.reservations.models import Reservation
from services.visits.models import Visit
from services.visits.steps import Step

DAYS: Final = 56
WEEKS: Final = 24
REGION_WEEKS: Final = 52
STEPS: Final = {Measure.RESERVATIONS: Step.RESERVED, Measure.FORM_STARTS: Step.FORM_STARTED}
"""Of what the site reports. A reservation is a view of the page that only a finished one leads to."""
COUNTS: Final = and_(Visit.is_bot.is_(False), Visit.is_referrer_spam.is_(False))
_DIGITS: Final = 3
"""Of a postcode: more would lead to a few streets."""


@dataclass(frozen=True, slots=True)
class PageHistory:
    """Visitors of a page in the days before, and how many of them did later on the same day what is measured."""

    days: int
    visitors: int
    conversions: int


@dataclass(frozen=True, slots=True)
class WeekHistory:
    """What each of the last whole weeks brought, by the first three digits of the postcode.

    `ripe_days`: with contracts, how long they are waited for; only weeks that old are in it.
    """

    weeks: int
    by_region: dict[str, list[int]]
    ripe_days: int | None

    @property
    def weekly(self) -> list[int]:
        """Of all regions, also where no postcode is known."""
        return totals(self.by_region, self.weeks)

    @property
    def known(self) -> dict[str, list[int]]:
        """Without those whose postcode is not known."""
        return {region: counts for region, counts in self.by_region.items() if len(region) == _DIGITS}


def page_history(session: Session, path: str, measure: Measure, today: date) -> PageHistory:
    """The last 56 whole days, or as many as there have been."""
    first = today - timedelta(days=DAYS)
    earliest: Any = session.scalar(select(func.min(Visit.day)).where(Visit.day >= first))
    if earliest is None or earliest >= today:
        return PageHistory(0, 0, 0)
    within = and_(Visit.day >= earliest, Visit.day < today, COUNTS)
    seen = _by_visitor(func.min(Visit.at), and_(within, Visit.step == Step.PAGE_VIEW, Visit.path == path)).subquery()
    done = _by_visitor(func.max(Visit.at), and_(within, Visit.step == STEPS[measure])).subquery()
    is_same = and_(done.c.day == seen.c.day, done.c.visitor == seen.c.visitor, done.c.at >= seen.c.at)
    visitors, conversions = session.execute(
        select(func.count(), func.coalesce(func.sum(case((done.c.visitor.is_not(None), 1), else_=0)), 0))
        .select_from(seen)
        .join(done, is_same, isouter=True)
    ).one()
    return PageHistory((today - earliest).days, int(visitors), int(conversions))


def _by_visitor(moment: Any, condition: ColumnElement[bool]) -> Select[Any]:
    return select(Visit.day, Visit.visitor, moment.label("at")).where(condition).group_by(Visit.day, Visit.visitor)


def weekly_counts(
    session: Session, measure: Measure, first: date, weeks: int, ripe: int | None
) -> dict[str, list[int]]:
    """What each of so many weeks from a Monday on brought, by three digits of the postcode; merged duplicates count
    once. Contracts count in the week of their reservation, if they came within `ripe` days.
    """
    end = first + timedelta(weeks=weeks)
    if measure is Measure.CONTRACTS:
        assert ripe is not None
        return _by_region(_contracted(contracts(session), first, end, ripe), first, weeks)
    found = session.execute(
        select(Reservation.created_at, Reservation.postcode).where(
            Reservation.created_at >= start_of_berlin_day(first),
            Reservation.created_at < start_of_berlin_day(end),
            Reservation.merged_into_id.is_(None),
        )
    )
    return _by_region([(berlin_day(at), postcode) for at, postcode in found], first, weeks)


def _contracted(found: list[Contract], first: date, end: date, ripe: int) -> list[tuple[date, str]]:
    dated = ((berlin_day(one.reserved_at), one) for one in found)
    return [(day, one.postcode) for day, one in dated if first <= day < end and one.days <= ripe]


def _by_region(found: list[tuple[date, str]], first: date, weeks: int) -> dict[str, list[int]]:
    counts: dict[str, Counter[int]] = defaultdict(Counter)
    for day, postcode in found:
        counts[postcode[:_DIGITS]][(day - first).days // 7] += 1
    return {region: [by_week[week] for week in range(weeks)] for region, by_week in sorted(counts.items())}


def totals(by_region: dict[str, list[int]], weeks: int) -> list[int]:
    """Of each week, over all regions."""
    return [sum(counts[week] for counts in by_region.values()) for week in range(weeks)]


def past_weeks(session: Session, measure: Measure, today: date, most: int = WEEKS) -> WeekHistory:
    """The last 24 whole weeks (or `most`) without those before the first reservation ever; of contracts, ripe ones."""
    earliest = session.scalar(select(func.min(Reservation.created_at)))
    ripe = ripe_days(contracts(session)) if measure is Measure.CONTRACTS else None
    if earliest is None:
        return WeekHistory(0, {}, ripe)
    last = today - timedelta(days=ripe or 0)
    monday = last - timedelta(days=last.weekday())
    weeks = min(most, max((monday - berlin_day(earliest)).days // 7, 0))
    found = weekly_counts(session, measure, monday - timedelta(weeks=weeks), weeks, ripe)
    return WeekHistory(weeks, found, ripe)
