"""Two arms: false verdicts in experiments without a difference, planted effects, and the interval computed again."""

import math
from collections.abc import Iterator

import numpy as np
import pytest

from analytics.chance.two_arms import (
    conversions_needed,
    intersection,
    interval,
    log_evidence,
    mismatch_evidence,
    mixture,
    share_of,
)
from tests.fixtures.proved import proved

RUNS = proved(60, 1000)
DAYS = 182
VISITORS_A_DAY = 120
RATE = 0.06
PLANTED = 0.3


def test_at_most_5_percent_of_experiments_without_a_difference_end_in_a_verdict_though_looked_at_daily() -> None:
    verdicts = sum(is_verdict(experiment(seed, lift=0.0)) for seed in range(RUNS))
    assert verdicts / RUNS <= 0.05


def test_a_planted_lift_of_30_percent_is_found_within_the_conversions_that_were_announced() -> None:
    needed = conversions_needed(PLANTED)
    assert needed is not None
    found = sum(is_verdict(until(experiment(seed, PLANTED), needed)) for seed in range(RUNS))
    assert found / RUNS >= 0.8 - 2 * math.sqrt(0.8 * 0.2 / RUNS)


def test_the_interval_holds_the_planted_lift_at_every_look_in_95_percent_of_experiments() -> None:
    held = 0
    for seed in range(RUNS):
        found = intersection(mixture(PLANTED), experiment(seed, PLANTED))
        held += found.lower <= PLANTED <= found.upper
    assert held / RUNS >= 0.95 - 2 * math.sqrt(0.95 * 0.05 / RUNS)


def test_a_broken_assignment_is_noticed_and_a_sound_one_is_not() -> None:
    rng = np.random.default_rng(5)
    sound = [int(n) for n in rng.binomial(VISITORS_A_DAY, 0.5, DAYS).cumsum()]
    broken = [int(n) for n in rng.binomial(VISITORS_A_DAY, 0.53, DAYS).cumsum()]
    totals = [VISITORS_A_DAY * (day + 1) for day in range(DAYS)]
    worst = min(mismatch_evidence((n, total - n)) for n, total in zip(sound, totals, strict=True))
    assert worst >= 0.001
    assert mismatch_evidence((broken[-1], totals[-1] - broken[-1])) < 0.001


@pytest.mark.parametrize("conversions", [(0, 0), (3, 0), (0, 7), (40, 61), (200, 150), (900, 1100)])
def test_the_interval_is_where_a_grid_of_all_shares_finds_no_evidence(conversions: tuple[int, int]) -> None:
    a = mixture(0.3)
    in_a, in_b = conversions
    inside = [
        share
        for share in np.linspace(0.0005, 0.9995, 1999)
        if beta_binomial(a, in_a, in_b) - in_b * math.log(share) - in_a * math.log(1 - share) < math.log(20)
    ]
    found = interval(a, conversions)
    lower, upper = (found.lower + 1) / (found.lower + 2), share_of(found.upper) if found.upper < math.inf else 1.0
    assert lower == pytest.approx(inside[0], abs=0.0011)
    assert upper == pytest.approx(inside[-1], abs=0.0011)


def test_more_conversions_are_needed_for_smaller_effects_and_none_suffice_for_tiny_ones() -> None:
    needed = [conversions_needed(effect) for effect in (1.0, 0.5, 0.3, 0.2, 0.1)]
    assert needed == [112, 316, 747, 1535, 5589]
    assert conversions_needed(0.02) is None


def test_equal_counts_are_no_evidence() -> None:
    assert log_evidence(mixture(0.3), (50, 50)) < 0
    assert mismatch_evidence((500, 500)) == 1.0


def experiment(seed: int, lift: float) -> Iterator[tuple[int, int]]:
    """Conversions of both arms at the end of each day; every visitor is assigned by a coin."""
    rng = np.random.default_rng(seed)
    of_b = rng.binomial(VISITORS_A_DAY, 0.5, DAYS)
    in_a = rng.binomial(VISITORS_A_DAY - of_b, RATE).cumsum()
    in_b = rng.binomial(of_b, RATE * (1 + lift)).cumsum()
    return ((int(a), int(b)) for a, b in zip(in_a, in_b, strict=True))


def until(looks: Iterator[tuple[int, int]], needed: int) -> Iterator[tuple[int, int]]:
    """The looks up to the announced number of conversions."""
    return (look for look in looks if sum(look) <= needed)


def is_verdict(looks: Iterator[tuple[int, int]]) -> bool:
    """Whether zero is left out at any look."""
    found = intersection(mixture(PLANTED), looks)
    return not found.lower <= 0 <= found.upper


def beta_binomial(a: float, in_a: int, in_b: int) -> float:
    """The logarithm of the mixture's likelihood, as the product of its predictions one after the other."""
    total = 0.0
    for number in range(in_b):
        total += math.log((a + number) / (2 * a + number))
    for number in range(in_a):
        total += math.log((a + number) / (2 * a + in_b + number))
    return total
