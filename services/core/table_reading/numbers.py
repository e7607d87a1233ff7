"""Parsing of German and English amounts of money. Pure.

`1.234,56 €`, `1,234.56`, `1234,5`, `5,-` and `-` (nothing). Some spellings are ambiguous: `1.234` is over a thousand in
German, and about one and a quarter in English. Such a number is read in the format of its column, which other numbers
of the column reveal; where none does, the result is marked as a guess.
"""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Literal

from services.core.fields import Refused
from services.core.money import MOST_CENTS, divide_half_up, to_cents
from services.core.table_reading.currency import foreign_currency

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
    """A whole number in either format (`1.234`, `1,234`, `12.00` of a workbook); None without one, Refused if invalid.
    Thousands stand in groups of three, so no format has to be known.
    """
    squeezed = "".join(typed.split())
    if len(squeezed) > _LONGEST:
        raise _no_count()
    if not squeezed.translate(_DASHES).strip("-"):
        return None
    if found := _COUNT.fullmatch(squeezed):
        return int("".join(c for c in found["whole"] if c.isdigit()))
    raise _no_count()


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
