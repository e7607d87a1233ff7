"""An SVG canvas for charts, which the template places. Lengths in millimetres from the upper left corner."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import Final
from xml.sax.saxutils import escape  # it writes and reads nothing  # nosec B406

from services.core.paper.glyphs import FACES, OTHERS, OURS, printable

INK: Final = "#12261a"
QUIET: Final = "#4d5a50"
MODULE: Final = "#17384a"
COVERED: Final = "#1c6b40"
EDGE: Final = "#857d66"
LINE: Final = "#ded6c3"
SAND: Final = "#f5efe0"
WHITE: Final = "#ffffff"
WIDTH: Final = 178.0
"""Of a chart: the line of a page."""
_POINT: Final = 0.3528
_CUT: Final = "…"
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Style:
    """Text style: size in points, colour, and whether it is bold."""

    size: float
    colour: str
    is_bold: bool = False

    @property
    def line(self) -> float:
        """Line height."""
        return self.size * _POINT * 1.38


CELL: Final = Style(8.5, INK)
NOTE: Final = Style(8, QUIET)
NAME: Final = Style(9, INK, is_bold=True)


@dataclass(frozen=True, slots=True)
class Stroke:
    """Colour and width of a line, and lengths of dash and gap where it is dashed."""

    colour: str
    width: float = 0.2
    dash: Point | None = None

    @property
    def attributes(self) -> str:
        """As attributes of an SVG element."""
        dash = f' stroke-dasharray="{self.dash[0]:g} {self.dash[1]:g}"' if self.dash else ""
        return f'stroke="{self.colour}" stroke-width="{self.width:g}"{dash}'


class Canvas:
    """A chart being drawn; later shapes are on top."""

    def __init__(self) -> None:
        self._shapes: list[str] = []

    def svg(self, height: float) -> str:
        """The picture so far."""
        size = f'viewBox="0 0 {WIDTH:g} {height:g}" width="{WIDTH:g}mm" height="{height:g}mm"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(self._shapes)}</svg>'

    def box(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        """A filled rectangle."""
        self._shapes.append(f'<rect {_rectangle(x, y, width, height)} fill="{colour}"/>')

    def frame(self, x: float, y: float, width: float, height: float, stroke: Stroke) -> None:
        """A rectangle as an outline."""
        self._shapes.append(f'<rect {_rectangle(x, y, width, height)} fill="none" {stroke.attributes}/>')

    def lines(self, points: Sequence[Point], stroke: Stroke) -> None:
        """Joined lines."""
        self._shapes.append(f'<polyline points="{_points(points)}" fill="none" {stroke.attributes}/>')

    def area(self, points: Sequence[Point], colour: str, stroke: Stroke | None = None) -> None:
        """A filled polygon."""
        outline = f" {stroke.attributes}" if stroke else ""
        self._shapes.append(f'<polygon points="{_points(points)}" fill="{colour}"{outline}/>')

    def words(
        self, x: float, y: float, text: str, style: Style, *, align: str = "start", width: float | None = None
    ) -> None:
        """One line of text with its baseline at `y`; `x` is its `start`, `middle` or `end`. Cut to `width`."""
        shown = printable(text) if width is None else fitting(text, style, width)
        weight = ' font-weight="600"' if style.is_bold else ""
        anchor = f' text-anchor="{align}"' if align != "start" else ""
        self._shapes.append(
            f'<text x="{x:.2f}" y="{y:.2f}" font-family="Figtree, Noto Sans" font-size="{style.size * _POINT:.3f}"'
            f'{weight}{anchor} fill="{style.colour}">{escape(shown)}</text>'
        )


def _rectangle(x: float, y: float, width: float, height: float) -> str:
    return f'x="{x:.2f}" y="{y:.2f}" width="{width:.3f}" height="{height:.3f}"'


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)


def width_of(text: str, style: Style) -> float:
    """Width of a text on one line."""
    return sum(_each(printable(text), style))


def _each(shown: str, style: Style) -> Iterator[float]:
    widths = _widths("strong" if style.is_bold else "text")
    return (widths.get(ord(letter), 0.6) * style.size * _POINT for letter in shown)


@cache
def _widths(face: str) -> Mapping[int, float]:
    """How wide each letter is, by the size of the font."""
    from fontTools.ttLib import TTFont  # only now: few processes draw

    found: dict[int, float] = {}
    for file in (OTHERS["other"], OURS[face]):
        with TTFont(FACES / f"{file}.ttf", lazy=True) as font:
            advances, units = font["hmtx"].metrics, font["head"].unitsPerEm
            found |= {letter: advances[glyph][0] / units for letter, glyph in font.getBestCmap().items()}
    return found


def fitting(text: str, style: Style, width: float) -> str:
    """The text, truncated with … if it is wider."""
    shown = printable(text)
    if width_of(shown, style) <= width:
        return shown
    return shown[: _letters_within(shown, style, width - width_of(_CUT, style))].rstrip() + _CUT


def in_two_lines(text: str, style: Style, width: float) -> list[str]:
    """The text on one line or two, broken at a blank or a sign if there is one, truncated if it is longer."""
    shown = printable(text)
    most = _letters_within(shown, style, width)
    if most == len(shown):
        return [shown]
    at_sign = max(shown.rfind(sign, 0, most) for sign in " -_/.&=")
    end = at_sign + 1 or most
    return [shown[:end].rstrip(), fitting(shown[end:], style, width)]


def _letters_within(shown: str, style: Style, width: float) -> int:
    return bisect_right(list(accumulate(_each(shown, style))), width)
