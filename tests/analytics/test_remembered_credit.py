"""What the interval of extrapolated credit promises, by trying it; and that the parts sum to all there is."""

import math
import random
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import duckdb
import pandas as pd
import pytest

from analytics.runner import build
from tests.analytics.given import put, warehouse
from tests.fixtures.proved import proved

RESERVED, EARLIER, LAST = (datetime.fromisoformat(f"2026-05-04 {hour}:00:00") for hour in ("10", "08", "09"))
MONTH = {"from_day": RESERVED.date(), "to_day": RESERVED.date(), "as_of_day": RESERVED.date()}
BEGAN_WITH = {"google": 0.5, "newsletter": 0.25, "partner": 0.1, "flyer": 0.9}
"""How often a path that ended with this source had begun with the flyer."""
CONSENTED = {"google": 0.3, "newsletter": 0.6, "partner": 0.4, "flyer": 0.2}
"""How often earlier visits may be remembered. It depends on the last source, which is known of everybody."""
ENDED_WITH = {"google": 0.5, "newsletter": 0.25, "partner": 0.2, "flyer": 0.05}


SIGNED = {"flyer": 0.7}
"""How often a path that began with this source led to a contract; else 0.4."""
SHARES = {"flyer": ([1000, 2000, 4000, 6000], [1, 2, 3, 3])}
"""kWh a year of its contracts, and how often each; else small ones. Who comes by the flyer takes more: so kWh do not go
with the number of contracts, and few large contracts decide.
"""
SMALL = ([1000, 2000, 4000], [5, 3, 1])
MEASURES = ("reservations", "contracts", "kwh", "cents")
CENTS_PER_KWH = 70
Truth = dict[str, Counter[str]]


@dataclass(frozen=True)
class MadeUp:
    """Reservations as they are known, their touches, and where their paths truly began."""

    reservations: list[dict[str, Any]]
    touches: list[dict[str, Any]]
    truth: Truth


def made_up(draw: random.Random, count: int) -> MadeUp:
    world = MadeUp([], [], {measure: Counter() for measure in MEASURES})
    for id_ in range(1, count + 1):
        (last,) = draw.choices([*ENDED_WITH], [*ENDED_WITH.values()])
        first = "flyer" if draw.random() < BEGAN_WITH[last] else last
        is_remembered = draw.random() < CONSENTED[last]
        is_signed = draw.random() < SIGNED.get(first, 0.4)
        (kwh,) = draw.choices(*SHARES.get(first, SMALL))
        amounts = (1, is_signed, is_signed * kwh, is_signed * kwh * CENTS_PER_KWH)
        for measure, amount in zip(MEASURES, amounts, strict=True):
            world.truth[measure][first] += amount
        world.reservations.append(
            {
                "id": id_,
                "created_at": RESERVED,
                "state": "contracted" if is_signed else "reserved",
                "annual_kwh": kwh,
                "share_amount_cents": kwh * CENTS_PER_KWH,
                "touch_consent": 2 if is_remembered else 1,
            }
        )
        path = [first, last] if is_remembered and first != last else [last]
        for position, (source, at) in enumerate(zip(path, [EARLIER, LAST][-len(path) :], strict=True), start=1):
            world.touches.append({"reservation_id": id_, "position": position, "at": at, "utm_source": source})
    return world


def fill(connection: duckdb.DuckDBPyConnection, relation: str, rows: list[dict[str, Any]]) -> None:
    """Many rows that differ from the first in these columns alone; row by row this takes most of the test's time."""
    put(connection, relation, rows[:1])
    frame = pd.DataFrame(rows)  # noqa: F841 - DuckDB finds it by its name
    replaced = ", ".join(f'frame."{name}" AS "{name}"' for name in rows[0])
    connection.execute(
        f"CREATE OR REPLACE TEMP TABLE filled AS SELECT one.* REPLACE ({replaced}) FROM source.{relation} AS one, frame"
    )
    connection.execute(f"DELETE FROM source.{relation}")
    connection.execute(f"INSERT INTO source.{relation} SELECT * FROM filled")


def extrapolated(world: MadeUp, model: str = "first") -> dict[str, list[dict[str, Any]]]:
    """The rows of each measure."""
    with warehouse() as connection:
        fill(connection, "reservations", world.reservations)
        fill(connection, "touches", world.touches)
        build(connection, ["marts.extrapolated_ranges"], {**MONTH, "model": model})
        frame = connection.execute("SELECT * FROM marts.extrapolated_ranges").df()
    rows: list[dict[str, Any]] = frame.to_dict("records")
    return {measure: [row for row in rows if row["measure"] == measure] for measure in MEASURES}


def test_in_eight_of_ten_cases_the_truth_lies_within() -> None:
    draw, within, without_extrapolation, tried = random.Random(7), Counter[str](), 0, Counter[str]()
    for _ in range(proved(6, 300)):
        world = made_up(draw, draw.choice([60, 200, 600]))
        for measure, rows in extrapolated(world).items():
            for row in (row for row in rows if row["origins"] == 1):
                true = world.truth[measure][row["utm_source"]] * 1_000_000
                tried[measure] += 1
                within[measure] += row["lower_ppm"] <= true <= row["upper_ppm"]
                without_extrapolation += row["lower_ppm"] <= row["seen_ppm"] <= row["upper_ppm"]
    for measure, cases in tried.items():
        two_standard_errors = 2 * math.sqrt(0.8 * 0.2 / cases)
        assert within[measure] / cases >= 0.8 - two_standard_errors, (measure, within, tried)
    assert without_extrapolation / tried.total() < 0.25, "an interval that holds anything proves nothing"


@pytest.mark.sample(2)
@pytest.mark.parametrize("model", ["last", "last_non_direct", "first", "linear", "position", "time_decay"])
def test_every_model_divides_exactly_the_reservations_there_are(model: str) -> None:
    world = made_up(random.Random(3), 97)
    for measure, rows in extrapolated(world, model).items():
        assert sum(row["chosen_ppm"] for row in rows) == world.truth[measure].total() * 1_000_000


def test_what_is_known_of_everybody_stays_as_it_is() -> None:
    """By the last touch the one visit says all there is to say."""
    world = made_up(random.Random(5), 400)
    last = {touch["reservation_id"]: touch["utm_source"] for touch in world.touches}
    seen = {measure: Counter[str]() for measure in ("reservations", "kwh")}
    for one in world.reservations:
        seen["reservations"][last[one["id"]]] += 1_000_000
        seen["kwh"][last[one["id"]]] += 1_000_000 * one["annual_kwh"] * (one["state"] == "contracted")
    found = extrapolated(world, "last")
    for measure, amounts in seen.items():
        assert {row["utm_source"]: row["chosen_ppm"] for row in found[measure]} == amounts


def test_with_too_few_remembered_nothing_is_extrapolated() -> None:
    """Contracts need five remembered ones of their own: five reservations do not say how contracts came about."""
    world = made_up(random.Random(5), 50)
    signed = 0
    for one in world.reservations:
        signed += one["state"] == "contracted"
        one["touch_consent"] = 2 if signed < 5 else 1
    found = extrapolated(world)
    assert found["reservations"] != []
    assert found["contracts"] == found["kwh"] == found["cents"] == []


def test_where_all_are_remembered_nothing_is_estimated() -> None:
    world = made_up(random.Random(5), 50)
    for one in world.reservations:
        one["touch_consent"] = 2
    for row in (row for rows in extrapolated(world).values() for row in rows):
        assert row["lower_ppm"] == row["upper_ppm"] == row["chosen_ppm"] == row["seen_ppm"]
