"""How a cost file is read: its platform, its columns and the formats of their cells. Pure.

A header decides, by the names in `platforms.toml`. Content is only looked at for columns whose name says nothing: one
that counts clicks never holds amounts, however well its numbers would fit.
"""

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import eq
from pathlib import Path
from typing import Any, Final, Literal, get_args

from services.core.fields import Refused
from services.core.http.answers import Answer
from services.core.tables_in.reading import Column, Delimiter, Headings, Kind, Record, Table
from services.core.tables_in.values import (
    DAY_FORMATS,
    FORMATS,
    DayFormat,
    NumberFormat,
    Period,
    Unit,
    days_in,
    legible,
)

Platform = Literal["google", "meta", "microsoft", "linkedin", "tiktok", "pinterest", "other"]
_PLATFORMS: Final[Mapping[Any, Mapping[str, Any]]] = tomllib.loads(
    Path(__file__).with_name("platforms.toml").read_text(encoding="utf-8")
)


def _named_as(*meanings: str) -> Sequence[str]:
    """The names of columns of these meanings, of all platforms."""
    return [name for meaning in meanings for platform in _PLATFORMS.values() for name in platform.get(meaning, ())]


_NAMES: Final = {
    "campaign": _named_as("campaign", "number"),
    "day": _named_as("day", "first_day"),
    "amount": _named_as("amount"),
}
COUNTS: Final = ("clicks", "impressions")
_ONE_DAY: Final = frozenset(_named_as("day"))
"""Names of a column whose cells are single days, whatever other period the file reports."""
Unspread = Literal["week", "month", "quarter", "year"]
_PERIODS: Final[Mapping[str, Unspread]] = {name: period for period in get_args(Unspread) for name in _named_as(period)}
"""Names of a column whose cells are first days of longer periods."""
SPANS_DAYS: Final = Refused(
    "several_days", "Der Betrag gilt für einen Zeitraum. Bitte exportieren Sie die Kosten nach einzelnen Tagen."
)
"""The fault of a line whose amount covers several days: booked on the first it would be a false figure."""
LONGEST: Final = 92
"""Days of a period whose amount may be spread over them: a quarter. The days of a year are too different."""
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
_RATE = re.compile(r"\b(7|19) ?%")
_UNIT = re.compile(r"[(\[].*?[)\]]|\bin\b|€|\beuro?\b|\bnetto\b(?!$)|[.:*]")
_FOOTER = re.compile(r"©|\(c\) ?\d{4}", re.IGNORECASE)
"""Microsoft ends a report with its copyright."""
_OF_ONE = re.compile(r"\b(?:pro|per|je|durchschn|avg|average|cpc|cpm|cpa)\b|/")
"""`Kosten pro Klick` is not what a day cost."""


def plain_name(name: str) -> str:
    """A column's name without its unit: `Kosten (EUR)` is `kosten`."""
    return _API_PREFIX.sub("", " ".join(_UNIT.sub(" ", name.lower()).split()))


def _is_row(records: Sequence[Record]) -> bool:
    return any(legible(days_in(cell)) for cell in records[0].cells)


def _begins_with(name: str, known: str) -> bool:
    return name.startswith(f"{known} ") and not _OF_ONE.search(name) and not _counts_things(name)


def _is_footer(record: Record) -> bool:
    filled = [cell for cell in record.cells if cell]
    return len(filled) == 1 and bool(_FOOTER.match(filled[0]))


HEADINGS: Final = Headings(_NAMES, plain_name, _is_row, _begins_with, _is_footer)


def _by_name(table: Table) -> dict[str, int]:
    """Columns recognised by name, by their meaning: exact names before those that begin alike.

    Of several amounts the one in euro and without VAT is taken.
    """
    found = HEADINGS.places(table.names)
    found.pop("amount", None)
    free = [column for column in table.columns if column.place not in found.values()]
    amounts = [
        column
        for is_alike in (eq, _begins_with)
        for known in _NAMES["amount"]
        for column in free
        if is_alike(column.plain, known)
    ]
    if amounts:
        chosen = min(amounts, key=lambda one: (one.unit is not None, is_gross(one.name), not is_net(one.name)))
        found["amount"] = chosen.place
    if longer := _named(table, _PERIODS.keys()):
        found.setdefault("day", longer.place)
    return found


def is_gross(name: str) -> bool:
    """Whether the column's name says that its amounts include VAT."""
    return bool(_GROSS.search(name))


def is_net(name: str) -> bool:
    """Whether the column's name says that its amounts exclude VAT."""
    return bool(_NET.search(name))


