"""The weights by Python, and what must hold of them whatever the touches are."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal, getcontext
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analytics import weights
from analytics.runner import build, needs
from analytics.weights import MILLION, MODELS, TouchPoint, decayed, shares, weigh, within
from tests.analytics.given import warehouse
from tests.fixtures.proved import proved

RESERVED = datetime(2026, 5, 31, 12, tzinfo=UTC)
WEEK_MS = 7 * 86_400_000


def touches(*days_before: float, direct: tuple[int, ...] = ()) -> list[TouchPoint]:
    """Touches so many days before the reservation; `direct`: which of them."""
    return [TouchPoint(RESERVED - timedelta(days=days), number in direct) for number, days in enumerate(days_before)]


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("last", (0, 0, 0, 1_000_000)),
        ("last_non_direct", (0, 0, 1_000_000, 0)),
        ("first", (1_000_000, 0, 0, 0)),
        ("linear", (250_000, 250_000, 250_000, 250_000)),
        ("position", (400_000, 100_000, 100_000, 400_000)),
        ("time_decay", (66_667, 133_333, 266_667, 533_333)),
    ],
)
def test_the_example_of_the_document(model: str, expected: tuple[int, ...]) -> None:
    """ATTRIBUTION.md: 21, 14, 7 and 0 days before, the last one direct, half-life of 7 days."""
    assert weigh(touches(21, 14, 7, 0, direct=(3,)), half_life_days=7)[model] == expected


def test_what_is_left_over_goes_to_the_largest_remainder_then_to_the_earlier() -> None:
    assert shares([1, 1, 1]) == (333_334, 333_333, 333_333)
    assert shares([1, 2]) == (333_333, 666_667)
    assert shares([3, 3, 1]) == (428_572, 428_571, 142_857)


def test_the_look_back_includes_its_edge() -> None:
    edge = RESERVED - timedelta(days=30)
    just_over = TouchPoint(edge - timedelta(microseconds=1), is_direct=False)
    assert within([just_over, TouchPoint(edge, is_direct=False)], RESERVED, 30) == [TouchPoint(edge, is_direct=False)]


def test_decay_is_exact_at_whole_half_lives() -> None:
    assert [decayed(number * WEEK_MS, WEEK_MS) for number in (0, 1, 2, 30, 31)] == [2**30, 2**29, 2**28, 1, 0]


def test_decay_in_whole_numbers_is_off_by_less_than_a_hundred_millionth() -> None:
    getcontext().prec = 40
    ages = [*range(0, WEEK_MS, 7_654_321), 1, WEEK_MS - 1, 3 * WEEK_MS + 12_345]
    for age in ages:
        true = (-(Decimal(2).ln()) * age / WEEK_MS).exp()
        assert abs(Decimal(decayed(age, WEEK_MS)) / 2**30 - true) < Decimal("1e-8")


moments = st.integers(0, 90 * 86_400 * 10).map(lambda tenths: RESERVED - timedelta(milliseconds=100 * tenths))
points = st.lists(st.builds(TouchPoint, moments, st.booleans()), min_size=1, max_size=20).map(
    lambda found: sorted(found, key=lambda touch: touch.at)
)


@given(points, st.integers(1, 90))
def test_weights_of_any_reservation_sum_to_one_in_every_model(found: list[TouchPoint], half_life_days: int) -> None:
    weighed = weigh(found, half_life_days)
    assert tuple(weighed) == MODELS
    for of_model in weighed.values():
        assert sum(of_model) == MILLION
        assert min(of_model) >= 0
        assert len(of_model) == len(found)


@given(points, st.integers(1, 90))
def test_time_decay_never_gives_an_older_touch_more_than_a_newer_one(found: list[TouchPoint], half_life: int) -> None:
    """But for the one millionth that rounding may move."""
    weighed = weigh(found, half_life)["time_decay"]
    assert all(older <= newer + 1 for older, newer in pairwise(weighed))


sources = st.sampled_from(["google", "FB", "facebook", "newsletter", ""])
ages = st.integers(0, 60 * 24)
households = st.lists(st.lists(st.tuples(ages, sources), max_size=6), min_size=1, max_size=5)


def _rows(of: list[list[tuple[int, str]]]) -> dict[str, list[dict[str, Any]]]:
    reserved = datetime(2026, 5, 31, 12)  # noqa: DTZ001 - as the relations have them
    reservations = [{"id": number, "created_at": reserved + timedelta(days=number)} for number in range(1, len(of) + 1)]
    listed = [
        {
            "reservation_id": number,
            "position": position,
            "at": reserved + timedelta(days=number, hours=-hours),
            "utm_source": source,
        }
        for number, touched in enumerate(of, start=1)
        for position, (hours, source) in enumerate(sorted(touched, reverse=True), start=1)
    ]
    return {"reservations": reservations, "touches": listed}


def _weighed(rows: dict[str, list[dict[str, Any]]]) -> dict[int, list[tuple[Any, ...]]]:
    alias = {"field": "utm_source", "raw": "fb", "canonical": "facebook"}
    with warehouse(**rows, aliases=[alias]) as connection:
        build(connection, ["marts.attribution"])
        # The number of an origin depends on which others there are; the texts beside it say the same.
        listed = "SELECT * EXCLUDE (origin_id) FROM marts.attribution ORDER BY reservation_id, position"
        found = connection.execute(listed).fetchall()
        sums = connection.execute(
            "SELECT DISTINCT sum(COLUMNS('_ppm$')) FROM marts.attribution GROUP BY reservation_id"
        ).fetchall()
    assert sums == [(MILLION,) * 6]
    by_reservation: dict[int, list[tuple[Any, ...]]] = {}
    for row in found:
        by_reservation.setdefault(row[0], []).append(row[1:])
    return by_reservation


@settings(max_examples=proved(10, 25))
@given(households, households)
def test_what_others_do_later_changes_no_earlier_attribution(
    first: list[list[tuple[int, str]]], later: list[list[tuple[int, str]]]
) -> None:
    before = _weighed(_rows(first))
    after = _weighed(_rows(first + later))
    assert {number: after[number] for number in before} == before
    assert len(after) == len(first) + len(later)


@settings(max_examples=proved(10, 25))
@given(households, st.integers(1, 60), st.integers(1, 30))
def test_sql_and_python_weigh_alike(of: list[list[tuple[int, str]]], look_back: int, half_life: int) -> None:
    rows = _rows(of)
    with warehouse(**rows) as connection:
        build(connection, ["marts.attribution"], {"look_back_days": look_back, "half_life_days": half_life})
        query = "SELECT reservation_id, COLUMNS('_ppm$') FROM marts.attribution ORDER BY reservation_id, position"
        ours = connection.execute(query).fetchall()
    expected = []
    for reservation in rows["reservations"]:
        number, made = reservation["id"], reservation["created_at"]
        told = [TouchPoint(t["at"], t["utm_source"] == "") for t in rows["touches"] if t["reservation_id"] == number]
        counted = within(told, made, look_back)
        columns = weigh(counted, half_life) if counted else dict.fromkeys(weights.MODELS, (MILLION,))
        expected += [(number, *of_touch) for of_touch in zip(*columns.values(), strict=True)]
    assert ours == expected


def test_attribution_rests_on_no_visit() -> None:
    """Touches are frozen with the reservation, so nothing that a visitor does afterwards can reach it."""
    read = needs(["marts.attribution", "marts.attribution_by_campaign"])
    assert read == {"touches", "reservations", "reservation_changes", "aliases", "campaigns", "campaign_costs"}
