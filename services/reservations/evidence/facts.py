"""The facts that evidence keeps of an offer, as members of its row: later code need not know how they were computed."""

from typing import Any, Protocol

from services.offer.constants import CARD_VERIFICATION_CENTS, MINIMUM_TENTH_CT
from services.offer.quote import Quote, quote
from services.reservations.placement import figure_columns


class NamedPark(Protocol):
    """A park as it was read or locked."""

    @property
    def name(self) -> str:
        """As people read it."""

    @property
    def spot_limit(self) -> int:
        """How many places it has."""


def place_of(reference: str, park_id: str, park: NamedPark, spot_number: int) -> dict[str, Any]:
    """Which place of which park a decision is about."""
    return {
        "reference": reference,
        "park_id": park_id,
        "park_name": park.name,
        "spot_number": spot_number,
        "spots_total": park.spot_limit,
    }


def facts_of(figures: Quote) -> dict[str, Any]:
    """Package, plan and every binding figure; `least_*` are those with the contract's minimum credit."""
    least = quote(figures.package.annual_kwh, figures.plan.id, MINIMUM_TENTH_CT)
    return {
        "package": figures.package.name,
        "annual_kwh": figures.package.annual_kwh,
        "payment_plan": figures.plan.id,
        "plan_months": figures.plan.months,
        "credit_tenth_ct": figures.tenth_ct,
        **figure_columns(figures),
        "deposit_cents": CARD_VERIFICATION_CENTS,
        "least_monthly_cents": least.credits.monthly,
        "least_annual_cents": least.credits.annual,
        "least_break_even_tenth_years": least.break_even_tenth_years,
        "least_covered_tenth_years": least.paid_break_even_tenth_years,
    }
