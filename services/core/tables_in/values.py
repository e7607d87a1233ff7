"""Amounts of money, currencies, numbers and days as people and programs write them in tables. Pure."""

import re
from calendar import monthrange
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final, Literal, TypeVar

from services.core.fields import Refused
from services.core.inputs import EARLIEST, LATEST
from services.core.money import MOST_CENTS, divide_half_up, to_cents

EURO: Final = "EUR"
CURRENCIES: Final = frozenset(
    re.findall(
        "[A-Z]{3}",
        """
        AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD
        CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD
        HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD
        LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK
        PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS
        TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL
        """,
    )
)
"""ISO 4217 without the euro."""
_SYMBOLS: Final = {
    "$": "US-Dollar", "£": "GBP", "¥": "JPY", "₺": "TRY", "₽": "RUB", "₴": "UAH", "₹": "INR", "zł": "PLN", "kč": "CZK",
    "fr.": "CHF", "sfr": "CHF", "kr": "Kronen",
}  # fmt: skip
_DOLLAR: Final = "USD"
_SYMBOL = re.compile(r"[$£¥₺₽₴₹]|(?<![a-zäöü])(?:zł|kč|fr\.|sfr|kr)(?![a-zäöü])", re.IGNORECASE)
_CODE = re.compile(r"(?<![^\W\d_])[A-Za-z]{3}(?![^\W\d_])")
_BRACKETS = re.compile(r"[(\[](.*?)[)\]]")
_SCALED = re.compile(
    r"(?<![^\W\d_])(?:cents?|ct|tsd|tausend|mio|mill|millionen|micros?|[tk](?:€|eur(?:o)?))(?![^\W\d_])|\b1[., ]?000\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Unit:
    """What an amount is counted in, unless that is the euro. `code` is that of ISO 4217; None for cents, thousands and
    the like, and where several currencies have the name.
    """

    name: str
    code: str | None

    @property
    def refusal(self) -> Refused:
        return Refused("foreign_currency", f"Der Betrag steht in {self.name}. Übernommen werden nur Beträge in Euro.")


def _unit(name: str) -> Unit:
    code = _DOLLAR if name == _SYMBOLS["$"] else name.upper()
    return Unit(name, code if code in CURRENCIES else None)


def foreign_currency(text: str, *, any_case: bool = True) -> Unit | None:
    """The currency named in the text, if it is not the euro.

    With `any_case=False` a code counts only in capitals: `Kosten all` is no Albanian lek.
    """
    if symbol := _SYMBOL.search(text):
        return _unit(_SYMBOLS[symbol[0].lower()])
    codes = (match[0].upper() if any_case else match[0] for match in _CODE.finditer(text))
    return next((_unit(code) for code in codes if code in CURRENCIES), None)


def foreign_unit(column: str) -> Unit | None:
    """The unit of amounts in a column's name, unless it is euro: a currency, cents, thousands; else None."""
    inside = " ".join(_BRACKETS.findall(column))
    scaled = _SCALED.search(column)
    named = foreign_currency(inside) or foreign_currency(column, any_case=False)
    return named or (Unit(scaled[0], None) if scaled else None)


def foreign_code(cell: str) -> Unit | None:
    """The unit in a currency cell, unless it is euro or empty."""
    said = cell.strip()
    is_euro = said.upper() == EURO or said.lower() in {"", "€", "euro", "-", "--", "–"}
    return None if is_euro else _unit(said)


DECIMALS: Final = 8
"""Digits after the point of a rate; more are refused."""
_SCALE: Final = 10**DECIMALS

RateSource = Literal["ecb", "bank", "invoice", "other"]


@dataclass(frozen=True, slots=True)
class Rate:
    """The value of one unit of a currency in euros on a day, and the source."""

    currency: str
    rate: Decimal
    on: date
    source: RateSource

    def euro_cents(self, hundredths: int) -> int:
        """Hundredths of the currency as euro cents, halves away from zero."""
        return divide_half_up(hundredths * int(self.rate.scaleb(DECIMALS)), _SCALE)


Rates = Mapping[str, Rate]
"""By currency code."""
NO_RATES: Final[Rates] = {}


@dataclass(frozen=True, slots=True)
class Amount:
    """Hundredths in the file's currency, and euro cents where that is the euro or has a rate. `vat`: the percentage of
    VAT that the hundredths include.
    """

    hundredths: int
    currency: str = EURO
    rate: Rate | None = None
    vat: int = 0

    @property
    def net(self) -> int:
        """The hundredths without VAT, halves away from zero."""
        return divide_half_up(self.hundredths * 100, 100 + self.vat)

    @property
    def cents(self) -> int | None:
        """Euro cents without VAT; None without a rate."""
        if self.currency == EURO:
            return self.net
        return self.rate.euro_cents(self.net) if self.rate else None


NumberFormat = Literal["de", "en"]
FORMATS: tuple[NumberFormat, NumberFormat] = ("de", "en")

_DIGITS = {
    "de": re.compile(r"(?:[1-9][0-9]{0,2}(?:[.'’][0-9]{3})+|[0-9]+)(?:,[0-9]{1,8})?|,[0-9]{1,8}"),
    "en": re.compile(r"(?:[1-9][0-9]{0,2}(?:[,'’][0-9]{3})+|[0-9]+)(?:\.[0-9]{1,8})?|\.[0-9]{1,8}"),
}
_COUNT = re.compile(r"(?P<whole>[1-9][0-9]{0,2}(?:[.,'’][0-9]{3})+|[0-9]{1,15})(?:[.,]0{1,2})?")
_DECIMAL = {"de": ",", "en": "."}
_EURO = re.compile(r"€|eur(?:o)?", re.IGNORECASE)
_NO_CENTS = {"de": re.compile(r"(?<=[0-9]),-{1,2}$"), "en": re.compile(r"(?<=[0-9])\.-{1,2}$")}
"""`5,-` and `5,--`, as prices are written."""
_DASHES = str.maketrans("−–—‐‑", "-----")
_LONGEST = 40


_Format = TypeVar("_Format")
_Value = TypeVar("_Value")
Readings = Mapping[_Format, _Value | Refused]
"""What a text may mean: in each format its value, or why that format cannot read it."""


def legible(readings: Readings[_Format, _Value]) -> dict[_Format, _Value]:
    """The values in the formats that can read the text."""
    return {name: value for name, value in readings.items() if not isinstance(value, Refused)}


def is_ambiguous(readings: Readings[_Format, _Value]) -> bool:
    """Whether two formats read two different values."""
    return len(set(legible(readings).values())) > 1


def _value(reading: _Value | Refused) -> _Value:
    if isinstance(reading, Refused):
        raise Refused(reading.code, reading.sentence)  # a copy: one that is raised again and again collects tracebacks
    return reading


@dataclass(frozen=True, slots=True)
class Money:
    """An amount as a text spells it: its hundredths in each number format, and its unit unless that is the euro."""

    hundredths: Readings[NumberFormat, int]
    unit: Unit | None


_AMOUNT_MISSING: Final = Refused("amount_missing", "Der Betrag fehlt.")
_AMOUNT_UNREADABLE: Final = Refused("amount_unreadable", "Der Betrag ist keine lesbare Zahl.")
_AMOUNT_TOO_LARGE: Final = Refused("amount_too_large", "Der Betrag ist zu groß.")


def money_in(text: str) -> Money:
    """An amount, halves rounded away from zero: `-5,00`, `5,00-` and `(5,00)` are below zero, `USD 5.00` is no euro."""
    unit = foreign_currency(text)
    bare = _SYMBOL.sub("", _CODE.sub("", text)).strip() if unit else text
    squeezed = _EURO.sub("", "".join(bare.split())).translate(_DASHES)
    if len(bare) > _LONGEST:
        same: int | Refused | None = _AMOUNT_UNREADABLE
    elif not squeezed.strip("-"):
        same = 0 if squeezed else _AMOUNT_MISSING
    else:
        same = None
    return Money({name: _hundredths(squeezed, name) if same is None else same for name in FORMATS}, unit)


def _hundredths(squeezed: str, number_format: NumberFormat) -> int | Refused:
    signed = _NO_CENTS[number_format].sub("", squeezed)
    digits = signed.strip("()+-")
    if not _DIGITS[number_format].fullmatch(digits):
        return _AMOUNT_UNREADABLE
    whole, _, part = digits.partition(_DECIMAL[number_format])
    only = "".join(c for c in whole if c.isdigit()) or "0"
    cents = to_cents(Decimal(f"{only}.{part or '0'}"))
    if cents > MOST_CENTS:
        return _AMOUNT_TOO_LARGE
    return -cents if signed[0] in "-(" or signed[-1] == "-" else cents


def read_cents(typed: str, number_format: NumberFormat) -> int:
    """Parse an amount to cents, halves rounded up; Refused if invalid, negative, or in another currency."""
    money = money_in(typed)
    if money.unit:
        raise money.unit.refusal
    cents = _value(money.hundredths[number_format])
    if cents < 0:
        raise Refused("negative", "Ein Betrag unter null lässt sich nicht übernehmen.")
    return cents


def micros_in(text: str) -> int | Refused:
    """Whole millionths as hundredths, halves rounded away from zero."""
    squeezed = "".join(text.split()).translate(_DASHES)
    if not re.fullmatch(r"-?[0-9]{1,20}(?:\.0+)?", squeezed):
        return _AMOUNT_UNREADABLE if squeezed else _AMOUNT_MISSING
    cents = divide_half_up(int(squeezed.partition(".")[0]), 10_000)
    return cents if abs(cents) <= MOST_CENTS else _AMOUNT_TOO_LARGE


_NO_COUNT: Final = Refused("count_unreadable", "Die Anzahl ist keine ganze Zahl.")


def count_in(text: str) -> int | Refused | None:
    """A whole number in either format (`1.234`, `1,234`, `12.00` of a workbook), None if empty. Thousands come in
    groups of three, so the format need not be known.
    """
    squeezed = "".join(text.split())
    found = _COUNT.fullmatch(squeezed) if len(squeezed) <= _LONGEST else None
    if found:
        return int("".join(c for c in found["whole"] if c.isdigit()))
    return _NO_COUNT if squeezed.translate(_DASHES).strip("-") else None


DayFormat = Literal["iso", "de", "us"]
DAY_FORMATS: tuple[DayFormat, ...] = ("iso", "de", "us")

_TIME = r"(?:[T ][0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?(?: ?(?:[AP]M|Z|UTC|[+-][0-9]{2}:?[0-9]{2}))?)?"
_FORMS = {
    "iso": re.compile(rf"(?P<y>[0-9]{{4}})([-/.]?)(?P<m>[0-9]{{2}})\2(?P<d>[0-9]{{2}}){_TIME}"),
    "de": re.compile(rf"(?P<d>[0-9]{{1,2}})([-/.])(?P<m>[0-9]{{1,2}})\2(?P<y>[0-9]{{4}}|[0-9]{{2}}){_TIME}"),
    "us": re.compile(rf"(?P<m>[0-9]{{1,2}})([-/])(?P<d>[0-9]{{1,2}})\2(?P<y>[0-9]{{4}}|[0-9]{{2}}){_TIME}"),
}
_MONTHS: tuple[tuple[str, ...], ...] = (
    ("jan", "januar", "january", "jän", "jänner"), ("feb", "februar", "february"),
    ("mär", "märz", "mar", "march", "mrz"), ("apr", "april"), ("mai", "may"),
    ("jun", "juni", "june"), ("jul", "juli", "july"), ("aug", "august"),
    ("sep", "sept", "september"), ("okt", "oktober", "oct", "october"), ("nov", "november"),
    ("dez", "dezember", "dec", "december"),
)  # fmt: skip
_MONTH_OF = {name: number for number, names in enumerate(_MONTHS, 1) for name in names}
_WORD = f"(?P<m>{'|'.join(sorted(_MONTH_OF, key=len, reverse=True))})"
_IN_WORDS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?P<d>[0-9]{{1,2}})[.]?[ -]*{_WORD}[.]?,?[ -]*(?P<y>[0-9]{{4}}){_TIME}",
        rf"{_WORD}[.]? +(?P<d>[0-9]{{1,2}}),? +(?P<y>[0-9]{{4}}){_TIME}",
    )
)
_DAY = (
    r"(?:[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}|[0-9]{1,2}[.]? ?[a-zä]{3,9}[.]?,? ?[0-9]{4}"
    r"|[a-zä]{3,9}[.]? [0-9]{1,2},? [0-9]{4})"
)
_MONTH = re.compile(
    rf"(?:{_WORD}[.]?[ -]*|(?P<n>[0-9]{{1,2}})[./-])(?P<y>[0-9]{{4}})|(?P<z>[0-9]{{4}})-(?P<o>[0-9]{{2}})",
    re.IGNORECASE,
)
"""A calendar month: `März 2026`, `03/2026`, `2026-03`."""
_PERIOD = re.compile(rf"{_DAY}\s*(?:-|–|—|bis|to|until)\s*{_DAY}", re.IGNORECASE)
_END = re.compile(r"\b(?:start|beginn|end|ende)\s*:", re.IGNORECASE)
_PAIR: Final = 2
Period = tuple[date, date]
"""First and last day."""
_MENTIONED = re.compile(rf"(?<![0-9a-z.]){_DAY}(?![0-9])", re.IGNORECASE)


