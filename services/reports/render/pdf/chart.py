"""Draws any figure of a report as SVG, in the typeface of the page. Lengths are in millimetres."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, count
from typing import Final

from analytics.kinds import MEASURES
from services.reports.charts import Look
from services.reports.figures import Figure, Line
from services.reports.render.cells import MINUS, shown
from services.reports.render.pdf.canvas import (
    CELL,
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
    Style,
    in_two_lines,
    width_of,
)

MOST_WEEKS: Final = 26
_COLUMNS_OF_SHARES: Final = 14
_NAMES: Final = 58.0
_BAR: Final = 4.4
_LEFT: Final = 20.0
_HIGH: Final = {"columns": 40.0, "lines": 58.0, "areas": 66.0}
_HEAD: Final = 6.5
_AXIS: Final = 7.0
_FOOT: Final = 4.6
_WIDEST_WORDS: Final = 46.0
"""Longer words stand above their bar instead of behind it."""
_FARTHEST: Final = 2.0
"""How far an axis reaches to the upper ends of ranges, in parts of the largest value that is not one."""
_FILLS: Final[dict[Look, str]] = {"solid": MODULE, "second": COVERED, "third": "#86b894", "fourth": "#d9e6da"}
_STROKES: Final[dict[Look, Stroke]] = {
    "solid": Stroke(MODULE, 0.7),
    "second": Stroke(COVERED, 0.7, (2.0, 1.0)),
    "third": Stroke(INK, 0.7, (0.6, 0.8)),
    "fourth": Stroke(EDGE, 0.7, (3.0, 1.0)),
    "line": Stroke(INK, 0.5),
    "before": Stroke(INK, 0.35, (1.2, 0.8)),
    "mark": Stroke(INK, 0.5, (2.0, 1.0)),
}
_STACKED: Final = frozenset({"solid", "second", "third", "fourth", "open"})
_STEPS: Final = (1.0, 2.0, 2.5, 5.0, 10.0)
_LIGHT: Final = (232, 240, 232)
_DARK: Final = (28, 107, 64)
Scale = Callable[[float], float]


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn figure: `height` in millimetres."""

    title: str
    height: float
    svg: str


def picture_of(figure: Figure) -> Picture:
    """The figure, with its legend, axes and what is not shown."""
    draw = {"bars": _lying, "ranges": _lying, "shares": _shares}.get(figure.kind, _standing)
    canvas = Canvas()
    top = _legend(canvas, figure)
    height = draw(canvas, figure, top)
    if figure.more:
        canvas.words(0, height + 3.4, figure.more, NOTE)
        height += _FOOT
    title = f"{figure.title}, {figure.choice}" if figure.title and figure.choice else figure.title or figure.choice
    return Picture(title, height, canvas.svg(height))


def ticks(low: float, high: float, *, is_whole: bool = False, most: int = 5) -> list[float]:
    """Round numbers from at most `low` to at least `high`, 0 to 1 if everything is 0; without parts if `is_whole`."""
    if high <= low:
        low, high = min(low, 0.0), max(low, 0.0) or 1.0
    least = (high - low) / most
    power = 10.0 ** (len(str(int(least))) - 1 if least >= 1 else -next(n for n in count(1) if least * 10**n >= 1))
    steps = [step * power for step in _STEPS if not is_whole or step * power % 1 == 0]
    step = next(step for step in steps if step >= least * (1 - 1e-9))
    start = math.floor(low / step + 1e-9)
    return [one * step for one in range(start, math.ceil(high / step - 1e-9) + 1)]


def axis_words(measure: str, value: float) -> str:
    """A tick as it is written: steps below one keep their decimals, or three different ticks would all read "1"."""
    text = f"{abs(value):,.6f}".rstrip("0").rstrip(".").translate(str.maketrans(",.", ".,"))
    unit = MEASURES[measure].unit
    return (MINUS if value < 0 and text != "0" else "") + text + (f"\u00a0{unit}" if unit else "")


def _linear(span: tuple[float, float], room: tuple[float, float]) -> Scale:
    (low, high), (start, end) = span, room
    return lambda value: start if high == low else start + (value - low) / (high - low) * (end - start)


def _part(figure: Figure, look: Look) -> Line | None:
    return next((line for line in figure.lines if line.look == look), None)


def _stack(figure: Figure) -> list[Line]:
    return [line for line in figure.lines if line.look in _STACKED]


