"""Reveals one masked personal value, with an audit entry."""

from datetime import datetime

from sqlalchemy.orm import Session

from services.core.contact_details import spoken_phone
from services.reservations.desk.inputs import Revealable
from services.reservations.desk.show import find
from services.staff import audit


def reveal(session: Session, reservation_id: int, field: Revealable, actor: str, now: datetime) -> str:
    """The value; UnknownReservation when there is no such reservation."""
    reservation = find(session, reservation_id)
    event = audit.Event(actor, "reservation.revealed", f"reservation:{reservation.id}", {"field": field.value})
    audit.append(session, [event], now)
    return reservation.email if field is Revealable.EMAIL else spoken_phone(reservation.mobile_phone_e164)
