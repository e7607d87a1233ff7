"""Column detection in cost files: by German or English header names, else by content. Pure.

A header decides. Content is only looked at for columns whose name says nothing: one that counts clicks never holds
amounts, however well its numbers would fit.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from services.core.table_reading.currency import foreign_unit
from services.core.table_reading.days import day_readings
from services.core.table_reading.numbers import readings

COLUMNS: Final = ("campaign", "day", "amount")
_NAMES: Final = {
    "campaign": (
        "kampagne", "kampagnenname", "kampagnen", "name der kampagne", "campaign", "campaign name", "utm_campaign",
        "utm campaign", "campaignname", "aktion", "massnahme", "maßnahme",
    ),
    "day": (
        "tag", "datum", "day", "date", "buchungsdatum", "buchungstag", "rechnungsdatum", "beginn der berichterstattung",
        "berichtsbeginn", "berichtsstart", "reporting starts", "gregorian date", "gregorianisches datum",
        "start date", "startdatum", "by day", "nach tag", "timeperiod", "zeitraum",
    ),
    "amount": (
        "kosten", "betrag", "ausgaben", "ausgegebener betrag", "spend", "cost", "costs", "amount", "amount spent",
        "amount eur", "spent", "total spent", "gesamtausgaben", "cost_micros", "costmicros",
        "summe", "nettobetrag", "netto", "werbeausgaben", "gesamtkosten", "total cost", "nettokosten", "net cost",
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
     "gregorianisches datum", "timeperiod", "nach tag"}
)  # fmt: skip
"""Names of a column whose every cell is one day, whatever period the file reports beside it."""
_PERIODS: Final = frozenset(
    {"monat", "woche", "quartal", "jahr", "kalenderwoche", "kw", "month", "week", "quarter", "year", "by month",
     "by week"}
)  # fmt: skip
"""Names of a column whose cells are first days of longer periods."""
_API_PREFIX = re.compile(r"^(?:metrics|segments) ")
_COUNTED = re.compile(
    r"\b(?:klicks?|clicks?|impr|impressionen|impressions?|einblendungen|conv|conversions?|konversionen|interaktionen"
    r"|interactions?|ergebnisse|results?|reichweite|reach|aufrufe|views?)\b|(?:klicks|clicks|impressionen)$"
)
_PRICE = re.compile(
    r"\b(?:pro|per|je|durchschn|avg|average|cpc|cpm|cpa)\b"
    r"|/ ?(?:conv|klick|click|ergebnis|result|lead|tsd|1000|impr|interak|interac|aufruf|view|tag\b|day\b)"
)
_MONEY = re.compile(r"(?:gesamt|werbe|medien)?(?:kosten|ausgaben|cost|costs|spend|spent|betrag|amount)\b")
_NO_COSTS = re.compile(
    r"budget|gebot|\bbid\b|\bids?\b|\bnr\b|nummer|umsatz|revenue|\bvalue\b|wert\b|roas|\bctr\b|quote|\brate\b|anteil"
    r"|anzahl|menge|position|prozent|%|mwst|umsatzsteuer|\bvat\b|\btax\b"
)
"""Names of columns with money or numbers that are no costs."""
_GROSS = re.compile(r"brutto|\bgross\b|\bin(?:kl|cl)\w*\W*(?:\w+\W+)?(?:mwst|ust|vat|umsatzsteuer|tax)", re.IGNORECASE)
_NET = re.compile(r"netto|\bnet\b|\b(?:exkl|excl|ohne|zzgl)\w*\W*(?:mwst|ust|vat|umsatzsteuer|tax)", re.IGNORECASE)
_UNIT = re.compile(r"[(\[].*?[)\]]|\bin\b|€|\beuro?\b|\bnetto\b(?!$)|[.:*]")
_OF_ONE = re.compile(r"\b(?:pro|per|je|durchschn|avg|average|cpc|cpm|cpa)\b|/")
"""`Kosten pro Klick` is not what a day cost."""
_ENOUGH_NAMES = 2


def plain_name(name: str) -> str:
    """A column's name without its unit: `Kosten (EUR)` is `kosten`."""
    return _API_PREFIX.sub("", " ".join(_UNIT.sub(" ", name.lower()).split()))


