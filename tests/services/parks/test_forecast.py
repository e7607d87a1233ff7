"""When a park will be full, as a table of cases."""

import pytest

from services.parks.forecast import Forecast, Mix, forecast
from services.parks.fullness import spots_left
from tests.services.parks.filled import filled

Usage = tuple[int, int | None, int, int, int, int, int]
"""Limit of spots and of kWh, spots given and free, kWh given, active reservations and their kWh."""
CASES = {
    "nobody yet": ((500, 1_566_000, 0, 500, 0, 0, 0), (None, None, None)),
    "no spots yet": ((0, 2_268_000, 0, 0, 0, 0, 0), (None, None, None)),
    "spots go first": ((500, 1_566_000, 2, 498, 6000, 2, 6000), (3000, 500, "spots")),
    "energy goes first": ((500, 1_450_000, 100, 400, 300_200, 100, 300_200), (3002, 483, "kwh")),
    "both at once": ((500, 1_500_000, 1, 499, 3000, 1, 3000), (3000, 500, "spots")),
    "one kWh short of all": ((500, 1_499_999, 1, 499, 3000, 1, 3000), (3000, 499, "kwh")),
    "no limit of energy": ((500, None, 1, 499, 3000, 1, 3000), (3000, 500, "spots")),
    "withheld spots do not count": ((500, None, 1, 489, 3000, 1, 3000), (3000, 490, "spots")),
    "a spot held for undo keeps its energy": ((500, 9000, 2, 498, 6000, 1, 3000), (3000, 3, "kwh")),
    "energy just used up": ((500, 6000, 2, 498, 6000, 2, 6000), (3000, 2, "kwh")),
    "too many spots given": ((1, None, 2, 0, 6000, 2, 6000), (3000, 2, None)),
    "too much energy given": ((500, 5000, 2, 498, 6000, 2, 6000), (3000, 2, None)),
    "mean is rounded half up": ((500, None, 2, 498, 3001, 2, 3001), (1501, 500, "spots")),
    "last spot taken": ((2, None, 2, 0, 4000, 2, 4000), (2000, 2, "spots")),
}


def told(usage: Usage) -> Forecast:
    spot_limit, kwh_limit, given, free, kwh_taken, active, active_kwh = usage
    return forecast(filled(spot_limit, given, free, kwh_limit=kwh_limit, kwh_taken=kwh_taken), Mix(active, active_kwh))


@pytest.mark.parametrize(("usage", "expected"), CASES.values(), ids=CASES.keys())
def test_the_limit_that_ends_first_says_when_the_park_is_full(
    usage: Usage, expected: tuple[int | None, int | None, str | None]
) -> None:
    found = told(usage)
    assert (found.mean_kwh, found.full_at_spot, found.limited_by) == expected


@pytest.mark.parametrize(
    ("usage", "sentence"),
    [
        (
            CASES["energy goes first"][0],
            "Bei diesem Mix ist der Park mit 483 reservierten Plätzen voll: Bei im Mittel 3.002 kWh je Platz reichen "
            "die Kilowattstunden nicht weiter.",
        ),
        (
            CASES["spots go first"][0],
            "Bei diesem Mix ist der Park mit 500 reservierten Plätzen voll: Die Plätze gehen zuerst aus. Belegt "
            "sind dann im Mittel 3.000 kWh je Platz, zusammen rund 1.500.000 von 1.566.000 kWh.",
        ),
        (
            CASES["no limit of energy"][0],
            "Bei diesem Mix ist der Park mit 500 reservierten Plätzen voll: Für die Kilowattstunden ist keine "
            "Grenze gesetzt.",
        ),
        (CASES["nobody yet"][0], "Noch hat niemand reserviert. Eine Vorhersage gibt es mit dem ersten Platz."),
        (
            CASES["too much energy given"][0],
            "Der Park ist überbucht: Es ist mehr belegt, als die Grenzen zulassen.",
        ),
    ],
)
def test_the_sentence_says_it_in_words(usage: Usage, sentence: str) -> None:
    assert told(usage).sentence == sentence


@pytest.mark.parametrize(
    ("free", "kwh_limit", "kwh_taken", "left"),
    [
        (5, None, 99_999, 5),
        (5, 5000, 0, 5),
        (5, 4999, 0, 4),
        (5, 5000, 4001, 0),
        (5, 5000, 4000, 1),
        (5, 5000, 6000, 0),
    ],
)
def test_spots_are_free_as_long_as_the_smallest_package_fits(
    free: int, kwh_limit: int | None, kwh_taken: int, left: int
) -> None:
    assert spots_left(free, kwh_limit, kwh_taken) == left
