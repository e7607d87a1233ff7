"""How a cost file is read: its platform, its columns and the formats of their cells. Pure.

A header decides. Content is only looked at for columns whose name says nothing: one that counts clicks never holds
amounts, however well its numbers would fit.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import eq
from typing import Any, Final, Literal

from services.core.fields import Refused
from services.core.http.answers import Answer
from services.core.tables_in.reading import LOOKED_AT, Columns, Delimiter, Record, Table, cell_at
from services.core.tables_in.values import (
    DAY_FORMATS,
    DayFormat,
    NumberFormat,
    Period,
    day_readings,
    foreign_unit,
    guess_day_format,
    guess_number_format,
    is_in,
    period_of,
    readings,
    spans_days,
    without_currency,
)

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
"""Names of a column whose cells are single days, whatever other period the file reports."""
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
_FOOTER = re.compile(r"©|\(c\) ?\d{4}", re.IGNORECASE)
"""Microsoft ends a report with its copyright."""
_OF_ONE = re.compile(r"\b(?:pro|per|je|durchschn|avg|average|cpc|cpm|cpa)\b|/")
"""`Kosten pro Klick` is not what a day cost."""


def plain_name(name: str) -> str:
    """A column's name without its unit: `Kosten (EUR)` is `kosten`."""
    return _API_PREFIX.sub("", " ".join(_UNIT.sub(" ", name.lower()).split()))


def _is_row(records: Sequence[Record]) -> bool:
    places = columns_by_content([one.cells for one in records[1:LOOKED_AT]], [], {})
    return bool(day_readings(cell_at(records[0].cells, places["day"])))


def _begins_with(name: str, known: str) -> bool:
    return name.startswith(f"{known} ") and not _OF_ONE.search(name) and not counts_things(name)


def _is_footer(record: Record) -> bool:
    filled = [cell for cell in record.cells if cell]
    return len(filled) == 1 and bool(_FOOTER.match(filled[0]))


COLUMNS: Final = Columns(_NAMES, plain_name, _is_row, _begins_with, _is_footer)


def columns_by_name(header: Sequence[str]) -> dict[str, int]:
    """Columns recognised by name, by their meaning: exact names before those that begin alike.

    Of several amounts the one in euro and without VAT is taken.
    """
    found = COLUMNS.places(header)
    found.pop("amount", None)
    names = [plain_name(name) for name in header]
    amounts = [
        i
        for is_alike in (eq, _begins_with)
        for known in _NAMES["amount"]
        for i, name in enumerate(names)
        if is_alike(name, known) and i not in found.values()
    ]
    if len(amounts) == 1:
        found["amount"] = amounts[0]
    elif amounts:
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
    """Whether the column's name says that its numbers are counts or unit prices, not costs."""
    plain = plain_name(name)
    return bool(_PRICE.search(plain) or (_COUNTED.search(plain) and not _MONEY.match(plain)))


def amounts_by_content(rows: Sequence[Sequence[str]], header: Sequence[str], taken: Iterable[int]) -> list[int]:
    """Columns of amounts whose names do not say otherwise, from the right, where costs usually are."""
    width = max((len(cells) for cells in rows), default=0)
    names = [*header, *([""] * max(0, width - len(header)))]
    free = [i for i in range(width) if i not in set(taken) and not counts_things(names[i])]
    plain = [i for i in free if not _NO_COSTS.search(names[i].lower())]
    return [i for i in reversed(plain) if any(_is_amount(cells[i]) for cells in rows if i < len(cells))]


def _is_amount(cell: str) -> bool:
    return bool(readings(cell)) and not day_readings(cell)


def count_columns(header: Sequence[str]) -> dict[str, int]:
    """The columns with clicks and impressions, if present."""
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


Platform = Literal["google", "meta", "microsoft", "linkedin", "tiktok", "pinterest", "other"]


class MappingOut(Answer):
    """How a file is read; columns are counted from 0."""

    campaign: int
    day: int
    amount: int
    delimiter: Delimiter
    number_format: NumberFormat
    day_format: DayFormat
    has_header: bool
    clicks: int | None
    impressions: int | None


