"""The park from above on paper: one cell is one place, the household's own in sun yellow."""

from collections.abc import Sequence
from typing import Final

from services.core.german import number
from services.core.paper.sheet import EDGE, INK, MODULE, NOTE, SAND, SUN, Colour, Sheet
from services.mail.drawings import MOST_PLACES, PLACES_A_ROW, where

_FREE: Final[Colour] = (255, 255, 255)
_PADDING: Final = 3.0
_GAP: Final = 0.7
_FLAT: Final = 0.6
"""Height of a cell by its width."""


def draw_field(
    sheet: Sheet, at: tuple[float, float], width: float, spots: tuple[int, int], taken: Sequence[Sequence[int]]
) -> float:
    """Draw at `at` in this width; `spots` are the household's own and how many there are. Returns the height used, 0
    for a park too large to draw.
    """
    own, total = spots
    if not 0 < total <= MOST_PLACES or own > total:
        return 0.0
    rows = -(-total // PLACES_A_ROW)
    height = rows * (width - 2 * _PADDING) / PLACES_A_ROW * _FLAT + 2 * _PADDING
    alt = f"Der Park von oben. {_own_words(own)}. {number(total)} Plätze"
    with sheet.figure(alt, at, (width, height + 6)):
        _draw(sheet, at, width, spots, taken)
    return height + 6


def _own_words(own: int) -> str:
    return f"Ihr Platz, {where(own)}"


def _draw(
    sheet: Sheet, at: tuple[float, float], width: float, spots: tuple[int, int], taken: Sequence[Sequence[int]]
) -> None:
    (own, total), (left, top) = spots, at
    rows = -(-total // PLACES_A_ROW)
    wide = (width - 2 * _PADDING) / PLACES_A_ROW
    high = wide * _FLAT
    height = rows * high + 2 * _PADDING
    sheet.set_fill_color(*SAND)
    sheet.rect(left, top, width, height, style="F", round_corners=True, corner_radius=1.6)
    is_taken = {spot for first, last in taken for spot in range(first, last + 1)}
    for spot in range(1, total + 1):
        row, column = divmod(spot - 1, PLACES_A_ROW)
        x, y = left + _PADDING + column * wide, top + _PADDING + row * high
        if spot != own:
            colour = MODULE if spot in is_taken else _FREE
            sheet.box(x + _GAP / 2, y + _GAP / 2, wide - _GAP, high - _GAP, colour)
    row, column = divmod(own - 1, PLACES_A_ROW)
    _own_cell(sheet, left + _PADDING + column * wide, top + _PADDING + row * high, (wide, high))
    _legend(sheet, left, top + height + 4.4, own, total)


def _own_cell(sheet: Sheet, x: float, y: float, size: tuple[float, float]) -> None:
    """Larger than the others, with a dark edge: it shows in black and white, too."""
    wide, high = size
    sheet.set_fill_color(*SUN)
    sheet.line_of(INK, 0.5)
    sheet.rect(x - 0.5, y - 0.5, wide + 1, high + 1, style="DF")


def _legend(sheet: Sheet, left: float, y: float, own: int, total: int) -> None:
    x = left
    for colour, label in ((SUN, _own_words(own)), (MODULE, "vergeben"), (_FREE, "frei")):
        sheet.set_fill_color(*colour)
        sheet.line_of(EDGE, 0.2)
        sheet.rect(x, y - 2.2, 3.2, 2.4, style="DF")
        sheet.words(x + 4.4, y, label, NOTE)
        x += 4.4 + sheet.width_of(label, NOTE) + 4
    told = f"{number(total)} Plätze"
    sheet.words(x, y, told, NOTE)
