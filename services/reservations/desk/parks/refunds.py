"""What is owed to the households of a park that is not built, and until when; and to one that withdrew.

Payments are made by hand and not recorded here. What the card check took is known; of the set-up fee and the price only
what the contract asked for until it ended, so those two are what may have been paid at most.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.offer import CARD_VERIFICATION_CENTS, OFFER, PLANS, SETUP_FEE_CENTS
from services.parks.errors import UnknownPark
from services.parks.models import Park
from services.reservations.models import GIVEN_UP, Reservation, ReservationChange
from services.reservations.states import HOLDS_A_SPOT, DepositState, ReservationState

_SIGNED = frozenset({ReservationState.CONTRACTED.value, ReservationState.ACTIVE.value})
_CHECKED = frozenset({DepositState.VERIFIED.value, DepositState.REFUNDED.value})
_STARTED = ReservationState.ACTIVE.value
_ENDED = frozenset(state.value for state in ReservationState) - frozenset(state.value for state in HOLDS_A_SPOT)


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
    before = _before(session, ended)
    rows = [_refund(row, before.get(row.id, _UNKNOWN)) for row in reservations]
    owed = [row for row in rows if row.total_cents]
    due_on = berlin_day(park.cancelled_at) + timedelta(days=OFFER["timeline"]["refund_days"])
    return Refunds(park.id, park.name, due_on, owed, len(rows) - len(owed))


def owed_to(session: Session, ids: Collection[int]) -> dict[int, Refund]:
    """What each of these reservations is owed that are over, by id."""
    is_one = Reservation.id.in_(ids) & GIVEN_UP
    before = _before(session, is_one)
    rows = session.scalars(select(Reservation).where(is_one))
    return {row.id: _refund(row, before.get(row.id, _UNKNOWN)) for row in rows}


@dataclass(frozen=True, slots=True)
class _Stood:
    """Where a reservation stood when it ended, when that was, and since when its term had run."""

    state: str
    ended_at: datetime | None
    began_at: datetime | None


_UNKNOWN = _Stood("", None, None)


def _before(session: Session, which: ColumnElement[bool]) -> dict[int, _Stood]:
    query = (
        select(ReservationChange)
        .join(Reservation, Reservation.id == ReservationChange.reservation_id)
        .where(which)
        .order_by(ReservationChange.id)
    )
    found: dict[int, _Stood] = {}
    began: dict[int, datetime] = {}
    for one in session.scalars(query):
        if one.after.get("state") == _STARTED:
            began[one.reservation_id] = one.at
        if one.after.get("state") in _ENDED:
            found[one.reservation_id] = _Stood(one.before["state"], one.at, began.get(one.reservation_id))
    return found


def _refund(row: Reservation, stood: _Stood) -> Refund:
    began, ended = stood.began_at or row.created_at, stood.ended_at or row.updated_at
    return Refund(
        reservation_id=row.id,
        reference=row.reference,
        name=f"{row.first_name} {row.last_name}",
        spot_number=row.spot_number,
        state_before=stood.state,
        card_check_cents=CARD_VERIFICATION_CENTS if row.deposit_state in _CHECKED else 0,
        is_card_check_refunded=row.deposit_state == DepositState.REFUNDED.value,
        setup_fee_cents=SETUP_FEE_CENTS if stood.state in _SIGNED else 0,
        price_cents=_paid_at_most(row, began, ended) if stood.state == _STARTED else 0,
    )


def _paid_at_most(row: Reservation, began: datetime, ended_at: datetime) -> int:
    """The price, or with a plan one instalment a month that had begun."""
    months = PLANS[row.payment_plan].months
    if not months:
        return row.share_amount_cents
    first, last = berlin_day(began), berlin_day(ended_at)
    due = (last.year - first.year) * 12 + last.month - first.month + (last.day >= first.day)
    return row.plan_total_cents if due >= months else due * row.instalment_cents
