"""Money: card checks that failed or are owed back, and what is owed when a park is not built."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.console.queue.sources.household import described, within
from services.console.refunds.refunds import refunds_of, total_of
from services.core.clock import berlin_day
from services.core.db.rows import fetch
from services.core.german import counted
from services.core.money import format_eur
from services.offer import CARD_VERIFICATION_CENTS, OFFER
from services.parks.models import Park
from services.reservations.desk.perform import Request, perform
from services.reservations.models import FAILED_CARD, OWED_CARD_CHECK, Reservation, ReservationChange
from services.reservations.transitions import OPERATIONS
from services.work.source import Description, Ending, Source, Subject, Term, WorkKind

REFUND_DAYS: Final = timedelta(days=OFFER["timeline"]["refund_days"])
TOLD_BEFORE: Final = -3
"""A refund is told to the administrators when so many working days are left: it must not be late."""


def refund_term(began: date, ends_on: date) -> Term:
    """The term of a refund, which § 193 BGB extends like every other in which something has to be paid."""
    return Term(began, ends_on, is_extended=True)


def _failed(session: Session, _now: datetime) -> Sequence[Subject]:
    """Each with the change by which it failed: a check that fails again is a new reason."""
    since = func.max(ReservationChange.id), func.max(ReservationChange.at)
    of_change = (ReservationChange.reservation_id == Reservation.id) & (ReservationChange.action == "fail_deposit")
    query = select(Reservation.id, Reservation.updated_at, *since).outerjoin(ReservationChange, of_change)
    rows = fetch(session, query.where(FAILED_CARD).group_by(Reservation.id, Reservation.updated_at))
    return [
        Subject(str(id_), within(berlin_day(at or updated), 1), str(change or "")) for id_, updated, change, at in rows
    ]


CARD_FAILED = Source(
    WorkKind(
        "card_failed", "Kartenprüfung gescheitert", "Karte klären", Ending.MARK, 3, "Geklärt"
    ),
    _failed,
    lambda session, ids: described(session, ids, lambda _row, _note: "Kartenprüfung gescheitert"),
)  # fmt: skip


def _owed(session: Session, _now: datetime) -> Sequence[Subject]:
    """Reservations that ended with a card check taken, each with the day on which it ended."""
    ended = (ReservationChange.reservation_id == Reservation.id) & ReservationChange.after["state"].as_string().is_not(
        None
    )
    query = select(Reservation.id, Reservation.updated_at, func.max(ReservationChange.at)).outerjoin(
        ReservationChange, ended
    )
    rows = fetch(session, query.where(OWED_CARD_CHECK).group_by(Reservation.id, Reservation.updated_at))
    return [_refund(str(id_), berlin_day(at or updated)) for id_, updated, at in rows]


def _refund(id_: str, began: date) -> Subject:
    term = refund_term(began, began + REFUND_DAYS)
    return Subject(id_, term.work_day, term.ends_on.isoformat(), term)


def _give_back(session: Session, id_: str, actor: str, now: datetime) -> int | None:
    return perform(session, Request(OPERATIONS["refund_deposit"], (int(id_),), actor), now).operation_id


DEPOSIT_REFUND = Source(
    WorkKind(
        "deposit_refund", "Erstattung der Kartenprüfung", "Erstatten", Ending.STEP, TOLD_BEFORE, "Erstattung vermerken"
    ),
    _owed,
    lambda session, ids: described(
        session, ids, lambda _row, _note: f"Kartenprüfung {format_eur(CARD_VERIFICATION_CENTS)}"
    ),
    _give_back,
)  # fmt: skip


def _cancelled_parks(session: Session, now: datetime) -> Sequence[Subject]:
    parks = session.scalars(select(Park).where(Park.cancelled_at.is_not(None)))
    found = []
    for park in parks:
        owed = refunds_of(session, park.id)
        if owed is not None and owed.rows and park.cancelled_at is not None:
            term = refund_term(berlin_day(park.cancelled_at), owed.due_on)
            found.append(Subject(park.id, term.work_day, park.cancelled_at.isoformat(), term))
    return found


def _park_refunds(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    return {id_: _park_refund(session, id_) for id_ in ids}


def _park_refund(session: Session, park_id: str) -> Description:
    owed = refunds_of(session, park_id)
    rows = owed.rows if owed else []
    households = counted(len(rows), "Haushalt", "Haushalte")
    words = f"Park wird nicht gebaut: {households}, höchstens {format_eur(total_of(rows))}"
    return Description(owed.park_name if owed else park_id, words, f"/parks/{park_id}/show#refunds", park_id=park_id)


PARK_REFUND = Source(
    WorkKind(
        "park_refund", "Erstattungen eines Parks", "Erstatten", Ending.MARK, TOLD_BEFORE, "Alles erstattet"
    ),
    _cancelled_parks,
    _park_refunds,
)  # fmt: skip
