"""Which column of a file is what: by its name, German or English, and else by what is in it. Pure."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from services.attribution.costs_days import day_readings
from services.attribution.costs_numbers import readings

COLUMNS: Final = ("campaign", "day", "amount")
_NAMES: Final = {
    "campaign": (
        "kampagne", "kampagnenname", "kampagnen", "name der kampagne", "campaign", "campaign name", "utm_campaign",
        "utm campaign", "aktion", "massnahme", "maßnahme",
    ),
    "day": (
        "tag", "datum", "day", "date", "buchungsdatum", "buchungstag", "rechnungsdatum", "beginn der berichterstattung",
        "berichtsbeginn", "reporting starts", "gregorian date", "start date", "startdatum", "by day", "zeitraum",
    ),
    "amount": (
        "kosten", "betrag", "ausgaben", "ausgegebener betrag", "spend", "cost", "costs", "amount", "amount spent",
        "amount eur", "spent", "total spent", "gesamtausgaben",
        "summe", "nettobetrag", "netto", "werbeausgaben", "gesamtkosten", "total cost",
    ),
}  # fmt: skip
_UNIT = re.compile(r"[(\[].*?[)\]]|\bin\b|€|\beuro?\b|\bnetto\b(?!$)|[.:*]")
_OF_ONE = re.compile(r"\b(?:pro|per|je|durchschn|avg|average|cpc|cpm|cpa)\b|/")
"""`Kosten pro Klick` is not what a day cost."""
_ENOUGH_NAMES = 2


def plain_name(name: str) -> str:
    """A column's name without its unit: `Kosten (EUR)` is `kosten`."""
    return " ".join(_UNIT.sub(" ", name.lower()).split())


def columns_by_name(header: Sequence[str]) -> dict[str, int]:
    """Those columns that their names tell, by what they are: exact names before those that begin alike."""
    names = [plain_name(name) for name in header]
    found: dict[str, int] = {}
    tests: tuple[Callable[[str, str], bool], ...] = (lambda name, known: name == known, _begins_with)
    for is_alike in tests:
        for column in COLUMNS:
            if column in found:
                continue
            for known in _NAMES[column]:
                place = next((i for i, name in enumerate(names) if is_alike(name, known)), None)
                if place is not None and place not in found.values():
                    found[column] = place
                    break
    return found


def _begins_with(name: str, known: str) -> bool:
    return name.startswith(f"{known} ") and not _OF_ONE.search(name)


def header_place(records: Sequence[Sequence[str]]) -> int | None:
    """Which of the first records is the header, if one is: some programs put a title above it."""
    return next((i for i, cells in enumerate(records) if len(columns_by_name(cells)) >= _ENOUGH_NAMES), None)


def columns_by_content(rows: Sequence[Sequence[str]], known: dict[str, int]) -> dict[str, int]:
    """All three columns: those known, and for each other the one whose cells fit it best."""
    width = max((len(cells) for cells in rows), default=0)
    found = dict(known)
    tests: dict[str, Callable[[str], bool]] = {
        "day": lambda cell: bool(day_readings(cell)),
        "amount": lambda cell: bool(readings(cell)) and not day_readings(cell),
        "campaign": lambda cell: bool(cell.strip()) and not readings(cell) and not day_readings(cell),
    }
    for column, fits in tests.items():
        if column in found:
            continue
        free = [i for i in range(width) if i not in found.values()]
        scores = {i: sum(fits(cells[i]) for cells in rows if i < len(cells)) for i in free}
        # Of two that fit alike, money stands further right and a name further left.
        order = sorted(free, reverse=column == "amount")
        found[column] = max(order, key=lambda i: scores[i], default=0)
    return found
