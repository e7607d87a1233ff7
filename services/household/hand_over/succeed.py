"""One reservation follows another one in its place: what both ways of passing a place on have in common."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy.orm import Session

from services.parks import allocation
from services.reservations.changes import WITHHELD, Note, change
from services.reservations.desk.perform import Request, record, withhold
from services.reservations.mails import letter, order_letters
from services.reservations.models import Reservation, StaffOperation
from services.reservations.states import DepositState, ReservationState

FIGURES: Final = (
    "annual_kwh",
    "payment_plan",
    "credit_tenth_ct",
    "nominal_interest_bp",
    "effective_interest_bp",
    "share_amount_cents",
    "plan_total_cents",
    "instalment_cents",
    "last_instalment_cents",
    "monthly_credit_cents",
    "annual_credit_cents",
    "total_credits_cents",
    "minimum_total_cents",
    "break_even_tenth_years",
    "paid_break_even_tenth_years",
    "setup_fee_cents",
    "yearly_platform_fee_cents",
    "deposit_cents",
)
"""What was promised; taken over unchanged, nothing is quoted again."""
PASSED_ON: Final = ("park_id", "spot_number", *FIGURES)


def end_former(
    session: Session, given: Reservation, request: Request, reference: str, now: datetime, **members: Any
) -> tuple[StaffOperation, list[str]]:
    """End the former reservation by this operation and write to its household; also returns the kinds of the mails that
    it does not get any more. `reference`: of the one that follows; `members`: what only the mail says.
    """
    operation = request.operation
    performed = record(session, request, now)
    mail = letter(given, operation, performed, now, **members)
    values = {
        "state": str(operation.to_state),
        "deposit_state": operation.deposit_after(DepositState(given.deposit_state)).value,
    }
    note = Note(request.actor, operation.name, request.reason, performed.id)
    withheld = withhold(session, operation, [given], now).get(given.id, {})
    change(session, given, values, note, now, {"handed_over_to": (None, reference), **withheld})
    # Before the new one is inserted: a spot has one active reservation.
    session.flush()
    order_letters(session, [mail], now)
    return performed, withheld[WITHHELD][1] if withheld else []


def successor(given: Reservation, own: Mapping[str, Any], reference: str, now: datetime, **values: Any) -> Reservation:
    """Place and promise of the former household, everything else of the new one (`own`). It came by no campaign."""
    fresh: dict[str, Any] = {
        "state": ReservationState.RESERVED.value,
        "version": 1,
        "created_at": now,
        "updated_at": now,
        "deposit_state": DepositState.RESERVED.value,
        "client_figures": {},
        "price_mismatch": False,
        "duplicate_suspected": False,
        "utm_source": "",
        "utm_campaign": "",
        "referral_code": "",
        "taken_over_from_id": given.id,
    }
    passed_on = {name: getattr(given, name) for name in PASSED_ON}
    return Reservation(**passed_on, **{**fresh, **own, **values}, reference=reference)


def begin_in_place(session: Session, taken: Reservation, now: datetime) -> None:
    """Store the new reservation; its spot is never free."""
    session.add(taken)
    session.flush()
    if not allocation.pass_on(session, taken.park_id, taken.spot_number, now):
        raise RuntimeError(f"spot {taken.spot_number} of {taken.park_id} was not held by {taken.taken_over_from_id}")
