"""How a cost file is read: its platform, its columns, its rates of foreign money, and the values of a line. Pure.

A header decides. Content is only looked at for columns whose name says nothing: one that counts clicks never holds
amounts, however well its numbers would fit.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from decimal import Decimal
from operator import eq
from typing import Any, Final, Literal

from services.core.fields import Refused
from services.core.money import divide_half_up
from services.core.tables_in.reading import Record, cell_at, places_by_name
from services.core.tables_in.values import (
    EURO,
    DayFormat,
    NumberFormat,
    day_readings,
    foreign_code,
    foreign_currency,
    foreign_unit,
    in_foreign_money,
    is_ambiguous,
    is_ambiguous_day,
    iso_code,
    read_count,
    read_day,
    read_micros,
    read_signed_cents,
    readings,
    spans_days,
    without_currency,
)

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
    found = places_by_name(names, {column: _NAMES[column] for column in ("campaign", "day")}, _begins_with)
    amounts = [
        i
        for is_alike in (eq, _begins_with)
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


DECIMALS: Final = 8
"""Digits after the point of a rate; more are refused."""
_SCALE: Final = 10**DECIMALS

RateSource = Literal["ecb", "bank", "invoice", "other"]


@dataclass(frozen=True, slots=True)
class Rate:
    """What one unit of a currency was worth in euro on a day, and who says so."""

    currency: str
    rate: Decimal
    on: date
    source: RateSource

    def euro_cents(self, hundredths: int) -> int:
        """Hundredths of the currency as euro cents, halves away from zero."""
        return divide_half_up(hundredths * int(self.rate.scaleb(DECIMALS)), _SCALE)

    def as_json(self) -> dict[str, Any]:
        """To be stored with the import."""
        return {"currency": self.currency, "rate": str(self.rate), "on": self.on.isoformat(), "source": self.source}


Rates = Mapping[str, Rate]
"""By currency code."""
NO_RATES: Final[Rates] = {}


@dataclass(frozen=True, slots=True)
class CostMapping:
    """How a file is read. Columns are counted from 0; `clicks` and `impressions` need not be there."""

    campaign: int
    day: int
    amount: int
    delimiter: str
    number_format: NumberFormat
    day_format: DayFormat
    has_header: bool
    clicks: int | None = None
    impressions: int | None = None

    def as_json(self) -> dict[str, Any]:
        """To be stored with the import."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Layout:
    """The mapping, further facts from the header, and the rates of foreign currencies."""

    mapping: CostMapping
    is_sure: Mapping[str, bool]
    unit: str | None
    """The unit in the amount column's name, unless euro."""
    currency: int | None
    last_day: int | None
    rates: Rates
    is_micros: bool = False
    """Amounts are millionths, as the interfaces of ad platforms have them."""
    fault: Refused | None = None
    """What the names of the columns say against every line."""


@dataclass(frozen=True, slots=True)
class Amount:
    """Hundredths in the file's currency, and euro cents where that is the euro or has a rate."""

    hundredths: int
    currency: str = EURO
    rate: Rate | None = None

    @property
    def cents(self) -> int | None:
        """Euro cents; None without a rate."""
        if self.currency == EURO:
            return self.hundredths
        return self.rate.euro_cents(self.hundredths) if self.rate else None


@dataclass(frozen=True, slots=True)
class CostLine:
    """One line of the file: its values, or the fault that makes it unreadable. A credit note has negative cents."""

    line: int
    campaign: str
    day: date | None
    cents: int | None
    fault: Refused | None
    is_guess: bool
    """Read by a format that nothing in the column confirms."""
    repeats: int | None = None
    """An earlier line with the very same cells and an amount other than nought."""
    amount: Amount | None = None
    clicks: int | None = None
    impressions: int | None = None
    has_odd_counts: bool = False
    """Its clicks or impressions are no whole numbers and were dropped."""


def read_line(record: Record, layout: Layout) -> CostLine:
    """The values of a line. The first fault is kept; the other values are read all the same."""
    mapping = layout.mapping
    day, amount, faults = None, None, [layout.fault] if layout.fault else []
    if len(record.cells) <= max(mapping.campaign, mapping.day, mapping.amount):
        faults.append(Refused("missing_column", "In dieser Zeile fehlen Spalten."))
    else:
        try:
            day = _only_day(record, layout)
        except Refused as refused:
            faults.append(refused)
        try:
            amount = _amount(record, layout)
            if amount.cents is None:
                faults.append(_without_rate(amount.currency))
        except Refused as refused:
            faults.append(refused)
    counts, has_odd_counts = _counts(record, mapping)
    return CostLine(
        line=record.line,
        campaign=cell_at(record.cells, mapping.campaign),
        day=day,
        cents=amount.cents if amount else None,
        fault=faults[0] if faults else None,
        is_guess=not faults and _is_guess(record, layout),
        amount=amount,
        clicks=counts[0],
        impressions=counts[1],
        has_odd_counts=has_odd_counts,
    )


