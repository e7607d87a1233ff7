"""What a share is worth beside money elsewhere, computed once more with decimals.

Only the site shows it (`public-web/src/lib/offer/worth.ts`), which is held to the same table.
"""

import json
from decimal import Decimal, localcontext
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

from services import offer

GOLDEN: Final = Path(__file__).parents[2] / "golden"
CASES: Final[list[dict[str, Any]]] = json.loads((GOLDEN / "worth_cases.json").read_text(encoding="utf-8"))
OFFERS: Final = json.loads((GOLDEN / "offer_cases.json").read_text(encoding="utf-8"))["instalments"]
MARKET: Final = json.loads(Path(offer.__file__).with_name("market_value.json").read_text(encoding="utf-8"))
SETUP: Final = Decimal(79)


def flows(case: dict[str, Any]) -> tuple[list[Decimal], list[Decimal]]:
    """What is paid and what is credited at the beginning and after each of 240 months, in euros."""
    [row] = [
        one
        for one in OFFERS
        if (one["page"], one["annual_kwh"], one["plan"]) == ("calculator", case["annual_kwh"], case["plan"])
    ]
    if case["plan"] == "one-off":
        paid = [SETUP + Decimal(row["price"])] + [Decimal(0)] * 240
    else:
        rates = [Decimal(row["instalment"])] * (row["months"] - 1) + [Decimal(row["last_instalment"])]
        paid = [SETUP, *rates] + [Decimal(0)] * (240 - len(rates))
    year = Decimal(case["annual_kwh"]) * case["tenth_ct"] / 1000 * case["sun_percent"] / 100
    keeps = 1 - Decimal(case["ageing_tenth_percent"]) / 1000
    return paid, [Decimal(0), *(year / 12 * keeps ** ((month - 1) // 12) for month in range(1, 241))]


def left(paid: list[Decimal], credited: list[Decimal], monthly: Decimal) -> list[Decimal]:
    """The account after each month."""
    balance, after = Decimal(0), []
    for into, out in zip(paid, credited, strict=True):
        balance = balance * (1 + monthly) + into - out
        after.append(balance)
    return after


def computed(case: dict[str, Any]) -> dict[str, Any]:
    """The figures of a case: the rate by halving, the account month by month."""
    with localcontext() as context:
        context.prec = 50
        paid, credited = flows(case)
        low, high = Decimal("-0.01"), Decimal("0.03")
        for _ in range(100):
            middle = (low + high) / 2
            low, high = (middle, high) if left(paid, credited, middle)[-1] < 0 else (low, middle)
        after = left(paid, credited, (1 + Decimal(case["interest_tenth_percent"]) / 1000) ** (Decimal(1) / 12) - 1)
        empty = next((month for month, balance in enumerate(after) if balance < Decimal("-0.00001")), None)
        return {
            "paid": str(sum(paid).quantize(Decimal("0.01"))),
            "credits": str(sum(credited).quantize(Decimal("0.01"), "ROUND_HALF_UP")),
            "inner_percent": str((((1 + low) ** 12 - 1) * 100).quantize(Decimal("0.01"), "ROUND_HALF_UP")),
            "empty_in": empty,
            "left": str((Decimal(0) if empty else after[-1]).quantize(Decimal("0.01"), "ROUND_HALF_UP")),
        }


def wanted() -> list[dict[str, Any]]:
    """Every package and plan at each rate, with ageing, sun and interest in turn."""
    outlooks = [(0, 100, 20), (5, 100, 0), (10, 90, 50), (0, 110, 35)]
    return [
        {
            "annual_kwh": kwh, "plan": plan, "tenth_ct": rate,
            "ageing_tenth_percent": ageing, "sun_percent": sun, "interest_tenth_percent": interest,
        }
        for kwh, plan, rate, (ageing, sun, interest) in product(
            (1000, 2000, 3000), ("one-off", "24m", "48m"), (50, 60, 80), outlooks
        )
    ]  # fmt: skip


def test_the_table_has_every_case() -> None:
    named = wanted()[0]
    assert [{name: case[name] for name in named} for case in CASES] == wanted()


@pytest.mark.parametrize("case", CASES[::7], ids=lambda case: "-".join(str(value) for value in case.values()))
def test_a_case_is_as_decimals_compute_it(case: dict[str, Any]) -> None:
    found = computed(case)
    assert {name: case[name] for name in found} == found


@pytest.mark.parametrize(
    ("tenth_ct", "ageing", "percent"), [(50, 0, "4.05"), (60, 0, "6.34"), (50, 5, "3.56"), (60, 5, "5.84")]
)
def test_the_rates_are_those_of_another_solver(tenth_ct: int, ageing: int, percent: str) -> None:
    case = {
        "annual_kwh": 2000, "plan": "one-off", "tenth_ct": tenth_ct, "ageing_tenth_percent": ageing, "sun_percent": 100,
        "interest_tenth_percent": 0,
    }  # fmt: skip
    assert computed(case)["inner_percent"] == percent


def test_each_market_value_has_its_source_and_none_is_in_doubt() -> None:
    years = [entry["year"] for entry in MARKET["years"]]
    assert years == sorted(set(years))
    assert [*range(2012, 2026)] == years
    assert {entry["source"] for entry in MARKET["years"]} == set(MARKET["sources"])
    assert all(source["url"].startswith("https://") for source in MARKET["sources"].values())
    # 5 cent lay above it in eleven of fourteen years; 2,000 kWh would have brought 1,584.62 € at the exchange.
    values = [Decimal(entry["thousandth_ct"]) / 1000 for entry in MARKET["years"]]
    assert (sum(value < 5 for value in values), len(values)) == (11, 14)
    assert sum(values) * 20 == Decimal("1584.62")
