"""Payment plans: one-off or instalments, by the binding formula of the specification, that of the summary.

It adds a flat surcharge (× 1.06, × 1.20, whole euros). The calculator of the site compounds the nominal rate instead
(× 1.03², × 1.05⁴). `OFFER.md` has both as a table.
"""

from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Final

from services.core.money import divide_half_up, half_up
from services.offer.constants import OFFER


@dataclass(frozen=True, slots=True)
class Plan:
    """A way to pay. `months` is 0 for a single payment; rates and surcharges are whole per cent."""

    id: str
    months: int
    nominal_percent: int
    surcharge_percent: int


@dataclass(frozen=True, slots=True)
class Instalments:
    """What a plan costs in cents. The last instalment takes what rounding left over.

    `effective_percent` is the effective annual rate of exactly these instalments, with two decimals.
    """

    total: int
    monthly: int
    last: int
    surcharge: int
    effective_percent: Decimal


PLANS: Final = {
    entry["id"]: Plan(entry["id"], entry["months"], entry["nominal_percent"], entry["summary_surcharge_percent"])
    for entry in OFFER["payment_plans"]
}


def summary_instalments(price_cents: int, plan: Plan) -> Instalments:
    """The binding figures: price × (100 + surcharge) %, rounded to whole euros, in equal instalments of cents."""
    factor = 1 + Decimal(plan.surcharge_percent) / 100
    total = half_up(price_cents * factor / 100) * 100
    count = plan.months or 1
    monthly = divide_half_up(total, count)
    last = total - (count - 1) * monthly
    rate = effective_annual_percent(price_cents, monthly, last, count) if plan.months else Decimal(0)
    return Instalments(total, monthly, last, total - price_cents, rate)


@cache
def effective_annual_percent(price_cents: int, monthly_cents: int, last_cents: int, count: int) -> Decimal:
    """The yearly rate at which `count` instalments, the last one of its own amount, are worth the price today.

    The first is due after a month. Two decimals, half up. The present value falls as the rate rises, so halving the
    interval always ends at the root. Law: PAngV, annex (effective annual rate).
    """

    def present_value(monthly_rate: float) -> float:
        discount = 1 + monthly_rate
        return monthly_cents * (1 - discount ** (1 - count)) / monthly_rate + last_cents * discount**-count

    low, high = 1e-12, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if present_value(middle) > price_cents else (low, middle)
    return Decimal(half_up(Decimal((1 + low) ** 12 - 1) * 10_000)) / 100
