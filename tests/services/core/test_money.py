"""Money: half up, exact, and written the German way."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.core.money import divide_half_up, format_decimal, format_eur, half_up, to_cents


@pytest.mark.parametrize(
    ("value", "rounded"),
    [("0.5", 1), ("1.5", 2), ("2.5", 3), ("2.4999", 2), ("-0.5", -1), ("-2.5", -3), ("-2.4", -2), ("0", 0)],
)
def test_halves_are_rounded_away_from_zero(value: str, rounded: int) -> None:
    assert half_up(Decimal(value)) == rounded


@given(st.integers(-(10**18), 10**18), st.integers(-(10**9), 10**9).filter(bool))
def test_division_is_the_nearest_whole_number(numerator: int, denominator: int) -> None:
    exact = Fraction(numerator, denominator)
    result = divide_half_up(numerator, denominator)
    distance = abs(exact - result)
    assert distance <= Fraction(1, 2)
    if distance == Fraction(1, 2):
        assert abs(result) > abs(exact)


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        (1.005, 101), (0.285, 29), (1.115, 112), (85.5, 8550), (8.333333, 833), (4.166666666666667, 417),
        (10, 1000), (0, 0), (-0.0, 0), (1e-9, 0), (0.1 + 0.2, 30), (Decimal("1.005"), 101), (-1.005, -101),
        (10**12, 10**14),
    ],
)  # fmt: skip
def test_an_amount_is_read_as_its_shortest_decimal(amount: float, expected: int) -> None:
    assert to_cents(amount) == expected


@given(st.integers(-(10**11), 10**11))
def test_cents_survive_the_way_through_a_float(cents: int) -> None:
    assert to_cents(cents / 100) == cents


@pytest.mark.parametrize(
    ("cents", "long", "short"),
    [
        (137_700, "1.377,00\u00a0€", "1.377\u00a0€"),
        (5738, "57,38\u00a0€", "57,38\u00a0€"),
        (5, "0,05\u00a0€", "0,05\u00a0€"),
        (0, "0,00\u00a0€", "0\u00a0€"),
        (123_456_789_00, "123.456.789,00\u00a0€", "123.456.789\u00a0€"),
        (-129_950, "-1.299,50\u00a0€", "-1.299,50\u00a0€"),
    ],
)
def test_amounts_are_written_the_german_way(cents: int, long: str, short: str) -> None:
    assert format_eur(cents) == long
    assert format_eur(cents, short=True) == short


@given(st.integers(-(10**14), 10**14))
def test_a_written_amount_reads_back_as_the_same_cents(cents: int) -> None:
    text = format_eur(cents).removesuffix("\u00a0€")
    whole, _, decimals = text.partition(",")
    assert len(decimals) == 2
    assert all(len(group) == 3 for group in whole.lstrip("-").split(".")[1:])
    assert to_cents(Decimal(whole.replace(".", "") + "." + decimals)) == cents


def test_decimals_are_rounded_half_up_when_written() -> None:
    assert format_decimal(Decimal("5.805"), 2) == "5,81"
    assert format_decimal(Decimal("11.25"), 1) == "11,3"
    assert format_decimal(Decimal("1999.5"), 0) == "2.000"
