"""What a campaign brings, from weeks in which it runs and weeks in which it pauses, by chance. Pure.

Of each four weeks two are drawn to be on, so that a trend or a season cannot pass for an effect. What is tested is the
drawing itself (Fisher 1935; Bojinov, Simchi-Levi and Zhao, Manag. Sci. 69, 2023): how many of the schedules that could
have been drawn show a difference as large. No distribution of the weeks is assumed, and it holds once, at the end.
"""

import math
import random
from collections.abc import Callable, Sequence
from itertools import combinations, product
from statistics import NormalDist, mean
from typing import Final, NamedTuple

BLOCK: Final = 4
_ON_IN_BLOCK: Final = 2
_ALPHA: Final = 0.05
_POWER: Final = 0.8
_MOST_ENUMERATED: Final = 1296
_DRAWN: Final = 2000
"""Schedules that stand for all others where there are more than 1,296."""
_PATTERNS: Final = tuple(tuple(week in on for week in range(BLOCK)) for on in combinations(range(BLOCK), _ON_IN_BLOCK))
_STEPS: Final = 50
_ROUNDING: Final = 1e-9
_MARGIN: Final = 1.08
"""What the draw of whole schedules finds less than Student's test, by simulation."""


class Difference(NamedTuple):
    """On minus off, a week: as observed, its limits at 95 %, and the probability of one as large by the draw alone."""

    observed: float
    lower: float
    upper: float
    p: float


def schedule(weeks: int, seed: str) -> list[bool]:
    """Which weeks are on: two of each four. `weeks` is a multiple of four; the same seed draws the same weeks."""
    draw = random.Random(seed)  # noqa: S311 - a schedule, not a secret
    return [is_on for _ in range(weeks // BLOCK) for is_on in draw.choice(_PATTERNS)]


def difference(counts: Sequence[float], is_on: Sequence[bool]) -> Difference:
    """The effect of the weeks that were on, by every schedule that could have been drawn."""
    observed = _between(counts, is_on)
    others = [
        (_between(counts, other), _between([float(on) for on in is_on], other)) for other in _schedules(len(counts))
    ]
    is_sample = len(others) == _DRAWN  # then the schedule that was followed counts as one of them

    def p_of(effect: float) -> float:
        far = abs(observed - effect) - _ROUNDING
        as_far = sum(abs(shown - effect * overlap) >= far for shown, overlap in others)
        return (as_far + is_sample) / (len(others) + is_sample)

    reach = max(counts) - min(counts) + 1.0
    return Difference(observed, _limit(p_of, observed, -10 * reach), _limit(p_of, observed, 10 * reach), p_of(0.0))


def smallest_effect(weekly: Sequence[float], weeks: int) -> float | None:
    """The relative effect that so many weeks find with 80 % probability, judged by weeks of the past.

    None without history to judge by. The variance is that within four consecutive weeks, and at least that of chance
    counts; it grows with the counts, hence the steps. The quantiles are those of Student's t, after Cornish and Fisher.
    """
    usual = mean(weekly) if weekly else 0.0
    if usual <= 0 or len(weekly) < BLOCK:
        return None
    variance = max(_variance_within_blocks(weekly), usual)
    freedom = weeks - weeks // BLOCK - 1
    quantiles = t_quantile(1 - _ALPHA / 2, freedom) + t_quantile(_POWER, freedom)
    effect = 0.0
    for _ in range(_STEPS):
        effect = quantiles * math.sqrt(variance * (1 + effect / 2) * 4 / weeks) / usual
    return effect * _MARGIN


def _variance_within_blocks(weekly: Sequence[float]) -> float:
    whole = len(weekly) // BLOCK * BLOCK
    blocks = [weekly[start : start + BLOCK] for start in range(0, whole, BLOCK)]
    squares = sum((count - mean(block)) ** 2 for block in blocks for count in block)
    return squares / (len(blocks) * (BLOCK - 1))


def t_quantile(probability: float, freedom: int) -> float:
    """Of Student's t, after Cornish and Fisher."""
    z = NormalDist().inv_cdf(probability)
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def _between(counts: Sequence[float], is_on: Sequence[bool]) -> float:
    half = len(counts) / 2
    return sum(count if on else -count for count, on in zip(counts, is_on, strict=True)) / half


def _schedules(weeks: int) -> list[list[bool]]:
    """All of them, or a fixed sample where there are too many."""
    blocks = weeks // BLOCK
    if len(_PATTERNS) ** blocks <= _MOST_ENUMERATED:
        return [[on for block in chosen for on in block] for chosen in product(_PATTERNS, repeat=blocks)]
    draw = random.Random(weeks)  # noqa: S311 - the same sample at each look
    return [[on for _ in range(blocks) for on in draw.choice(_PATTERNS)] for _ in range(_DRAWN)]


def _limit(p_of: Callable[[float], float], near: float, far: float) -> float:
    """The effect between `near` and `far` from which on the draw alone no longer explains the difference."""
    if p_of(far) > _ALPHA:
        return math.copysign(math.inf, far - near)
    for _ in range(_STEPS):
        middle = (near + far) / 2
        near, far = (middle, far) if p_of(middle) > _ALPHA else (near, middle)
    return far
