"""How full each park is, by the limit that is nearer to its end."""

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.parks.models import IS_FREE, Park, Spot

LEVELS = (100, 90, 80)
"""Per cent at which staff are told."""


@dataclass(frozen=True, slots=True)
class Fullness:
    """A park, its free places and, from 80 per cent of either limit on, the level with a sentence."""

    id: str
    name: str
    free: int
    total: int
    level: int | None
    sentence: str


def park_fullness(session: Session) -> list[Fullness]:
    """Every park, by name."""
    sellable = (Spot.park_id == Park.id) & (Spot.number <= Park.spot_limit)
    free = select(func.count()).select_from(Spot).where(sellable, IS_FREE).scalar_subquery()
    return [_fullness(park, count) for park, count in session.execute(select(Park, free).order_by(Park.name))]


def _fullness(park: Park, free: int) -> Fullness:
    shares = []
    if park.spot_limit:
        shares.append((park.spot_limit - free, park.spot_limit, "der Plätze"))
    if park.kwh_limit:
        shares.append((park.kwh_taken, park.kwh_limit, "der Kilowattstunden"))
    level, sentence = None, ""
    if shares:
        part, whole, what = max(shares, key=lambda share: share[0] / share[1])
        level = next((step for step in LEVELS if 100 * part >= step * whole), None)
        sentence = f"{100 * part // whole} % {what} sind vergeben." if level else ""
    return Fullness(park.id, park.name, free, park.spot_limit, level, sentence)
