"""Base type and shared helpers of charts: round units, cell shapes, scales."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final, Literal

from services.core.paper.sheet import COVERED, EDGE, MODULE, WHITE, Sheet

Look = Literal["full", "covered", "open", "half", "notch", "struck"]
"""States differ in shape, so that charts are readable without colour."""
Place = Callable[[float], float]
"""From a value to its position."""
_ROUND: Final = (1, 2, 5)
_STEPS: Final = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart drawn downwards from `top`, `height` millimetres high including its title."""

    height: float
    draw: Callable[[Sheet, float], None]
    title: str = ""


def cell_unit(largest: float, most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20 … such that `largest` needs at most `most` cells."""
    power = 1
    while True:
        for step in _ROUND:
            if largest <= step * power * most:
                return step * power
        power *= 10


def ticks(largest: float, most: int = 5) -> list[float]:
    """Round numbers from 0 to at least `largest`."""
    least = max(largest, 1e-9) / most
    power = 10.0 ** (len(str(int(least))) - 1 if least >= 1 else -next(n for n in count(1) if least * 10**n >= 1))
    step = next(step * power for step in _STEPS if step * power >= least * (1 - 1e-9))
    found = [0.0]
    while found[-1] < largest * (1 - 1e-9):
        found.append(len(found) * step)
    return found if len(found) > 1 else [0.0, step]


def axis_number(value: float) -> str:
    """A tick as it is written: steps below one keep their decimals, or three different ticks would all read "1"."""
    if value == round(value):
        return f"{value:,.0f}".replace(",", ".")
    return f"{value:.6f}".rstrip("0").replace(".", ",")


def linear(span: tuple[float, float], room: tuple[float, float]) -> Place:
    """From values to positions; if all values are equal, to the start."""
    (low, high), (start, end) = span, room
    return lambda value: start if high == low else start + (value - low) / (high - low) * (end - start)


def cell(sheet: Sheet, x: float, y: float, size: tuple[float, float], look: Look) -> None:
    """Draw one cell with its upper left corner at this point."""
    width, height = size
    sheet.line_of(EDGE if look in ("open", "struck") else COVERED, 0.2)
    match look:
        case "full":
            sheet.box(x, y, width, height, MODULE)
        case "covered":
            sheet.box(x, y, width, height, COVERED)
        case "open":
            sheet.rect(x, y, width, height, style="D")
        case "struck":
            sheet.rect(x, y, width, height, style="D")
            sheet.line(x, y + height, x + width, y)
        case "half":
            sheet.rect(x, y, width, height, style="D")
            sheet.box(x, y, width / 2, height, COVERED)
        case "notch":
            sheet.box(x, y, width, height, COVERED)
            sheet.box(x + width * 0.28, y + height * 0.4, width * 0.44, height * 0.2, WHITE)


def every(columns: int, width: float, label: float) -> int:
    """Label interval of columns, so that labels do not overlap."""
    return max(1, -int(-columns * label // max(1.0, width)))


def largest_of(values: Sequence[float | None]) -> float:
    """The largest known value; 0 if there is none."""
    return max((value for value in values if value is not None), default=0)
