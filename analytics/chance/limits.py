"""How far the true mean of a Poisson count can be from the count: 80 % limits after Garwood (Biometrika 28, 1936).

The mean behind n contracts lies between the 10 % quantile of the gamma distribution of shape n and the 90 % quantile of
that of shape n + 1. With whole n this interval contains the true mean in at least 80 % of cases; attribution models
credit parts of contracts, for which the same formula is the usual continuation. SQL has no such quantile, so the limits
are computed once, as segments between which reports interpolate in whole numbers.
"""

import math
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from statistics import NormalDist
from typing import Final, NamedTuple

TAIL: Final = 0.1
"""Probability left out on either side."""
_PPM: Final = 1_000_000
_MOST: Final = 10_000_000
_LARGE: Final = 60
_EXACT: Final = 1e-10


class Segment(NamedTuple):
    """Limits at both ends of a range of counts, everything in millionths: `from_ppm` is included, `to_ppm` is not."""

    from_ppm: int
    to_ppm: int
    lower_from_ppm: int
    lower_to_ppm: int
    upper_from_ppm: int
    upper_to_ppm: int


@cache
def segments() -> tuple[Segment, ...]:
    """Contiguous segments from no contract to ten million, narrow enough that a straight line errs by less than 0.5 %
    from half a contract on.
    """
    points = [(count, *limits(count / _PPM)) for count in _counts()]
    return tuple(
        Segment(
            first, last, round(lower * _PPM), round(next_lower * _PPM), round(upper * _PPM), round(next_upper * _PPM)
        )
        for (first, lower, upper), (last, next_lower, next_upper) in pairwise(points)
    )


def limits(count: float) -> tuple[float, float]:
    """Lower and upper 80 % limit of the mean behind a count; the lower limit of no count is zero."""
    return (gamma_quantile(count, TAIL) if count > 0 else 0.0), gamma_quantile(count + 1, 1 - TAIL)


def gamma_quantile(shape: float, probability: float) -> float:
    """The value that a gamma variable of this shape and scale 1 stays below with that probability.

    Large shapes by the cube root of Wilson and Hilferty (1931), whose error is below 0.01 % there.
    """
    if shape >= _LARGE:
        deviation = NormalDist().inv_cdf(probability)
        return shape * (1 - 1 / (9 * shape) + deviation / (3 * math.sqrt(shape))) ** 3
    least, most = 0.0, shape + 10 * math.sqrt(shape) + 10
    while most - least > _EXACT * most:
        middle = (least + most) / 2
        least, most = (middle, most) if gamma_share(shape, middle) < probability else (least, middle)
    return most


def gamma_share(shape: float, value: float) -> float:
    """The probability that a gamma variable of this shape stays below a value: the regularized incomplete gamma
    function by its power series, DLMF 8.11.4.
    """
    if value <= 0:
        return 0.0
    term = total = 1.0
    n = 0
    while term > total * 1e-17:
        n += 1
        term *= value / (shape + n)
        total += term
    return total * math.exp(shape * math.log(value) - value - math.lgamma(shape + 1))


def _counts() -> Iterator[int]:
    """In millionths: fiftieths up to one contract, tenths up to ten, whole ones up to a hundred, then steps of 2 %."""
    yield from range(0, _PPM, _PPM // 50)
    yield from range(_PPM, 10 * _PPM, _PPM // 10)
    yield from range(10 * _PPM, 100 * _PPM, _PPM)
    count = 100
    while count < _MOST:
        yield count * _PPM
        count += count // 50
    yield _MOST * _PPM
