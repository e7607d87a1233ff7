"""Which of two arms converts more often, by an interval that holds at every look. Pure.

Visitors are assigned to either arm with probability one half, so each conversion belongs to arm B with probability
θ = r_B / (r_A + r_B), whatever the rates are and however they change together. The conversions alone therefore decide,
and the lift of B is θ / (1 − θ) − 1. Mixed over a Beta(a, a) distribution of θ, the likelihood ratio against a fixed θ
is a martingale under that θ; by Ville's inequality it reaches 1 / α with probability at most α, ever. All θ below
that make the interval (Robbins, Ann. Math. Statist. 41, 1970; Johari et al., Oper. Res. 70, 2022).
"""

import math
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from analytics.lazy_modules import LazyModule

if TYPE_CHECKING:
    import numpy as np
else:
    np = LazyModule("numpy")

ALPHA: Final = 0.05
"""Largest probability of a false verdict, over all looks together."""
POWER: Final = 0.8
_HALF: Final = 0.5
_STEPS: Final = 45
"""Halvings of an interval: exact to the last digit shown."""
_TUNING: Final = 0.85
"""Standard deviation of the mixture as a part of the planned effect: needs the fewest conversions, by trial."""
MOST_CONVERSIONS: Final = 40_000
"""Beyond it no installation gets within the weeks an experiment may take."""


class Interval(NamedTuple):
    """Limits of the relative lift of arm B over A; 0.1 is ten per cent more. `upper` may be infinite."""

    lower: float
    upper: float


def mixture(effect: float) -> float:
    """The parameter a of Beta(a, a) that suits an effect of this relative size."""
    deviation = (share_of(effect) - _HALF) * _TUNING
    return max(0.5, (1 / (4 * deviation**2) - 1) / 2)


def share_of(lift: float) -> float:
    """The share of conversions that come from arm B with this lift."""
    return (1 + lift) / (2 + lift)


def log_evidence(a: float, conversions: tuple[int, int], share: float = _HALF) -> float:
    """Logarithm of the likelihood ratio of the mixture against this share of arm B. `conversions`: of A and of B."""
    in_a, in_b = conversions
    return _log_beta(a + in_b, a + in_a) - _log_beta(a, a) - in_b * math.log(share) - in_a * math.log1p(-share)


def interval(a: float, conversions: tuple[int, int]) -> Interval:
    """Every lift that the conversions do not refute at 5 %, at this look and all earlier and later ones together."""
    return intersection(a, [conversions])


def intersection(a: float, looks: Iterable[tuple[int, int]]) -> Interval:
    """What all looks leave. Lower above upper: no constant lift explains them."""
    left, right = 0.0, 1.0  # of the share of arm B
    for conversions in looks:
        in_a, in_b = conversions
        best = in_b / (in_a + in_b) if in_a + in_b else _HALF
        # Nearly every look leaves what the earlier ones left, and then its own limits need not be known.
        if _is_refuted(a, conversions, left):
            left = max(left, _limit(a, conversions, best, 0.0))
        if _is_refuted(a, conversions, right):
            right = min(right, _limit(a, conversions, best, 1.0))
    return Interval(_lift(left), _lift(right))


@cache
def conversions_needed(effect: float) -> int | None:
    """Conversions of both arms until an effect of this size is found with 80 % probability; None: over 40,000.

    Exact: the distribution of a walk of heads with probability θ, which ends where the interval leaves zero out.
    """
    a, share = mixture(effect), share_of(effect)
    alive, first, found = np.array([1.0]), 0, 0.0  # probabilities of first, first + 1, … conversions in arm B
    edge = 0
    for count in range(1, MOST_CONVERSIONS + 1):
        alive = np.append(alive * (1 - share), 0.0) + np.append(0.0, alive * share)
        edge = _edge(a, count, edge)
        low, high = count - edge - first, edge - first  # up to `low` and from `high` on the walk has ended
        if high < len(alive):
            found += float(alive[max(high, 0) :].sum())
            alive = alive[: max(high, 0)]
        if low >= 0:
            found += float(alive[: low + 1].sum())
            alive, first = alive[low + 1 :], first + low + 1
        if found >= POWER:
            return count
    return None


def _edge(a: float, count: int, before: int) -> int:
    """The least number of conversions in arm B, of `count`, that refutes equal rates; above `count` if none does."""
    edge = max(before, (count + 1) // 2)
    while edge <= count and log_evidence(a, (count - edge, edge)) < -math.log(ALPHA):
        edge += 1
    return edge


def mismatch_evidence(visitors: tuple[int, int]) -> float:
    """An upper bound, at any look, of the probability of so unequal arms by chance (Lindon and Malek, 2020)."""
    return min(1.0, math.exp(-log_evidence(_MISMATCH, visitors)))


_MISMATCH: Final = 500.0
"""Mixture for shares of visitors: imbalances of one or two per cent are what broken assignments bring."""


def _is_refuted(a: float, conversions: tuple[int, int], share: float) -> bool:
    """Whether the evidence against this share of arm B has reached 1 / α. Shares of 0 and 1 fall by one conversion."""
    in_a, in_b = conversions
    if share in (0.0, 1.0):
        return (in_b if share == 0.0 else in_a) > 0
    return log_evidence(a, conversions, share) >= -math.log(ALPHA)


def _limit(a: float, conversions: tuple[int, int], best: float, far: float) -> float:
    """The share between `best`, which is never refuted, and `far` from which on all are."""
    near = best
    for _ in range(_STEPS):
        middle = (near + far) / 2
        near, far = (near, middle) if _is_refuted(a, conversions, middle) else (middle, far)
    return far


def _lift(share: float) -> float:
    return math.inf if share >= 1 else share / (1 - share) - 1


def _log_beta(one: float, other: float) -> float:
    return math.lgamma(one) + math.lgamma(other) - math.lgamma(one + other)
