"""Weeks on and off: false verdicts, planted effects, coverage, and the draw of schedules."""

import math

import numpy as np
import pytest

from analytics.chance.weeks_on_and_off import BLOCK, Difference, difference, schedule, smallest_effect
from tests.fixtures.proved import proved

RUNS = proved(40, 1000)
USUAL = 12.0
HISTORY = [USUAL] * 24
WEEKS = 16


def test_at_most_5_percent_of_campaigns_without_effect_are_given_one_even_under_a_trend() -> None:
    found = sum(run(seed, lift=0.0, trend=0.04).p <= 0.05 for seed in range(RUNS))
    assert found / RUNS <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / RUNS)


def test_the_announced_smallest_effect_is_found_in_80_percent() -> None:
    effect = smallest_effect(HISTORY, WEEKS)
    assert effect is not None
    found = sum(run(seed, effect).p <= 0.05 for seed in range(RUNS))
    assert found / RUNS >= 0.8 - 2 * math.sqrt(0.8 * 0.2 / RUNS)


def test_the_interval_holds_the_planted_difference() -> None:
    held = 0
    for seed in range(RUNS):
        found = run(seed, lift=0.5)
        held += found.lower <= USUAL / 2 <= found.upper
    assert held / RUNS >= 0.95 - 2 * math.sqrt(0.95 * 0.05 / RUNS)


def test_two_of_each_four_weeks_are_on_and_the_same_seed_draws_the_same() -> None:
    weeks = schedule(24, "seed")
    assert [sum(weeks[start : start + BLOCK]) for start in range(0, 24, BLOCK)] == [2] * 6
    assert weeks == schedule(24, "seed")
    assert len({tuple(schedule(24, f"{seed}")) for seed in range(50)}) > 40


def test_the_difference_is_that_of_the_means() -> None:
    is_on = [True, False, True, False] * 3
    counts = [20 if on else 10 for on in is_on]
    found = difference(counts, is_on)
    assert found.observed == pytest.approx(10)
    assert found.lower <= 10 <= found.upper
    assert found.p == pytest.approx(2 / 6**3)


def test_without_history_no_effect_is_announced() -> None:
    assert smallest_effect([], 12) is None
    assert smallest_effect([0.0] * 24, 12) is None
    assert smallest_effect([9.0] * 3, 12) is None


def test_restless_weeks_need_larger_effects() -> None:
    calm, restless = smallest_effect([12.0] * 24, 12), smallest_effect([2.0, 22.0] * 12, 12)
    assert calm is not None and restless is not None
    assert restless > 2 * calm


def run(seed: int, lift: float, trend: float = 0.0) -> Difference:
    """One experiment: Poisson counts, a trend a week, and the lift in the weeks that are on."""
    rng = np.random.default_rng(seed)
    is_on = schedule(WEEKS, f"seed {seed}")
    means = [USUAL * (1 + trend * week) * (1 + lift * on) for week, on in enumerate(is_on)]
    return difference([int(n) for n in rng.poisson(means)], is_on)