def _span(figure: Figure) -> list[float]:
    """The ticks of the axis of values, in units that people read."""
    parts = MEASURES[figure.measure].parts
    tops: list[float] = []
    if figure.kind != "lines":
        tops = [sum(line.values[at] or 0 for line in _stack(figure)) / parts for at in range(len(figure.points))]
    others = figure.lines if figure.kind == "lines" else [one for one in figure.lines if one.look not in _STACKED]
    tops += [value / parts for line in others for value in line.values if value is not None]
    if figure.kind == "ranges":  # one that may end far away would press all the others together at the edge
        near = [value / parts for line in others if line.look != "high" for value in line.values if value is not None]
        tops = [top for top in tops if top <= _FARTHEST * max(near, default=0.0)]
    low, high = min([0.0, *tops] if figure.is_from_zero else tops, default=0.0), max(tops, default=0.0)
    return ticks(low, high, is_whole=MEASURES[figure.measure].decimals == 0)


def _legend(canvas: Canvas, figure: Figure) -> float:
    """The series and how they look; none where there is one alone. Returns where the drawing begins."""
    named = [line for line in figure.lines if line.label]
    if figure.kind == "shares" or (len(named) < 2 and figure.kind != "ranges"):
        return 0.0
    if figure.kind == "ranges":
        shapes = [("Strecke", _part(figure, "low")), ("Raute", _part(figure, "mark")), ("Linie", _part(figure, "line"))]
        canvas.words(0, 3.4, "; ".join(f"{shape}: {part.label}" for shape, part in shapes if part), NOTE)
        return _HEAD
    x, y = 0.0, 0.0
    for line in named:
        if line.look == "high":
            continue
        words = "acht von zehn möglichen Verläufen" if line.look == "low" else line.label
        if figure.kind == "areas" and line.look in {*_STACKED, "line"} and len(_stack(figure)) > 1:
            words += f" {_last(figure, line)}"
        wide = 11 + width_of(words, NOTE) + 6
        if x > 0 and x + wide > WIDTH:
            x, y = 0.0, y + 5
        _sample(canvas, x, y, figure, line)
        canvas.words(x + 11, y + 3.4, words, NOTE)
        x += wide
    return y + _HEAD


def _last(figure: Figure, line: Line) -> str:
    return shown(figure.measure, next(value for value in reversed(line.values) if value is not None))


def _sample(canvas: Canvas, x: float, y: float, figure: Figure, line: Line) -> None:
    if line.look == "mark" and sum(value is not None for value in line.values) == 1:
        _diamond(canvas, x + 4.5, y + 2.4)
    elif line.look == "low":
        canvas.area([(x, y + 0.6), (x + 9, y + 0.6), (x + 9, y + 3.8), (x, y + 3.8)], SAND, Stroke(EDGE))
    elif line.look in _STACKED and figure.kind != "lines":
        _box(canvas, x, y + 0.6, 9, 3.2, line.look)
    elif line.look == "mark" and figure.kind == "bars":
        _tick(canvas, x + 4.5, y + 0.2, y + 4.0)
    else:
        canvas.lines([(x, y + 2.4), (x + 9, y + 2.4)], _STROKES[line.look])


def _box(canvas: Canvas, x: float, y: float, width: float, height: float, look: Look) -> None:
    """A part of a bar: what is missing to a whole is hollow, with slanted lines."""
    if look != "open":
        canvas.box(x, y, width, height, _FILLS[look])
        return
    canvas.frame(x, y, width, height, Stroke(EDGE))
    for start in range(1, int((width + height) / 1.6) + 1):
        at = start * 1.6
        left, right = max(0.0, at - height), min(at, width)
        canvas.lines([(x + left, y + at - left), (x + right, y + at - right)], Stroke(EDGE, 0.12))


def _tick(canvas: Canvas, x: float, top: float, bottom: float) -> None:
    for stroke in (Stroke(WHITE, 1.1), Stroke(INK, 0.5)):
        canvas.lines([(x, top), (x, bottom)], stroke)


def _diamond(canvas: Canvas, x: float, y: float) -> None:
    canvas.area([(x, y - 1.8), (x + 1.8, y), (x, y + 1.8), (x - 1.8, y)], INK, Stroke(WHITE, 0.3))


def _lying(canvas: Canvas, figure: Figure, top: float) -> float:
    """Bars and ranges: a name, then the bar with its words behind or above it."""
    parts = MEASURES[figure.measure].parts
    widest = max((width_of(point.words, NOTE) for point in figure.points), default=0.0)
    is_above = figure.kind == "ranges" or widest > _WIDEST_WORDS
    marks = _span(figure)
    right = WIDTH - (5 if is_above else widest + 3)
    x = _linear((marks[0], marks[-1]), (_NAMES, right))
    names = [in_two_lines(point.name, CELL, _NAMES - 4) for point in figure.points]
    heights = [(10.0 if is_above else 6.6) + (0 if is_above else (len(lines) - 1) * CELL.line) for lines in names]
    tops = list(accumulate(heights, initial=top))
    _grid(canvas, figure, marks, x, (top, tops[-1]))
    if figure.kind == "ranges" and (target := _part(figure, "line")):
        place = x((target.values[0] or 0) / parts)
        canvas.lines([(place, top), (place, tops[-1])], _STROKES["line"])
    for at, (point, lines) in enumerate(zip(figure.points, names, strict=True)):
        y = tops[at]
        for place, line in enumerate(lines):
            canvas.words(0, y + (5.0 if is_above and len(lines) == 1 else 3.4) + place * CELL.line, line, CELL)
        bar = y + (4.6 if is_above else 0.5)
        end = _range(canvas, figure, at, x, bar) if figure.kind == "ranges" else _bar(canvas, figure, at, x, bar, parts)
        if is_above:
            canvas.box(_NAMES, y + 0.2, min(width_of(point.words, NOTE) + 2, WIDTH - _NAMES), 3.9, WHITE)
            canvas.words(_NAMES + 0.6, y + 3.3, point.words, NOTE, width=WIDTH - _NAMES - 1)
        else:
            canvas.words(end + 2, bar + 3.4, point.words, NOTE)
    return tops[-1] + _AXIS