_DAY_MISSING: Final = Refused("day_missing", "Der Tag fehlt.")
_DAY_UNREADABLE: Final = Refused("day_unreadable", "Der Tag ist kein lesbares Datum.")


def days_in(text: str) -> Readings[DayFormat, date]:
    """The day in each format. Two-digit years are of this century."""
    text = text.strip()
    if not text:
        return dict.fromkeys(DAY_FORMATS, _DAY_MISSING)
    if len(text) > _LONGEST:
        return dict.fromkeys(DAY_FORMATS, _DAY_UNREADABLE)
    in_words = next((found for form in _IN_WORDS if (found := form.fullmatch(text))), None)
    return {name: _date(_FORMS[name].fullmatch(text) or in_words) for name in DAY_FORMATS}


def _date(match: re.Match[str] | None) -> date | Refused:
    if match is None:
        return _DAY_UNREADABLE
    year = int(match["y"]) + (2000 if len(match["y"]) == 2 else 0)
    month = _MONTH_OF.get(match["m"].lower()) or int(match["m"])
    try:
        found = date(year, month, int(match["d"]))
    except ValueError:
        return _DAY_UNREADABLE
    return found if EARLIEST <= found <= LATEST else _DAY_UNREADABLE


def spans_in(text: str) -> Readings[DayFormat, Period]:
    """The first and the last day that a cell names in each format; of a single day both are that day."""
    text = text.strip()
    ends = [days_in(match[0]) for match in _MENTIONED.finditer(text)] if _PERIOD.fullmatch(text) else []
    if len(ends) == _PAIR:
        return {name: _span(ends[0][name], ends[1][name]) for name in DAY_FORMATS}
    if month := _MONTH.fullmatch(text):
        number = _MONTH_OF.get(month["m"].lower()) if month["m"] else int(month["n"] or month["o"])
        first = _first_of(int(month["y"] or month["z"]), number or 0)
        last = first and first.replace(day=monthrange(first.year, first.month)[1])
        return dict.fromkeys(DAY_FORMATS, (first, last) if first and last else _DAY_UNREADABLE)
    return {name: one if isinstance(one, Refused) else (one, one) for name, one in days_in(text).items()}


