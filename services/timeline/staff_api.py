"""Staff API for the timeline of a reservation."""

from typing import Annotated

from fastapi import Query

from services.core.http.dependencies import ClockOf
from services.core.http.transactions import Reads
from services.core.inputs import RowId
from services.staff.access import ClerkOf, StaffRouter
from services.timeline.entries import timeline
from services.timeline.schemas import TimelineOut, TimelineQuery

router = StaffRouter(tag="reservations")


@router.get("/reservations/{reservation_id:int}/timeline")
def reservation_timeline(
    reservation_id: RowId, query: Annotated[TimelineQuery, Query()], staff: ClerkOf, session: Reads, clock: ClockOf
) -> TimelineOut:
    """Everything that happened to a reservation, newest first, fifty entries at a time."""
    return timeline(session, reservation_id, query, staff.actor, clock())
