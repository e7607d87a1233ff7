"""Regions with and without a campaign: false verdicts, planted effects, coverage, groups; plain Python beside it."""

import math
from collections import Counter
from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

import numpy as np
import pandas as pd
import pytest
from scipy.stats import t

from analytics.chance.regions import (
    LEAST_SHOWN,
    Group,
    Lift,
    Window,
    brought,
    drawn,
    false_verdicts,
    grouped,
    lift,
    paired,
    smallest_effect,
    windows,
)
from tests.fixtures.proved import proved

RUNS = proved(25, 1000)
REGIONS, BEFORE, WEEKS = 60, 52, 12
FEW, MANY = 30.0, 100.0
"""Reservations a year of an average region."""


class Run(NamedTuple):
    found: Lift
    announced: float


def test_at_most_5_percent_of_campaigns_without_effect_are_given_one() -> None:
    found = sum(run(seed, 0.0, FEW, 0.3).found.p <= 0.05 for seed in range(RUNS))
    assert found / RUNS <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / RUNS)


def test_the_announced_smallest_effect_is_found_in_80_percent() -> None:
    found = sum(run(seed, None, FEW).found.p <= 0.05 for seed in range(RUNS))
    assert found / RUNS >= 0.8 - 2 * math.sqrt(0.8 * 0.2 / RUNS)


def test_30_percent_are_found_where_the_history_says_so_and_the_interval_holds_them() -> None:
    runs = [run(seed, 0.3, MANY) for seed in range(RUNS)]
    enough = [one.found for one in runs if one.announced <= 0.3]
    assert len(enough) >= 0.8 * RUNS
    assert sum(one.p <= 0.05 for one in enough) / len(enough) >= 0.8 - 2 * math.sqrt(0.8 * 0.2 / len(enough))
    held = sum(one.found.lower <= 0.3 <= one.found.upper for one in runs)
    assert held / RUNS >= 0.95 - 2 * math.sqrt(0.95 * 0.05 / RUNS)


def test_the_past_without_an_effect_gives_none_in_95_percent() -> None:
    found = [false_verdicts(list(windows(history(np.random.default_rng(seed), FEW), WEEKS))) for seed in range(6)]
    wrong, draws = (sum(one[place] for one in found) for place in (0, 1))
    assert draws == 6 * 3 * 200, "52 weeks hold three parts of 12 with as much before each"
    assert 0 < wrong / draws <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / draws)


def test_estimate_and_probability_are_those_of_all_draws_in_plain_python() -> None:
    frame = pd.DataFrame(
        [
            (0, True, 40, 30), (0, False, 38, 18), (1, True, 21, 17), (1, False, 25, 12), (2, True, 14, 11),
            (2, False, 15, 7), (3, True, 12, 9), (3, False, 9, 5), (4, True, 8, 5), (4, False, 8, 4),
            (5, True, 6, 7), (5, False, 5, 2),
        ],
        columns=["pair", "is_on", "before", "after"],
    )  # fmt: skip
    sums = frame.groupby("is_on")[["before", "after"]].sum() + 0.5
    expected = (sums.after[True] / sums.before[True]) / (sums.after[False] / sums.before[False])
    rows = [frame[frame.pair == pair] for pair in range(6)]
    table = [[list(row[name]) for row in rows] for name in ("before", "after")]
    found = lift(*table, [True] * 6)
    assert 1 + found.observed == pytest.approx(expected, rel=1e-12)
    as_far = 0
    for flips in product((0, 1), repeat=6):
        on = [[rows_of[pair][flip] for pair, flip in enumerate(flips)] for rows_of in table]
        off = [[rows_of[pair][1 - flip] for pair, flip in enumerate(flips)] for rows_of in table]
        (before_on, after_on), (before_off, after_off) = ([sum(arm) + 0.5 for arm in arms] for arms in (on, off))
        ratio = math.log(after_on / before_on / (after_off / before_off))
        as_far += abs(ratio) >= math.log(expected) - 1e-9
    assert found.p == pytest.approx(as_far / 64)
    assert found.lower < found.observed < found.upper


def test_the_smallest_effect_is_that_of_the_variance_over_all_draws() -> None:
    before = np.array([[40, 38], [21, 25], [14, 15], [12, 9], [8, 8], [6, 5]], float)
    after = np.array([[30, 10], [5, 22], [13, 4], [2, 12], [9, 1], [1, 8]], float)
    squares = []
    for flips in product((0, 1), repeat=6):
        on = [sum(row[flip] for row, flip in zip(sums, flips, strict=True)) + 0.5 for sums in (before, after)]
        off = [sum(row[1 - flip] for row, flip in zip(sums, flips, strict=True)) + 0.5 for sums in (before, after)]
        squares.append(math.log(on[1] / on[0] / (off[1] / off[0])) ** 2)
    variance = sum(squares) / 64
    assert variance > 4 / after.sum() + 4 / before.sum(), "restless regions, beyond chance"
    quantiles = float(t.ppf(0.975, 5) + t.ppf(0.8, 5))
    found = smallest_effect([Window(before, after)])
    assert found == pytest.approx(math.expm1(1.05 * quantiles * math.sqrt(variance)), rel=0.02)


