"""The offer's figures against the golden table, which was computed by other means (exact fractions, Newton)."""

import json
from decimal import Decimal
from pathlib import Path

import pytest

from services.offer import (
    PACKAGES,
    PLANS,
    break_even_tenth_years,
    credits,
    paid_break_even_tenth_years,
    quote,
    summary_instalments,
)

CASES = json.loads((Path(__file__).parents[2] / "golden" / "offer_cases.json").read_text(encoding="utf-8"))


def cents(text: str) -> int:
    return int(Decimal(text) * 100)


@pytest.mark.parametrize("case", CASES["credits"], ids=lambda c: f"{c['annual_kwh']}-{c['tenth_ct']}")
def test_credits_equal_the_golden_table(case: dict) -> None:
    result = credits(case["annual_kwh"], case["tenth_ct"])
    assert (result.monthly, result.annual, result.total, result.minimum_total) == tuple(
        cents(case[name]) for name in ("monthly", "annual", "total", "minimum_total")
    )
    price = PACKAGES[case["annual_kwh"]].price_cents
    years = break_even_tenth_years(price, case["annual_kwh"], case["tenth_ct"])
    assert Decimal(years) / 10 == Decimal(case["break_even_years"])


@pytest.mark.parametrize(
    "case",
    [case for case in CASES["instalments"] if case["page"] == "summary"],
    ids=lambda c: f"{c['price']}-{c['plan']}",
)
def test_instalments_equal_the_golden_table(case: dict) -> None:
    package, plan = PACKAGES[case["annual_kwh"]], PLANS[case["plan"]]
    result = summary_instalments(package.price_cents, plan)
    assert package.price_cents == cents(case["price"])
    assert (result.total, result.monthly, result.last, result.surcharge) == tuple(
        cents(case[name]) for name in ("total", "instalment", "last_instalment", "surcharge")
    )
    assert result.effective_percent == Decimal(case["effective_percent"])
    assert result.monthly * (case["months"] - 1) + result.last == result.total
    years = {
        tenth_ct: paid_break_even_tenth_years(result.total, package.annual_kwh, int(tenth_ct))
        for tenth_ct in case["paid_break_even_years"]
    }
    assert {tenth_ct: Decimal(value) / 10 for tenth_ct, value in years.items()} == {
        tenth_ct: Decimal(value) for tenth_ct, value in case["paid_break_even_years"].items()
    }


def test_the_table_covers_every_package_plan_and_rate() -> None:
    assert len(CASES["credits"]) == 3 * 7
    assert len(CASES["instalments"]) == 3 * 3 * 2
    assert {len(case["paid_break_even_years"]) for case in CASES["instalments"]} == {7}


def test_contract_figures_stand_in_the_table() -> None:
    """The figures the customer's text states, by hand, so that table and code cannot drift together."""
    stated = {
        (699, "24m"): (741, "30.88"),
        (699, "48m"): (839, "17.48"),
        (1299, "24m"): (1377, "57.38"),
        (1299, "48m"): (1559, "32.48"),
        (1899, "24m"): (2013, "83.88"),
        (1899, "48m"): (2279, "47.48"),
    }
    for (price, plan_id), (total, instalment) in stated.items():
        summary = summary_instalments(price * 100, PLANS[plan_id])
        assert (summary.total, summary.monthly) == (total * 100, cents(instalment))
    effective = [summary_instalments(129900, PLANS[plan]).effective_percent for plan in ("24m", "48m")]
    # The formula's own 9.64 % is 9.65 % for instalments of 1,559 €, a total rounded to whole euros.
    assert effective == [Decimal(rate) for rate in ("5.81", "9.65")]
    break_evens = [break_even_tenth_years(p.price_cents, p.annual_kwh, 50) for p in PACKAGES.values()]
    assert break_evens == [150, 135, 130]


def test_a_plan_covers_its_price_later_than_a_single_payment() -> None:
    """Premium at 6 cent in 48 instalments, as a household was told by hand: 13.1 years, not 10.8."""
    shown = quote(3000, "48m", 60)
    assert (shown.paid_break_even_tenth_years, shown.break_even_tenth_years) == (131, 108)
