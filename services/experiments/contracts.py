"""When reservations became contracts, as the reports count them (`staging.reached`, `marts.time_to_contract`)."""

import math
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.reservations.models import Reservation, ReservationChange
from services.reservations.states import ReservationState

LEAST_RIPE_DAYS: Final = 42
_NINE_OF_TEN: Final = 0.9
_UNDO: Final = "undo_"


class Contract(NamedTuple):
    """A reservation that came to a contract, and the days between both in Berlin."""

    reserved_at: datetime
    postcode: str
    days: int


class _Move(NamedTuple):
    reservation_id: int
    action: str
    state: str | None
    at: datetime


def contracts(session: Session) -> list[Contract]:
    """All there ever were, without merged duplicates; one that was undone within its window did not happen."""
    state_after = ReservationChange.after["state"].as_string()
    columns = (ReservationChange.reservation_id, ReservationChange.action, state_after, ReservationChange.at)
    moves = session.execute(
        select(*columns)
        .where(or_(state_after == ReservationState.CONTRACTED, ReservationChange.action.startswith(_UNDO)))
        .order_by(ReservationChange.id)
    )
    reached = _reached(_Move(*move) for move in moves)
    rows = session.execute(
        select(Reservation.id, Reservation.created_at, Reservation.postcode).where(Reservation.merged_into_id.is_(None))
    )
    return [
        Contract(created_at, postcode, (berlin_day(reached[id_]) - berlin_day(created_at)).days)
        for id_, created_at, postcode in rows
        if id_ in reached
    ]


def _reached(moves: Iterable[_Move]) -> Mapping[int, datetime]:
    """The first time that each came to a contract."""
    kept: dict[int, list[_Move]] = {}
    for move in moves:
        before = kept.setdefault(move.reservation_id, [])
        if move.state == ReservationState.CONTRACTED and not move.action.startswith(_UNDO):
            before.append(move)
        elif before and move.action == f"{_UNDO}{before[-1].action}":
            before.pop()
    return {id_: moves[0].at for id_, moves in kept.items() if moves}


def ripe_days(found: Iterable[Contract]) -> int:
    """Days within which nine of ten contracts came, and at least 42."""
    days = sorted(contract.days for contract in found)
    usual = days[math.ceil(_NINE_OF_TEN * len(days)) - 1] if days else 0
    return max(usual, LEAST_RIPE_DAYS)


def judged_on(last_day: date, ripe: int | None) -> date:
    """The first day on which an experiment can be judged: after its last one, and with contracts once all are ripe."""
    return last_day + timedelta(days=1 + (ripe or 0))
