"""Labels and values on paper: one pair a line, the value beside its label and wrapped where it is long."""

from collections.abc import Sequence
from typing import Final

from services.core.paper.sheet import LINE, MARGIN, TEXT, Sheet, Style

_LABEL: Final = 62.0
_ABOVE: Final = 1.5
_POINT: Final = 0.3528
LABEL: Final = Style("text", 9.5, (77, 90, 80))
VALUE: Final = Style("text", 9.5, TEXT.colour)


def draw_pairs(sheet: Sheet, pairs: Sequence[tuple[str, str]], *, value: Style = VALUE, label: float = _LABEL) -> None:
    """A ruled list from here on; `label` is the width of the labels' column in millimetres."""
    with sheet.element("Table"):
        for pair in pairs:
            _draw_pair(sheet, pair, value, label)


def _draw_pair(sheet: Sheet, pair: tuple[str, str], value: Style, label: float) -> None:
    with sheet.element("TR"):
        name, text = pair
        names = sheet.lines(name, LABEL, label - 4)
        values = sheet.lines(text, value, sheet.room - label)
        height = max(len(names) * LABEL.line, len(values) * value.line) + 2 * _ABOVE
        sheet.keep(height)
        top = sheet.get_y() + _ABOVE
        with sheet.element("TH", scope="Row"):
            for row, line in enumerate(names):
                sheet.words(MARGIN, top + LABEL.size * _POINT + row * LABEL.line, line, LABEL)
        with sheet.element("TD"):
            for row, line in enumerate(values):
                sheet.words(MARGIN + label, top + value.size * _POINT + row * value.line, line, value)
        sheet.set_y(sheet.get_y() + height)
        sheet.rule(sheet.get_y(), LINE)
