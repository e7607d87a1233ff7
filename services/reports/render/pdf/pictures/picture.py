"""Base type and shared helpers of charts: round units, cell shapes, scales."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final, Literal

from services.reports.render.cells import MINUS
from services.reports.render.pdf.canvas import COVERED, EDGE, MODULE, WHITE, Canvas, Stroke

Look = Literal["full", "covered", "open", "half", "notch", "struck"]
"""States differ in shape, so that charts are readable without colour."""
Place = Callable[[float], float]
"""From a value to its position."""
_ROUND: Final = (1, 2, 5)
_STEPS: Final = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart of this height in millimetres; its title is printed above it."""

    height: float
    draw: Callable[[Canvas], None]
    title: str = ""

    def svg(self) -> str:
        """The drawn chart."""
        canvas = Canvas(self.height)
        self.draw(canvas)
        return canvas.svg()


def cell_unit(largest: float, most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20 … such that `largest` needs at most `most` cells."""
    power = 1
    while True:
        for step in _ROUND:
            if largest <= step * power * most:
                return step * power
        power *= 10


def ticks(largest: float, most: int = 5) -> list[float]:
    """Round numbers from 0 to at least `largest`; to 1 if everything is 0."""
    if largest <= 0:
        return [0.0, 1.0]
    least = largest / most
    power = 10.0 ** (len(str(int(least))) - 1 if least >= 1 else -next(n for n in count(1) if least * 10**n >= 1))
    step = next(step * power for step in _STEPS if step * power >= least * (1 - 1e-9))
    found = [0.0]
    while found[-1] < largest * (1 - 1e-9):
        found.append(len(found) * step)
    return found


def axis_number(value: float) -> str:
    """A tick as it is written: steps below one keep their decimals, or three different ticks would all read "1"."""
    text = f"{abs(value):,.6f}".rstrip("0").rstrip(".").translate(str.maketrans(",.", ".,"))
    return f"{MINUS}{text}" if value < 0 and text != "0" else text


def linear(span: tuple[float, float], room: tuple[float, float]) -> Place:
    """From values to positions; if all values are equal, to the start."""
    (low, high), (start, end) = span, room
    return lambda value: start if high == low else start + (value - low) / (high - low) * (end - start)


def cell(canvas: Canvas, x: float, y: float, size: tuple[float, float], look: Look) -> None:
    """Draw one cell with its upper left corner at this point."""
    width, height = size
    edge = Stroke(EDGE if look in ("open", "struck") else COVERED)
    match look:
        case "full":
            canvas.box(x, y, width, height, MODULE)
        case "covered":
            canvas.box(x, y, width, height, COVERED)
        case "open":
            canvas.frame(x, y, width, height, edge)
        case "struck":
            canvas.frame(x, y, width, height, edge)
            canvas.lines([(x, y + height), (x + width, y)], edge)
        case "half":
            canvas.frame(x, y, width, height, edge)
            canvas.box(x, y, width / 2, height, COVERED)
        case "notch":
            canvas.box(x, y, width, height, COVERED)
            canvas.box(x + width * 0.28, y + height * 0.4, width * 0.44, height * 0.2, WHITE)


def every(columns: int, width: float, label: float) -> int:
    """Label interval of columns, so that labels do not overlap."""
    return max(1, -int(-columns * label // max(1.0, width)))


def largest_of(values: Sequence[float | None]) -> float:
    """The largest known value; 0 if there is none."""
    return max((value for value in values if value is not None), default=0)