@dataclass(frozen=True, slots=True)
class Layout:
    """The mapping, and further facts from the header and the titles."""

    mapping: MappingOut
    is_sure: Mapping[str, bool]
    unit: str | None
    """The unit in the amount column's name, unless euro."""
    currency: int | None
    last_day: int | None
    period: Period | None
    is_micros: bool
    """Amounts are millionths, as the interfaces of ad platforms have them."""
    platform: Platform
    not_taken: str | None
    """A column with the same amounts and VAT."""
    fault: Refused | None
    """What the names of the columns say against every line."""


def layout_of(table: Table, given: Mapping[str, Any]) -> Layout:
    """How to read the table; members of `given` (as in the mapping) override guesses."""
    columns = _columns(table, given)
    names, period = table.names, period_of(table.titles)
    amount, day = cell_at(names, columns["amount"]), cell_at(names, columns["day"])
    number_format, is_sure_of_numbers = _number_format(table, given, columns["amount"])
    day_format, is_sure_of_days = _day_format(table, given, columns["day"], number_format, period)
    fault = without_costs(amount) if counts_things(amount) else None
    return Layout(
        mapping=MappingOut(
            **columns,
            **_counts(names, given, columns),
            delimiter=table.delimiter,
            number_format=number_format,
            day_format=day_format,
            has_header=table.has_header,
        ),
        is_sure={"amount": is_sure_of_numbers, "day": is_sure_of_days},
        currency=currency_column(names),
        last_day=last_day_column(names, columns["day"]),
        period=period,
        is_micros=is_micros(amount),
        platform=platform_of(names, [*table.titles, *table.footers]),
        not_taken=next((name for name in names if is_gross(name)), None) if is_net(amount) else None,
        unit=None if is_micros(amount) else foreign_unit(amount),
        fault=spans_days() if period_column([day]) is not None else fault,
    )


def _columns(table: Table, given: Mapping[str, Any]) -> dict[str, int]:
    """Campaign, day and amount: as given, else by their names, else by their content."""
    named = {name: given[name] for name in _NAMES if given.get(name) is not None}
    by_name = columns_by_name(table.names)
    if (longer := period_column(table.names)) is not None:
        by_name.setdefault("day", longer)
    free = {name: place for name, place in by_name.items() if name not in named and place not in named.values()}
    return columns_by_content(table.sample, table.names, {**named, **free})


def _number_format(table: Table, given: Mapping[str, Any], amount: int) -> tuple[NumberFormat, bool]:
    """The format of the amounts, and whether it is certain rather than guessed."""
    if found := given.get("number_format"):
        return found, True
    is_english = table.delimiter == "," or "cost" in " ".join(table.names).lower()
    return guess_number_format(map(without_currency, table.cells(amount)), "en" if is_english else "de")


def _day_format(
    table: Table, given: Mapping[str, Any], day: int, number_format: NumberFormat, period: Period | None
) -> tuple[DayFormat, bool]:
    """The format of the days, and whether it is certain: the period in the titles may decide."""
    if found := given.get("day_format"):
        return found, True
    days = table.cells(day)
    guessed, is_sure = guess_day_format(days, "us" if number_format == "en" else "de")
    if not is_sure and period is not None:
        fitting = [one for one in DAY_FORMATS if all(is_in(day_readings(day).get(one), period) for day in days if day)]
        return (fitting[0], True) if len(fitting) == 1 else (guessed, False)
    return guessed, is_sure


def _counts(names: Sequence[str], given: Mapping[str, Any], columns: Mapping[str, int]) -> dict[str, int | None]:
    """The columns of clicks and impressions. None is a choice as well: the file's are ignored."""
    found = count_columns(names)
    free = {name: place for name, place in found.items() if place not in columns.values()}
    return {name: given[name] if name in given else free.get(name) for name in COUNTS}


def without_costs(column: str) -> Refused:
    """The refusal of a column of amounts whose name says that it holds something else."""
    return Refused("no_costs", f"Die Spalte „{column}“ nennt keine Kosten. Bitte wählen Sie die Spalte mit den Kosten.")


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
