"""How full each park is, by the limit that is nearer to its end."""

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.parks.forecast import Share, Usage, level, nearest
from services.parks.limits import spots_left
from services.parks.models import IS_FREE, Park, Spot


@dataclass(frozen=True, slots=True)
class Fullness:
    """A park, its free places and, from 80 per cent of either limit on, the level with a sentence.

    `share` is what is gone of the limit nearer to its end, None for a park that has not been opened. `left`: so many
    places both limits still allow.
    """

    id: str
    name: str
    free: int
    total: int
    level: int | None
    sentence: str
    share: Share | None
    left: int
    is_paused: bool
    """Staff let nobody reserve there."""


def park_fullness(session: Session) -> list[Fullness]:
    """Every park, by name."""
    sellable = (Spot.park_id == Park.id) & (Spot.number <= Park.spot_limit)
    free = select(func.count()).select_from(Spot).where(sellable, IS_FREE).scalar_subquery()
    return [_fullness(park, count) for park, count in session.execute(select(Park, free).order_by(Park.name))]


def _fullness(park: Park, free: int) -> Fullness:
    used = park.spot_limit - free
    usage = Usage(
        spot_limit=park.spot_limit,
        kwh_limit=park.kwh_limit,
        taken=used,
        free=free,
        kwh_taken=park.kwh_taken,
        active=0,
        active_kwh=0,
    )
    reached = level(usage)
    return Fullness(
        id=park.id,
        name=park.name,
        free=free,
        total=park.spot_limit,
        level=reached,
        sentence=_sentence(usage, used) if reached else "",
        share=nearest(usage),
        left=spots_left(free, park.kwh_limit, park.kwh_taken),
        is_paused=park.paused_at is not None,
    )


def _sentence(usage: Usage, used: int) -> str:
    """Of the limit nearer to its end."""
    shares = [(used, usage.spot_limit, "der Plätze")]
    if usage.kwh_limit:
        shares.append((usage.kwh_taken, usage.kwh_limit, "der Kilowattstunden"))
    if not usage.spot_limit:
        return "Der Park ist überbucht."
    part, whole, what = max(shares, key=lambda share: share[0] / share[1])
    return f"{100 * part // whole} % {what} sind vergeben."
