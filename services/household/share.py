"""A household chooses another package or plan before the contract: the offer is computed again and both are shown."""

from datetime import datetime
from typing import Final

from sqlalchemy.orm import Session

from services.household.errors import ChangedMeanwhile, NotNow, TooLittleEnergy
from services.household.mails import letter
from services.household.own import locked, shown
from services.mail.letters.household import ReservationChanged
from services.offer import PLANS
from services.parks.models import Park
from services.reservations.changes import Note, change
from services.reservations.desk.change_share import (
    Choice,
    Comparison,
    changed_lines,
    choice_columns,
    chosen_of,
    compared,
    energy_left,
    keep_evidence,
    resized,
)
from services.reservations.mails import order_letters
from services.reservations.models import Reservation
from services.reservations.placement import promised
from services.reservations.transitions import BEFORE_CONTRACT, HOUSEHOLD
from services.staff import audit

_TOO_LATE: Final = "Nach dem Vertrag lässt sich der Anteil hier nicht mehr ändern. Bitte schreiben Sie uns."


def compare(session: Session, reservation_id: int, wanted: Choice) -> Comparison:
    """What a change would mean; nothing is changed. NotNow."""
    reservation = shown(session, reservation_id)
    _refuse_late(reservation)
    return compared(session, reservation, wanted)


def change_share(session: Session, reservation_id: int, known: Choice, wanted: Choice, now: datetime) -> None:
    """Change package and plan from those the page showed. NotNow, ChangedMeanwhile, TooLittleEnergy."""
    reservation = locked(session, reservation_id, with_park=True)
    _refuse_late(reservation)
    if known != chosen_of(reservation):
        raise ChangedMeanwhile
    if known == wanted:
        return
    before, columns = promised(reservation), choice_columns(reservation, wanted)
    if not resized(session, reservation, wanted.annual_kwh, now):
        park = session.get_one(Park, reservation.park_id, populate_existing=True)
        raise TooLittleEnergy(energy_left(park) or 0, wanted.annual_kwh - known.annual_kwh)
    change(session, reservation, columns, Note(HOUSEHOLD, "change_share"), now)
    session.flush()
    lines = changed_lines(before, promised(reservation))
    order_letters(session, [letter(reservation, ReservationChanged, lines=lines)], now)
    details = {
        "from": [known.annual_kwh, known.payment_plan],
        "to": [wanted.annual_kwh, wanted.payment_plan],
        "state": reservation.state,
        "evidence": keep_evidence(session, reservation, known, now),
    }
    event = audit.Event(HOUSEHOLD, "reservation.change_share", f"reservation:{reservation.id}", details)
    audit.append(session, [event], now)


def refuse_plan(wanted: Choice, known: Choice, *, instalments_offered: bool) -> None:
    """NotNow for instalments where this installation does not offer them; a household keeps those it has."""
    is_new = wanted.payment_plan != known.payment_plan
    if is_new and PLANS[wanted.payment_plan].months and not instalments_offered:
        raise NotNow("Ratenzahlung bieten wir derzeit nicht an.")


def _refuse_late(reservation: Reservation) -> None:
    if reservation.state not in BEFORE_CONTRACT:
        raise NotNow(_TOO_LATE)
