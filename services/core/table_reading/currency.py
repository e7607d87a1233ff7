"""Detects foreign currencies and units in files of tables. Pure.

Amounts are kept in euro cents. A column in another currency or unit is refused by its name: converting it at an
assumed rate would make up figures.
"""

import re
from typing import Final

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
