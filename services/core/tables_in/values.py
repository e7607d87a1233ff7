"""Amounts of money, currencies, numbers and days as people and programs write them in tables. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final, Literal

from services.core.fields import Refused
from services.core.inputs import EARLIEST, LATEST
from services.core.money import MOST_CENTS, divide_half_up, to_cents

EURO: Final = "EUR"
_CODES: Final = frozenset(
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


def foreign_currency(text: str, *, any_case: bool = True) -> str | None:
    """The currency named in the text, if it is not the euro.

    With `any_case=False` a code counts only in capitals: `Kosten all` is no Albanian lek.
    """
    if symbol := _SYMBOL.search(text):
        return _SYMBOLS[symbol[0].lower()]
    codes = (match[0] for match in _CODE.finditer(text))
    return next((code.upper() for code in codes if (code.upper() if any_case else code) in _CODES), None)


def foreign_unit(column: str) -> str | None:
    """The unit of amounts in a column's name, unless it is euro: a currency, cents, thousands; else None."""
    inside = " ".join(_BRACKETS.findall(column))
    currency = foreign_currency(inside) or foreign_currency(column, any_case=False)
    if currency:
        return currency
    scaled = _SCALED.search(column)
    return scaled[0] if scaled else None


def foreign_code(cell: str) -> str | None:
    """The content of a currency cell, unless it is euro or empty."""
    said = cell.strip()
    is_euro = said.upper() == EURO or said.lower() in {"", "€", "euro", "-", "--", "–"}
    return None if is_euro else said


def iso_code(currency: str) -> str | None:
    """The code of a currency as `foreign_unit` and `foreign_code` name it; None for cents, thousands and the like, and
    where several currencies have the name.
    """
    code = _DOLLAR if currency == _SYMBOLS["$"] else currency.strip().upper()
    return code if code in _CODES else None


def without_currency(amount: str) -> str:
    """The amount without the currency it names: `USD 5.00` is `5.00`."""
    return _SYMBOL.sub("", _CODE.sub("", amount)).strip()


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


def read_cents(typed: str, number_format: NumberFormat) -> int:
    """Parse an amount to cents, halves rounded up; Refused if invalid, negative, or in another currency."""
    cents = read_signed_cents(typed, number_format)
    if cents < 0:
        raise Refused("negative", "Ein Betrag unter null lässt sich nicht übernehmen.")
    return cents


def read_signed_cents(typed: str, number_format: NumberFormat) -> int:
    """Parse an amount to cents, halves rounded away from zero: `-5,00`, `5,00-` and `(5,00)` are below zero. Refused if
    invalid or in another currency.
    """
    if len(typed) > _LONGEST:
        raise _unreadable()
    if currency := foreign_currency(typed):
        raise in_foreign_money(currency)
    squeezed = _EURO.sub("", "".join(typed.split())).translate(_DASHES)
    squeezed = _NO_CENTS[number_format].sub("", squeezed)
    if not squeezed:
        raise Refused("amount_missing", "Der Betrag fehlt.")
    if not squeezed.strip("-"):
        return 0
    digits = squeezed.strip("()+-")
    if not _DIGITS[number_format].fullmatch(digits):
        raise _unreadable()
    cents = to_cents(_decimal(digits, number_format))
    if cents > MOST_CENTS:
        raise Refused("amount_too_large", "Der Betrag ist zu groß.")
    is_negative = squeezed[0] in "-(" or squeezed[-1] == "-"
    return -cents if is_negative else cents


def read_micros(typed: str) -> int:
    """Parse whole millionths to hundredths, halves rounded away from zero; Refused if invalid."""
    squeezed = "".join(typed.split()).translate(_DASHES)
    if not squeezed:
        raise Refused("amount_missing", "Der Betrag fehlt.")
    if not re.fullmatch(r"-?[0-9]{1,20}(?:\.0+)?", squeezed):
        raise _unreadable()
    cents = divide_half_up(int(squeezed.partition(".")[0]), 10_000)
    if abs(cents) > MOST_CENTS:
        raise Refused("amount_too_large", "Der Betrag ist zu groß.")
    return cents


def in_foreign_money(unit: str) -> Refused:
    """The refusal of an amount in another currency or unit, which it names."""
    return Refused("foreign_currency", f"Der Betrag steht in {unit}. Übernommen werden nur Beträge in Euro.")


def read_count(typed: str) -> int | None:
    """A whole number in either format (`1.234`, `1,234`, `12.00` of a workbook); None if empty, Refused if invalid.
    Thousands come in groups of three, so the format need not be known.
    """
    squeezed = "".join(typed.split())
    if len(squeezed) > _LONGEST:
        raise _no_count()
    if not squeezed.translate(_DASHES).strip("-"):
        return None
    if found := _COUNT.fullmatch(squeezed):
        return int("".join(c for c in found["whole"] if c.isdigit()))
    raise _no_count()


