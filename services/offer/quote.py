"""The quote: all costs and returns of a choice in one value, used by the form, the mail and the table."""

from dataclasses import dataclass, replace
from functools import cache

from services.offer.constants import SETUP_FEE_CENTS
from services.offer.credit import (
    Credits,
    break_even_tenth_years,
    credits,
    minimum_tenth_ct,
    paid_break_even_tenth_years,
)
from services.offer.packages import PACKAGES, Package
from services.offer.payment_plans import PLANS, Instalments, Plan, summary_instalments


@dataclass(frozen=True, slots=True)
class Quote:
    """The binding figures of one package, plan and assumed credit.

    `break_even_tenth_years` is the formula's, with its 50 €; the paid one counts the plan and the set-up.
    """

    package: Package
    plan: Plan
    tenth_ct: int
    credits: Credits
    instalments: Instalments
    break_even_tenth_years: int
    paid_break_even_tenth_years: int
    setup_fee_cents: int = SETUP_FEE_CENTS

    @property
    def once_tenth_years(self) -> int:
        """The paid break-even of the same package without a plan."""
        price, kwh = self.package.price_cents, self.package.annual_kwh
        return paid_break_even_tenth_years(price, kwh, self.tenth_ct, self.setup_fee_cents)


@cache  # a few dozen choices exist
def quote(annual_kwh: int, plan_id: str, tenth_ct: int) -> Quote:
    """The figures of a choice; KeyError for a package or plan that is not offered."""
    package, plan = PACKAGES[annual_kwh], PLANS[plan_id]
    instalments = summary_instalments(package.price_cents, plan)
    return Quote(
        package=package,
        plan=plan,
        tenth_ct=tenth_ct,
        credits=credits(annual_kwh, tenth_ct),
        instalments=instalments,
        break_even_tenth_years=break_even_tenth_years(package.price_cents, annual_kwh, tenth_ct),
        paid_break_even_tenth_years=paid_break_even_tenth_years(instalments.total, annual_kwh, tenth_ct),
    )


def at_minimum(figures: Quote) -> Quote:
    """The same offer with the contract's minimum credit in the place of the assumed one."""
    kwh, price, total = figures.package.annual_kwh, figures.package.price_cents, figures.instalments.total
    tenth_ct = minimum_tenth_ct(kwh, figures.credits.minimum_total)
    return replace(
        figures,
        tenth_ct=tenth_ct,
        credits=replace(credits(kwh, tenth_ct), minimum_total=figures.credits.minimum_total),
        break_even_tenth_years=break_even_tenth_years(price, kwh, tenth_ct),
        paid_break_even_tenth_years=paid_break_even_tenth_years(total, kwh, tenth_ct, figures.setup_fee_cents),
    )
