"""The sample calculation of the invest screen. Its assumptions are the specification's, not a promise."""

from dataclasses import dataclass
from decimal import Decimal

from services.core.money import divide_half_up, half_up
from services.offer.constants import OFFER

_INVEST = OFFER["invest"]
_RETURN_TENTH_PERCENT = half_up(Decimal(str(_INVEST["assumed_yearly_return_percent"])) * 10)


@dataclass(frozen=True, slots=True)
class InvestFigures:
    """Savings in cents, the share of the park in hundredths of a per cent, break-even in tenths of a year."""

    yearly: int
    monthly: int
    break_even_tenth_years: int
    share_hundredth_percent: int
    yearly_cost_with_share: int


def invest_figures(amount_cents: int) -> InvestFigures:
    """Figures for an amount above zero: 6.5 % of it a year, as the specification's example assumes."""
    if amount_cents <= 0:
        raise ValueError("an amount above zero is needed")
    yearly = divide_half_up(amount_cents * _RETURN_TENTH_PERCENT, 1000)
    return InvestFigures(
        yearly=yearly,
        monthly=divide_half_up(amount_cents * _RETURN_TENTH_PERCENT, 12_000),
        break_even_tenth_years=divide_half_up(10_000, _RETURN_TENTH_PERCENT),
        share_hundredth_percent=divide_half_up(amount_cents, _INVEST["euros_per_percent_of_park"]),
        yearly_cost_with_share=_INVEST["example_normal_cost_eur"] * 100 - yearly,
    )
