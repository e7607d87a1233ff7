"""What a line about a reservation says of it, whatever the line is about."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import date
from typing import Any, Final

from sqlalchemy import Row, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from services.core.calendar.working_days import add_working_days
from services.core.db.rows import fetch
from services.reservations.desk.masking import mask_phone
from services.reservations.desk.models import ReservationNote
from services.reservations.models import Reservation
from services.work.source import Description

Facts = tuple[tuple[str, str], ...]
Columns = Sequence[InstrumentedAttribute[Any]]
Said = Reservation | Row[*tuple[Any, ...]]
"""A reservation, or the columns of it that a line says: a page has a hundred lines, and a reservation 80 columns."""
_SAID: Final = (
    Reservation.id,
    Reservation.reference,
    Reservation.park_id,
    Reservation.spot_number,
    Reservation.state,
    Reservation.first_name,
    Reservation.last_name,
    Reservation.mobile_phone,
    Reservation.follow_up_subject,
)
SHORT_AFTER = 160
"""Characters of the last note that the pane shows."""


def rows_of(session: Session, ids: Collection[str], more: Columns = ()) -> Sequence[Said]:
    """What a line says of these reservations, and `more`, in any order."""
    return fetch(session, select(*_SAID, *more).where(Reservation.id.in_(map(int, ids))))


def described(
    session: Session,
    ids: Collection[str],
    detail: Callable[[Said, str | None], str],
    facts: Any = None,
    more: Columns = (),
) -> Mapping[str, Description]:
    """A description of each reservation; `detail` gets its last note too, `facts` makes label and value of a row.
    `more`: the columns that they read beyond those of a line.
    """
    rows = rows_of(session, ids, more)
    notes = last_notes(session, [row.id for row in rows])
    return {
        str(row.id): of_reservation(row, detail(row, notes.get(row.id)), notes.get(row.id), facts(row) if facts else ())
        for row in rows
    }


def of_reservation(row: Said, detail: str, note: str | None = None, facts: Facts = ()) -> Description:
    """The line of one reservation."""
    return Description(
        title=name_of(row),
        detail=detail,
        path=f"/reservations/{row.id}/show",
        reservation_id=row.id,
        park_id=row.park_id,
        spot_number=row.spot_number,
        state=row.state,
        phone=mask_phone(row.mobile_phone) if row.mobile_phone else None,
        note=note,
        facts=facts,
    )


def name_of(row: Said) -> str:
    """First and last name."""
    return f"{row.first_name} {row.last_name}"


def last_notes(session: Session, ids: Collection[int]) -> dict[int, str]:
    """The last note of each reservation that has one, cut where it is long."""
    of_these = ReservationNote.reservation_id.in_(ids) & ReservationNote.withdrawn_at.is_(None)
    rows = session.execute(
        select(ReservationNote.reservation_id, ReservationNote.text).where(of_these).order_by(ReservationNote.id)
    )
    return {id_: text if len(text) <= SHORT_AFTER else f"{text[:SHORT_AFTER].rstrip()} …" for id_, text in rows}


def within(day: date, count: int) -> date:
    """The day until which something that came in has to be looked at: so many working days behind it."""
    return add_working_days(day, count)
