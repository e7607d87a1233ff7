"""The only place that takes or frees a spot. The rules and their reasons stand in `SPOTS.md`."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, select, update
from sqlalchemy.orm import Session

from services.parks.models import IS_FREE, Park, Spot, SpotState

_SPOTS = Spot.__table__
_LOCK_PARK = select(Park.id).where(Park.id == bindparam("park")).with_for_update()
_LOWEST_FREE = (
    select(_SPOTS.c.id, _SPOTS.c.number)
    .where(_SPOTS.c.park_id == bindparam("park"), IS_FREE)
    .order_by(_SPOTS.c.number)
    .limit(bindparam("count"))
)
_TAKE = (
    update(_SPOTS)  # type: ignore[arg-type]
    .where(_SPOTS.c.id.in_(bindparam("spots", expanding=True)))
    .values(state=SpotState.RESERVED.value, changed_at=bindparam("at"))
)


def lock_park(session: Session, park: str) -> bool:
    """Wait until nobody else allocates in this park; the lock ends with the transaction. False: no such park.

    On SQLite the transaction began with the database's only write lock, and the clause is left out.
    """
    return session.connection().scalar(_LOCK_PARK, {"park": park}) is not None


def take_lowest(session: Session, park: str, count: int, now: datetime) -> Sequence[int] | None:
    """Reserve up to `count` spots of a park and answer their numbers, ascending; fewer when the park is full.

    None: there is no such park.
    """
    if not lock_park(session, park):
        return None
    connection = session.connection()
    free = connection.execute(_LOWEST_FREE, {"park": park, "count": count}).all()
    if free:
        connection.execute(_TAKE, {"spots": [spot.id for spot in free], "at": now})
    return [spot.number for spot in free]
