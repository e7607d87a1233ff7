"""The limits of chance, against the Poisson distribution summed term by term."""

import itertools
import math
import random

import pytest

from analytics.chance.limits import TAIL, limits, segments

_PPM = 1_000_000


def _at_most(count: int, mean: float) -> float:
    """Probability that a Poisson variable of this mean is at most `count`."""
    return math.fsum(math.exp(n * math.log(mean) - mean - math.lgamma(n + 1)) for n in range(count + 1))


@pytest.mark.parametrize("count", [1, 2, 3, 12, 18, 59, 60, 61, 400])
def test_each_limit_leaves_a_tenth_out(count: int) -> None:
    lower, upper = limits(count)
    assert _at_most(count, upper) == pytest.approx(TAIL, rel=2e-3)
    assert 1 - _at_most(count - 1, lower) == pytest.approx(TAIL, rel=2e-3)


def test_no_contract_still_has_an_upper_limit() -> None:
    assert limits(0) == (0.0, pytest.approx(math.log(10)))


def test_segments_are_contiguous_and_rise() -> None:
    found = segments()
    assert found[0].from_ppm == 0
    assert all(one.to_ppm == other.from_ppm for one, other in itertools.pairwise(found))
    assert all(one.lower_to_ppm == other.lower_from_ppm for one, other in itertools.pairwise(found))
    assert all(one.lower_from_ppm <= one.lower_to_ppm and one.upper_from_ppm < one.upper_to_ppm for one in found)
    assert all(one.lower_from_ppm <= one.from_ppm < one.upper_from_ppm for one in found)


def test_a_straight_line_between_two_points_is_near_enough() -> None:
    chance = random.Random(4)
    for segment in segments():
        part = chance.random()
        count = segment.from_ppm + part * (segment.to_ppm - segment.from_ppm)
        if count < _PPM / 2:
            continue
        lower, upper = limits(count / _PPM)
        drawn = segment.lower_from_ppm + part * (segment.lower_to_ppm - segment.lower_from_ppm)
        assert drawn / _PPM == pytest.approx(lower, rel=5e-3)
        drawn = segment.upper_from_ppm + part * (segment.upper_to_ppm - segment.upper_from_ppm)
        assert drawn / _PPM == pytest.approx(upper, rel=5e-3)


def test_the_interval_holds_the_true_mean_in_at_least_four_of_five_cases() -> None:
    """Exactly, over all counts: never below 80 %, whatever the mean."""
    for mean in (0.3, 1.0, 2.3, 5.0, 11.0, 40.0):
        held = math.fsum(
            math.exp(count * math.log(mean) - mean - math.lgamma(count + 1))
            for count in range(int(mean + 20 * math.sqrt(mean) + 20))
            if limits(count)[0] <= mean <= limits(count)[1]
        )
        assert 0.8 <= held < 1
