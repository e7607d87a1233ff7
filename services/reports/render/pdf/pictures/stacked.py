"""Stacked area chart of park occupancy: spots by state, below the capacity line."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from services.core.german import number
from services.reports.render.pdf.canvas import (
    COVERED,
    EDGE,
    INK,
    LINE,
    MODULE,
    NOTE,
    SAND,
    WHITE,
    WIDTH,
    Canvas,
    Stroke,
    width_of,
)
from services.reports.render.pdf.pictures.picture import Picture, Place, axis_number, linear, ticks

_HEIGHT: Final = 74.0
_AXIS: Final = 7.0
_LEGEND: Final = 6.5
_LEFT: Final = 12.0
_COLOURS: Final[tuple[str, ...]] = ("#0c3e28", COVERED, "#86b894", MODULE)
"""The most advanced state is at the bottom and darkest; areas also have white outlines and numbers."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One state over the days."""

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Band:
    """Forecast after the last day: days from its first one on, with minimum, likely and maximum."""

    days: tuple[int, ...]
    lower: tuple[int, ...]
    likely: tuple[int, ...]
    upper: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """The days with their labels, and the number of spots on each."""

    labels: tuple[tuple[int, str], ...]
    limits: tuple[int, ...]


def stacked_picture(layers: Sequence[Layer], field: Field, band: Band) -> Picture:
    """The layers from the bottom up, the capacity as a line, the forecast as a band."""
    has_band = bool(band.days)

    def draw(canvas: Canvas) -> None:
        _legend(canvas, layers, has_band)
        left, right, bottom = _LEFT, WIDTH - 1, _LEGEND + _HEIGHT
        last = max([len(field.limits) - 1, *band.days, 1])
        x = linear((0, last), (left, right))
        marks = ticks(max([*field.limits, *band.upper, 1]))
        y = linear((0, marks[-1]), (bottom, _LEGEND + 3))
        for tick in marks:
            canvas.lines([(left, y(tick)), (right, y(tick))], Stroke(EDGE if tick == 0 else LINE))
            canvas.words(left - 2, y(tick) + 1, axis_number(tick), NOTE, align="end")
        below = [0] * len(field.limits)
        for place, layer in enumerate(layers):
            above = [one + two for one, two in zip(below, layer.values, strict=True)]
            _area(
                canvas, [(x(n), y(v)) for n, v in enumerate(above)], [(x(n), y(v)) for n, v in enumerate(below)], place
            )
            below = above
        if has_band:
            _band(canvas, band, x, y)
        _limit(canvas, [(x(n), y(v)) for n, v in enumerate(field.limits)], x(last))
        _labels(canvas, field.labels, x, bottom, right)

    return Picture(_LEGEND + _HEIGHT + _AXIS, draw)


def _area(canvas: Canvas, above: list[tuple[float, float]], below: list[tuple[float, float]], place: int) -> None:
    if len(above) < 2:
        return
    canvas.area([*above, *reversed(below)], _COLOURS[place % 4], Stroke(WHITE, 0.25))


def _band(canvas: Canvas, band: Band, x: Place, y: Place) -> None:
    at = [(x(day), y(value)) for day, value in zip(band.days, band.upper, strict=True)]
    to = [(x(day), y(value)) for day, value in zip(band.days, band.lower, strict=True)]
    likely = [(x(day), y(value)) for day, value in zip(band.days, band.likely, strict=True)]
    if len(at) < 2:
        return
    canvas.area([*at, *reversed(to)], SAND, Stroke(EDGE))
    canvas.lines(likely, Stroke(INK, 0.5, (2, 1)))


def _limit(canvas: Canvas, points: list[tuple[float, float]], end: float) -> None:
    if points:
        canvas.lines([*points, (end, points[-1][1])], Stroke(INK, 0.5))


def _labels(canvas: Canvas, labels: Sequence[tuple[int, str]], x: Place, bottom: float, right: float) -> None:
    last = 0.0
    for day, words in labels:
        wide = width_of(words, NOTE)
        start = max(0.0, x(day) - wide / 2)
        if start > last + 5 and start + wide <= right:
            canvas.words(start, bottom + 4.4, words, NOTE)
            last = start + wide


def _legend(canvas: Canvas, layers: Sequence[Layer], has_band: bool) -> None:
    x = _LEFT
    for place, layer in reversed(list(enumerate(layers))):
        words = f"{layer.name} {number(layer.values[-1])}" if layer.values else layer.name
        canvas.box(x, 0.6, 4.2, 3, _COLOURS[place % 4])
        canvas.words(x + 5.8, 3.4, words, NOTE)
        x += 5.8 + width_of(words, NOTE) + 5
    if has_band:
        canvas.words(x, 3.4, "Sand: acht von zehn möglichen Verläufen, gestrichelt der mittlere", NOTE)
    else:
        canvas.words(x, 3.4, "Linie: so viele Plätze gibt es", NOTE)