def _counts_things(plain: str) -> bool:
    """Whether the column's name says that its numbers are counts or unit prices, not costs."""
    return bool(_PRICE.search(plain) or (_COUNTED.search(plain) and not _MONEY.match(plain)))


def _amounts_by_content(table: Table, taken: Collection[int]) -> list[int]:
    """Columns of amounts whose names do not say otherwise, from the right, where costs usually are."""
    return [
        column.place
        for column in reversed(table.columns)
        if column.place not in taken
        and not _counts_things(column.plain)
        and not _NO_COSTS.search(column.name.lower())
        and column.kinds["amount"]
    ]


def _named(table: Table, names: Collection[str]) -> Column | None:
    """The first column with one of these names."""
    return next((column for column in table.columns if column.plain in names), None)


def _column(table: Table, place: int) -> Column:
    """An empty one where no row is that long."""
    return table.columns[place] if place < len(table.columns) else Column(place, "", "", table.body)


Vat = Literal[0, 7, 19]
"""The percentage of VAT that the amounts include."""
VATS: Final[tuple[Vat, ...]] = (0, 19, 7)


class MappingOut(Answer):
    """How a file is read; columns are counted from 0. `is_spread`: amounts of weeks, months and quarters count evenly
    on their days; otherwise they are refused.
    """

    campaign: int
    day: int
    amount: int
    delimiter: Delimiter
    number_format: NumberFormat
    day_format: DayFormat
    has_header: bool
    clicks: int | None
    impressions: int | None
    vat: Vat
    is_spread: bool


About = Literal["amount", "number_format", "day_format", "vat", "is_spread"]
"""The member of the mapping that only a person can decide."""


@dataclass(frozen=True, slots=True)
class Question:
    """What nobody has decided yet, and how the file is read by each answer."""

    about: About
    column: str
    answers: Mapping[str, "Layout"]


@dataclass(frozen=True, slots=True)
class Layout:
    """The mapping with its columns, and what the header says of every line."""

    mapping: MappingOut
    day: Column
    last_day: Column | None
    """The last day of a line's period, where `day` is its first."""
    period: Unspread | None
    """What the days are the first of, as their column's name says."""
    number: Column | None
    amount: Column
    currency: Column | None
    counts: Sequence[Column | None]
    unit: Unit | None
    """The unit in the amount column's name, unless euro."""
    is_micros: bool
    """Amounts are millionths, as the interfaces of ad platforms have them."""
    platform: Platform
    not_taken: str | None
    """A column with the same amounts and VAT."""
    fault: Refused | None
    """What the names of the columns say against every line."""
    questions: Sequence[Question] = ()

    @property
    def open(self) -> Sequence[About]:
        return [question.about for question in self.questions]


def layout_of(table: Table, given: Mapping[str, Any]) -> Layout:
    """How to read the table; members of `given` (as in the mapping) override guesses."""
    by_name = _by_name(table)
    places = _places(table, given, by_name)
    amount, day = _column(table, places["amount"]), _column(table, places["day"])
    is_english = table.delimiter == "," or "cost" in " ".join(table.names).lower()
    number_format = given.get("number_format") or amount.number_format or ("en" if is_english else "de")
    day_formats = [given["day_format"]] if given.get("day_format") else _day_formats(table, day)
    usual: DayFormat = "us" if number_format == "en" else "de"
    mapping = MappingOut(
        **places,
        **_counts(table, given, places),
        delimiter=table.delimiter,
        number_format=number_format,
        day_format=usual if usual in day_formats else day_formats[0],
        has_header=table.has_header,
        vat=given.get("vat") or 0,
        is_spread=bool(given.get("is_spread")),
    )
    layout = _layout(table, mapping)
    if layout.fault:
        return layout
    vats = _possible_vats(amount.name, layout.platform)
    if given.get("vat") is None and len(vats) == 1:
        layout = _layout(table, mapping := mapping.model_copy(update={"vat": vats[0]}))
    is_number_open = not (given.get("number_format") or amount.number_format or layout.is_micros)
    possible: dict[About, Sequence[Any]] = {
        "amount": _possible_amounts(table, mapping, by_name) if given.get("amount") is None else (),
        "is_spread": (True,) if given.get("is_spread") is None else (),
        "vat": vats if given.get("vat") is None and len(vats) > 1 else (),
        "number_format": FORMATS if is_number_open and any(amount.ambiguous_money) else (),
        "day_format": day_formats if len(day_formats) > 1 and any(day.ambiguous_days) else (),
    }
    # Until it is said that months are refused, other answers show what comes of them, too.
    spread = mapping.model_copy(update={"is_spread": given.get("is_spread") is not False})
    return replace(
        layout,
        questions=[
            Question(
                about,
                (day if about == "day_format" else amount).label,
                {str(value): _layout(table, spread.model_copy(update={about: value})) for value in values},
            )
            for about, values in possible.items()
            if values
        ],
    )


