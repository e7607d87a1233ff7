"""The shipped monthly courses are what pvlib computes, and what is known of their places."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from analytics.production import SHARES as ALL_SHARES
from analytics.production import production_shares
from services.offer import OFFER
from tests.tools.monthly_course import (
    CLIMATE,
    INGOLSTADT,
    MUNICH,
    TARGET,
    YEAR,
    by_month,
    mean_sky,
    production_record,
    quarter_hours,
    rounded_shares,
    shares_record,
)

SHIPPED: Mapping[str, Any] = json.loads(TARGET.read_text(encoding="utf-8"))
SHARES: list[float] = SHIPPED["monthly_share_percent"]

# Direct and diffuse radiation on the horizontal in kWh/m² in the test reference year of DWD's climate region 13, which
# Ingolstadt lies in (TRY 2010, station Mühldorf, 1988-2007): made by others, used nowhere in the model.
REFERENCE_YEAR = [32.0, 35.5, 79.3, 101.1, 161.0, 157.9, 162.1, 137.7, 96.2, 63.6, 28.7, 18.4]


@pytest.fixture(scope="module")
def horizontal() -> pd.Series:
    """The model's monthly irradiation on the horizontal, in kWh/m²."""
    climate = json.loads(CLIMATE.read_text(encoding="utf-8"))
    return by_month(mean_sky(quarter_hours(2026), INGOLSTADT, climate)["ghi"])


def test_shipped_file_is_what_the_generator_computes() -> None:
    assert production_record(INGOLSTADT, SHIPPED["year"]) == SHIPPED


def test_shipped_shares_of_all_parks_are_what_the_generator_computes() -> None:
    assert shares_record(YEAR) == json.loads(ALL_SHARES.read_text(encoding="utf-8"))


def test_every_park_of_the_offer_has_twelve_months_that_make_a_year() -> None:
    by_park: dict[str, list[int]] = {}
    for share in production_shares():
        assert share.month == len(by_park.setdefault(share.park_id, [])) + 1
        by_park[share.park_id].append(share.share_bp)
    assert set(by_park) == {park["id"] for park in OFFER["parks"]}
    assert {(len(months), sum(months)) for months in by_park.values()} == {(12, 10_000)}


def test_the_pilot_has_the_same_shares_on_pages_and_in_reports() -> None:
    of_reports = [share.share_bp for share in production_shares() if share.park_id == SHIPPED["park"]]
    assert of_reports == [round(share * 100) for share in SHARES]


def test_further_south_winter_gives_more_and_summer_less() -> None:
    north, south = (
        [s.share_bp for s in production_shares() if s.park_id == park.name] for park in (INGOLSTADT, MUNICH)
    )
    assert MUNICH.latitude < INGOLSTADT.latitude
    assert all(south[month] > north[month] for month in (0, 1, 10, 11))
    assert all(south[month] < north[month] for month in (4, 5, 6, 7))


def test_shares_add_up_to_exactly_one_hundred() -> None:
    assert len(SHARES) == 12
    assert sum(round(share * 100) for share in SHARES) == 10_000


def test_shares_rise_to_midsummer_and_fall_to_december() -> None:
    top = SHARES.index(max(SHARES))
    assert top in (5, 6)
    assert SHARES[: top + 1] == sorted(SHARES[: top + 1])
    assert SHARES[top:] == sorted(SHARES[top:], reverse=True)
    assert min(SHARES) == SHARES[11]


def test_yield_lies_in_the_range_of_southern_germany() -> None:
    assert 1000 <= SHIPPED["specific_yield_kwh_per_kwp"] <= 1150


def test_radiation_agrees_with_the_reference_year_of_the_region(horizontal: pd.Series) -> None:
    assert horizontal.sum() == pytest.approx(sum(REFERENCE_YEAR), rel=0.05)
    assert horizontal.tolist() == pytest.approx(REFERENCE_YEAR, rel=0.25)


def test_a_month_of_a_tilted_module_yields_about_what_falls_on_the_ground(horizontal: pd.Series) -> None:
    energies = [share / 100 * SHIPPED["specific_yield_kwh_per_kwp"] for share in SHARES]
    ratio = [energy / radiation for energy, radiation in zip(energies, horizontal, strict=True)]
    assert ratio == sorted(ratio[:6], reverse=True) + sorted(ratio[6:])  # the tilt helps most in winter
    assert all(0.8 < value < 1.4 for value in ratio)


def test_places_of_the_largest_remainders_get_what_rounding_leaves() -> None:
    assert rounded_shares([1, 1, 1]) == [33.34, 33.33, 33.33]
    assert rounded_shares([2, 1, 0]) == [66.67, 33.33, 0.0]


def test_the_file_names_where_its_numbers_come_from() -> None:
    sources = json.loads(CLIMATE.read_text(encoding="utf-8"))
    assert SHIPPED["sources"] == [part["source"] for part in sources.values()]
    assert (Path(TARGET).parent.name, SHIPPED["park"]) == ("offer", "ingolstadt")
