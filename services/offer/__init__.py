"""What is sold: packages, payment plans, credits, and the quote for a choice of them. Formulas: `OFFER.md`.

The figures are read once from `offer.json`, which the web apps read too.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Final

from services.core.money import divide_half_up, half_up
from services.privacy.published import Published, TextKind

_FILE: Final = Path(__file__).with_name("offer.json")

OFFER: Final[dict[str, Any]] = json.loads(_FILE.read_text(encoding="utf-8"))

TERM_YEARS: Final[int] = OFFER["term_years"]
DEFAULT_PARK: Final[str] = OFFER["defaults"]["park"]

MINIMUM_TENTH_CT: Final[int] = OFFER["credit"]["minimum_tenth_ct"]
CREDIT_TENTH_CT: Final[tuple[int, ...]] = tuple(
    range(
        MINIMUM_TENTH_CT,
        OFFER["credit"]["maximum_tenth_ct"] + 1,
        OFFER["credit"]["step_tenth_ct"],
    )
)
"""Every credit a household may assume, in tenths of a cent per kWh."""

CARD_VERIFICATION_CENTS: Final[int] = OFFER["fees"]["card_verification_eur"] * 100
SETUP_FEE_CENTS: Final[int] = OFFER["fees"]["setup_eur"] * 100
YEARLY_PLATFORM_FEE_CENTS: Final[int] = OFFER["fees"]["yearly_platform_eur"] * 100
BREAK_EVEN_EXTRA_CENTS: Final[int] = OFFER["fees"]["break_even_extra_eur"] * 100
"""The 50 € of the break-even formula. It is no fee: nobody pays it."""


@dataclass(frozen=True, slots=True)
class Package:
    """A share by its expected production in kWh a year, with its price when paid at once."""

    annual_kwh: int
    name: str
    price_cents: int


PACKAGES: Final = {
    entry["annual_kwh"]: Package(entry["annual_kwh"], entry["name"], entry["price_eur"] * 100)
    for entry in OFFER["packages"]
}


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
    """The binding figures: price × (100 + surcharge) %, rounded to whole euros, in equal instalments of cents.

    The flat surcharge (× 1.06, × 1.20) is the summary's in the specification; the calculator of the site compounds the
    nominal rate instead (× 1.03², × 1.05⁴).
    """
    factor = 1 + Decimal(plan.surcharge_percent) / 100
    total = half_up(price_cents * factor / 100) * 100
    count = plan.months or 1
    monthly = divide_half_up(total, count)
    last = total - (count - 1) * monthly
    rate = effective_annual_percent(price_cents, monthly, last, count) if plan.months else Decimal(0)
    return Instalments(total, monthly, last, total - price_cents, rate)


@cache
def effective_annual_percent(price_cents: int, monthly_cents: int, last_cents: int, count: int) -> Decimal:
    """The yearly rate at which `count` instalments, the last one of `last_cents`, have the price as present value.

    The first is due after a month. Two decimals, half up. The present value falls as the rate rises, so halving the
    interval always ends at the root. Law: PAngV, annex (effective annual rate).
    """

    rate = _monthly_rate(price_cents, monthly_cents, last_cents, count)
    return Decimal(half_up(Decimal((1 + rate) ** 12 - 1) * 10_000)) / 100


@cache
def _monthly_rate(price_cents: int, monthly_cents: int, last_cents: int, count: int) -> float:
    def present_value(monthly_rate: float) -> float:
        discount = 1 + monthly_rate
        return monthly_cents * (1 - discount ** (1 - count)) / monthly_rate + last_cents * discount**-count

    low, high = 1e-12, 1.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if present_value(middle) > price_cents else (low, middle)
    return low


def worth_of_instalments(
    price_cents: int, monthly_cents: int, last_cents: int, count: int, months_ahead: Sequence[float]
) -> int:
    """What the last of `count` instalments are worth in cents, paid at once: each less the interest that no longer
    runs, by the rate that the effective one is computed from. `months_ahead`: how much earlier each is paid.
    """
    discount = 1 + _monthly_rate(price_cents, monthly_cents, last_cents, count)
    amounts = [monthly_cents] * (len(months_ahead) - 1) + [last_cents]
    worth = sum(cents * discount**-months for cents, months in zip(amounts, months_ahead, strict=True))
    return half_up(Decimal(worth))


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


_LETTERS: Final = 12


@cache
def price_book() -> Published:
    """The offer with everything a price follows from, as one text. Its version is the beginning of its fingerprint: any
    change of the file is another version.
    """
    content = _FILE.read_text(encoding="utf-8")
    nameless = Published(TextKind.PRICE_BOOK, "", content)
    return Published(TextKind.PRICE_BOOK, nameless.sha256[:_LETTERS], content)
