"""What was done to several reservations at once within the last day, to be found again and taken back as a whole."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.reservations.desk.deadline import deadline
from services.reservations.desk.perform import UNDO_WINDOW
from services.reservations.desk.undoable import operation_named
from services.reservations.models import Reservation, ReservationChange, StaffOperation

_MOST: Final = 50


@dataclass(frozen=True, slots=True)
class Recent:
    """An operation with how many it changed. `until`: until when all of it can be taken back; None: it is final."""

    performed: StaffOperation
    count: int
    until: datetime | None


def recent(session: Session, now: datetime) -> Sequence[Recent]:
    """Operations on several reservations, newest first."""
    counted = (
        select(ReservationChange.operation_id, func.count().label("many"))
        .join(StaffOperation, StaffOperation.id == ReservationChange.operation_id)
        .where(StaffOperation.at > now - UNDO_WINDOW, ReservationChange.action == StaffOperation.name)
        .group_by(ReservationChange.operation_id)
        .having(func.count() > 1)
        .subquery()
    )
    query = select(StaffOperation, counted.c.many).join(counted, counted.c.operation_id == StaffOperation.id)
    rows = session.execute(query.order_by(StaffOperation.id.desc()).limit(_MOST)).all()
    return [Recent(performed, count, until_of(session, performed)) for performed, count in rows]


def until_of(session: Session, performed: StaffOperation) -> datetime | None:
    """Until when all of an operation can be taken back."""
    made = select(ReservationChange.reservation_id).where(
        ReservationChange.operation_id == performed.id, ReservationChange.action == performed.name
    )
    rows = session.scalars(select(Reservation).where(Reservation.id.in_(made))).all()
    return deadline(session, operation_named(performed.name), performed, rows)
