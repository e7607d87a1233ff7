"""Range charts: items from minimum to maximum, for the distance between models, costs and assumptions."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from services.reports.render.pdf.canvas import (
    CELL,
    EDGE,
    INK,
    LINE,
    MODULE,
    NOTE,
    WHITE,
    WIDTH,
    Canvas,
    Stroke,
    in_two_lines,
    width_of,
)
from services.reports.render.pdf.pictures.picture import Picture, linear, ticks

MOST_RANGES: Final = 15
_ROW: Final = 9.6
_NAMES: Final = 60.0
_AXIS: Final = 7.0
_HEAD: Final = 6.5


@dataclass(frozen=True, slots=True)
class Range:
    """`low` to `high`; `mark` as a diamond."""

    name: str
    low: float
    high: float
    mark: float
    words: str


def ranges_picture(
    ranges: Sequence[Range], *, title: str, legend: str, words: Callable[[float], str], from_zero: bool = True
) -> Picture:
    """The first ranges on one axis. `words` formats an axis value."""
    shown = ranges[:MOST_RANGES]
    most = max([one.high for one in shown], default=1)
    least = 0.0 if from_zero else min([one.low for one in shown], default=0)
    step = ticks(most - least)[1]
    start = math.floor(least / step) * step
    marks = [start + place * step for place in range(math.ceil((most - start) / step - 1e-9) + 1)]
    height = len(shown) * _ROW

    def draw(canvas: Canvas) -> None:
        canvas.words(_NAMES, 3.4, legend, NOTE, width=WIDTH - _NAMES)
        x = linear((marks[0], marks[-1]), (_NAMES + 1, WIDTH - 5))
        bottom = _HEAD + height
        for tick in marks:
            canvas.lines([(x(tick), _HEAD), (x(tick), bottom)], Stroke(LINE if tick != marks[0] else EDGE))
            told = words(tick)
            right = WIDTH - width_of(told, NOTE) / 2
            canvas.words(min(x(tick), right), bottom + 4.4, told, NOTE, align="middle")
        for place, one in enumerate(shown):
            _range(canvas, _HEAD + place * _ROW, one, x)

    return Picture(_HEAD + height + _AXIS, draw, title)


def _range(canvas: Canvas, top: float, one: Range, x: Callable[[float], float]) -> None:
    shown = in_two_lines(one.name, CELL, _NAMES - 6)
    for place, line in enumerate(shown):
        canvas.words(0, top + (5.6 if len(shown) == 1 else 3.4) + place * CELL.line, line, CELL)
    y = top + 6.4
    canvas.lines([(x(one.low), y), (x(one.high), y)], Stroke(MODULE, 0.7))
    for end in (one.low, one.high):
        canvas.lines([(x(end), y - 1.5), (x(end), y + 1.5)], Stroke(MODULE, 0.7))
    at = x(one.mark)
    canvas.area([(at, y - 2), (at + 2, y), (at, y + 2), (at - 2, y)], INK, Stroke(WHITE, 0.3))
    wide = width_of(one.words, NOTE)
    start = min(max(at - wide / 2, _NAMES + 2), WIDTH - wide)
    canvas.box(start - 0.6, top + 0.4, wide + 1.2, 3.7, WHITE)
    canvas.words(start, top + 3.2, one.words, NOTE)
