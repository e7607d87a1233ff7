"""Column detection in cost files: by German or English header names, else by content. Pure."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from services.core.table_reading.currency import foreign_unit
from services.core.table_reading.days import day_readings
from services.core.table_reading.numbers import readings

COLUMNS: Final = ("campaign", "day", "amount")
_NAMES: Final = {
    "campaign": (
        "kampagne", "kampagnenname", "kampagnen", "name der kampagne", "campaign", "campaign name", "utm_campaign",
        "utm campaign", "aktion", "massnahme", "maßnahme",
    ),
    "day": (
        "tag", "datum", "day", "date", "buchungsdatum", "buchungstag", "rechnungsdatum", "beginn der berichterstattung",
        "berichtsbeginn", "berichtsstart", "reporting starts", "gregorian date", "gregorianisches datum",
        "start date", "startdatum", "by day", "zeitraum",
    ),
    "amount": (
        "kosten", "betrag", "ausgaben", "ausgegebener betrag", "spend", "cost", "costs", "amount", "amount spent",
        "amount eur", "spent", "total spent", "gesamtausgaben",
        "summe", "nettobetrag", "netto", "werbeausgaben", "gesamtkosten", "total cost",
    ),
}  # fmt: skip
COUNTS: Final = ("clicks", "impressions")
_COUNT_NAMES: Final = {
    "clicks": ("klicks", "clicks", "link-klicks", "linkklicks", "link clicks", "klicks auf link"),
    "impressions": ("impressionen", "impressions", "impr", "einblendungen", "anzeigenimpressionen"),
}
_LAST_DAY: Final = (
    "berichtsende", "ende der berichterstattung", "reporting ends", "end date", "enddatum", "ende", "bis", "end",
)  # fmt: skip
_CURRENCY: Final = ("währung", "währungscode", "kontowährung", "currency", "currency code", "account currency")
_ONE_DAY: Final = frozenset(
    {"tag", "datum", "day", "date", "by day", "buchungsdatum", "buchungstag", "gregorian date",
     "gregorianisches datum"}
)  # fmt: skip
"""Names of a column whose every cell is one day, whatever period the file reports beside it."""
_UNIT = re.compile(r"[(\[].*?[)\]]|\bin\b|€|\beuro?\b|\bnetto\b(?!$)|[.:*]")
_OF_ONE = re.compile(r"\b(?:pro|per|je|durchschn|avg|average|cpc|cpm|cpa)\b|/")
"""`Kosten pro Klick` is not what a day cost."""
_ENOUGH_NAMES = 2


def plain_name(name: str) -> str:
    """A column's name without its unit: `Kosten (EUR)` is `kosten`."""
    return " ".join(_UNIT.sub(" ", name.lower()).split())


def columns_by_name(header: Sequence[str]) -> dict[str, int]:
    """Columns recognised by name, by their meaning: exact names before those that begin alike."""
    names = [plain_name(name) for name in header]
    found: dict[str, int] = {}
    tests: tuple[Callable[[str, str], bool], ...] = (lambda name, known: name == known, _begins_with)
    for is_alike in tests:
        for column in COLUMNS:
            if column in found:
                continue
            for known in _NAMES[column]:
                places = [i for i, name in enumerate(names) if is_alike(name, known) and i not in found.values()]
                if places:
                    # Of the same amounts in two currencies those in euro.
                    found[column] = min(
                        places, key=lambda i: column == "amount" and foreign_unit(header[i]) is not None
                    )
                    break
    return found


def count_columns(header: Sequence[str]) -> dict[str, int]:
    """The columns with clicks and impressions, as far as there are any."""
    places = {count: _place_of_first(header, names) for count, names in _COUNT_NAMES.items()}
    return {count: place for count, place in places.items() if place is not None}


def _place_of_first(header: Sequence[str], names: Sequence[str]) -> int | None:
    """The column with the name that comes first among `names`: all clicks before those on a link."""
    plain = [plain_name(name) for name in header]
    return next((plain.index(name) for name in names if name in plain), None)


def currency_column(header: Sequence[str]) -> int | None:
    """The column that names the currency of each line, if there is one."""
    return _place_of(header, _CURRENCY)


def last_day_column(header: Sequence[str], day: int) -> int | None:
    """The column with the last day of a line's period, where `day` is the column with its first."""
    if day < len(header) and plain_name(header[day]) in _ONE_DAY:
        return None
    return _place_of(header, _LAST_DAY)


def _place_of(header: Sequence[str], names: Sequence[str]) -> int | None:
    return next((i for i, name in enumerate(header) if plain_name(name) in names), None)


def _begins_with(name: str, known: str) -> bool:
    return name.startswith(f"{known} ") and not _OF_ONE.search(name)


def header_place(records: Sequence[Sequence[str]]) -> int | None:
    """The position of the header among the first records, if there is one: some programs put a title above it."""
    return next((i for i, cells in enumerate(records) if len(columns_by_name(cells)) >= _ENOUGH_NAMES), None)


def columns_by_content(rows: Sequence[Sequence[str]], known: dict[str, int]) -> dict[str, int]:
    """All three columns: the known ones, and for each missing one the column whose cells fit best."""
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
