"""Line and stacked area charts over days, months or numbers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from services.reports.render.pdf.canvas import (
    COVERED,
    EDGE,
    INK,
    LINE,
    MODULE,
    NOTE,
    WIDTH,
    Canvas,
    Point,
    Stroke,
    width_of,
)
from services.reports.render.pdf.pictures.picture import Picture, Place, linear, ticks

_HEIGHT: Final = 62.0
_AXIS: Final = 7.0
_AXIS_TITLE: Final = 4.0
_LEGEND: Final = 6.5
_LEFT: Final = 20.0
_STROKES: Final = (
    Stroke(MODULE, 0.7),
    Stroke(COVERED, 0.7, (2.0, 1.0)),
    Stroke(INK, 0.7, (0.6, 0.8)),
    Stroke(EDGE, 0.7, (3.0, 1.0)),
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line by its points, left to right; filled below if it is part of a stack."""

    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Axes:
    """Tick labels of both axes, and the ticks of the horizontal one."""

    x_marks: tuple[tuple[float, str], ...]
    y_words: Callable[[float], str]
    x_title: str = ""


def lines_picture(lines: Sequence[Line], axes: Axes, *, title: str = "", mark: Point | None = None) -> Picture:
    """Up to four lines with different dash patterns; `mark` is a diamond."""
    known = [point for line in lines for point in line.points]

    def draw(canvas: Canvas) -> None:
        if not known:
            return
        _legend(canvas, [line.name for line in lines])
        x, y = _frame(canvas, known, axes)
        for place, line in enumerate(lines):
            if len(line.points) > 1:
                canvas.lines([(x(one), y(two)) for one, two in line.points], _STROKES[place % 4])
        if mark:
            at = (x(mark[0]), y(mark[1]))
            canvas.area([(at[0], at[1] - 2), (at[0] + 2, at[1]), (at[0], at[1] + 2), (at[0] - 2, at[1])], INK)

    return Picture(_LEGEND + _HEIGHT + _AXIS + (_AXIS_TITLE if axes.x_title else 0), draw, title)


def _legend(canvas: Canvas, names: Sequence[str]) -> None:
    x = _LEFT
    for place, name in enumerate(names):
        canvas.lines([(x, 2.4), (x + 9, 2.4)], _STROKES[place % 4])
        canvas.words(x + 11, 3.4, name, NOTE)
        x += 11 + width_of(name, NOTE) + 6


def _frame(canvas: Canvas, known: Sequence[Point], axes: Axes) -> tuple[Place, Place]:
    """The grid and the value-to-position scales."""
    left, right, bottom = _LEFT, WIDTH - 2, _LEGEND + _HEIGHT
    marks = ticks(max(y for _, y in known))
    y = linear((0, marks[-1]), (bottom, _LEGEND + 3))
    span = (min(x for x, _ in known), max(x for x, _ in known))
    x = linear(span, (left, right))
    for tick in marks:
        canvas.lines([(left, y(tick)), (right, y(tick))], Stroke(EDGE if tick == 0 else LINE))
        canvas.words(left - 2, y(tick) + 1, axes.y_words(tick), NOTE, align="end")
    last = left - 100.0
    for value, words in axes.x_marks:
        wide = width_of(words, NOTE)
        start = max(0.0, x(value) - wide / 2)
        if start > last + 3 and start + wide / 2 <= right:
            canvas.words(min(start, right - wide), bottom + 4.4, words, NOTE)
            last = start + wide
    canvas.words(right, bottom + 4.4 + _AXIS_TITLE, axes.x_title, NOTE, align="end")
    return x, y
