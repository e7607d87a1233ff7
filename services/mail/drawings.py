"""Drawings in mails made of table cells, since mail programs block images. Pure.

Each cell is a letter that the templates map to a colour, also in dark mode: `d` your place, `m` a taken one, `f` a free
one, `p` a year of the payback time, `o` a part of the share that was not chosen.
"""

from collections.abc import Sequence

PLACES_A_ROW = 25
MOST_PLACES = 1_000
"""A larger field would make the mail longer than some programs show."""

YEARS = 20
_MODULES = 3
_KWH_A_MODULE = 1_000


def field_rows(total: int, own: int, taken: Sequence[Sequence[int]]) -> list[str]:
    """The places of a park from above, row by row; `taken` are runs of numbers, both ends included.

    Empty if there are more than `MOST_PLACES`, or if it is not known which are taken.
    """
    if not taken or not own <= total <= MOST_PLACES:
        return []
    places = ["f"] * total
    for first, last in taken:
        places[first - 1 : last] = "m" * (min(last, total) - first + 1)
    places[own - 1] = "d"
    return ["".join(places[start : start + PLACES_A_ROW]) for start in range(0, total, PLACES_A_ROW)]


def where(own: int) -> str:
    """Position of a place as text, where the drawing is not visible: `Reihe 9, 17. von links`."""
    row, column = divmod(own - 1, PLACES_A_ROW)
    return f"Reihe {row + 1}, {column + 1}. von links"


def caption(own: int) -> str:
    """Caption of the drawing."""
    return f"Gelb ist Ihr Platz {own}."


def caption_of_offer(own: int) -> str:
    """Caption for a place that is held for the household."""
    return f"Gelb ist der gehaltene Platz {own}."


def modules(annual_kwh: int) -> str:
    """The three modules of 1,000 kWh each that the site draws a package by; `o` those beyond it."""
    chosen = min(annual_kwh // _KWH_A_MODULE, _MODULES)
    return "d" * chosen + "o" * (_MODULES - chosen)


def others_words(own: int, taken: Sequence[Sequence[int]]) -> str:
    """A sentence on how many other places were taken."""
    others = sum(last - first + 1 - (first <= own <= last) for first, last in taken)
    if not others:
        return "Alle anderen waren noch frei."
    return "Ein anderer war schon vergeben." if others == 1 else f"{others} andere waren schon vergeben."


def years(covered_tenths: int) -> list[list[tuple[str, int]]]:
    """The twenty years of a share: of each the letter and how many tenths of it; the one in which it turns has two."""
    paying = [min(max(covered_tenths - 10 * year, 0), 10) for year in range(YEARS)]
    return [[(letter, tenths) for letter, tenths in (("p", p), ("d", 10 - p)) if tenths] for p in paying]


def year_line(covered_tenths: int) -> str:
    """The same in one line of text; the year in which it turns still counts as paying."""
    paying = min(-(-covered_tenths // 10), YEARS)
    return "■" * paying + "□" * (YEARS - paying)
