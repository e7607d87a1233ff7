"""The occupancy picture of a park for the console, as runs of equal spots."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, and_, case, func, select, text
from sqlalchemy.orm import Session

from services.core.clock import berlin_day, start_of_berlin_day
from services.parks.errors import UnknownPark
from services.parks.forecast import Forecast, Mix, forecast
from services.parks.fullness import Fullness, park_fullness
from services.parks.models import HoldReason, Park, Spot, SpotState
from services.reservations.models import ACTIVE, Reservation
from services.reservations.states import ReservationState

KINDS = (
    "free", "reserved", "invited", "contracted", "active", "new", "undo", "offer", "blocked", "overbooked",
)  # fmt: skip
"""How a spot is drawn. `new`: reserved since yesterday began; `overbooked`: taken beyond the limit."""
_TAKEN = (SpotState.RESERVED.value, SpotState.HELD.value)


@dataclass(frozen=True, slots=True)
class Capacity:
    """A park's picture: runs of equal spots, first and last number included, ascending, every number once."""

    park: Park
    counts: dict[str, int]
    runs: Sequence[tuple[str, int, int]]
    fullness: Fullness
    forecast: Forecast


def capacity(session: Session, park_id: str, now: datetime) -> Capacity:
    """The whole picture of a park; raises UnknownPark."""
    found = next(iter(park_fullness(session, park_id)), None)
    if found is None:
        raise UnknownPark
    park, fullness = found.park, found.fullness
    runs = _runs(session, park, now)
    counts = Counter(dict.fromkeys(KINDS, 0))
    for kind, first, last in runs:
        counts[kind] += last - first + 1
    return Capacity(park, dict(counts), runs, fullness, forecast(fullness, _mix(session, park)))


def beginning_of_yesterday(now: datetime) -> datetime:
    """Midnight in Berlin: since then a reservation is `new`."""
    return start_of_berlin_day(berlin_day(now) - timedelta(days=1))


def spot_kind(park: Park, since: datetime) -> ColumnElement[str]:
    """The SQL expression for one of KINDS, over a spot outer-joined to its active reservation."""
    is_new = (Reservation.state == ReservationState.RESERVED.value) & (Reservation.created_at >= since)
    return case(
        ((Spot.number > park.spot_limit) & Spot.state.in_(_TAKEN), "overbooked"),
        (Spot.state == SpotState.HELD.value, func.coalesce(Spot.held_for, HoldReason.OFFER.value)),
        (Spot.state != SpotState.RESERVED.value, Spot.state),
        (is_new, "new"),
        else_=func.coalesce(Reservation.state, ReservationState.RESERVED.value),
    )


_IS_ACTIVE = text(f"reservations.{ACTIVE.text}")
"""As the index says it, with the table's name, because spots have a state too."""
HAS_IT = and_(Reservation.park_id == Spot.park_id, Reservation.spot_number == Spot.number, _IS_ACTIVE)
"""The join of a spot to the active reservation that has it, by the index of active spots."""


def _runs(session: Session, park: Park, now: datetime) -> list[tuple[str, int, int]]:
    """Gaps and islands: within a run, number minus rank among its kind is constant, which identifies the run."""
    is_drawn = (Spot.number <= park.spot_limit) | Spot.state.in_(_TAKEN)
    spots = (
        select(Spot.number, spot_kind(park, beginning_of_yesterday(now)).label("kind"))
        .outerjoin(Reservation, HAS_IT)
        .where(Spot.park_id == park.id, is_drawn)
        .subquery()
    )
    rank = func.row_number().over(partition_by=spots.c.kind, order_by=spots.c.number)
    ranked = select(spots.c.number, spots.c.kind, (spots.c.number - rank).label("run")).subquery()
    first, last = func.min(ranked.c.number), func.max(ranked.c.number)
    query = select(ranked.c.kind, first, last).group_by(ranked.c.kind, ranked.c.run).order_by(first)
    return [(kind, low, high) for kind, low, high in session.execute(query)]


def _mix(session: Session, park: Park) -> Mix:
    query = select(func.count(), func.coalesce(func.sum(Reservation.annual_kwh), 0))
    active, active_kwh = session.execute(query.where(Reservation.park_id == park.id, ACTIVE)).one()
    return Mix(active, int(active_kwh))