def _grid(canvas: Canvas, figure: Figure, marks: Sequence[float], x: Scale, ends: tuple[float, float]) -> None:
    top, bottom = ends
    last = -math.inf
    for mark in marks:
        canvas.lines([(x(mark), top), (x(mark), bottom)], Stroke(EDGE if mark == 0 else LINE))
        words = axis_words(figure.measure, mark)
        wide = width_of(words, NOTE)
        start = min(x(mark) - wide / 2, WIDTH - wide)
        if start > last + 2:
            canvas.words(start, bottom + 4.2, words, NOTE)
            last = start + wide


def _bar(canvas: Canvas, figure: Figure, at: int, x: Scale, y: float, parts: int) -> float:
    """Draws the parts of one bar and the marks on it. Returns where it ends."""
    done = 0.0
    for line in _stack(figure):
        value = max(0, line.values[at] or 0) / parts
        if value and figure.points[at].unfinished:
            canvas.frame(x(done), y, x(done + value) - x(done), _BAR, Stroke(INK))
        elif value:
            _box(canvas, x(done), y, x(done + value) - x(done), _BAR, line.look)
        done += value
    end = x(done)
    looks: tuple[Look, Look] = ("mark", "before")
    for look in looks:
        mark = _part(figure, look)
        if mark and mark.values[at] is not None:
            tick = x((mark.values[at] or 0) / parts)
            _tick(canvas, tick, y - 0.7, y + _BAR + 0.7)
            end = max(end, tick)
    return end


def _range(canvas: Canvas, figure: Figure, at: int, x: Scale, y: float) -> float:
    """From low to high; a range whose upper end is unknown or beyond the axis reaches to the edge, with an arrow."""
    parts, middle = MEASURES[figure.measure].parts, y + 2.2
    low, high, mark = (line.values[at] if (line := _part(figure, look)) else None for look in ("low", "high", "mark"))
    if low is not None:
        start, end = x(low / parts), min(math.inf if high is None else x(high / parts), WIDTH - 1)
        is_open = end == WIDTH - 1
        canvas.lines([(start, middle), (end, middle)], Stroke(MODULE, 0.7))
        if is_open:
            canvas.lines([(end - 1.4, middle - 1.4), (end, middle), (end - 1.4, middle + 1.4)], Stroke(MODULE, 0.7))
        for edge in (start,) if is_open else (start, end):
            canvas.lines([(edge, middle - 1.4), (edge, middle + 1.4)], Stroke(MODULE, 0.7))
    if mark is not None:
        _diamond(canvas, x(mark / parts), middle)
    return WIDTH


def _standing(canvas: Canvas, figure: Figure, top: float) -> float:
    """Columns, lines and areas over one axis."""
    bottom = top + 2 + _HIGH[figure.kind]
    marks = _span(figure)
    y = _linear((marks[0], marks[-1]), (bottom, top + 2))
    for mark in marks:
        canvas.lines([(_LEFT, y(mark)), (WIDTH, y(mark))], Stroke(EDGE if mark == 0 else LINE))
        canvas.words(_LEFT - 2, y(mark) + 1, axis_words(figure.measure, mark), NOTE, align="end")
    x = _columns(canvas, figure, y) if figure.kind == "columns" else _curves(canvas, figure, y)
    _labels(canvas, [(x(at), point.axis) for at, point in enumerate(figure.points)], bottom)
    return bottom + _AXIS


def _labels(canvas: Canvas, labels: Sequence[tuple[float, str]], y: float) -> None:
    last = -math.inf
    for x, words in labels:
        wide = width_of(words, NOTE)
        start = min(max(0.0, x - wide / 2), WIDTH - wide)
        if words and start > last + 3 and start > x - wide:
            canvas.words(start, y + 4.4, words, NOTE)
            last = start + wide