def read_counts(cells: Iterable[str]) -> tuple[list[int | None], bool]:
    """Whole numbers, None for what is none, and whether that was the case anywhere."""
    found: list[int | None] = []
    is_odd = False
    for cell in cells:
        try:
            found.append(read_count(cell))
        except Refused:
            found.append(None)
            is_odd = True
    return found, is_odd


def _no_count() -> Refused:
    return Refused("count_unreadable", "Die Anzahl ist keine ganze Zahl.")


def _decimal(digits: str, number_format: NumberFormat) -> Decimal:
    whole, _, part = digits.partition(_DECIMAL[number_format])
    only = "".join(c for c in whole if c.isdigit()) or "0"
    return Decimal(f"{only}.{part or '0'}")


def _unreadable() -> Refused:
    return Refused("amount_unreadable", "Der Betrag ist keine lesbare Zahl.")


def readings(typed: str) -> dict[NumberFormat, int]:
    """The value in each format that can read the text. A refused number has no readings."""
    found: dict[NumberFormat, int] = {}
    for number_format in FORMATS:
        try:
            found[number_format] = read_signed_cents(typed, number_format)
        except Refused:
            continue
    return found


def is_ambiguous(typed: str) -> bool:
    """Whether the two formats read two different amounts."""
    return len(set(readings(typed).values())) > 1


def guess_number_format(column: Iterable[str], otherwise: NumberFormat) -> tuple[NumberFormat, bool]:
    """The format that most unambiguous numbers of the column require, and whether there is any such number."""
    votes: dict[NumberFormat, int] = {"de": 0, "en": 0}
    for typed in column:
        found = readings(typed)
        if len(found) == 1:
            votes[next(iter(found))] += 1
    if votes["de"] == votes["en"]:
        return otherwise, False
    return max(FORMATS, key=lambda name: votes[name]), True


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
_PERIOD = re.compile(rf"{_DAY}\s*(?:-|–|—|bis|to|until)\s*{_DAY}", re.IGNORECASE)
_END = re.compile(r"\b(?:start|beginn|end|ende)\s*:", re.IGNORECASE)
_PAIR: Final = 2
Period = tuple[date, date]
"""First and last day."""
_MENTIONED = re.compile(rf"(?<![0-9a-z.]){_DAY}(?![0-9])", re.IGNORECASE)


def read_day(typed: str, day_format: DayFormat) -> date:
    """Parse a day; Refused if invalid. Two-digit years are of this century."""
    text = typed.strip()
    if not text:
        raise Refused("day_missing", "Der Tag fehlt.")
    if _PERIOD.fullmatch(text):
        raise spans_days()
    forms = (_FORMS[day_format], *_IN_WORDS) if len(text) <= _LONGEST else ()
    match = next((read for form in forms if (read := form.fullmatch(text))), None)
    if match is None:
        raise _no_day()
    year = int(match["y"]) + (2000 if len(match["y"]) == 2 else 0)
    month = _MONTH_OF.get(match["m"].lower()) or int(match["m"])
    try:
        found = date(year, month, int(match["d"]))
    except ValueError:
        raise _no_day() from None
    if not EARLIEST <= found <= LATEST:
        raise _no_day()
    return found


def spans_days() -> Refused:
    """The refusal of a line whose amount covers several days: booked on the first it would be a false figure."""
    return Refused(
        "several_days", "Der Betrag gilt für einen Zeitraum. Bitte exportieren Sie die Kosten nach einzelnen Tagen."
    )


def _no_day() -> Refused:
    return Refused("day_unreadable", "Der Tag ist kein lesbares Datum.")


def day_readings(typed: str) -> dict[DayFormat, date]:
    """The day in each format that can read the text."""
    found: dict[DayFormat, date] = {}
    for day_format in DAY_FORMATS:
        try:
            found[day_format] = read_day(typed, day_format)
        except Refused:
            continue
    return found


def _days_in(text: str) -> list[frozenset[date]]:
    """The days that a text mentions, in order, each with every way to read it."""
    found = (frozenset(day_readings(match[0]).values()) for match in _MENTIONED.finditer(text))
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


def is_in(day: date | None, period: Period) -> bool:
    return day is not None and period[0] <= day <= period[1]


def is_ambiguous_day(typed: str) -> bool:
    """Whether two formats read two different days."""
    return len(set(day_readings(typed).values())) > 1


def guess_day_format(column: Iterable[str], otherwise: DayFormat) -> tuple[DayFormat, bool]:
    """The format that reads most of the column, and whether no other format reads as much."""
    votes: dict[DayFormat, int] = dict.fromkeys(DAY_FORMATS, 0)
    for typed in column:
        for name in day_readings(typed):
            votes[name] += 1
    best = max(votes.values())
    winners = [name for name in DAY_FORMATS if votes[name] == best]
    if len(winners) == 1:
        return winners[0], True
    return (otherwise if otherwise in winners else winners[0]), False
