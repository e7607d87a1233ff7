"""Grids of cells: one cell per reservation, or per share in a matrix of rows and columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from services.core.german import number
from services.core.paper.sheet import CELL, INK, LINE, MARGIN, NOTE, WHITE, Sheet, Style
from services.reports.render.pdf.pictures.picture import Look, Picture, cell, cell_unit

_MOST_CELLS: Final = 1_000
_COLUMNS: Final = 50
_LEGEND_ROW: Final = 6.0
_MATRIX_ROW: Final = 6.4
_MATRIX_NAMES: Final = 38.0
MOST_ROWS: Final = 26
_LIGHT: Final = (232, 240, 232)
_DARK: Final = (28, 107, 64)
_DARK_FROM: Final = 0.8
"""From this shade on, white text is easier to read."""


@dataclass(frozen=True, slots=True)
class Run:
    """A number of cells of one kind."""

    look: Look
    name: str
    count: int


def field_picture(runs: Sequence[Run], *, one: str, many: str) -> Picture:
    """All cells in rows of fifty, grouped by kind, with a legend of counts."""
    present = [run for run in runs if run.count]
    each = cell_unit(max(1, sum(run.count for run in present)), _MOST_CELLS)
    looks = [run.look for run in present for _ in range(-(-run.count // each))]
    lines = -(-len(looks) // _COLUMNS)
    told = f"Eine Zelle ist {one}." if each == 1 else f"Eine Zelle sind {each} {many}."

    def draw(sheet: Sheet, top: float) -> None:
        step = sheet.room / _COLUMNS
        for place, look in enumerate(looks):
            line, column = divmod(place, _COLUMNS)
            cell(sheet, MARGIN + column * step, top + line * 3.0, (step - 0.6, 2.4), look)
        _legend(sheet, top + lines * 3.0 + 2, present, told)

    return Picture(lines * 3.0 + 2 + _LEGEND_ROW * (1 + -(-len(present) // 4)), draw)


def _legend(sheet: Sheet, top: float, runs: Sequence[Run], told: str) -> None:
    sheet.words(MARGIN, top + 3.4, told, NOTE)
    for place, run in enumerate(runs):
        line, column = divmod(place, 4)
        x, y = MARGIN + column * sheet.room / 4, top + (line + 1) * _LEGEND_ROW
        cell(sheet, x, y + 0.6, (4.2, 3), run.look)
        sheet.words(x + 5.8, y + 3.4, f"{run.name} {number(run.count)}", NOTE, width=sheet.room / 4 - 8)


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A named row, with a share of 1 for each column that is already known."""

    name: str
    note: str
    shares: tuple[float | None, ...]


def matrix_picture(rows: Sequence[MatrixRow], heads: Sequence[str], *, title: str) -> Picture:
    """The last rows; higher shares are darker, with the value in the cell."""
    shown = rows[-MOST_ROWS:]

    def draw(sheet: Sheet, top: float) -> None:
        step = min((sheet.room - _MATRIX_NAMES) / max(1, len(heads)), 14.0)
        for place, head in enumerate(heads):
            if step >= 7 or place % 2 == 0:
                sheet.words(MARGIN + _MATRIX_NAMES + (place + 0.5) * step, top + 3.4, head, NOTE, align="c")
        for line, row in enumerate(shown):
            y = top + 5 + line * _MATRIX_ROW
            sheet.words(MARGIN, y + 4.2, row.name, CELL)
            sheet.words(MARGIN + _MATRIX_NAMES - 3, y + 4.2, row.note, NOTE, align="r")
            for place, share in enumerate(row.shares):
                if share is not None:
                    _share(sheet, (MARGIN + _MATRIX_NAMES + place * step, y), step, share)

    return Picture(6 + 5 + len(shown) * _MATRIX_ROW, draw, title)


def _share(sheet: Sheet, at: tuple[float, float], step: float, share: float) -> None:
    x, y = at
    red, green, blue = (
        round(light + (dark - light) * min(1.0, share)) for light, dark in zip(_LIGHT, _DARK, strict=True)
    )
    sheet.box(x, y, step - 0.5, _MATRIX_ROW - 0.5, (red, green, blue))
    sheet.line_of(LINE, 0.1)
    style = Style(NOTE.face, NOTE.size, INK if share < _DARK_FROM else WHITE)
    if step >= 7:
        sheet.words(x + (step - 0.5) / 2, y + 4.0, f"{share * 100:.0f}", style, align="c")
