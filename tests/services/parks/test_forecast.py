"""When a park will be full, as a table of cases."""

import pytest

from services.parks.forecast import Usage, forecast, level
from services.parks.limits import spots_left

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


@pytest.mark.parametrize(("usage", "expected"), CASES.values(), ids=CASES.keys())
def test_the_limit_that_ends_first_says_when_the_park_is_full(
    usage: tuple[int, int | None, int, int, int, int, int], expected: tuple[int | None, int | None, str | None]
) -> None:
    found = forecast(Usage(*usage))
    assert (found.mean_kwh, found.full_at_spot, found.limited_by) == expected


@pytest.mark.parametrize(
    ("usage", "sentence"),
    [
        (
            CASES["energy goes first"][0],
            "Bei diesem Mix ist der Park bei Platz 483 voll: Die Kilowattstunden reichen für 483 Plätze im Mittel "
            "von 3.002 kWh.",
        ),
        (
            CASES["spots go first"][0],
            "Bei diesem Mix ist der Park bei Platz 500 voll: Die Plätze gehen zuerst aus. Vergeben sind dann im "
            "Mittel 3.000 kWh je Platz, zusammen rund 1.500.000 von 1.566.000 kWh.",
        ),
        (
            CASES["no limit of energy"][0],
            "Bei diesem Mix ist der Park bei Platz 500 voll: Für die Kilowattstunden ist keine Grenze gesetzt.",
        ),
        (CASES["nobody yet"][0], "Noch hat niemand reserviert. Eine Vorhersage gibt es mit dem ersten Platz."),
        (
            CASES["too much energy given"][0],
            "Der Park ist überbucht: Es ist mehr vergeben, als die Grenzen zulassen.",
        ),
    ],
)
def test_the_sentence_says_it_in_words(usage: tuple[int, int | None, int, int, int, int, int], sentence: str) -> None:
    assert forecast(Usage(*usage)).sentence == sentence


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        ((100, None, 79, 21, 0, 1, 1), None),
        ((100, None, 80, 20, 0, 1, 1), 80),
        ((100, None, 89, 11, 0, 1, 1), 80),
        ((100, None, 90, 10, 0, 1, 1), 90),
        ((100, None, 99, 1, 0, 1, 1), 90),
        ((100, None, 100, 0, 0, 1, 1), 100),
        ((100, None, 0, 20, 0, 0, 0), 80),
        ((100, 100_000, 1, 99, 79_999, 1, 1), None),
        ((100, 100_000, 1, 99, 80_000, 1, 1), 80),
        ((100, 100_000, 1, 99, 99_000, 1, 1), 90),
        ((100, 100_000, 1, 99, 99_001, 1, 1), 100),
        ((0, 100_000, 0, 0, 0, 0, 0), None),
        ((0, None, 1, 0, 1000, 1, 1000), 100),
    ],
)
def test_staff_are_told_at_80_90_and_100_per_cent(
    usage: tuple[int, int | None, int, int, int, int, int], expected: int | None
) -> None:
    assert level(Usage(*usage)) == expected


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
