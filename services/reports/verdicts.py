"""One grammar of verdicts for all reports: something is worth it, is not, or is too small to say.

Counts, shares and prices are compared by the intervals in which chance puts them four times in five. Figures whose
intervals overlap are neither ranked nor called better.
"""

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from typing import Final, TypeVar

from services.reports.labels import WORDS

Row = TypeVar("Row")
Band = tuple[float, float]
"""The limits of an interval; of an exact figure both are the same."""
WORTH, NOT_WORTH, OPEN = "worth", "not_worth", "open"
TOO_SMALL: Final = WORDS["verdict"][OPEN]
BY_CHANCE: Final = f"kann Zufall sein: {TOO_SMALL}"
_QUANTILE: Final = 1.2815515655
"""90 % quantile of the normal distribution."""
_SQUARE: Final = 1.642374415
"""The square of the normal quantile of an 80 % interval."""


def verdict(cost: Band, other: Band) -> str:
    """Whether a cost is surely no more than another or a target, surely more, or too uncertain to say."""
    if cost[1] <= other[0]:
        return WORTH
    return NOT_WORTH if cost[0] > other[1] else OPEN


def are_apart(one: Band, other: Band) -> bool:
    """Whether chance does not explain the difference."""
    return verdict(one, other) != OPEN


def first_apart(ordered: Sequence[Row], band: Callable[[Row], Band]) -> Row | None:
    """The first of rows in their order, if its interval reaches into none of the others; None: there is no first."""
    if not ordered:
        return None
    first = band(ordered[0])
    return ordered[0] if all(are_apart(first, band(other)) for other in ordered[1:]) else None


def may_be_chance(amounts: Iterable[int]) -> str:
    """What follows a sentence that calls the largest of these counts the most, unless its interval reaches into none of
    the others. Empty where others equal it, which the sentence says itself (`tied`).
    """
    ordered = sorted(amounts, reverse=True)
    leads = len(ordered) > 1 and ordered[0] > ordered[1]
    return f" Der Vorsprung {BY_CHANCE}." if leads and first_apart(ordered, of_count) is None else ""


def of_share(part: int, whole: int) -> Band:
    """Wilson's interval of a share (JASA 22, 1927)."""
    if not whole:
        return 0.0, 1.0
    share, square = min(part / whole, 1.0), _SQUARE / whole
    half = sqrt(square * (share * (1 - share) + square / 4))
    return (share + square / 2 - half) / (1 + square), (share + square / 2 + half) / (1 + square)


def of_count(count: int) -> Band:
    """The limits of the Poisson mean behind a count (Wilson and Hilferty)."""
    more = count + 1
    most = more * (1 - 1 / (9 * more) + _QUANTILE / (3 * sqrt(more))) ** 3
    return (count * (1 - 1 / (9 * count) - _QUANTILE / (3 * sqrt(count))) ** 3 if count else 0.0), most


def of_price(cents: int, count: int) -> Band:
    """What one of a count costs, however many of them chance brought."""
    least, most = of_count(count)
    return cents / most, cents / max(least, 1e-9)