def test_no_group_has_fewer_than_five_and_every_number_is_in_one_group_at_most() -> None:
    rng = np.random.default_rng(3)
    for total in (4, 30, 400):
        counts = Counter(f"{number:03d}" for number in rng.integers(10, 1000, total))
        groups = grouped(counts)
        assert all(group.before >= LEAST_SHOWN and group.before == brought(group, counts) for group in groups)
        prefixes = [prefix for group in groups for prefix in group.prefixes]
        assert len(set(prefixes)) == len(prefixes)
        assert all(len({prefix[0] for prefix in group.prefixes}) == 1 for group in groups)


def test_neighbours_are_joined_until_they_are_five_and_a_small_end_joins_the_group_before() -> None:
    spread = {f"{zone}{place}0": 8 for zone in range(2, 6) for place in range(0, 10, 2)}
    found = grouped({"100": 2, "120": 3, "150": 9, "190": 1, "900": 4} | spread)
    assert found[:2] == [Group(("10", "12"), 5), Group(("15", "19"), 10)]
    assert not any(prefix.startswith("9") for group in found for prefix in group.prefixes), "four in all of 9…"


def test_a_region_with_a_large_part_is_divided_into_those_of_three_digits() -> None:
    found = grouped({"850": 40, "851": 20, "852": 6, "100": 10, "200": 10})
    assert [group.prefixes for group in found] == [("100",), ("200",), ("850",), ("851",), ("852",)]
    even = grouped({f"{number}0": 6 for number in range(10, 40)})
    assert {len(prefix) for group in even for prefix in group.prefixes} == {2}


def test_the_same_seed_draws_the_same_regions() -> None:
    assert drawn(12, "seed") == drawn(12, "seed")
    assert len({tuple(drawn(12, f"{seed}")) for seed in range(50)}) > 45
    share = sum(sum(drawn(10, f"{seed}")) for seed in range(500)) / 5000
    assert share == pytest.approx(0.5, abs=0.03)


def test_without_history_no_effect_is_announced() -> None:
    assert smallest_effect(list(windows({}, WEEKS))) is None
    assert smallest_effect(list(windows({"100": [9] * 40, "200": [9] * 40}, WEEKS))) is None, "one pair"
    assert list(windows(history(np.random.default_rng(1), FEW), 30)) == [], "as much must lie before"


def rates_of(rng: np.random.Generator, mean: float) -> Mapping[str, float]:
    """Reservations a week of each region: some are ten times as large as others."""
    sizes = np.exp(rng.normal(-0.5, 1.0, REGIONS)) * mean / 52
    return {f"{number + 10}0": float(size) for number, size in enumerate(sizes)}


def history(rng: np.random.Generator, mean: float) -> dict[str, list[int]]:
    return {prefix: rng.poisson(rate, BEFORE).tolist() for prefix, rate in rates_of(rng, mean).items()}


def run(seed: int, effect: float | None, mean: float, season: float = 0.0) -> Run:
    """One experiment: Poisson counts, a season that all regions share, and the effect where the campaign runs. Without
    `effect`: the one that its own history announces.
    """
    rng = np.random.default_rng(seed)
    rates = rates_of(rng, mean)
    weekly = {prefix: rng.poisson(rate, BEFORE).tolist() for prefix, rate in rates.items()}
    announced = smallest_effect(list(windows(weekly, WEEKS)))
    assert announced is not None
    pairs = paired(grouped({prefix: sum(counts) for prefix, counts in weekly.items()}))
    is_first = drawn(len(pairs), f"seed {seed}")
    treated = {pair[0 if first else 1] for pair, first in zip(pairs, is_first, strict=True)}
    prefixes = tuple(prefix for group in treated for prefix in group.prefixes)
    planted = announced if effect is None else effect
    after = {
        prefix: int(rng.poisson(rate * WEEKS * (1 + season) * (1 + planted * prefix.startswith(prefixes))))
        for prefix, rate in rates.items()
    }
    counts = [[brought(group, after) for group in pair] for pair in pairs]
    return Run(lift([[group.before for group in pair] for pair in pairs], counts, is_first), announced)
