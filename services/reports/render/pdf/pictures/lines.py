"""Line and stacked area charts over days, months or numbers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from services.core.paper.sheet import COVERED, EDGE, INK, LINE, MARGIN, MODULE, NOTE, Colour, Sheet
from services.reports.render.pdf.pictures.picture import Picture, Place, linear, ticks

_HEIGHT: Final = 62.0
_AXIS: Final = 7.0
_AXIS_TITLE: Final = 4.0
_LEGEND: Final = 6.5
_LEFT: Final = 20.0
_DASHES: Final = ((0.0, 0.0), (2.0, 1.0), (0.6, 0.8), (3.0, 1.0))
_COLOURS: Final[tuple[Colour, ...]] = (MODULE, COVERED, INK, EDGE)
Point = tuple[float, float]


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

    def draw(sheet: Sheet, top: float) -> None:
        if not known:
            return
        _legend(sheet, top, [line.name for line in lines])
        x, y = _frame(sheet, top + _LEGEND, known, axes)
        for place, line in enumerate(lines):
            _style(sheet, place)
            if len(line.points) > 1:
                sheet.polyline([(x(one), y(two)) for one, two in line.points])
            sheet.set_dash_pattern()
        if mark:
            at = (x(mark[0]), y(mark[1]))
            sheet.set_fill_color(*INK)
            sheet.polygon([(at[0], at[1] - 2), (at[0] + 2, at[1]), (at[0], at[1] + 2), (at[0] - 2, at[1])], style="F")

    return Picture((6 if title else 0) + _LEGEND + _HEIGHT + _AXIS + (_AXIS_TITLE if axes.x_title else 0), draw, title)


def _style(sheet: Sheet, place: int) -> None:
    sheet.line_of(_COLOURS[place % 4], 0.7)
    dash, gap = _DASHES[place % 4]
    if dash:
        sheet.set_dash_pattern(dash=dash, gap=gap)


def _legend(sheet: Sheet, top: float, names: Sequence[str]) -> None:
    x = MARGIN + _LEFT
    for place, name in enumerate(names):
        _style(sheet, place)
        sheet.line(x, top + 2.4, x + 9, top + 2.4)
        sheet.set_dash_pattern()
        sheet.words(x + 11, top + 3.4, name, NOTE)
        x += 11 + sheet.width_of(name, NOTE) + 6


def _frame(sheet: Sheet, top: float, known: Sequence[Point], axes: Axes) -> tuple[Place, Place]:
    """The grid and the value-to-position scales."""
    left, right, bottom = MARGIN + _LEFT, MARGIN + sheet.room - 2, top + _HEIGHT
    marks = ticks(max(y for _, y in known))
    y = linear((0, marks[-1]), (bottom, top + 3))
    span = (min(x for x, _ in known), max(x for x, _ in known))
    x = linear(span, (left, right))
    for tick in marks:
        sheet.line_of(EDGE if tick == 0 else LINE, 0.2)
        sheet.line(left, y(tick), right, y(tick))
        sheet.words(left - 2, y(tick) + 1, axes.y_words(tick), NOTE, align="r")
    last = left - 100.0
    for value, words in axes.x_marks:
        wide = sheet.width_of(words, NOTE)
        start = max(MARGIN, x(value) - wide / 2)
        if start > last + 3 and start + wide / 2 <= right:
            sheet.words(min(start, right - wide), bottom + 4.4, words, NOTE)
            last = start + wide
    sheet.words(right, bottom + 4.4 + _AXIS_TITLE, axes.x_title, NOTE, align="r")
    return x, y
