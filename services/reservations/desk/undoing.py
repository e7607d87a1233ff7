"""Takes corrections back: the spot or the energy first, since another household may have them by now."""

from datetime import datetime
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.mail import outbox
from services.mail.letters.household import ConfirmAddress
from services.mail.models import Mail
from services.parks import allocation
from services.reservations.desk.correction_operations import CHANGE_SHARE, MOVE_SPOT, REOPEN
from services.reservations.desk.move_spot import Place, exchange
from services.reservations.desk.offer_change import Choice, keep_taken_back, resized
from services.reservations.desk.refusals import Refusal
from services.reservations.mails import letter_key
from services.reservations.models import Reservation, ReservationChange

_SPOT_GONE: Final = Refusal("spot_gone", "Der frühere Platz ist inzwischen anders vergeben.")
_ENERGY_GONE: Final = Refusal("too_little_energy", "Für das frühere Paket ist im Park zu wenig Energie frei.")


def take_back(session: Session, reservation: Reservation, made: ReservationChange, now: datetime) -> Refusal | None:
    """Take back what the correction did beside the reservation's own columns. None: done, or nothing to do; otherwise
    why it is impossible, and then nothing has changed.
    """
    match made.action:
        case CHANGE_SHARE.name:
            kwh = int(made.before.get("annual_kwh", reservation.annual_kwh))
            return None if resized(session, reservation, kwh, now) else _ENERGY_GONE
        case MOVE_SPOT.name:
            park = str(made.before.get("park_id", reservation.park_id))
            number = int(made.before.get("spot_number", reservation.spot_number))
            return None if exchange(session, reservation, Place(park, number), now) else _SPOT_GONE
        case REOPEN.name:
            kwh_of = {reservation.spot_number: reservation.annual_kwh}
            allocation.free(session, reservation.park_id, kwh_of, now)
            _cancel_question(session, reservation, made.operation_id or 0, now)
    return None


def parks_of(made: ReservationChange) -> set[str]:
    """Parks beside the reservation's own in which taking back changes spots."""
    return {str(made.before["park_id"])} if "park_id" in made.before else set()


def settle(session: Session, reservation: Reservation, made: ReservationChange, now: datetime) -> dict[str, Any]:
    """Once its columns are back: keep that the former offer counts again. Returns details for the log."""
    if made.action not in (CHANGE_SHARE.name, MOVE_SPOT.name):
        return {}
    details: dict[str, Any] = {"state": reservation.state}
    if made.action == CHANGE_SHARE.name:
        replaced = {name: made.after.get(name, getattr(reservation, name)) for name in ("annual_kwh", "payment_plan")}
        details["evidence"] = keep_taken_back(session, reservation, Choice(**replaced), now)
    return details


def correcting_members(session: Session, made: ReservationChange, sent_key: str) -> dict[str, Any]:
    """Members of the mail that corrects the one sent under this key: its lines the other way round."""
    if made.action not in (CHANGE_SHARE.name, MOVE_SPOT.name):
        return {}
    values = session.scalars(select(Mail.values).where(Mail.dedupe_key == sent_key)).one()
    return {"lines": [[label, after, before] for label, before, after in values["lines"]], "is_by_us": True}


def _cancel_question(session: Session, reservation: Reservation, operation_id: int, now: datetime) -> None:
    """The mail that asks for the address waits as long as the one whose waiting allows the undo."""
    outbox.cancel(session, [letter_key(ConfirmAddress.kind, reservation.reference, operation_id)], now)
