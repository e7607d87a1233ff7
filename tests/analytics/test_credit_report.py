"""The report of credit scenarios, every figure recomputed household by household from raw reservations."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from analytics.definitions import definitions
from analytics.production import production_shares
from analytics.reporting import TableResult, run
from analytics.runner import build
from services import offer
from services.offer import MINIMUM_TENTH_CT, OFFER, SETUP_FEE_CENTS, quote
from services.reservations.states import HOLDS_A_SPOT, ReservationState
from tests.analytics import credits_by_hand as by_hand
from tests.analytics.credit_assumptions import HOLDING, Assumptions, half_up
from tests.analytics.given import warehouse
from tests.fixtures.proved import proved

CREDITS = definitions()["credits"]
TODAY = date(2026, 11, 21)
PARKS = tuple(dict.fromkeys(share.park_id for share in production_shares()))
STATES = (*HOLDING, "cancelled", "withdrawn", "expired", "ended")
Rows = Sequence[Mapping[str, Any]]

RATES = {one["id"]: Fraction(one["tenth_ct"], 10) for one in OFFER["credit"]["scenarios"]}
RATE_BELOW = RATES["realistic"] - RATES["conservative"]
RATE_ABOVE = RATES["optimistic"] - RATES["realistic"]
COMPARISON = json.loads(Path(offer.__file__).with_name("comparison.json").read_text())
AGEING_BP = round(COMPARISON["assumptions"]["ageing"]["from"] * 100)


def shares_of(park: str) -> tuple[int, ...]:
    return tuple(share.share_bp for share in production_shares() if share.park_id == park)


def assumptions(park: str = "ingolstadt", **others: Any) -> Assumptions:
    return Assumptions(shares_of(park), TODAY, park=park, **others)


def reservation(kwh: int, plan: str, tenth_ct: int, **others: Any) -> dict[str, Any]:
    """As the reservation call stores it."""
    figures = quote(kwh, plan, tenth_ct)
    return {
        "annual_kwh": kwh,
        "payment_plan": plan,
        "credit_tenth_ct": tenth_ct,
        "share_amount_cents": figures.package.price_cents,
        "plan_total_cents": figures.instalments.total,
        "setup_fee_cents": SETUP_FEE_CENTS,
        "park_id": "ingolstadt",
        "state": "reserved",
        "merged_into_id": None,
        "created_at": datetime.fromisoformat("2026-07-10T08:00"),
        **others,
    }


def report(reservations: Rows, given_ones: Assumptions) -> Mapping[str, TableResult]:
    shares = [share._asdict() for share in production_shares()]
    parameters = given_ones.parameters()
    with warehouse(reservations=reservations, production_shares=shares) as connection:
        build(connection, CREDITS.models, parameters)
        return run(connection, CREDITS, parameters)


def rows_of(table: TableResult, *left_out: str) -> set[tuple[Any, ...]]:
    return {tuple(value for name, value in row.items() if name not in left_out) for row in table.rows}


def assert_as_by_hand(reservations: Rows, a: Assumptions) -> None:
    counted = a.counted(reservations)
    tables = report(reservations, a)
    assert rows_of(tables["scenarios"], "place") == by_hand.scenario_rows(counted, a)
    assert rows_of(tables["months"], "place") == by_hand.month_rows(counted, a)
    assert rows_of(tables["packages"], "place") == by_hand.package_rows(counted, a)
    assert rows_of(tables["gap"]) == by_hand.gap_rows(counted, a)
    assert rows_of(tables["gap_curve"]) == by_hand.gap_curve_rows(counted, a)
    assert rows_of(tables["households"]) == by_hand.statement_rows(a)
    assert_tornado(tables["tornado"], counted, a)
    assert_totals(tables["totals"], counted, a)


def assert_tornado(table: TableResult, counted: Rows, a: Assumptions) -> None:
    rate = Fraction(60 if a.rate_tenth_ct is None else a.rate_tenth_ct, 10)

    def cents(given_rate: Fraction = rate, part: Fraction = Fraction(1), **others: int) -> int:
        return half_up(by_hand.all_credits(counted, given_rate, replace(a, **others)) * part)  # type: ignore[arg-type]

    worse_age, better_age = a.degradation_bp + AGEING_BP, max(a.degradation_bp - AGEING_BP, 0)
    expected = {
        "Gutschriftsatz": (cents(max(rate - RATE_BELOW, Fraction(0))), cents(rate + RATE_ABOVE)),
        "Ertrag der Anlage": (cents(part=Fraction(9, 10)), cents(part=Fraction(11, 10))),
        "Alterung der Module": (cents(degradation_bp=worse_age), cents(degradation_bp=better_age)),
        "Preispfad": (cents(price_path_bp=a.price_path_bp - 200), cents(price_path_bp=a.price_path_bp + 300)),
        "Stornierungen": (cents(part=Fraction(8, 10)), cents()),
    }
    found = {row["factor"]: (row["low_cents"], row["high_cents"]) for row in table.rows}
    assert found == expected
    assert {row["base_cents"] for row in table.rows} == {cents()}
    assert all(row["low_cents"] <= row["base_cents"] <= row["high_cents"] for row in table.rows)
    ranges = [row["range_cents"] for row in table.rows]
    assert (
        ranges == sorted(ranges, reverse=True) == sorted((abs(h - low) for low, h in expected.values()), reverse=True)
    )


def assert_totals(table: TableResult, counted: Rows, a: Assumptions) -> None:
    names = ("annual_kwh", "share_amount_cents", "plan_total_cents", "setup_fee_cents")
    sums = [sum(one[name] for one in counted) for name in names]
    bound = [one for one in counted if one["state"] in ("contracted", "active")]
    of_bound = [sum(one[name] for one in bound) for name in ("annual_kwh", "plan_total_cents")]
    assert table.values == [
        (len(counted), *sums, len(bound), *of_bound, a.months[0], a.months[-1], a.degradation_bp * 100)
    ]


FEW = [
    reservation(1000, "one-off", 50),
    reservation(2000, "24m", 65, state="active"),
    reservation(3000, "48m", 80, state="contracted"),
    reservation(3000, "48m", 80, state="invited", created_at=datetime.fromisoformat("2026-06-30T21:59")),
    reservation(3000, "48m", 55, share_amount_cents=179_900, plan_total_cents=215_900),
    reservation(2000, "one-off", 60, state="cancelled"),
    reservation(2000, "one-off", 60, merged_into_id=1),
    reservation(1000, "24m", 70, park_id="munich"),
]


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "a",
    [
        assumptions(),
        assumptions(rate_tenth_ct=65, degradation_bp=50, price_path_bp=-150, profit_tenth_ct=37),
        assumptions(rate_tenth_ct=30, years=3, starts_on=date(2027, 4, 17)),
        assumptions(price_basis="real", price_path_bp=100, inflation_bp=250, degradation_bp=80),
        assumptions(package="3000", plan="48m", rate_tenth_ct=0),
        assumptions("munich", profit_tenth_ct=200),
        assumptions(discount_bp=375, reserved_from=date(2026, 7, 1), reserved_to=date(2026, 7, 31)),
    ],
    ids=["as it stands", "lower", "below the minimum", "today's money", "one package and plan", "munich", "july"],
)
def test_every_figure_is_what_households_add_up_to(a: Assumptions) -> None:
    assert_as_by_hand(FEW, a)


@settings(max_examples=proved(8, 30))
@given(
    reservations=some.lists(
        some.builds(
            reservation,
            some.sampled_from([1000, 2000, 3000]),
            some.sampled_from(["one-off", "24m", "48m"]),
            some.sampled_from(range(50, 81, 5)),
            state=some.sampled_from(STATES),
            park_id=some.sampled_from(PARKS),
            merged_into_id=some.sampled_from([None, None, None, 7]),
            created_at=some.datetimes(*map(datetime.fromisoformat, ("2026-06-29", "2026-07-03"))),
        ),
        max_size=12,
    ),
    a=some.builds(
        assumptions,
        some.sampled_from(PARKS),
        rate_tenth_ct=some.none() | some.integers(0, 200),
        profit_tenth_ct=some.integers(0, 200),
        years=some.integers(1, 20),
        starts_on=some.none() | some.dates(date(2025, 1, 1), date(2030, 12, 31)),
        degradation_bp=some.integers(0, 200),
        price_path_bp=some.integers(-500, 1000),
        price_basis=some.sampled_from(["nominal", "real"]),
        inflation_bp=some.integers(0, 1000),
        discount_bp=some.integers(0, 1500),
        reserved_from=some.none() | some.dates(date(2026, 6, 28), date(2026, 6, 30)),
        reserved_to=some.none() | some.dates(date(2026, 6, 30), date(2026, 7, 3)),
    ),
)
def test_any_reservations_and_assumptions_give_what_households_add_up_to(
    reservations: list[dict[str, Any]], a: Assumptions
) -> None:
    assert_as_by_hand(reservations, a)


@pytest.mark.parametrize(
    ("given_ones", "labels"),
    [
        ({}, {"Gutschriftsatz": ("5 Cent", "8 Cent"), "Alterung der Module": ("0,5 % je Jahr", "keine")}),
        (
            {"rate_tenth_ct": 105, "degradation_bp": 125, "price_path_bp": 450},
            {
                "Gutschriftsatz": ("9,5 Cent", "12,5 Cent"),
                "Alterung der Module": ("1,75 % je Jahr", "0,75 % je Jahr"),
                "Preispfad": ("+2,5 % je Jahr", "+7,5 % je Jahr"),
            },
        ),
        (
            {"rate_tenth_ct": 5, "price_path_bp": -300},
            {"Gutschriftsatz": ("0 Cent", "2,5 Cent"), "Preispfad": ("−5 % je Jahr", "0 % je Jahr")},
        ),
    ],
    ids=["as it stands", "a high rate", "next to nothing"],
)
def test_sides_of_the_tornado_lie_around_what_is_given(
    given_ones: dict[str, Any], labels: dict[str, tuple[str, str]]
) -> None:
    rows = {row["factor"]: row for row in report(FEW, assumptions(**given_ones))["tornado"].rows}
    assert {name: (rows[name]["low_label"], rows[name]["high_label"]) for name in labels} == labels


def test_a_park_without_reservations_has_empty_pictures() -> None:
    tables = report(FEW[:-1], assumptions("munich"))
    assert tables["months"].values == tables["packages"].values == []
    assert {row["credit_cents"] for row in tables["scenarios"].rows} == {0}
    assert {row["covered_median"] for row in tables["scenarios"].rows} == {None}
    assert {row["gap_cents"] for row in tables["gap_curve"].rows} == {0}


def test_a_share_without_any_kwh_is_credited_nothing_and_breaks_nothing() -> None:
    with_it, without = (
        report([*FEW, *more], assumptions()) for more in ([reservation(2000, "24m", 65, annual_kwh=0)], [])
    )
    assert with_it["packages"].values == without["packages"].values
    assert rows_of(with_it["scenarios"])
    names = ("kwh", "credit_cents")
    assert [[row[name] for name in names] for row in with_it["scenarios"].rows] == [
        [row[name] for name in names] for row in without["scenarios"].rows
    ]


@pytest.mark.sample(1)
@pytest.mark.parametrize("tenth_ct", [65, 50, 80])
def test_figures_of_a_household_are_those_of_its_offer(tenth_ct: int) -> None:
    offers = [(kwh, plan) for kwh in (1000, 2000, 3000) for plan in ("one-off", "24m", "48m")]
    tables = report([reservation(*offer, tenth_ct) for offer in offers], assumptions(rate_tenth_ct=tenth_ct))
    for kwh, plan in offers:
        offered = quote(kwh, plan, tenth_ct)
        [row] = [
            row
            for row in tables["packages"].rows
            if (row["scenario"], row["package"], row["plan"]) == ("Freier Satz", kwh, plan)
        ]
        alone = report([reservation(kwh, plan, tenth_ct)], assumptions())["months"].rows
        paid = [row["one_off_cents"] + row["plan_24_cents"] + row["plan_48_cents"] for row in alone]
        months = [cents for row, cents in zip(alone, paid, strict=True) if cents and row["scenario"] == "Realistisch"]
        assert row["month_cents"] == offered.credits.monthly
        assert row["first_year_cents"] == offered.credits.annual
        assert row["credit_cents"] == offered.credits.total
        assert row["share_cents"] == offered.instalments.total
        instalments = offered.instalments
        assert months == [*[instalments.monthly] * (max(offered.plan.months, 1) - 1), instalments.last]


def test_a_share_is_covered_later_the_longer_it_is_paid_whatever_its_household_wished() -> None:
    wishes = (("one-off", 50), ("24m", 65), ("48m", 80))
    tables = report([reservation(2000, plan, tenth_ct) for plan, tenth_ct in wishes], assumptions())
    packages: dict[str, list[int]] = {}
    for row in tables["packages"].rows:
        packages.setdefault(row["scenario"], []).append(row["covered"])
    assert all(once < in_24 < in_48 for once, in_24, in_48 in packages.values())
    names = ("covered_min", "covered_median", "covered_max")
    assert {row["scenario"]: [row[name] for name in names] for row in tables["scenarios"].rows} == packages


def test_twelve_statements_are_exactly_the_rounded_year() -> None:
    tables = report(FEW, assumptions(rate_tenth_ct=67, degradation_bp=55, price_path_bp=123))
    for row in tables["households"].rows:
        assert all(row[f"{name}_cents"] >= 0 for name in ("conservative", "realistic", "optimistic", "free"))
    first_year = [row for row in tables["households"].rows if row["year"] == 1 and row["package"] == 1000]
    assert sum(row["conservative_cents"] for row in first_year) == 5_000
    assert sum(row["free_cents"] for row in first_year) == 6_700


def test_rates_and_minimum_are_those_of_the_offer() -> None:
    with warehouse() as connection:
        build(connection, ["marts.credit_scenarios"])
        found = connection.execute(
            "SELECT scenario, rate_tenth_ct FROM marts.credit_scenarios ORDER BY position"
        ).fetchall()
        assert found == [(one["name"], one["tenth_ct"]) for one in OFFER["credit"]["scenarios"]]
        assert connection.execute("SELECT minimum_tenth_ct()").fetchone() == (MINIMUM_TENTH_CT,)
        for plan in OFFER["payment_plans"]:
            assert connection.execute("SELECT plan_months(?)", [plan["id"]]).fetchone() == (plan["months"],)


def test_models_and_desk_agree_on_which_states_hold_a_spot() -> None:
    with warehouse() as connection:
        for state in ReservationState:
            found = connection.execute("SELECT holds_spot(?), was_given_up(?)", [state, state]).fetchone()
            given_up = state in ("cancelled", "expired", "withdrawn", "park_cancelled")
            assert found == (state in HOLDS_A_SPOT, given_up), state


@pytest.mark.parametrize(
    ("call", "base", "values"),
    [
        ("10000 - p, 10000", lambda p: Fraction(10_000 - p, 10_000), range(0, 251)),
        ("10000 + p, 10000", lambda p: Fraction(10_000 + p, 10_000), range(-700, 1301)),
        ("10000, 10000 + p", lambda p: Fraction(10_000, 10_000 + p), range(0, 1001)),
    ],
    ids=["degradation", "price path", "inflation"],
)
def test_factors_of_years_are_exact_powers_for_every_value_a_parameter_can_have(
    call: str, base: Callable[[int], Fraction], values: range
) -> None:
    query = f"FROM range({values.start}, {values.stop}) AS a (p), range(20) AS b (y)"
    with warehouse() as connection:
        found = connection.execute(f"SELECT p, y, compounded({call}, y) {query}").fetchall()
    assert len(found) == len(values) * 20
    assert [one for one in found if one[2] != half_up(base(one[0]) ** one[1] * 1_000_000)] == []
