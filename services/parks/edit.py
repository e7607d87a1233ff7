"""Edits of a park: its facts and its two limits, with optimistic locking and a row of history.

Raising the spot limit creates the missing spots. Lowering a limit below what is taken requires explicit
permission to overbook, with a reason.
"""

from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.db.edits import as_json, assign, columns_of, differing
from services.core.http.errors import ValidationProblem
from services.parks.allocation import add_spots, lock_park
from services.parks.errors import BelowTaken, ParkIsCancelled, UnknownPark
from services.parks.models import Park, ParkChange, Spot, SpotState
from services.parks.schemas import ParkPatch
from services.staff import audit
from services.staff.errors import Stale

_LIMITS = frozenset({"spot_limit", "kwh_limit"})
_TAKEN = (SpotState.RESERVED.value, SpotState.HELD.value)


def edit(session: Session, park_id: str, wanted: ParkPatch, actor: str, now: datetime) -> None:
    """Save the changed values. Raises UnknownPark, Stale, ParkIsCancelled, ValidationProblem, BelowTaken; nothing is
    saved then.
    """
    if lock_park(session, park_id) is None:
        raise UnknownPark
    park = session.get_one(Park, park_id, populate_existing=True)
    if park.version != wanted.version:
        raise Stale("diesen Park", park.version)
    changes = differing(park, wanted.given("version", "allow_overbooking", "reason"))
    if not changes:
        return
    if park.cancelled_at is not None and not _LIMITS.isdisjoint(changes):
        raise ParkIsCancelled
    # A note needs the day it refers to, which must not be in the future
    today = berlin_day(now)
    note = changes.get("progress_note", park.progress_note)
    day = changes.get("progress_on", park.progress_on)
    if note and day is None:
        raise _fault("missing", "Bitte geben Sie an, von wann diese Auskunft ist.")
    if "progress_on" in changes and day is not None and day > today:
        raise _fault("in_the_future", "Bitte geben Sie heute oder einen Tag davor an.")
    if not wanted.allow_overbooking:
        # Spots are given from the lowest, yet a single high number counts: its household has it in writing
        if "spot_limit" in changes:
            highest = select(func.max(Spot.number)).where(Spot.park_id == park.id, Spot.state.in_(_TAKEN))
            taken = session.scalar(highest) or 0
            if changes["spot_limit"] < taken:
                raise BelowTaken(field="spot_limit", taken=taken, limit=changes["spot_limit"])
        limit = changes.get("kwh_limit")
        if limit is not None and limit < park.kwh_taken:
            raise BelowTaken(field="kwh_limit", taken=park.kwh_taken, limit=limit)
    before, after = as_json(columns_of(park, changes)), as_json(changes)
    assign(park, changes)
    park.version += 1
    if "spot_limit" in changes:
        add_spots(session, park_id, park.spot_limit, now)
    session.add(
        ParkChange(
            park_id=park_id, at=now, actor=actor, action="edited", before=before, after=after, reason=wanted.reason
        )
    )
    session.flush()
    details = {"before": before, "after": after, "overbooking": wanted.allow_overbooking}
    audit.append(session, [audit.Event(actor, "park.edited", f"park:{park_id}", details)], now)


def _fault(code: str, message: str) -> ValidationProblem:
    return ValidationProblem([{"field": "progress_on", "code": code, "message": message}])
