"""Staff take a reservation up again that was cancelled or has expired, when its end can no longer be undone."""

from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.german import counted
from services.household_links.links import issue_one
from services.household_links.models import Purpose
from services.mail import outbox
from services.mail.letters.household import ConfirmAddress
from services.parks import allocation
from services.parks.models import IS_FREE, HoldReason, Park, Spot, SpotState
from services.reservations.desk.correct import (
    Corrected,
    TakingBack,
    locked,
    refuse,
    refused,
    write_down,
)
from services.reservations.desk.duplicates import suspects_of
from services.reservations.desk.outcomes import Refusal, consequences
from services.reservations.desk.perform import Request
from services.reservations.desk.schemas import PerformedOut, ReopenPreviewOut
from services.reservations.desk.show import find
from services.reservations.desk.undoable import ending_undoable
from services.reservations.mails import GRACE, compose, letter_key
from services.reservations.models import TAKEN_OVER, Reservation, ReservationChange, StaffOperation
from services.reservations.states import DepositState, ReservationState
from services.reservations.transitions import REOPEN

_UNDO_INSTEAD: Final = Refusal(
    "undo_possible", "Das Ende lässt sich noch rückgängig machen. Dann bleibt alles, wie es war."
)
_LONGEST_REASON: Final = 500
_MERGED: Final = Refusal("merged", "Diese Reservierung ist in einer anderen desselben Haushalts aufgegangen.")
_HANDED_OVER: Final = Refusal("handed_over", "Diesen Platz hat der Haushalt an einen anderen übergeben.")


def preview(session: Session, reservation_id: int, now: datetime) -> ReopenPreviewOut:
    """What it would mean. UnknownReservation; OperationRefused where its state does not allow it."""
    reservation = find(session, reservation_id)
    refuse(REOPEN, reservation)
    park = session.get_one(Park, reservation.park_id, populate_existing=True)
    why_not = _refusal(session, reservation, park, now)
    number = None if why_not else _number_for(session, reservation, park)
    if why_not is None and number is None:
        why_not = _full(park)
    if why_not is not None:
        return ReopenPreviewOut(spot_number=None, consequences=[], refusal=why_not, waiting=park.waiting)
    sentences = consequences(REOPEN, [reservation])
    said = [*_of_place(reservation, number), *sentences]
    return ReopenPreviewOut(spot_number=number, consequences=said, refusal=None, waiting=park.waiting)


def reopen(session: Session, request: Request, past_waiting: str, now: datetime) -> PerformedOut:
    """Take it up again at its own place if that is free, else at the lowest free one. `past_waiting`: why it goes
    before those who wait; refused without, where any wait. UnknownReservation, OperationRefused. A unit of work.
    """
    reservation = locked(session, request)
    park = session.get_one(Park, reservation.park_id, populate_existing=True)
    why_not = _refusal(session, reservation, park, now)
    if why_not is None and park.waiting and not past_waiting:
        why_not = _somebody_waits(park)
    if why_not is not None:
        raise refused(why_not, reservation)
    number = _take(session, reservation, now)
    if number is None:
        raise refused(_full(park), reservation)
    state, former = reservation.state, reservation.spot_number
    details = {"state": [state, ReservationState.RESERVED.value], "spot": [former, number]}
    if park.waiting:
        details["past_waiting"] = park.waiting

    def settle(performed: StaffOperation) -> dict[str, Any]:
        if reservation.has_mailbox and reservation.email_confirmed_at is None:
            seed = issue_one(session, reservation.id, Purpose.CONFIRM, reservation.email, now)
            key = letter_key(ConfirmAddress.kind, reservation.reference, performed.id)
            mail = compose(reservation, ConfirmAddress.kind, key, now + GRACE, link_seed=seed, confirm_by="")
            outbox.order(session, [mail], now)
        return {}

    members = {"keeps_number": number == former}
    corrected = Corrected(_columns(session, reservation, number), members, details, settle)
    if past_waiting:
        request = replace(request, reason=f"{request.reason} (vor der Warteliste: {past_waiting})"[:_LONGEST_REASON])
    return write_down(session, request, reservation, corrected, now)