def columns_by_name(header: Sequence[str]) -> dict[str, int]:
    """Columns recognised by name, by their meaning: exact names before those that begin alike.

    Of several amounts the one in euro and without VAT is taken.
    """
    names = [plain_name(name) for name in header]
    found: dict[str, int] = {}
    tests: tuple[Callable[[str, str], bool], ...] = (lambda name, known: name == known, _begins_with)
    for is_alike in tests:
        for column in ("campaign", "day"):
            places = [i for known in _NAMES[column] for i, name in enumerate(names) if is_alike(name, known)]
            free = [i for i in places if i not in found.values()]
            if column not in found and free:
                found[column] = free[0]
    amounts = [
        i
        for is_alike in tests
        for known in _NAMES["amount"]
        for i, name in enumerate(names)
        if is_alike(name, known) and i not in found.values()
    ]
    if amounts:
        found["amount"] = min(
            amounts, key=lambda i: (foreign_unit(header[i]) is not None, is_gross(header[i]), not is_net(header[i]))
        )
    return found


def period_column(header: Sequence[str]) -> int | None:
    """The column whose name says that its amounts belong to weeks, months or longer, if there is one."""
    return _place_of(header, tuple(_PERIODS))


def is_micros(name: str) -> bool:
    """Whether the column's name says that its amounts are millionths."""
    return "micros" in name.lower()


def is_gross(name: str) -> bool:
    """Whether the column's name says that its amounts include VAT."""
    return bool(_GROSS.search(name))


def is_net(name: str) -> bool:
    """Whether the column's name says that its amounts exclude VAT."""
    return bool(_NET.search(name))


def counts_things(name: str) -> bool:
    """Whether the column's name says that its numbers count something or are prices of one: they are no costs."""
    plain = plain_name(name)
    return bool(_PRICE.search(plain) or (_COUNTED.search(plain) and not _MONEY.match(plain)))


def amounts_by_content(rows: Sequence[Sequence[str]], header: Sequence[str], taken: Iterable[int]) -> list[int]:
    """Columns whose cells are amounts and whose names do not deny it, from the right: there money stands."""
    width = max((len(cells) for cells in rows), default=0)
    names = [*header, *([""] * max(0, width - len(header)))]
    free = [i for i in range(width) if i not in set(taken) and not counts_things(names[i])]
    plain = [i for i in free if not _NO_COSTS.search(names[i].lower())]
    return [i for i in reversed(plain) if any(_is_amount(cells[i]) for cells in rows if i < len(cells))]


def _is_amount(cell: str) -> bool:
    return bool(readings(cell)) and not day_readings(cell)


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
    return name.startswith(f"{known} ") and not _OF_ONE.search(name) and not counts_things(name)


def header_place(records: Sequence[Sequence[str]]) -> int | None:
    """The position of the header among the first records, if there is one: some programs put a title above it."""
    return next((i for i, cells in enumerate(records) if len(columns_by_name(cells)) >= _ENOUGH_NAMES), None)


def columns_by_content(rows: Sequence[Sequence[str]], header: Sequence[str], known: dict[str, int]) -> dict[str, int]:
    """All three columns: the known ones, and for each missing one the column whose cells fit best."""
    width = max((len(cells) for cells in rows), default=0)
    found = dict(known)
    tests: dict[str, Callable[[str], bool]] = {
        "day": lambda cell: bool(day_readings(cell)),
        "amount": _is_amount,
        "campaign": lambda cell: bool(cell.strip()) and not readings(cell) and not day_readings(cell),
    }
    for column, fits in tests.items():
        if column in found:
            continue
        free = [i for i in range(width) if i not in found.values()]
        if column == "amount":
            # A name that denies it is only taken where nothing else is left; its lines are then refused by that name.
            free = amounts_by_content(rows, header, found.values()) or free[::-1]
        scores = {i: sum(fits(cells[i]) for cells in rows if i < len(cells)) for i in free}
        found[column] = max(free, key=lambda i: scores[i], default=0)
    return found
