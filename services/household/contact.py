"""A household corrects its name and telephone number, and asks for another address."""

from datetime import datetime
from typing import Final

from sqlalchemy.orm import Session

from services.core.contact_details import Email
from services.household.errors import NotNow
from services.household.inputs import ContactChangeIn
from services.household.mails import letter, send_to_new_address
from services.household.own import locked, refuse_stale
from services.household.sign_in.send_link import may_mail
from services.mail.letters.household import ReservationChanged
from services.reservations.changes import Note, change
from services.reservations.desk.duplicates import COMPARED, flag_if_alike
from services.reservations.mails import order_letters
from services.reservations.states import HOLDS_A_SPOT
from services.reservations.transitions import HOUSEHOLD
from services.settings import Settings
from services.staff import audit

_LABELS: Final = {"first_name": "Vorname", "last_name": "Nachname", "mobile_phone": "Telefon"}
_OVER: Final = "Diese Reservierung ist beendet. Ihre Angaben darin bleiben, wie sie sind."


def change_contact(session: Session, reservation_id: int, wanted: ContactChangeIn, now: datetime) -> None:
    """Change name and telephone. NotNow once the reservation is over, ChangedMeanwhile."""
    reservation = locked(session, reservation_id)
    if reservation.state not in HOLDS_A_SPOT:
        raise NotNow(_OVER)
    columns = {
        "first_name": wanted.first_name,
        "last_name": wanted.last_name,
        "mobile_phone": wanted.mobile_phone.typed,
        "mobile_phone_e164": wanted.mobile_phone.e164,
    }
    refuse_stale(session, reservation, wanted.version, columns)
    before = {name: getattr(reservation, name) for name in columns}
    recorded = change(session, reservation, columns, Note(HOUSEHOLD, "change_contact"), now)
    if recorded is None:
        return
    if recorded.after.keys() & COMPARED:
        flag_if_alike(session, reservation, now)
    session.flush()
    lines = [
        [label, str(before[name]), str(getattr(reservation, name))]
        for name, label in _LABELS.items()
        if before[name] != getattr(reservation, name)
    ]
    order_letters(session, [letter(reservation, ReservationChanged, lines=lines)], now)
    details = {"fields": sorted(recorded.after)}
    event = audit.Event(HOUSEHOLD, "reservation.change_contact", f"reservation:{reservation.id}", details)
    audit.append(session, [event], now)


def ask_for_address(session: Session, settings: Settings, reservation_id: int, email: Email, now: datetime) -> None:
    """Send a link to a new address; the present one stays until the link has been used. NotNow."""
    reservation = locked(session, reservation_id)
    if reservation.state not in HOLDS_A_SPOT:
        raise NotNow(_OVER)
    if email.normalized == reservation.email_normalized:
        raise NotNow("Das ist schon Ihre Adresse.")
    if not may_mail(session, settings, f"new-address:{reservation.reference}", now):
        raise NotNow("Heute haben wir schon mehrere Links geschickt. Bitte versuchen Sie es morgen noch einmal.")
    send_to_new_address(session, reservation, email.typed, now)
    event = audit.Event(HOUSEHOLD, "reservation.ask_for_address", f"reservation:{reservation.id}", {})
    audit.append(session, [event], now)