def _span(first: date | Refused, last: date | Refused) -> Period | Refused:
    if isinstance(first, Refused) or isinstance(last, Refused):
        return _DAY_UNREADABLE
    return (first, last) if first <= last else _DAY_UNREADABLE


def _first_of(year: int, month: int) -> date | None:
    return date(year, month, 1) if 1 <= month <= 12 and EARLIEST.year <= year <= LATEST.year else None


def read_day(typed: str, day_format: DayFormat) -> date:
    """Parse a day; Refused if invalid."""
    return _value(days_in(typed)[day_format])


def _days_in(text: str) -> list[frozenset[date]]:
    """The days that a text mentions, in order, each with every way to read it."""
    found = (frozenset(legible(days_in(match[0])).values()) for match in _MENTIONED.finditer(text))
    return [days for days in found if days]


def period_of(titles: Sequence[str]) -> Period | None:
    """The period that the titles name in one line, or in a line each for its first and its last day.

    A day that can be read in two ways widens it: nothing is refused by a guess.
    """
    mentioned = [(title, _days_in(title)) for title in titles]
    in_one_line = (days for _, days in mentioned if len(days) == _PAIR)
    ends = [days[0] for title, days in mentioned if _END.search(title) and len(days) == 1]
    days = next(in_one_line, ends if len(ends) == _PAIR else None)
    period = (min(days[0]), max(days[1])) if days else None
    return period if period and period[0] <= period[1] else None
