"""Money is whole cents inside and decimals at the edge; every rounding is half up."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Final

MOST_CENTS: Final = 10_000_000_000
"""A hundred million euros: beyond that it is a typing error."""


def half_up(value: Decimal) -> int:
    """`value` as the nearest whole number, halves away from zero."""
    return int(value.to_integral_value(ROUND_HALF_UP))  # of any length; `quantize` fails beyond 28 digits


def divide_half_up(numerator: int, denominator: int) -> int:
    """`numerator / denominator` as the nearest whole number, halves away from zero, exact for any size."""
    sign = -1 if (numerator < 0) != (denominator < 0) else 1
    quotient, remainder = divmod(abs(numerator), abs(denominator))
    return sign * (quotient + (2 * remainder >= abs(denominator)))


def to_cents(amount: Decimal | float) -> int:
    """An amount in euros as cents. A float is read as its shortest decimal, so 1.005 is 101 cents."""
    return half_up((amount if isinstance(amount, Decimal) else Decimal(repr(amount))) * 100)


def format_decimal(value: Decimal, places: int) -> str:
    """`1377` with two places as `1.377,00`: German digits, without a unit."""
    rounded = value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    return f"{rounded:,.{places}f}".translate(str.maketrans(",.", ".,"))


def format_eur(cents: int, *, short: bool = False) -> str:
    """Cents as `1.377,00 €`; `short` leaves out the decimals of whole euros (`1.377 €`)."""
    places = 0 if short and cents % 100 == 0 else 2
    return f"{format_decimal(Decimal(cents) / 100, places)}\u00a0€"
