"""The board: reservations by state, with the count and the newest of each."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.reservations.listing.filters import ListFilters
from services.reservations.listing.models import ValueCount
from services.reservations.listing.pages import Slice, page_of
from services.reservations.states import ReservationState

SHOWN = 20
"""Reservations shown per state; the list filtered by state has the rest."""


@dataclass(frozen=True, slots=True)
class Column:
    """One state with the number of its reservations and the ids of the newest."""

    state: ReservationState
    count: int
    ids: Sequence[int]


def board(session: Session) -> list[Column]:
    """A column for every state, in the order of a reservation's life."""
    kept = select(ValueCount.value, ValueCount.entries).where(ValueCount.name == "state")
    counts: dict[str, int] = dict(session.execute(kept).all())
    return [
        Column(state, counts.get(state, 0), _newest(session, state, counts.get(state, 0))) for state in ReservationState
    ]


def _newest(session: Session, state: ReservationState, count: int) -> Sequence[int]:
    if not count:
        return []
    return page_of(session, ListFilters(state=[state]), Slice(per_page=SHOWN)).ids
