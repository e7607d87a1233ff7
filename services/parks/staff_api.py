"""Staff API for parks: list, show with history, edit, block and release spots."""

from collections.abc import Callable, Sequence
from typing import Annotated

from fastapi import Depends, Path, Request
from sqlalchemy.orm import Session

from services.core.db.db import Database
from services.core.http.answers import Extended
from services.core.http.dependencies import ClockOf, DatabaseOf
from services.core.http.transactions import Reads, Writes
from services.parks import blocking, pausing
from services.parks.blocking import SpotResult
from services.parks.edit import edit
from services.parks.errors import UnknownPark
from services.parks.fullness import park_fullness
from services.parks.queries import park_history
from services.parks.schemas import (
    ParkPatch,
    ParkPauseIn,
    ParkResumeIn,
    ParksOut,
    SpotNumbersIn,
    SpotResultOut,
    SpotResultsOut,
    StaffParkOut,
    StaffParkShowOut,
    fullness_out,
)
from services.staff.access import AnyStaffOf, ClerkOf, StaffRouter
from services.staff.actor_names import with_actor_names
from services.staff.models import Role
from services.staff.stale import acts, stale, with_current

router = StaffRouter(tag="parks")

ParkId = Annotated[str, Path(max_length=40)]


async def _park_changed(request: Request) -> Callable[[Database], None]:
    pages = request.app.state.pages
    return pages.refresh if pages else lambda _db: None


ParkChangedOf = Annotated[Callable[[Database], None], Depends(_park_changed)]
"""To be called when a park was changed: updates this process's public pages."""


def park_shown(session: Session, park_id: str, role: Role) -> StaffParkShowOut:
    """A park with its history, as the role may see it. Raises UnknownPark."""
    for found in park_fullness(session, park_id):
        changes = park_history(session, park_id)
        history = [
            Extended(change, reason=None) if role is Role.MARKETING else change
            for change in with_actor_names(session, changes, "actor")
        ]
        fullness = fullness_out(found.fullness)
        return StaffParkShowOut.model_validate(Extended(found.park, fullness=fullness, history=history))
    raise UnknownPark


@router.get("/parks")
def list_staff_parks(session: Reads, _staff: AnyStaffOf) -> ParksOut:
    """All parks."""
    data = [
        StaffParkOut.model_validate(Extended(found.park, fullness=fullness_out(found.fullness)))
        for found in park_fullness(session)
    ]
    return ParksOut(data=data, has_next=False, total=len(data))


@router.get("/parks/{park}")
def get_staff_park(session: Reads, park: ParkId, staff: AnyStaffOf) -> StaffParkShowOut:
    """One park with its history."""
    return park_shown(session, park, staff.role)


@router.patch("/parks/{park}", responses=stale(StaffParkShowOut))
def edit_park(
    db: DatabaseOf, clock: ClockOf, park: ParkId, body: ParkPatch, staff: ClerkOf, park_changed: ParkChangedOf
) -> StaffParkShowOut:
    """Save the changed fields, also on the public pages."""
    edits = acts(f"park:{park}", "park.edited", "park.cancelled")

    def unit(session: Session) -> StaffParkShowOut:
        with with_current(session, lambda: park_shown(session, park, staff.role), edits):
            edit(session, park, body, staff.actor, clock())
        return park_shown(session, park, staff.role)

    shown = db.write(unit)
    park_changed(db)
    return shown


@router.post("/parks/{park}/pause")
def pause_park(session: Writes, clock: ClockOf, park: ParkId, body: ParkPauseIn, staff: ClerkOf) -> StaffParkShowOut:
    """Pause reservations in this park; needs a reason."""
    pausing.pause(session, park, staff.actor, body.reason, clock())
    return park_shown(session, park, staff.role)


@router.post("/parks/{park}/resume")
def resume_park(session: Writes, clock: ClockOf, park: ParkId, body: ParkResumeIn, staff: ClerkOf) -> StaffParkShowOut:
    """Resume reservations in this park."""
    pausing.resume(session, park, staff.actor, body.reason, clock())
    return park_shown(session, park, staff.role)


@router.post("/parks/{park}/spots/block")
def block_spots(session: Writes, clock: ClockOf, park: ParkId, body: SpotNumbersIn, staff: ClerkOf) -> SpotResultsOut:
    """Block free spots."""
    note = (staff.actor, body.reason)
    return _results(blocking.block(session, park, _once(body.numbers), note, clock()))


@router.post("/parks/{park}/spots/release")
def release_spots(session: Writes, clock: ClockOf, park: ParkId, body: SpotNumbersIn, staff: ClerkOf) -> SpotResultsOut:
    """Release blocked spots."""
    note = (staff.actor, body.reason)
    return _results(blocking.release(session, park, _once(body.numbers), note, clock()))


def _once(numbers: Sequence[int]) -> list[int]:
    return list(dict.fromkeys(numbers))


def _results(results: Sequence[SpotResult]) -> SpotResultsOut:
    rows = [
        SpotResultOut(number=r.number, outcome="refused" if r.code else "done", code=r.code, detail=r.detail)
        for r in results
    ]
    refused = sum(row.outcome == "refused" for row in rows)
    return SpotResultsOut(done=len(rows) - refused, refused=refused, results=rows)
