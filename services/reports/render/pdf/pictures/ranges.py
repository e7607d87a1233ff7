"""Range charts: items from minimum to maximum, for the distance between models, costs and assumptions."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from services.core.paper.sheet import CELL, EDGE, INK, LINE, MARGIN, MODULE, NOTE, Sheet
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

    def draw(sheet: Sheet, top: float) -> None:
        sheet.words(MARGIN + _NAMES, top + 3.4, legend, NOTE, width=sheet.room - _NAMES)
        x = linear((marks[0], marks[-1]), (MARGIN + _NAMES + 1, MARGIN + sheet.room - 5))
        bottom = top + _HEAD + height
        for tick in marks:
            sheet.line_of(LINE if tick != marks[0] else EDGE, 0.2)
            sheet.line(x(tick), top + _HEAD, x(tick), bottom)
            told = words(tick)
            right = MARGIN + sheet.room - sheet.width_of(told, NOTE) / 2
            sheet.words(min(x(tick), right), bottom + 4.4, told, NOTE, align="c")
        for place, one in enumerate(shown):
            _range(sheet, top + _HEAD + place * _ROW, one, x)

    return Picture(6 + _HEAD + height + _AXIS, draw, title)


def _range(sheet: Sheet, top: float, one: Range, x: Callable[[float], float]) -> None:
    lines = sheet.lines(one.name, CELL, _NAMES - 6)
    shown = lines if len(lines) <= 2 else [lines[0], sheet.fitting(" ".join(lines[1:]), CELL, _NAMES - 6)]
    for place, line in enumerate(shown):
        sheet.words(MARGIN, top + (5.6 if len(shown) == 1 else 3.4) + place * CELL.line, line, CELL)
    y = top + 6.4
    sheet.line_of(MODULE, 0.7)
    sheet.line(x(one.low), y, x(one.high), y)
    for end in (one.low, one.high):
        sheet.line(x(end), y - 1.5, x(end), y + 1.5)
    sheet.set_fill_color(*INK)
    sheet.line_of((255, 255, 255), 0.3)
    at = x(one.mark)
    sheet.polygon([(at, y - 2), (at + 2, y), (at, y + 2), (at - 2, y)], style="DF")
    wide = sheet.width_of(one.words, NOTE)
    start = min(max(at - wide / 2, MARGIN + _NAMES + 2), MARGIN + sheet.room - wide)
    sheet.box(start - 0.6, top + 0.4, wide + 1.2, 3.7, (255, 255, 255))
    sheet.words(start, top + 3.2, one.words, NOTE)
