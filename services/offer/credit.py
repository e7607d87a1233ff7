"""Credits of a share and its break-even. Formulas: `OFFER.md`."""

from dataclasses import dataclass

from services.core.money import divide_half_up
from services.offer.constants import BREAK_EVEN_EXTRA_CENTS, MINIMUM_TENTH_CT, SETUP_FEE_CENTS, TERM_YEARS


@dataclass(frozen=True, slots=True)
class Credits:
    """Expected credits in cents; `minimum_total` is the total at the contract's minimum rate."""

    monthly: int
    annual: int
    total: int
    minimum_total: int


def credits(annual_kwh: int, tenth_ct: int) -> Credits:
    """Credits of a share of `annual_kwh` at `tenth_ct` tenths of a cent per kWh.

    The total is twenty years of the exact yearly credit, not 240 rounded months.
    """
    return Credits(
        monthly=divide_half_up(annual_kwh * tenth_ct, 120),
        annual=divide_half_up(annual_kwh * tenth_ct, 10),
        total=divide_half_up(annual_kwh * tenth_ct * TERM_YEARS, 10),
        minimum_total=divide_half_up(annual_kwh * MINIMUM_TENTH_CT * TERM_YEARS, 10),
    )


def break_even_tenth_years(price_cents: int, annual_kwh: int, tenth_ct: int) -> int:
    """Years until the credits equal price + 50 €, in tenths of a year."""
    return divide_half_up((price_cents + BREAK_EVEN_EXTRA_CENTS) * 100, annual_kwh * tenth_ct)


def paid_break_even_tenth_years(
    plan_total_cents: int, annual_kwh: int, tenth_ct: int, setup_fee_cents: int = SETUP_FEE_CENTS
) -> int:
    """Years until the credits equal what a plan really costs, its total + 79 € set-up, in tenths of a year."""
    return divide_half_up((plan_total_cents + setup_fee_cents) * 100, annual_kwh * tenth_ct)


def minimum_tenth_ct(annual_kwh: int, minimum_total_cents: int) -> int:
    """The minimum rate, in tenths of a cent per kWh, behind a total that was promised for the term."""
    return divide_half_up(minimum_total_cents * 10, annual_kwh * TERM_YEARS)
