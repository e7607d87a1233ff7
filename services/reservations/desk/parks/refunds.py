"""What is owed to the households of a park that is not built, and until when.

Payments are made by hand and not recorded here. What the card check took is known; of the set-up fee and the price only
what the contract asked for until the park was called off, so those two are what may have been paid at most.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.offer import CARD_VERIFICATION_CENTS, OFFER, PLANS, SETUP_FEE_CENTS
from services.parks.errors import UnknownPark
from services.parks.models import Park
from services.reservations.models import Reservation, ReservationChange
from services.reservations.states import DepositState, ReservationState

_SIGNED = frozenset({ReservationState.CONTRACTED.value, ReservationState.ACTIVE.value})
_CHECKED = frozenset({DepositState.VERIFIED.value, DepositState.REFUNDED.value})
_STARTED = ReservationState.ACTIVE.value


@dataclass(frozen=True, slots=True)
class Refund:
    """What one household is owed, in cents. `state_before`: where its reservation stood."""

    reservation_id: int
    reference: str
    name: str
    spot_number: int
    state_before: str
    card_check_cents: int
    is_card_check_refunded: bool
    setup_fee_cents: int
    """At most."""
    price_cents: int
    """At most: the price, or the instalments until then."""

    @property
    def total_cents(self) -> int:
        """Everything, with what has been given back already."""
        return self.card_check_cents + self.setup_fee_cents + self.price_cents


@dataclass(frozen=True, slots=True)
class Refunds:
    """Of one park. `unpaid`: households that ended with it and had paid nothing."""

    park_id: str
    park_name: str
    due_on: date
    rows: list[Refund]
    unpaid: int

    @property
    def total_cents(self) -> int:
        """The sum of what is owed."""
        return sum(row.total_cents for row in self.rows)


def refunds_of(session: Session, park_id: str) -> Refunds | None:
    """The households that are owed something, by spot; None while the park is not called off. UnknownPark."""
    park = session.get(Park, park_id)
    if park is None:
        raise UnknownPark
    if park.cancelled_at is None:
        return None
    ended = (Reservation.park_id == park_id) & (Reservation.state == ReservationState.PARK_CANCELLED.value)
    order = (Reservation.spot_number, Reservation.id)
    reservations = session.scalars(select(Reservation).where(ended).order_by(*order)).all()
    before = _before(session, park_id)
    rows = [_refund(row, before.get(row.id, ("", None)), park.cancelled_at) for row in reservations]
    owed = [row for row in rows if row.total_cents]
    due_on = berlin_day(park.cancelled_at) + timedelta(days=OFFER["timeline"]["refund_days"])
    return Refunds(park.id, park.name, due_on, owed, len(rows) - len(owed))


def _before(session: Session, park_id: str) -> dict[int, tuple[str, datetime | None]]:
    """Where each reservation stood when its park was called off, and since when its term had run."""
    query = (
        select(ReservationChange)
        .join(Reservation, Reservation.id == ReservationChange.reservation_id)
        .where(Reservation.park_id == park_id, Reservation.state == ReservationState.PARK_CANCELLED.value)
        .order_by(ReservationChange.id)
    )
    states: dict[int, str] = {}
    began: dict[int, datetime] = {}
    for one in session.scalars(query):
        if one.after.get("state") == _STARTED:
            began[one.reservation_id] = one.at
        if one.after.get("state") == ReservationState.PARK_CANCELLED.value:
            states[one.reservation_id] = one.before["state"]
    return {id_: (state, began.get(id_)) for id_, state in states.items()}


def _refund(row: Reservation, stood: tuple[str, datetime | None], ended_at: datetime) -> Refund:
    state, began = stood
    return Refund(
        reservation_id=row.id,
        reference=row.reference,
        name=f"{row.first_name} {row.last_name}",
        spot_number=row.spot_number,
        state_before=state,
        card_check_cents=CARD_VERIFICATION_CENTS if row.deposit_state in _CHECKED else 0,
        is_card_check_refunded=row.deposit_state == DepositState.REFUNDED.value,
        setup_fee_cents=SETUP_FEE_CENTS if state in _SIGNED else 0,
        price_cents=_paid_at_most(row, began or row.created_at, ended_at) if state == _STARTED else 0,
    )


def _paid_at_most(row: Reservation, began: datetime, ended_at: datetime) -> int:
    """The price, or with a plan one instalment a month that had begun."""
    months = PLANS[row.payment_plan].months
    if not months:
        return row.share_amount_cents
    first, last = berlin_day(began), berlin_day(ended_at)
    due = (last.year - first.year) * 12 + last.month - first.month + (last.day >= first.day)
    return row.plan_total_cents if due >= months else due * row.instalment_cents