def _is_guess(record: Record, layout: Layout) -> bool:
    day, amount = (cell_at(record.cells, place) for place in (layout.mapping.day, layout.mapping.amount))
    is_sure = layout.is_sure
    return (not layout.is_micros and not is_sure["amount"] and is_ambiguous(without_currency(amount))) or (
        not is_sure["day"] and is_ambiguous_day(day)
    )


def _only_day(record: Record, layout: Layout) -> date:
    """The one day of the line; Refused where it has none, or where its period ends on another day."""
    first = read_day(cell_at(record.cells, layout.mapping.day), layout.mapping.day_format)
    end = cell_at(record.cells, layout.last_day) if layout.last_day is not None else ""
    if end and read_day(end, layout.mapping.day_format) != first:
        raise spans_days()
    return first


def without_costs(column: str) -> Refused:
    """The refusal of a column of amounts whose name says that it holds something else."""
    return Refused("no_costs", f"Die Spalte „{column}“ nennt keine Kosten. Bitte wählen Sie die Spalte mit den Kosten.")


def _amount(record: Record, layout: Layout) -> Amount:
    """The amount, in the currency that the column's name, the currency column or the cell itself names."""
    typed = cell_at(record.cells, layout.mapping.amount)
    stated = foreign_code(cell_at(record.cells, layout.currency)) if layout.currency is not None else None
    unit = layout.unit or stated or foreign_currency(typed)
    code = EURO if unit is None else iso_code(unit)
    if code is None:
        raise in_foreign_money(unit or "")
    if layout.is_micros:
        hundredths = read_micros(typed)
    else:
        hundredths = read_signed_cents(without_currency(typed), layout.mapping.number_format)
    return Amount(hundredths, code, layout.rates.get(code))


def _without_rate(currency: str) -> Refused:
    return Refused("foreign_currency", f"Der Betrag steht in {currency}. Zum Einlesen fehlt der Kurs.")


def _counts(record: Record, mapping: CostMapping) -> tuple[tuple[int | None, int | None], bool]:
    """Clicks and impressions, and whether one of them is unreadable. They never keep an amount out."""
    found: list[int | None] = []
    is_odd = False
    for place in (mapping.clicks, mapping.impressions):
        try:
            found.append(None if place is None else read_count(cell_at(record.cells, place)))
        except Refused:
            found.append(None)
            is_odd = True
    return (found[0], found[1]), is_odd


Platform = Literal["google", "meta", "microsoft", "linkedin", "tiktok", "pinterest", "other"]

_GOOGLE: Final = frozenset(
    {"währungscode", "currency code", "durchschn cpc", "avg cpc", "kampagnenstatus", "campaign status", "interaktionen",
     "campaign state", "cost_micros", "costmicros"}
)  # fmt: skip
_GOOGLE_AMOUNTS: Final = frozenset({"kosten", "cost", "cost_micros", "costmicros"})
_MICROSOFT: Final = frozenset({"gregorian date", "gregorianisches datum", "timeperiod"})
_ACCOUNT: Final = frozenset({"account name", "accountname", "kontoname"})
_TIKTOK: Final = frozenset({"by day", "nach tag"})
_PINTEREST: Final = ("pin-", "pin ", "spend account currency", "ausgaben kontowährung")
_SPENT: Final = frozenset({"spend", "ausgaben"})


def platform_of(header: Sequence[str], around: Sequence[str]) -> Platform:
    """The platform, by the columns and the lines above and below the table; `other` for tables of agencies, invoices
    and everything else.
    """
    names = {plain_name(name) for name in header}
    title = " ".join(around).lower()
    is_titled = "campaign performance report" in title or names & {"start date", "startdatum"}
    evidence: dict[Platform, object] = {
        "linkedin": names & {"total spent", "gesamtausgaben"} and is_titled,
        "meta": any(name.startswith(("ausgegebener betrag", "amount spent")) for name in names),
        "pinterest": any(name.startswith(_PINTEREST) for name in names),
        "microsoft": names & _MICROSOFT or "microsoft" in title or (names & _SPENT and names & _ACCOUNT),
        "tiktok": names & _TIKTOK,
        "google": names & _GOOGLE and names & _GOOGLE_AMOUNTS,
    }
    return next((platform for platform, found in evidence.items() if found), "other")