def _columns(canvas: Canvas, figure: Figure, y: Scale) -> Scale:
    parts, step = MEASURES[figure.measure].parts, (WIDTH - _LEFT) / max(1, len(figure.points))
    wide = step * 0.82
    for at, point in enumerate(figure.points):
        done, left = 0.0, _LEFT + at * step + (step - wide) / 2
        for line in _stack(figure):
            value = (line.values[at] or 0) / parts
            high = y(done) - y(done + value)
            if value and point.unfinished:
                canvas.frame(left, y(done + value), wide, high, Stroke(INK))
            elif value:
                _box(canvas, left, y(done + value), wide, high, line.look)
            done += value
    looks: tuple[Look, Look] = ("before", "line")
    for look in looks:
        if over := _part(figure, look):
            _steps(canvas, [None if value is None else y(value / parts) for value in over.values], step, look)
    return lambda at: _LEFT + (at + 0.5) * step


def _steps(canvas: Canvas, places: Sequence[float | None], step: float, look: Look) -> None:
    """A stepped line, interrupted where values are unknown."""
    points: list[tuple[float, float]] = []
    for at, place in enumerate([*places, None]):
        if place is None:
            _joined(canvas, points, look)
            points = []
        else:
            points += [(_LEFT + at * step, place), (_LEFT + (at + 1) * step, place)]


def _joined(canvas: Canvas, points: Sequence[tuple[float, float]], look: Look) -> None:
    if len(points) > 1:
        canvas.lines(points, Stroke(WHITE, 1.2))
        canvas.lines(points, _STROKES[look])


def _curves(canvas: Canvas, figure: Figure, y: Scale) -> Scale:
    parts, ats = MEASURES[figure.measure].parts, [point.at for point in figure.points]
    x = _linear((ats[0], ats[-1]), (_LEFT, WIDTH - 2))
    below = [0.0] * len(ats)
    for line in _stack(figure) if figure.kind == "areas" else ():
        known = [at for at, value in enumerate(line.values) if value is not None]
        above = [bottom + (value or 0) / parts for bottom, value in zip(below, line.values, strict=True)]
        upper = [(x(ats[at]), y(above[at])) for at in known]
        lower = [(x(ats[at]), y(below[at])) for at in reversed(known)]
        if len(known) > 1:
            canvas.area([*upper, *lower], _FILLS.get(line.look, WHITE), Stroke(WHITE, 0.25))
        below = above
    _band(canvas, figure, x, y)
    for line in figure.lines:
        points = [(x(at), y(value / parts)) for at, value in zip(ats, line.values, strict=True) if value is not None]
        if line.look == "mark" and len(points) == 1:
            _diamond(canvas, *points[0])
        elif line.look in ("line", "mark") or (figure.kind == "lines" and line.look in _STACKED):
            _joined(canvas, points, line.look)
    return lambda at: x(ats[int(at)])


def _band(canvas: Canvas, figure: Figure, x: Scale, y: Scale) -> None:
    low, high = _part(figure, "low"), _part(figure, "high")
    if not low or not high:
        return
    parts = MEASURES[figure.measure].parts
    edges = [
        (x(point.at), one / parts, two / parts)
        for point, one, two in zip(figure.points, low.values, high.values, strict=True)
        if one is not None and two is not None
    ]
    if len(edges) > 1:
        upper, lower = [(at, y(two)) for at, _, two in edges], [(at, y(one)) for at, one, _ in reversed(edges)]
        canvas.area([*upper, *lower], SAND, Stroke(EDGE))


def _shares(canvas: Canvas, figure: Figure, top: float) -> float:
    """A matrix of shares: the darker, the more; each with its value."""
    left, row = 22.0, 6.4
    rows = figure.lines[-MOST_WEEKS:]
    shown = range(min(len(figure.points), _COLUMNS_OF_SHARES))
    step = min((WIDTH - left) / max(1, len(shown)), 14.0)
    for at in shown:
        canvas.words(left + (at + 0.5) * step, top + 3.4, figure.points[at].name, NOTE, align="middle")
    for place, line in enumerate(rows):
        y = top + 5 + place * row
        canvas.words(0, y + 4.2, line.label, CELL)
        for at in shown:
            if (value := line.values[at]) is not None:
                _share(canvas, left + at * step, y, (step - 0.5, row - 0.5), value / 1e6)
    return top + 5 + len(rows) * row


def _share(canvas: Canvas, x: float, y: float, size: tuple[float, float], share: float) -> None:
    shades = (round(light + (dark - light) * min(1.0, share)) for light, dark in zip(_LIGHT, _DARK, strict=True))
    canvas.box(x, y, *size, "#" + bytes(shades).hex())
    style = Style(NOTE.size, INK if share < 0.8 else WHITE)
    canvas.words(x + size[0] / 2, y + 4.0, f"{share * 100:.0f}", style, align="middle")
