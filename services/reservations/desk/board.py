"""The board: reservations by state, with the count and the newest of each."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.reservations.models import Reservation
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
    newest = func.row_number().over(
        partition_by=Reservation.state, order_by=(Reservation.created_at.desc(), Reservation.id.desc())
    )
    count = func.count().over(partition_by=Reservation.state)
    ranked = select(Reservation.id, Reservation.state, newest.label("place"), count.label("in_state")).subquery()
    ids: dict[str, list[int]] = defaultdict(list)
    counts: dict[str, int] = {}
    for row in session.execute(select(ranked).where(ranked.c.place <= SHOWN).order_by(ranked.c.place)):
        ids[row.state].append(row.id)
        counts[row.state] = row.in_state
    return [Column(state, counts.get(state, 0), ids[state]) for state in ReservationState]
