"""Column charts of cells over days, months or numbers; the comparison period as a dashed line."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from services.reports.render.pdf.canvas import (
    COVERED,
    EDGE,
    INK,
    MODULE,
    NAME,
    NOTE,
    WHITE,
    WIDTH,
    Canvas,
    Stroke,
    width_of,
)
from services.reports.render.pdf.pictures.picture import Picture, cell_unit, every, largest_of

MOST_COLUMNS: Final = 92
_PANEL: Final = 34.0
_HEAD: Final = 8.0
_AXIS: Final = 7.0
_AXIS_TITLE: Final = 4.0
_LEGEND: Final = 6.0
_MOST_CELLS: Final = 12
_LEAST_CELLS: Final = 4
_COLOURS: Final[dict[str, str]] = {"full": MODULE, "covered": COVERED, "open": EDGE}
Values = Sequence[int | None]


@dataclass(frozen=True, slots=True)
class Panel:
    """One measure over the columns. `piece`: units per item, as 100 cents make a euro."""

    label: str
    values: Values
    words: Callable[[int], str]
    before: Values = ()
    look: str = "full"
    piece: int = 1
    unfinished: frozenset[int] = frozenset()
    """Places of columns that are not whole, such as today: outlined instead of filled."""


def columns_picture(labels: Sequence[str], panels: Sequence[Panel], *, before: str = "", axis: str = "") -> Picture:
    """Panels over the same columns, one below the other. `before` labels the dashed line."""
    legend = _LEGEND if before else 0.0
    foot = _AXIS + (_AXIS_TITLE if axis else 0)

    def draw(canvas: Canvas) -> None:
        if before:
            _dashes(canvas, [(0, 2.4), (8, 2.4)])
            canvas.words(10, 3.4, before, NOTE)
        for place, panel in enumerate(panels):
            _panel(canvas, legend + place * _PANEL, panel)
        _axis(canvas, legend + len(panels) * _PANEL, labels, axis)

    return Picture(legend + len(panels) * _PANEL + foot, draw)


def _panel(canvas: Canvas, top: float, panel: Panel) -> None:
    largest = largest_of(panel.values)
    highest = max(largest, largest_of(panel.before))
    unit = cell_unit(max(1.0, highest / panel.piece), _MOST_CELLS) * panel.piece
    high = (_PANEL - _HEAD - 1) / max(_LEAST_CELLS, -(-highest // unit))
    bottom = top + _PANEL
    canvas.words(0, top + 5, panel.label, NAME)
    canvas.words(WIDTH, top + 5, _said(panel, largest, unit), NOTE, align="end")
    step = WIDTH / max(1, len(panel.values))
    gap = min(0.8, step * 0.2)
    for place, value in enumerate(panel.values):
        x = place * step + gap / 2
        _column(
            canvas,
            (x, bottom),
            (step - gap, high),
            (value or 0) / unit,
            "" if place in panel.unfinished else panel.look,
        )
    _before(canvas, panel.before, step, lambda value: bottom - value / unit * high)
    canvas.lines([(0, bottom), (WIDTH, bottom)], Stroke(EDGE))


def _said(panel: Panel, largest: float, unit: int) -> str:
    if all(value is None for value in panel.values):
        return "nicht bekannt"
    return f"höchstens {panel.words(int(largest))}, eine Zelle: {panel.words(unit)}" if largest > 0 else "keine"


def _column(canvas: Canvas, foot: tuple[float, float], size: tuple[float, float], cells: float, look: str) -> None:
    """Cells stacked upwards, the last one cut off where the count ends inside it; outlined without a look."""
    (x, bottom), (width, high) = foot, size
    done = 0
    while done < cells:
        height = (high - min(0.35, high * 0.2)) * min(1.0, cells - done)
        if look:
            canvas.box(x, bottom - done * high - height, width, height, _COLOURS[look])
        else:
            canvas.frame(x, bottom - done * high - height, width, height, Stroke(INK))
        done += 1


def _before(canvas: Canvas, values: Values, step: float, y: Callable[[float], float]) -> None:
    """A stepped line, interrupted where values are unknown."""
    points: list[tuple[float, float]] = []
    for place, value in enumerate([*values, None]):
        if value is None:
            _dashes(canvas, points)
            points = []
        else:
            x = place * step
            points += [(x, y(value)), (x + step, y(value))]


def _dashes(canvas: Canvas, points: Sequence[tuple[float, float]]) -> None:
    if len(points) < 2:
        return
    for stroke in (Stroke(WHITE, 0.9), Stroke(INK, 0.35, (1.2, 0.8))):
        canvas.lines(points, stroke)


def _axis(canvas: Canvas, y: float, labels: Sequence[str], axis: str) -> None:
    if not labels:
        return
    step = WIDTH / len(labels)
    widest = max(width_of(label, NOTE) for label in labels) + 4
    right = WIDTH
    for place in range(0, len(labels), every(len(labels), WIDTH, widest)):
        wide = width_of(labels[place], NOTE)
        x = max(0.0, (place + 0.5) * step - wide / 2)
        if x + wide <= right:
            canvas.words(x, y + 4.4, labels[place], NOTE)
    if axis:
        canvas.words(right, y + 4.4 + _AXIS_TITLE, axis, NOTE, align="end")
