"""Report parameters with German labels and values."""

from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Any, Final

from analytics.parameters import COMPARED_DAYS
from services.core.german import numeric_day
from services.core.money import format_decimal
from services.reports.labels import NOT_GIVEN, WORDS
from services.reports.parameters import LABELS, UNITS

PROFIT: Final = "profit_tenth_ct"
_RESERVED: Final = ("reserved_from", "reserved_to")
_CODED: Final = {
    "only_channel": "channel",
    "only_channel_group": "channel_group",
    "only_device": "device",
    "across": "field",
}
"""Parameters whose values are codes, with the kind of these."""
_OUTCOMES: Final = {"any": "alle", "confirmed": "E-Mail bestätigt", "contracted": "Vertrag", "cancelled": "aufgegeben"}
_PRICES: Final = {"nominal": "nominal, im Geld der jeweiligen Zeit", "real": "real, im Geld des ersten Jahres"}
_MATCHES: Final = {"last": "die letzte bekannte Herkunft", "any": "jeden Kontakt auf dem Weg"}
_OWN: Final = {"price_basis": _PRICES, "outcome": _OUTCOMES, "match": _MATCHES}
"""Labels of choices that are not values of any report column."""


def parameters_in_words(
    told: Mapping[str, Any], compared: tuple[date, date] | None, park_names: Mapping[str, str], given: str = ""
) -> list[tuple[str, str]]:
    """(label, value) of each parameter that narrows or changes the report, the period first. `told` as in answers.
    `given` is added to the park's profit and says who entered it, since no document states it.
    """
    lines = list(_lines(told, compared, park_names))
    if not given:
        return lines
    return [(label, f"{words}, {given}" if label == LABELS[PROFIT] else words) for label, words in lines]


def _lines(
    told: Mapping[str, Any], compared: tuple[date, date] | None, park_names: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    if "from" in told:
        yield "Zeitraum", _period(date.fromisoformat(told["from"]), date.fromisoformat(told["to"]))
    if compared:
        yield "Verglichen mit", _period(*compared)
    first, last = told.get("reserved_from"), told.get("reserved_to")
    if first and last:
        yield "Reserviert", _period(date.fromisoformat(first), date.fromisoformat(last))
    for name, value in told.items():
        if name in ("from", "to", "compare", *COMPARED_DAYS) or value is None:
            continue
        if name in _RESERVED:
            if not (first and last):
                yield LABELS[name], numeric_day(date.fromisoformat(value))
            continue
        yield LABELS.get(name, name), park_names.get(value, value) if name == "park" else _spoken(name, value)


def _period(first: date, last: date) -> str:
    return f"{numeric_day(first)} bis {numeric_day(last)}"


def _spoken(name: str, value: Any) -> str:
    words = _OWN.get(name) or WORDS.get(_CODED.get(name, name), {})
    match value:
        case bool():
            return "ja" if value else "nein"
        case int() if name in UNITS and name != "years":
            parts, unit = UNITS[name]
            return f"{format_decimal(Decimal(value) / parts, len(str(parts)) - 1)}\u00a0{unit}"
        case int():
            return format_decimal(Decimal(value), 0)
        case str():
            return words.get(value, value)
        case _:
            return ", ".join(words.get(one, one) or NOT_GIVEN for one in value)
