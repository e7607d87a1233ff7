"""Grids of cells: one cell per reservation, or per share in a matrix of rows and columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from services.core.german import number
from services.reports.render.pdf.canvas import CELL, INK, NOTE, WHITE, WIDTH, Canvas, Style
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

    def draw(canvas: Canvas) -> None:
        step = WIDTH / _COLUMNS
        for place, look in enumerate(looks):
            line, column = divmod(place, _COLUMNS)
            cell(canvas, column * step, line * 3.0, (step - 0.6, 2.4), look)
        _legend(canvas, lines * 3.0 + 2, present, told)

    return Picture(lines * 3.0 + 2 + _LEGEND_ROW * (1 + -(-len(present) // 4)), draw)


def _legend(canvas: Canvas, top: float, runs: Sequence[Run], told: str) -> None:
    canvas.words(0, top + 3.4, told, NOTE)
    for place, run in enumerate(runs):
        line, column = divmod(place, 4)
        x, y = column * WIDTH / 4, top + (line + 1) * _LEGEND_ROW
        cell(canvas, x, y + 0.6, (4.2, 3), run.look)
        canvas.words(x + 5.8, y + 3.4, f"{run.name} {number(run.count)}", NOTE, width=WIDTH / 4 - 8)


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A named row, with a share of 1 for each column that is already known."""

    name: str
    note: str
    shares: tuple[float | None, ...]


def matrix_picture(rows: Sequence[MatrixRow], heads: Sequence[str], *, title: str) -> Picture:
    """The last rows; higher shares are darker, with the value in the cell."""
    shown = rows[-MOST_ROWS:]

    def draw(canvas: Canvas) -> None:
        step = min((WIDTH - _MATRIX_NAMES) / max(1, len(heads)), 14.0)
        for place, head in enumerate(heads):
            if step >= 7 or place % 2 == 0:
                canvas.words(_MATRIX_NAMES + (place + 0.5) * step, 3.4, head, NOTE, align="middle")
        for line, row in enumerate(shown):
            y = 5 + line * _MATRIX_ROW
            canvas.words(0, y + 4.2, row.name, CELL)
            canvas.words(_MATRIX_NAMES - 3, y + 4.2, row.note, NOTE, align="end")
            for place, share in enumerate(row.shares):
                if share is not None:
                    _share(canvas, (_MATRIX_NAMES + place * step, y), step, share)

    return Picture(5 + len(shown) * _MATRIX_ROW, draw, title)


def _share(canvas: Canvas, at: tuple[float, float], step: float, share: float) -> None:
    x, y = at
    shades = (round(light + (dark - light) * min(1.0, share)) for light, dark in zip(_LIGHT, _DARK, strict=True))
    canvas.box(x, y, step - 0.5, _MATRIX_ROW - 0.5, "#" + bytes(shades).hex())
    style = Style(NOTE.size, INK if share < _DARK_FROM else WHITE)
    if step >= 7:
        canvas.words(x + (step - 0.5) / 2, y + 4.0, f"{share * 100:.0f}", style, align="middle")