def _layout(table: Table, mapping: MappingOut) -> Layout:
    day, amount = _column(table, mapping.day), _column(table, mapping.amount)
    is_micros = "micros" in amount.name.lower()
    fault = without_costs(amount.name) if _counts_things(amount.plain) else None
    return Layout(
        mapping=mapping,
        day=day,
        last_day=None if day.plain in _ONE_DAY else _named(table, _named_as("last_day")),
        period=_PERIODS.get(day.plain),
        number=_named(table, _named_as("number")),
        amount=amount,
        currency=_named(table, _named_as("currency")),
        counts=[None if place is None else _column(table, place) for place in (mapping.clicks, mapping.impressions)],
        unit=None if is_micros else amount.unit,
        is_micros=is_micros,
        platform=platform_of(table.columns, [*table.titles, *table.footers]),
        not_taken=next((name for name in table.names if is_gross(name)), None) if is_net(amount.name) else None,
        fault=fault,
    )


def _places(table: Table, given: Mapping[str, Any], by_name: Mapping[str, int]) -> dict[str, int]:
    """Campaign, day and amount: as given, else by their names, else by their content."""
    found = {name: given[name] for name in _NAMES if given.get(name) is not None}
    found |= {name: place for name, place in by_name.items() if name not in found and place not in found.values()}
    kinds: dict[str, Kind] = {"day": "day", "amount": "amount", "campaign": "text"}
    for name, kind in kinds.items():
        if name in found:
            continue
        free = [column.place for column in table.columns if column.place not in found.values()]
        if name == "amount":
            # A name that denies it is only taken where nothing else is left; its lines are then refused by that name.
            free = _amounts_by_content(table, found.values()) or free[::-1]
        found[name] = max(free, key=lambda place: table.columns[place].kinds[kind], default=0)
    return found


def _possible_amounts(table: Table, mapping: MappingOut, by_name: Mapping[str, int]) -> list[int]:
    """The columns that a person has to choose the amount from; none where the header or a single column decides."""
    if "amount" in by_name:
        return []
    found = _amounts_by_content(table, (mapping.campaign, mapping.day))
    return sorted(found) if table.has_header or len(found) > 1 else []


def _possible_vats(name: str, platform: Platform) -> Sequence[Vat]:
    """What the amounts of a column may include: ad platforms report without VAT; a name may say more."""
    if not is_gross(name):
        return (0,) if is_net(name) or platform != "other" else VATS
    said = _RATE.search(name)
    return (7 if said[1] == "7" else 19,) if said else VATS[1:]


def _day_formats(table: Table, day: Column) -> Sequence[DayFormat]:
    """The formats that the days may be in: the period in the titles may decide between them."""
    if len(day.day_formats) == 1 or table.period is None:
        return day.day_formats or DAY_FORMATS
    read = [legible(one) for one, cell in zip(day.spans, day.cells, strict=True) if cell]
    fitting = [name for name in DAY_FORMATS if all(name in one and _meets(one[name], table.period) for one in read)]
    return fitting if len(fitting) == 1 else day.day_formats or DAY_FORMATS


def _meets(one: Period, other: Period) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def _counts(table: Table, given: Mapping[str, Any], places: Mapping[str, int]) -> dict[str, int | None]:
    """The columns of clicks and impressions. None is a choice as well: the file's are ignored."""
    found: dict[str, int | None] = {}
    for count in COUNTS:
        column = next(filter(None, (_named(table, [name]) for name in _named_as(count))), None)
        found[count] = None if column is None or column.place in places.values() else column.place
    return {count: given.get(count, place) for count, place in found.items()}


def without_costs(column: str) -> Refused:
    """The refusal of a column of amounts whose name says that it holds something else."""
    return Refused("no_costs", f"Die Spalte „{column}“ nennt keine Kosten. Bitte wählen Sie die Spalte mit den Kosten.")


def platform_of(columns: Sequence[Column], around: Sequence[str]) -> Platform:
    """The platform, by the columns and the lines above and below the table; `other` for tables of agencies, invoices
    and everything else.
    """
    lines = "\n".join([*(column.plain for column in columns), *(f"# {line.lower()}" for line in around)])

    def is_known(ways: Sequence[Sequence[str]]) -> bool:
        return any(all(re.search(pattern, lines, re.MULTILINE) for pattern in way) for way in ways)

    found: Platform = next((one for one, told in _PLATFORMS.items() if is_known(told.get("known_by", ()))), "other")
    return found
