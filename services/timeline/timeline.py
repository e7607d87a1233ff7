"""One timeline of everything about a reservation, by pages.

All of it is read for each page: the counts need it anyway, and a reservation has some dozens of entries.
"""

from collections import Counter
from datetime import datetime
from typing import Final

from sqlalchemy.orm import Session

from services.reservations.desk.show import find
from services.timeline.schemas import TimelineCountsOut, TimelineOut, TimelineQuery
from services.timeline.sources import Found, Reading, found_in

PAGE: Final = 50


def timeline(session: Session, reservation_id: int, wanted: TimelineQuery, reader: str, now: datetime) -> TimelineOut:
    """A page of the timeline; UnknownReservation when there is no such reservation."""
    found = found_in(Reading(session, find(session, reservation_id), reader, now))
    in_group = [one for one in found if wanted.group in (None, one.entry.group)]
    older = [one for one in in_group if not one.is_pinned and _is_after(one, wanted.after)]
    page = [one.entry for one in older[:PAGE]]
    return TimelineOut(
        pinned=[one.entry.note for one in in_group if one.is_pinned and one.entry.note is not None],
        entries=page,
        counts=_counts(found),
        after=page[-1].key if len(older) > PAGE else None,
    )


def _is_after(one: Found, key: str | None) -> bool:
    return key is None or one.place < tuple(map(int, key.split("_")))


def _counts(found: list[Found]) -> TimelineCountsOut:
    counts = Counter(one.entry.group.value for one in found)
    return TimelineCountsOut(
        all=len(found),
        notes=counts["notes"],
        messages=counts["messages"],
        operations=counts["operations"],
        money=counts["money"],
        traces=counts["traces"],
    )
