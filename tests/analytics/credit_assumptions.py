"""What credit scenarios are computed with, in fractions: rates, shares of months, factors of years."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date
from fractions import Fraction
from functools import cache
from math import floor
from typing import Any

from services.core.clock import BERLIN
from services.offer import OFFER

Row = Mapping[str, Any]
HOLDING = ("reserved", "invited", "contracted", "active")
MINIMUM = Fraction(5)
RATES = [(s["name"], Fraction(s["tenth_ct"], 10)) for s in OFFER["credit"]["scenarios"]]


def half_up(value: Fraction) -> int:
    """The nearest whole number, halves away from zero."""
    return floor(value + Fraction(1, 2)) if value >= 0 else -floor(-value + Fraction(1, 2))


@dataclass(frozen=True)
class Assumptions:
    """What a run is computed with; names as the report's parameters."""

    shares_bp: tuple[int, ...]
    as_of_day: date
    park: str = "ingolstadt"
    package: str = "all"
    plan: str = "all"
    rate_tenth_ct: int | None = None
    profit_tenth_ct: int = 40
    years: int = 20
    starts_on: date | None = None
    degradation_bp: int = 0
    price_path_bp: int = 0
    price_basis: str = "nominal"
    inflation_bp: int = 200
    discount_bp: int = 0
    reserved_from: date | None = None
    reserved_to: date | None = None

    def parameters(self) -> dict[str, Any]:
        """As a run takes them."""
        return {name: value for name, value in vars(self).items() if name != "shares_bp"}

    @property
    def months(self) -> list[date]:
        """The first days of all months."""
        if self.starts_on:
            first = self.starts_on.year * 12 + self.starts_on.month - 1
        else:
            first = self.as_of_day.year * 12 + self.as_of_day.month
        return [date(n // 12, n % 12 + 1, 1) for n in range(first, first + self.years * 12)]

    @property
    def scenarios(self) -> list[tuple[str, Fraction]]:
        """Names and rates in cents."""
        free = [] if self.rate_tenth_ct is None else [("Freier Satz", Fraction(self.rate_tenth_ct, 10))]
        return RATES + free

    def counted(self, reservations: Iterable[Row]) -> list[Row]:
        """The reservations the report is about."""
        return [
            one
            for one in reservations
            if one["state"] in HOLDING
            and one["merged_into_id"] is None
            and one["park_id"] == self.park
            and self._is_of_the_days(one)
            and self.package in ("all", str(one["annual_kwh"]))
            and self.plan in ("all", one["payment_plan"])
        ]

    def _is_of_the_days(self, one: Row) -> bool:
        """Whether it was made within the chosen days in Berlin. Rows without a moment are of every day."""
        if "created_at" not in one:
            return True
        day = one["created_at"].replace(tzinfo=UTC).astimezone(BERLIN).date()
        return (self.reserved_from or day) <= day <= (self.reserved_to or day)

    def discounted(self, year: int) -> Fraction:
        """What a cent of that year is worth in the first."""
        return power(Fraction(10_000, 10_000 + self.discount_bp), year)

    def share(self, month: date) -> Fraction:
        """The part of a year's kWh."""
        return Fraction(self.shares_bp[month.month - 1], 10_000)

    def degradation(self, year: int) -> Fraction:
        """What is still yielded, in whole millionths."""
        return power(Fraction(10_000 - self.degradation_bp, 10_000), year)

    def price(self, year: int) -> Fraction:
        """What a cent of the rate has become."""
        return power(Fraction(10_000 + self.price_path_bp, 10_000), year)

    def money(self, year: int) -> Fraction:
        """What a cent of that year is in the money shown."""
        if self.price_basis == "nominal":
            return Fraction(1)
        return power(Fraction(10_000, 10_000 + self.inflation_bp), year)

    def earned(self, rate: Fraction, year: int) -> Fraction:
        """Cents that a kWh makes."""
        return rate * self.price(year)

    def credited(self, rate: Fraction, year: int) -> Fraction:
        """Cents that a kWh is credited with."""
        return max(self.earned(rate, year), MINIMUM * self.money(year))


@cache
def power(base: Fraction, years: int) -> Fraction:
    """A power in whole millionths, half up."""
    return Fraction(half_up(base**years * 1_000_000), 1_000_000)
