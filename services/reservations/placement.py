"""A request with its allocated spot: the offer computed by us, its reference, its deadline."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.db.rows import given_texts
from services.core.money import to_cents
from services.core.references import new_reference
from services.mail.link_tokens import new_seed
from services.offer import (
    CARD_VERIFICATION_CENTS,
    SETUP_FEE_CENTS,
    YEARLY_PLATFORM_FEE_CENTS,
    Credits,
    Instalments,
    Quote,
    quote,
)
from services.reservations.evidence.models import EvidenceMoment
from services.reservations.models import Reservation
from services.reservations.states import DepositState
from services.reservations.validation import ReservationRequest
from services.visits.touches import Touch, read_touches


def _used_references_query(dialect: str) -> Any:
    """One look into the index for each, which a planner without statistics would not choose for a list."""
    drawn = given_texts(dialect, "drawn")
    found = select(Reservation.reference).where(Reservation.reference == drawn.c.value).scalar_subquery()
    return select(found).select_from(drawn)


_USED_REFERENCES = {dialect: _used_references_query(dialect) for dialect in ("sqlite", "postgresql")}

REQUEST_COLUMNS: Final = tuple(
    name for name in ReservationRequest.__dataclass_fields__ if name in Reservation.__table__.c
)
"""What is stored as the household sent it."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The origin of a reservation entered by staff: the actor (`staff:7`), the `Channel`, and the day of its letter or
    fair.
    """

    by: str
    channel: str
    received_on: date | None


@dataclass(frozen=True, slots=True)
class Origin:
    """What is kept of where a call came from: labels of its network and its line (`core/http/callers/networks.py`), and
    the beginning of the burst it came in, if any.
    """

    network: str | None = None
    line: str | None = None
    burst_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Placement:
    """A request with its allocated spot and the server's binding figures."""

    request: ReservationRequest
    quote: Quote
    spot_number: int
    reference: str
    price_mismatch: bool
    duplicate_suspected: bool
    touches: Sequence[Touch]
    confirm_by: datetime | None
    link_seed: str
    """Of the link to its page in its mail; empty: none, since there is no mailbox, or nobody is written to."""
    confirmed_at: datetime | None = None
    """When the address was confirmed, if that was before."""
    moment: EvidenceMoment = EvidenceMoment.RESERVED
    desk: Desk | None = None
    """None: the household reserved by itself."""
    origin: Origin = Origin()
    called_at: datetime | None = None
    """When the household sent its call and agreed to the terms, if that was before."""


def place(
    request: ReservationRequest,
    spot_number: int,
    *,
    is_duplicate: bool,
    now: datetime,
    reference: str | None = None,
    confirm_by: datetime | None = None,
) -> Placement:
    """Compute the household's offer and compare it with the figures its browser sent. `reference` is one of
    `unused_references`, drawn here unless given; without `confirm_by` the place is held for good. `now`: when it
    called.
    """
    figures = quote(request.annual_kwh, request.payment_plan, request.credit_tenth_ct)
    return Placement(
        request=request,
        quote=figures,
        spot_number=spot_number,
        reference=reference or new_reference(),
        price_mismatch=has_price_mismatch(figures, request.client_figures),
        duplicate_suspected=is_duplicate,
        touches=read_touches(request.touches, request.attribution, request.device, now),
        confirm_by=confirm_by,
        link_seed=new_seed(),
    )


def unused_references(session: Session, count: int) -> list[str]:
    """The given number of unused references. A used one is redrawn: a collision happens once in thousands of
    millions, and is no reason to refuse a household.
    """
    found: dict[str, None] = {}
    while len(found) < count:
        drawn = {new_reference() for _ in range(count - len(found))} - found.keys()
        connection = session.connection()
        used = connection.execute(_USED_REFERENCES[connection.dialect.name], {"drawn": json.dumps(list(drawn))})
        found |= dict.fromkeys(drawn.difference(used.scalars()))
    return list(found)


def has_price_mismatch(figures: Quote, client: Mapping[str, Any]) -> bool:
    """Whether a figure sent by the client differs from ours, amounts to the cent. A missing one does not."""
    ours = {
        "solar_share_amount": figures.package.price_cents,
        "expected_monthly_credit": figures.credits.monthly,
        "expected_annual_credit": figures.credits.annual,
        "expected_total_credits": figures.credits.total,
        "yearly_platform_fee": YEARLY_PLATFORM_FEE_CENTS,
        "deposit_amount": CARD_VERIFICATION_CENTS,
        "setup_fee": SETUP_FEE_CENTS,
    }
    if any(_differs(client[name], cents) for name, cents in ours.items() if name in client):
        return True
    rate = client.get("payment_interest_rate")
    if rate is not None and Decimal(repr(rate)) * 100 != figures.plan.nominal_percent:
        return True
    return bool(client.get("deposit_status", DepositState.RESERVED) != DepositState.RESERVED)


def _differs(amount: float, cents: int) -> bool:
    # Most clients send the identical number; only others need the exact and slower parsing.
    return amount != cents / 100 and to_cents(amount) != cents


def figure_columns(figures: Quote) -> dict[str, int]:
    """The binding figures of an offer, as the columns of a reservation hold them."""
    return {
        "nominal_interest_bp": figures.plan.nominal_percent * 100,
        "effective_interest_bp": int(figures.instalments.effective_percent * 100),
        "share_amount_cents": figures.package.price_cents,
        "plan_total_cents": figures.instalments.total,
        "instalment_cents": figures.instalments.monthly,
        "last_instalment_cents": figures.instalments.last,
        "monthly_credit_cents": figures.credits.monthly,
        "annual_credit_cents": figures.credits.annual,
        "total_credits_cents": figures.credits.total,
        "minimum_total_cents": figures.credits.minimum_total,
        "break_even_tenth_years": figures.break_even_tenth_years,
        "paid_break_even_tenth_years": figures.paid_break_even_tenth_years,
        "setup_fee_cents": figures.setup_fee_cents,
        "yearly_platform_fee_cents": YEARLY_PLATFORM_FEE_CENTS,
    }


def promised(reservation: Reservation) -> Quote:
    """The offer stored with a reservation, whatever the price book says today: the inverse of `figure_columns`."""
    today = quote(reservation.annual_kwh, reservation.payment_plan, reservation.credit_tenth_ct)
    price, total = reservation.share_amount_cents, reservation.plan_total_cents
    return replace(
        today,
        package=replace(today.package, price_cents=price),
        plan=replace(today.plan, nominal_percent=reservation.nominal_interest_bp // 100),
        credits=Credits(
            monthly=reservation.monthly_credit_cents,
            annual=reservation.annual_credit_cents,
            total=reservation.total_credits_cents,
            minimum_total=reservation.minimum_total_cents,
        ),
        instalments=Instalments(
            total=total,
            monthly=reservation.instalment_cents,
            last=reservation.last_instalment_cents,
            surcharge=total - price,
            effective_percent=Decimal(reservation.effective_interest_bp) / 100,
        ),
        break_even_tenth_years=reservation.break_even_tenth_years,
        paid_break_even_tenth_years=reservation.paid_break_even_tenth_years,
        setup_fee_cents=reservation.setup_fee_cents,
    )
