"""Stacked bars made of cells, one bar per item; parts differ in shape."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from services.core.german import number
from services.reports.render.pdf.canvas import CELL, INK, NOTE, WHITE, WIDTH, Canvas, Stroke, in_two_lines, width_of
from services.reports.render.pdf.pictures.picture import Look, Picture, cell, cell_unit

MOST_BARS: Final = 15
_ROW: Final = 6.6
_BAR: Final = 4.0
_NAMES: Final = 58.0
_HEAD: Final = 6.5
_MOST_CELLS: Final = 50
Legend = Sequence[tuple[Look, str]]
Parts = tuple[tuple[Look, int], ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """An item with its parts. `words` is the label at its end; a tick marks the previous value."""

    name: str
    parts: Parts
    words: str
    before: int | None = None

    @property
    def whole(self) -> int:
        """Sum of its parts."""
        return sum(value for _, value in self.parts)


def bars_picture(bars: Sequence[Bar], *, title: str, unit: tuple[int, str] = (1, ""), legend: Legend = ()) -> Picture:
    """Draw the first bars. `unit`: how many units make one item, and the label of its number."""
    shown = bars[:MOST_BARS]
    piece, behind = unit
    largest = max([1.0, *(bar.whole / piece for bar in shown), *((bar.before or 0) / piece for bar in shown)])
    each = cell_unit(largest, _MOST_CELLS)
    head = _HEAD * 2 if legend else _HEAD

    height = sum(_height(bar) for bar in shown)

    def draw(canvas: Canvas) -> None:
        told = number(each) + (f"\u00a0{behind}" if behind else "")
        ticked = "; Strich: davor" if any(bar.before for bar in shown) else ""
        canvas.words(_NAMES, 3.4, f"eine Zelle: {told}{ticked}", NOTE)
        if legend:
            draw_legend(canvas, _NAMES, _HEAD, legend)
        words = max((width_of(bar.words, NOTE) for bar in shown), default=0.0) + 3
        wide = (WIDTH - _NAMES - words) / -(-largest // each)
        y = head
        for bar in shown:
            _bar(canvas, y, bar, (each * piece, wide))
            y += _height(bar)

    return Picture(head + height, draw, title)


def _height(bar: Bar) -> float:
    """A long name takes two lines."""
    return _ROW + (len(in_two_lines(bar.name, CELL, _NAMES - 4)) - 1) * CELL.line


def draw_legend(canvas: Canvas, x: float, top: float, legend: Legend) -> None:
    """The shapes and their meaning, on one line."""
    for look, words in legend:
        cell(canvas, x, top + 0.6, (4.2, 3), look)
        canvas.words(x + 5.8, top + 3.4, words, NOTE)
        x += 5.8 + width_of(words, NOTE) + 5


def _bar(canvas: Canvas, top: float, bar: Bar, scale: tuple[int, float]) -> None:
    each, wide = scale
    for place, line in enumerate(in_two_lines(bar.name, CELL, _NAMES - 4)):
        canvas.words(0, top + 3.4 + place * CELL.line, line, CELL)
    x = _NAMES
    for look, value in bar.parts:
        left = value / each
        while left > 0:
            size = (wide - min(0.5, wide * 0.15)) * min(1.0, left)
            cell(canvas, x, top + 0.2, (size, _BAR), look)
            x += wide * min(1.0, left)
            left -= 1
    tick = _NAMES + (bar.before or 0) / each * wide
    if bar.before:
        for stroke in (Stroke(WHITE, 1.1), Stroke(INK, 0.5)):
            canvas.lines([(tick, top - 0.4), (tick, top + 4.8)], stroke)
    canvas.words(max(x, tick) + 2, top + 3.4, bar.words, NOTE)
