"""What was counted lately, by group: for the alerts and for the board."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from statistics import median
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.attacks.keep import HOUR
from services.attacks.kinds import GROUP_OF, Group, Kind
from services.attacks.models import PolicyViolation, RefusedCaller, RefusedCount
from services.attacks.sign_ins import failed_since
from services.attacks.tally import MINUTE

LAST_HOUR: Final = timedelta(hours=1)
_USUAL_DAYS: Final = 28
_MOST_VIOLATIONS: Final = 10


def last_hour(session: Session, now: datetime) -> Counter[Group]:
    """Calls of the last sixty minutes by group."""
    since = _seconds(now - LAST_HOUR)
    query = select(RefusedCount.kind, func.sum(RefusedCount.calls)).where(
        RefusedCount.span == MINUTE, RefusedCount.starts_at > since
    )
    found: Counter[Group] = Counter()
    for kind, calls in session.execute(query.group_by(RefusedCount.kind)):
        if kind in GROUP_OF:
            found[GROUP_OF[kind]] += calls
    found[Group.SIGN_INS] = failed_since(session, now - LAST_HOUR)
    return found


def by_group_between(session: Session, bounds: Sequence[datetime]) -> list[Counter[Group]]:
    """Counts of full hours between each moment and the next, without log-ins."""
    begins = [_seconds(bound) for bound in bounds]
    query = select(RefusedCount.starts_at, RefusedCount.kind, func.sum(RefusedCount.calls).label("calls")).where(
        RefusedCount.span == HOUR, RefusedCount.starts_at >= begins[0], RefusedCount.starts_at < begins[-1]
    )
    found: list[Counter[Group]] = [Counter() for _ in bounds[1:]]
    index = 0
    rows = session.execute(query.group_by(RefusedCount.starts_at, RefusedCount.kind).order_by(RefusedCount.starts_at))
    for starts_at, kind, calls in rows:
        while starts_at >= begins[index + 1]:
            index += 1
        if kind in GROUP_OF:
            found[index][GROUP_OF[kind]] += calls
    return found


@dataclass(frozen=True, slots=True)
class Named:
    """Calls of a kind and name within a day, and of how many networks, where they are counted."""

    kind: str
    name: str
    calls: int
    callers: int


def by_name(session: Session, since: datetime, today: date) -> list[Named]:
    """Of the hours from `since` on, the most frequent first. Networks are those of today or yesterday, whichever were
    more.
    """
    counted = select(RefusedCount.kind, RefusedCount.name, func.sum(RefusedCount.calls)).where(
        RefusedCount.span == HOUR, RefusedCount.starts_at >= _seconds(since)
    )
    networks = select(RefusedCaller.day, RefusedCaller.kind, RefusedCaller.name, func.count()).where(
        RefusedCaller.day >= today - timedelta(days=1)
    )
    most: dict[tuple[str, str], int] = {}
    grouped = networks.group_by(RefusedCaller.day, RefusedCaller.kind, RefusedCaller.name)
    for _day, kind, name, count in session.execute(grouped):
        most[kind, name] = max(most.get((kind, name), 0), count)
    rows = session.execute(counted.group_by(RefusedCount.kind, RefusedCount.name))
    found = [Named(kind, name, calls, most.get((kind, name), 0)) for kind, name, calls in rows]
    return sorted(found, key=lambda one: (-one.calls, one.kind, one.name))


@dataclass(frozen=True, slots=True)
class Rush:
    """Calls for a place: the busiest minute of the last day, and an hour as usual. None: not known."""

    busiest_minute: int
    busiest_at: datetime | None
    usual_hour: int | None


def rush(session: Session, now: datetime) -> Rush:
    """The usual hour is the median of the last four weeks, of hours with calls and before the last day."""
    day_ago = now - timedelta(days=1)
    is_call = RefusedCount.kind == Kind.RESERVE.value
    minute = session.execute(
        select(RefusedCount.calls, RefusedCount.starts_at)
        .where(is_call, RefusedCount.span == MINUTE, RefusedCount.starts_at > _seconds(day_ago))
        .order_by(RefusedCount.calls.desc(), RefusedCount.starts_at.desc())
        .limit(1)
    ).one_or_none()
    before = select(RefusedCount.calls).where(
        is_call,
        RefusedCount.span == HOUR,
        RefusedCount.starts_at < _seconds(day_ago),
        RefusedCount.starts_at >= _seconds(now - timedelta(days=_USUAL_DAYS)),
    )
    hours = session.scalars(before).all()
    return Rush(
        busiest_minute=minute.calls if minute else 0,
        busiest_at=datetime.fromtimestamp(minute.starts_at, now.tzinfo) if minute else None,
        usual_hour=round(median(hours)) if hours else None,
    )


def violations_of_days(session: Session, since: date) -> list[tuple[PolicyViolation, int]]:
    """The most frequent violations of pages since a day, with their number; none of browser extensions."""
    columns = (PolicyViolation.page, PolicyViolation.directive, PolicyViolation.blocked)
    total = func.sum(PolicyViolation.calls)
    query = (
        select(*columns, total)
        .where(PolicyViolation.day >= since, PolicyViolation.from_extension.is_(False))
        .group_by(*columns)
        .order_by(total.desc(), *columns)
        .limit(_MOST_VIOLATIONS)
    )
    return [
        (PolicyViolation(page=page, directive=directive, blocked=blocked), calls)
        for page, directive, blocked, calls in session.execute(query)
    ]


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())