def _refusal(session: Session, reservation: Reservation, park: Park, now: datetime) -> Refusal | None:
    if reservation.merged_into_id is not None:
        return _MERGED
    if session.scalar(select(Reservation.id).where(Reservation.taken_over_from_id == reservation.id, TAKEN_OVER)):
        return _HANDED_OVER
    if ending_undoable(session, reservation, now):
        return _UNDO_INSTEAD
    if park.cancelled_at is not None:
        return Refusal("park_cancelled", f"Der Solarpark {park.name} wird nicht gebaut.")
    if park.paused_at is not None:
        return Refusal("park_paused", f"Im Solarpark {park.name} sind die Reservierungen angehalten.")
    return None


def _columns(session: Session, reservation: Reservation, number: int) -> dict[str, Any]:
    """As a new reservation's: the card is to be checked, unless its money was taken and never given back. There is no
    deadline for the address, since staff answer for it, as with an end that is undone. A household that has reserved
    again meanwhile is to be looked at.
    """
    is_suspect = {"duplicate_suspected": True, "duplicate_checked_at": None}
    was_taken = reservation.deposit_state == DepositState.VERIFIED
    return {
        "state": ReservationState.RESERVED.value,
        "spot_number": number,
        "deposit_state": (DepositState.VERIFIED if was_taken else DepositState.RESERVED).value,
        "confirm_by": None,
        **(is_suspect if suspects_of(session, reservation) else {}),
    }


def _take(session: Session, reservation: Reservation, now: datetime) -> int | None:
    """Its own spot, even if that is still held for it; else the lowest free one."""
    park, number = reservation.park_id, reservation.spot_number
    if _is_held_for(session, reservation) and allocation.take_back(session, park, [number], now):
        return number
    return allocation.take_again(session, park, number, reservation.annual_kwh, now)


def _is_held_for(session: Session, reservation: Reservation) -> bool:
    is_its = (Spot.park_id == reservation.park_id) & (Spot.number == reservation.spot_number)
    is_held = (Spot.state == SpotState.HELD.value) & (Spot.held_for == HoldReason.UNDO.value)
    return session.scalar(select(Spot.held_reservation_id).where(is_its, is_held)) == reservation.id


def _number_for(session: Session, reservation: Reservation, park: Park) -> int | None:
    """The number that `_take` would answer now."""
    if _is_held_for(session, reservation):
        return reservation.spot_number
    if park.kwh_limit is not None and park.kwh_taken + reservation.annual_kwh > park.kwh_limit:
        return None
    free = select(Spot.number).where(Spot.park_id == park.id, IS_FREE, Spot.number <= park.spot_limit)
    own = session.scalar(free.where(Spot.number == reservation.spot_number))
    return own or session.scalar(free.order_by(Spot.number).limit(1))


def _full(park: Park) -> Refusal:
    return Refusal(
        "park_full",
        f"Im Solarpark {park.name} ist kein Platz frei. Der Haushalt kann sich auf die Warteliste eintragen; "
        f"dort {_standing(park.waiting_length)}.",
    )


def _somebody_waits(park: Park) -> Refusal:
    return Refusal(
        "somebody_waits",
        f"Auf der Warteliste {_standing(park.waiting_length)}. Soll dieser Haushalt vorher einen Platz bekommen, "
        "nennen Sie bitte den Grund.",
    )


def _standing(count: int) -> str:
    if count == 0:
        return "steht noch niemand"
    return f"{'steht' if count == 1 else 'stehen'} {counted(count, 'Haushalt', 'Haushalte')}"


def _of_place(reservation: Reservation, number: int | None) -> list[str]:
    if number == reservation.spot_number:
        return [f"Der Haushalt bekommt seinen Platz {number} wieder."]
    return [f"Der Platz {reservation.spot_number} ist vergeben. Der Haushalt bekommt den Platz {number}."]


def _take_back(session: Session, reservation: Reservation, made: ReservationChange, now: datetime) -> None:
    """The mail that asks for the address waits as long as the one whose waiting allows the undo."""
    allocation.free(session, reservation.park_id, {reservation.spot_number: reservation.annual_kwh}, now)
    key = letter_key(ConfirmAddress.kind, reservation.reference, made.operation_id or 0)
    outbox.cancel(session, [key], now)


TAKING_BACK: Final = TakingBack(_take_back)
