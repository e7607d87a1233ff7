"""What the past says about a measure: the baseline of an experiment. Bots and spam are left out, as in reports."""

from collections import Counter
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, case, func, select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day, start_of_berlin_day
from services.experiments.models import Measure
from services.reservations.models import Reservation
from services.visits.models import Visit
from services.visits.steps import Step

DAYS: Final = 56
WEEKS: Final = 24
STEPS: Final = {Measure.RESERVATIONS: Step.RESERVED, Measure.FORM_STARTS: Step.FORM_STARTED}
"""Of what the site reports. A reservation is a view of the page that only a finished one leads to."""
COUNTS: Final = and_(Visit.is_bot.is_(False), Visit.is_referrer_spam.is_(False))


@dataclass(frozen=True, slots=True)
class PageHistory:
    """Visitors of a page in the days before, and how many of them did later on the same day what is measured."""

    days: int
    visitors: int
    conversions: int


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


def weekly_reservations(session: Session, first: date, weeks: int) -> list[int]:
    """Reservations in each of so many weeks from a Monday on; merged duplicates count once."""
    start, end = (start_of_berlin_day(day) for day in (first, first + timedelta(weeks=weeks)))
    moments = session.scalars(
        select(Reservation.created_at).where(
            Reservation.created_at >= start, Reservation.created_at < end, Reservation.merged_into_id.is_(None)
        )
    )
    counts = Counter((berlin_day(at) - first).days // 7 for at in moments)
    return [counts[week] for week in range(weeks)]


def past_weeks(session: Session, today: date) -> list[int]:
    """Reservations in each of the last 24 whole weeks, without those before the first one ever."""
    monday = today - timedelta(days=today.weekday())
    earliest = session.scalar(select(func.min(Reservation.created_at)))
    if earliest is None:
        return []
    whole = (monday - berlin_day(earliest)).days // 7
    weeks = min(WEEKS, max(whole, 0))
    return weekly_reservations(session, monday - timedelta(weeks=weeks), weeks)
