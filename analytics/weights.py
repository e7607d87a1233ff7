"""Weight of each touch of a reservation in six attribution models, in millionths. Pure; reference for the SQL model.

The weights of a reservation sum to exactly 1,000,000 in every model: parts are rounded down and the remaining
millionths go, one each, to the largest remainders; ties go to the earlier touch. `ATTRIBUTION.md` has the numbers.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

MILLION: Final = 1_000_000
_ONE: Final = 1 << 30
_HALVING: Final = (744_261_112, 257_940_802, 59_591_844, 10_304_738, 1_386_885, 123_394)
"""Coefficients of 2^-x = 1 - x(a - x(b - x(c - …))) in units of 2^-30."""


@dataclass(frozen=True, slots=True)
class TouchPoint:
    """A touch as the models see it: its time, and whether its origin is known."""

    at: datetime
    is_direct: bool


Weights = tuple[int, ...]
"""Millionths per touch, in touch order; they sum to `MILLION`."""


def within(touches: Sequence[TouchPoint], reserved_at: datetime, look_back_days: int) -> list[TouchPoint]:
    """The touches that count: one exactly `look_back_days` (of 24 hours) before the reservation still counts."""
    earliest = reserved_at - timedelta(days=look_back_days)
    return [touch for touch in touches if touch.at >= earliest]


def weigh(touches: Sequence[TouchPoint], half_life_days: int) -> dict[str, Weights]:
    """Every model's weights for the touches that count, earliest first; requires at least one touch."""
    models = {name: model(touches) for name, model in _BY_ORDER.items()}
    return models | {"time_decay": time_decay(touches, half_life_days)}


def last(touches: Sequence[TouchPoint]) -> Weights:
    """All to the last touch."""
    return _only(len(touches), len(touches) - 1)


def last_non_direct(touches: Sequence[TouchPoint]) -> Weights:
    """All to the last touch with a known origin; to the last touch if there is none."""
    known = [number for number, touch in enumerate(touches) if not touch.is_direct]
    return _only(len(touches), known[-1] if known else len(touches) - 1)


def first(touches: Sequence[TouchPoint]) -> Weights:
    """All to the first touch."""
    return _only(len(touches), 0)


def linear(touches: Sequence[TouchPoint]) -> Weights:
    """Equal weight for each."""
    return shares([1] * len(touches))


def position(touches: Sequence[TouchPoint]) -> Weights:
    """40 % to the first, 40 % to the last, 20 % shared by those between; two touches get half each."""
    between = len(touches) - 2
    if between <= 0:
        return shares([1] * len(touches))
    return shares([2 * between, *[1] * between, 2 * between])


def time_decay(touches: Sequence[TouchPoint], half_life_days: int) -> Weights:
    """Half the weight for every half-life that a touch is older than the newest."""
    newest = max(touch.at for touch in touches)
    half_life_ms = timedelta(days=half_life_days) // timedelta(milliseconds=1)
    return shares([decayed((newest - touch.at) // timedelta(milliseconds=1), half_life_ms) for touch in touches])


def decayed(age_ms: int, half_life_ms: int) -> int:
    """2^(30 - age / half-life) in integers, with an error below a hundred-millionth of 2^30."""
    halvings, rest = divmod(age_ms, half_life_ms)
    x = (rest << 30) // half_life_ms
    value = 0
    for coefficient in reversed(_HALVING):
        value = coefficient - (x * value >> 30)
    return (_ONE - (x * value >> 30)) >> halvings


def shares(parts: Sequence[int]) -> Weights:
    """Millionths in proportion to integer parts, by the largest remainder method."""
    total = sum(parts)
    floors = [part * MILLION // total for part in parts]
    by_remainder = sorted(range(len(parts)), key=lambda number: (-(parts[number] * MILLION % total), number))
    for number in by_remainder[: MILLION - sum(floors)]:
        floors[number] += 1
    return tuple(floors)


def _only(count: int, chosen: int) -> Weights:
    return tuple(MILLION if number == chosen else 0 for number in range(count))


_BY_ORDER: Final[Mapping[str, Callable[[Sequence[TouchPoint]], Weights]]] = {
    "last": last,
    "last_non_direct": last_non_direct,
    "first": first,
    "linear": linear,
    "position": position,
}
MODELS: Final = (*_BY_ORDER, "time_decay")
"""The names of the six models, in display order."""
