"""What the interval of extrapolated credit promises, by trying it; and that the parts sum to all reservations."""

import random
from collections import Counter
from datetime import datetime
from typing import Any

import pytest

from analytics.definitions import REPORTS, read_definition
from analytics.runner import build
from tests.analytics.given import warehouse
from tests.fixtures.proved import proved

RESERVED, EARLIER, LAST = (datetime.fromisoformat(f"2026-05-04 {hour}:00:00") for hour in ("10", "08", "09"))
MONTH = {"from_day": RESERVED.date(), "to_day": RESERVED.date(), "as_of_day": RESERVED.date()}
BEGAN_WITH = {"google": 0.5, "newsletter": 0.25, "partner": 0.1, "flyer": 0.9}
"""How often a path that ended with this source had begun with the flyer."""
CONSENTED = {"google": 0.3, "newsletter": 0.6, "partner": 0.4, "flyer": 0.2}
"""How often earlier visits may be remembered. It depends on the last source, which is known of everybody."""
ENDED_WITH = {"google": 0.5, "newsletter": 0.25, "partner": 0.2, "flyer": 0.05}


def made_up(draw: random.Random, count: int) -> tuple[dict[str, list[dict[str, Any]]], Counter[str]]:
    """Reservations as they are known, and where their paths truly began."""
    reservations, touches, truth = [], [], Counter[str]()
    for id_ in range(1, count + 1):
        (last,) = draw.choices([*ENDED_WITH], [*ENDED_WITH.values()])
        first = "flyer" if draw.random() < BEGAN_WITH[last] else last
        is_remembered = draw.random() < CONSENTED[last]
        truth[first] += 1
        reservations.append({"id": id_, "created_at": RESERVED, "touch_consent": 2 if is_remembered else 1})
        path = [first, last] if is_remembered and first != last else [last]
        for position, (source, at) in enumerate(zip(path, [EARLIER, LAST][-len(path) :], strict=True), start=1):
            touches.append({"reservation_id": id_, "position": position, "at": at, "utm_source": source})
    return {"reservations": reservations, "touches": touches}, truth


def extrapolated(given: dict[str, list[dict[str, Any]]], model: str = "first") -> list[dict[str, Any]]:
    definition = read_definition(REPORTS / "models")
    with warehouse(**given) as connection:
        build(connection, ["marts.remembered_credit"], {**MONTH, "model": model})
        frame = connection.execute(definition.table("extrapolated").sql).df()
    rows: list[dict[str, Any]] = frame.to_dict("records")
    return rows


def test_in_eight_of_ten_cases_the_truth_lies_within() -> None:
    draw, within, without_extrapolation, tried = random.Random(7), 0, 0, 0
    for _ in range(proved(6, 300)):
        given, truth = made_up(draw, draw.choice([60, 200, 600]))
        for row in extrapolated(given):
            true = truth[row["utm_source"]] * 1_000_000
            tried += 1
            within += row["lower_ppm"] <= true <= row["upper_ppm"]
            without_extrapolation += row["lower_ppm"] <= row["seen_ppm"] <= row["upper_ppm"]
    assert within / tried >= 0.8
    assert without_extrapolation / tried < 0.2, "an interval that holds anything proves nothing"


@pytest.mark.sample(2)
@pytest.mark.parametrize("model", ["last", "last_non_direct", "first", "linear", "position", "time_decay"])
def test_every_model_divides_exactly_the_reservations_there_are(model: str) -> None:
    given, _ = made_up(random.Random(3), 97)
    rows = extrapolated(given, model)
    assert sum(row["chosen_ppm"] for row in rows) == 97_000_000


def test_what_is_known_of_everybody_stays_as_it_is() -> None:
    """By the last touch the one visit says all there is to say."""
    given, _ = made_up(random.Random(5), 400)
    seen = Counter({touch["reservation_id"]: touch["utm_source"] for touch in given["touches"]}.values())
    assert {row["utm_source"]: row["chosen_ppm"] for row in extrapolated(given, "last")} == {
        source: count * 1_000_000 for source, count in seen.items()
    }


def test_with_too_few_remembered_nothing_is_extrapolated() -> None:
    given, _ = made_up(random.Random(5), 50)
    for place, one in enumerate(given["reservations"]):
        one["touch_consent"] = 2 if place < 4 else 1
    assert extrapolated(given) == []


def test_where_all_are_remembered_nothing_is_estimated() -> None:
    given, _ = made_up(random.Random(5), 50)
    for one in given["reservations"]:
        one["touch_consent"] = 2
    for row in extrapolated(given):
        assert row["lower_ppm"] == row["upper_ppm"] == row["chosen_ppm"] == row["seen_ppm"]
