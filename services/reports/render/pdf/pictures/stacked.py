"""Stacked area chart of park occupancy: spots by state, below the capacity line."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from services.core.german import number
from services.core.paper.sheet import (
    COVERED,
    EDGE,
    INK,
    LINE,
    MARGIN,
    MODULE,
    NOTE,
    SAND,
    Colour,
    Sheet,
)
from services.reports.render.pdf.pictures.picture import Picture, Place, axis_number, linear, ticks

_HEIGHT: Final = 74.0
_AXIS: Final = 7.0
_LEGEND: Final = 6.5
_LEFT: Final = 12.0
_COLOURS: Final[tuple[Colour, ...]] = ((12, 62, 40), COVERED, (134, 184, 148), MODULE)
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

    def draw(sheet: Sheet, top: float) -> None:
        _legend(sheet, top, layers, has_band)
        left, right, bottom = MARGIN + _LEFT, MARGIN + sheet.room - 1, top + _LEGEND + _HEIGHT
        last = max([len(field.limits) - 1, *band.days, 1])
        x = linear((0, last), (left, right))
        marks = ticks(max([*field.limits, *band.upper, 1]))
        y = linear((0, marks[-1]), (bottom, top + _LEGEND + 3))
        for tick in marks:
            sheet.line_of(EDGE if tick == 0 else LINE, 0.2)
            sheet.line(left, y(tick), right, y(tick))
            sheet.words(left - 2, y(tick) + 1, axis_number(tick), NOTE, align="r")
        below = [0] * len(field.limits)
        for place, layer in enumerate(layers):
            above = [one + two for one, two in zip(below, layer.values, strict=True)]
            _area(
                sheet, [(x(n), y(v)) for n, v in enumerate(above)], [(x(n), y(v)) for n, v in enumerate(below)], place
            )
            below = above
        if has_band:
            _band(sheet, band, x, y)
        _limit(sheet, [(x(n), y(v)) for n, v in enumerate(field.limits)], x(last))
        _labels(sheet, field.labels, x, bottom, right)

    return Picture(_LEGEND + _HEIGHT + _AXIS, draw)


def _area(sheet: Sheet, above: list[tuple[float, float]], below: list[tuple[float, float]], place: int) -> None:
    if len(above) < 2:
        return
    sheet.set_fill_color(*_COLOURS[place % 4])
    sheet.line_of((255, 255, 255), 0.25)
    sheet.polygon([*above, *reversed(below)], style="DF")


def _band(sheet: Sheet, band: Band, x: Place, y: Place) -> None:
    at = [(x(day), y(value)) for day, value in zip(band.days, band.upper, strict=True)]
    to = [(x(day), y(value)) for day, value in zip(band.days, band.lower, strict=True)]
    likely = [(x(day), y(value)) for day, value in zip(band.days, band.likely, strict=True)]
    if len(at) < 2:
        return
    sheet.set_fill_color(*SAND)
    sheet.line_of(EDGE, 0.2)
    sheet.polygon([*at, *reversed(to)], style="DF")
    sheet.line_of(INK, 0.5)
    sheet.set_dash_pattern(dash=2, gap=1)
    sheet.polyline(likely)
    sheet.set_dash_pattern()


def _limit(sheet: Sheet, points: list[tuple[float, float]], end: float) -> None:
    if points:
        sheet.line_of(INK, 0.5)
        sheet.polyline([*points, (end, points[-1][1])])


def _labels(sheet: Sheet, labels: Sequence[tuple[int, str]], x: Place, bottom: float, right: float) -> None:
    last = 0.0
    for day, words in labels:
        wide = sheet.width_of(words, NOTE)
        start = max(MARGIN, x(day) - wide / 2)
        if start > last + 5 and start + wide <= right:
            sheet.words(start, bottom + 4.4, words, NOTE)
            last = start + wide


def _legend(sheet: Sheet, top: float, layers: Sequence[Layer], has_band: bool) -> None:
    x = MARGIN + _LEFT
    for place, layer in reversed(list(enumerate(layers))):
        words = f"{layer.name} {number(layer.values[-1])}" if layer.values else layer.name
        sheet.box(x, top + 0.6, 4.2, 3, _COLOURS[place % 4])
        sheet.words(x + 5.8, top + 3.4, words, NOTE)
        x += 5.8 + sheet.width_of(words, NOTE) + 5
    if has_band:
        sheet.words(x, top + 3.4, "Sand: acht von zehn möglichen Verläufen, gestrichelt der mittlere", NOTE)
    else:
        sheet.words(x, top + 3.4, "Linie: so viele Plätze gibt es", NOTE)
