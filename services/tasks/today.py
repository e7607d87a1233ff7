"""Start page: the figures beside the queue. Every figure is served by its own index."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, func, literal, select, union_all
from sqlalchemy.orm import Session

from services.core.clock import berlin_day, end_of_berlin_day, start_of_berlin_day
from services.offer import PACKAGES, PLANS
from services.parks.fullness import ParkFullness, park_fullness
from services.reservations.models import ACTIVE, Reservation

SHOWN = 3
"""Items shown per task; the list has the rest."""
DAYS = 30


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a task: a park."""

    id: str
    title: str
    detail: str
    level: int | None


@dataclass(frozen=True, slots=True)
class Task:
    """One kind of task: the number of items, and the first few."""

    kind: str
    count: int
    items: list[Item] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Today:
    """The whole page."""

    tasks: list[Task]
    new_since_yesterday: int
    per_day: list[tuple[date, int]]
    packages: list[tuple[int, int]]
    plans: list[tuple[str, int]]
    parks: list[ParkFullness]


def today(session: Session, now: datetime) -> Today:
    """The page at a given time: figures that name no household. What is to be done is the queue's (`console/queue`)."""
    parks = park_fullness(session)
    chosen = _choices(session)
    today = berlin_day(now)
    first = today - timedelta(days=DAYS - 1)
    return Today(
        tasks=[_capacity(parks)],
        new_since_yesterday=_count(session, Reservation.created_at >= start_of_berlin_day(today - timedelta(days=1))),
        per_day=_per_day(session, [first + timedelta(days=n) for n in range(DAYS)]),
        packages=[(kwh, chosen[kwh]) for kwh in PACKAGES],
        plans=[(plan, chosen[plan]) for plan in PLANS],
        parks=[found for found in parks if not found.fullness.is_cancelled],
    )


def _capacity(parks: Sequence[ParkFullness]) -> Task:
    full = [found for found in parks if found.fullness.level is not None]
    return Task("capacity", len(full), [_park_item(found) for found in full[:SHOWN]])


def _park_item(found: ParkFullness) -> Item:
    return Item(found.park.id, found.park.name, found.fullness.sentence, found.fullness.level)


def _choices(session: Session) -> Counter[int | str]:
    """Active reservations by package, and by payment plan."""
    both = (Reservation.annual_kwh, Reservation.payment_plan)
    found: Counter[int | str] = Counter()
    for kwh, plan, count in session.execute(select(*both, func.count()).where(ACTIVE).group_by(*both)):
        found[kwh] += count
        found[plan] += count
    return found


def _per_day(session: Session, days: Sequence[date]) -> list[tuple[date, int]]:
    """Reservations made per day, whatever their state: one index range each."""
    counts = [
        select(
            literal(position).label("position"),
            select(func.count()).select_from(Reservation).where(*_on(day)).scalar_subquery().label("made"),
        )
        for position, day in enumerate(days)
    ]
    found = {row.position: row.made for row in session.execute(union_all(*counts))}
    return [(day, found[position]) for position, day in enumerate(days)]


def _on(day: date) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    made = Reservation.created_at
    return made >= start_of_berlin_day(day), made < end_of_berlin_day(day)


def _count(session: Session, *conditions: Any) -> int:
    return session.scalar(select(func.count()).select_from(Reservation).where(*conditions)) or 0
