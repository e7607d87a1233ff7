"""Invites the next households of a confirmed park to the contract, in the order of their places; and how far that is.

A batch is one operation, so it is undone as one, like any other. Who has not confirmed its address, or whose card check
has failed, is passed over: a clerk decides about these one by one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.orm import Session

from services.core.german import counted, long_moment, number
from services.mail.reservation_letters import ContractInvitation
from services.parks.errors import NotConfirmed, ParkIsCancelled, UnknownPark
from services.parks.models import Park
from services.reservations.desk.parks.confirm import locked
from services.reservations.desk.parks.schemas import InvitationPreviewOut, InvitationsOut
from services.reservations.desk.perform import MOST_ROWS, Request, perform
from services.reservations.desk.schemas import PerformedOut
from services.reservations.errors import CountChanged
from services.reservations.mails import GRACE
from services.reservations.models import Reservation, ReservationChange
from services.reservations.states import DepositState, ReservationState
from services.reservations.transitions import INVITATION_LASTS, LAPSE_INVITATION, OPERATIONS

_IS_RESERVED = Reservation.state == ReservationState.RESERVED.value
_IS_INVITED = Reservation.state == ReservationState.INVITED.value
_IS_READY = and_(
    _IS_RESERVED,
    or_(Reservation.email_confirmed_at.is_not(None), Reservation.email_normalized == ""),
    Reservation.deposit_state != DepositState.FAILED.value,
)
"""Who may be invited unseen. A household without an address gets its invitation as a letter."""
_CONTRACTED: Final = (
    ReservationState.CONTRACTED,
    ReservationState.ACTIVE,
    ReservationState.ENDED,
    ReservationState.WITHDRAWN,
)
"""There is a contract, or was one."""


@dataclass(frozen=True, slots=True)
class Batch:
    """How many to invite, and how many the preview counted."""

    most: int
    confirmed_count: int


def funnel(session: Session, park_id: str) -> InvitationsOut:
    """How many households of a park are how far on their way to the contract. UnknownPark."""
    park = _park(session, park_id)
    has_contract = Reservation.state.in_([state.value for state in _CONTRACTED])
    has_ordered = has_contract | Reservation.id.in_(_changed_by("order_contract"))
    has_decided = has_ordered | Reservation.decided_at.is_not(None)
    was_invited = has_decided | Reservation.invited_at.is_not(None)
    counts: dict[str, ColumnElement[bool]] = {
        "ready": _IS_READY,
        "passed_over": _IS_RESERVED & ~_IS_READY,
        "invited": was_invited,
        "decided": has_decided,
        "ordered": has_ordered,
        "contracted": has_contract,
        "unanswered": _IS_INVITED & Reservation.decided_at.is_(None),
        "lapsed": (Reservation.state == ReservationState.EXPIRED.value)
        & Reservation.id.in_(_changed_by(LAPSE_INVITATION.name)),
        "declined": (Reservation.state == ReservationState.CANCELLED.value) & was_invited,
    }
    query = select(*(func.count().filter(condition).label(name) for name, condition in counts.items()))
    found = session.execute(query.where(Reservation.park_id == park_id)).mappings().one()
    return InvitationsOut(may_invite=park.confirmed_at is not None and park.cancelled_at is None, **found)


def _changed_by(action: str) -> Select[int]:
    return select(ReservationChange.reservation_id).where(ReservationChange.action == action)


def preview(session: Session, park_id: str, most: int, now: datetime) -> InvitationPreviewOut:
    """Dry run for the next `most` places. UnknownPark, ParkIsCancelled, NotConfirmed."""
    park = _park(session, park_id)
    if park.cancelled_at is not None:
        raise ParkIsCancelled
    if park.confirmed_at is None:
        raise NotConfirmed
    rows = _next(session, park_id, most)
    if not rows:
        return InvitationPreviewOut(households=0, consequences=["Niemand wartet auf eine Einladung."], lasting="")
    letters = sum(not row.has_mailbox for row in rows)
    kwh = sum(row.annual_kwh for row in rows)
    minutes = int(GRACE.total_seconds() // 60)
    places = f"Platz {rows[0].spot_number}" + (f" bis {rows[-1].spot_number}" if len(rows) > 1 else "")
    who = counted(len(rows), "Haushalt wird", "Haushalte werden")
    mails = counted(len(rows) - letters, "Mail", "Mails")
    consequences = [
        f"{who} eingeladen, in der Reihenfolge der Plätze: {places}, zusammen {number(kwh)} kWh im Jahr.",
        f"In {minutes} Minuten gehen {mails} hinaus: „{ContractInvitation.subject}“.",
        f"Antworten können sie bis {long_moment(now + INVITATION_LASTS)}. Vorher gehen zwei Erinnerungen hinaus.",
        "Wer bis dahin nicht antwortet, verliert den Platz; einen Tag lang lässt er sich noch zurückholen.",
    ]
    if letters:
        consequences.insert(2, f"{counted(letters, 'Brief liegt', 'Briefe liegen')} dann zum Drucken bereit.")
    if passed := funnel(session, park_id).passed_over:
        waits = counted(passed, "Haushalt wird", "Haushalte werden")
        consequences.append(f"{waits} übergangen: Adresse nicht bestätigt, oder die Kartenprüfung ist gescheitert.")
    lasting = f"Zurücknehmen lässt sich das, solange keine Mail hinausgegangen ist: {minutes} Minuten."
    return InvitationPreviewOut(households=len(rows), consequences=consequences, lasting=lasting)


def invite(session: Session, park_id: str, batch: Batch, actor: str, now: datetime) -> PerformedOut:
    """Invite them. UnknownPark, ParkIsCancelled, NotConfirmed; CountChanged if another number is next by now. A unit of
    work.
    """
    if locked(session, park_id).confirmed_at is None:
        raise NotConfirmed
    ids = tuple(row.id for row in _next(session, park_id, batch.most))
    if len(ids) != batch.confirmed_count:
        raise CountChanged(batch.confirmed_count, len(ids))
    return perform(session, Request(OPERATIONS["invite"], ids, actor, confirmed_count=len(ids)), now)


def _park(session: Session, park_id: str) -> Park:
    park = session.get(Park, park_id)
    if park is None:
        raise UnknownPark
    return park


def _next(session: Session, park_id: str, most: int) -> Sequence[Reservation]:
    is_next: ColumnElement[bool] = (Reservation.park_id == park_id) & _IS_READY
    query = select(Reservation).where(is_next).order_by(Reservation.spot_number).limit(min(most, MOST_ROWS))
    return session.scalars(query).all()
