"""Conversations of a merged reservation continue with the one it was merged into, as its notes do.

Nothing is rewritten: a conversation keeps its reservation, and readers follow the merge from there. So undoing a merge
brings the conversations back, with what came in meanwhile.
"""

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.reservations.models import Reservation


def followed(session: Session, ids: Iterable[int | None]) -> dict[int, int]:
    """For each of these reservations the one it was merged into, usually itself."""
    found = {id_: id_ for id_ in ids if id_ is not None}
    latest = set(found)
    while latest:
        is_merged = Reservation.id.in_(latest) & Reservation.merged_into_id.is_not(None)
        rows = session.execute(select(Reservation.id, Reservation.merged_into_id).where(is_merged))
        into = {row.id: row.merged_into_id for row in rows}
        found = {id_: into.get(heir, heir) for id_, heir in found.items()}
        latest = set(into.values())
    return found


def standing_for(session: Session, ids: Iterable[int]) -> list[int]:
    """The reservations whose conversations count as those of the given ones: themselves and all that were merged into
    them, without those that were merged into others themselves.
    """
    found = [id_ for id_, heir in followed(session, ids).items() if id_ == heir]
    latest = list(found)
    while latest:
        latest = list(session.scalars(select(Reservation.id).where(Reservation.merged_into_id.in_(latest))))
        found += latest
    return found
