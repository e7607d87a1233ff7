"""Sentences of the models over remembered paths, and of what these come to for all reservations."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from analytics.reporting import Tables
from services.core.german import number
from services.reports.sentences.words import counted, origin, pieces

_FEW = 5


@dataclass(frozen=True, slots=True)
class _Measure:
    """What is divided, and how it is spoken of."""

    unit: str
    of_none: str
    """After „bei“: „keiner Reservierung“."""
    of_few: str
    """After „bei mindestens 5“: „Reservierungen“."""
    paths: str
    parts: int
    """How many of what the tables hold are one unit that is spoken of; whole units alone are, unless it is 0."""


_CONTRACTS: Final = ("keinem Vertrag", "Verträgen", "die gemerkten Wege zu Verträgen")
_MEASURES: Final[Mapping[str, _Measure]] = {
    "": _Measure("Reservierungen", "keiner Reservierung", "Reservierungen", "die gemerkten", 0),
    "_contracts": _Measure("Verträge", *_CONTRACTS, 0),
    "_kwh": _Measure("kWh im Jahr", *_CONTRACTS, 1_000_000),
    "_money": _Measure("Euro", *_CONTRACTS, 100_000_000),
}


def sentences(tables: Tables) -> Mapping[str, str]:
    """One sentence for each table of remembered or extrapolated credit that is at hand."""
    told = {}
    for name, measure in _MEASURES.items():
        if f"measured{name}" in tables:
            told[f"measured{name}"] = _measured(tables[f"measured{name}"].rows, measure, _known(tables, name))
        if f"extrapolated{name}" in tables:
            told[f"extrapolated{name}"] = _extrapolated(tables[f"extrapolated{name}"].rows, measure)
    return told


def _measured(rows: list[dict[str, Any]], measure: _Measure, known: str) -> str:
    """How many paths were measured, and what brought most."""
    credited = [row for row in rows if row["most_ppm"]]
    if not credited:
        return f"Bei {measure.of_none} dieser Auswahl durften wir uns frühere Besuche merken: Gemessen ist hier nichts."
    most = max(credited, key=lambda row: row["most_ppm"])
    amount = _between(most["fewest_ppm"], most["most_ppm"], measure)
    return f"{known}Am meisten brachte dort, was über {origin(most)} kam: {amount} {measure.unit}."


def _extrapolated(rows: list[dict[str, Any]], measure: _Measure) -> str:
    """What the origin with most of it would have brought, and how sure that is."""
    credited = [row for row in rows if row["chosen_ppm"]]
    if not credited:
        return (
            f"Hochgerechnet ist nichts: Dafür müssten wir uns bei mindestens {_FEW} {measure.of_few} dieser Auswahl "
            "frühere Besuche merken dürfen."
        )
    most = max(credited, key=lambda row: row["chosen_ppm"])
    words = f"Über {origin(most)} kamen hochgerechnet {_amount(most['chosen_ppm'], measure)} {measure.unit}"
    if most["lower_ppm"] == most["upper_ppm"]:
        return f"{words}; alle Wege sind bekannt."
    return (
        f"Wären die unbekannten Wege wie {measure.paths} mit demselben letzten Kontakt: {words}, davon "
        f"{_amount(most['seen_ppm'], measure)} gesehen. In acht von zehn Fällen sind es "
        f"{_between(most['lower_ppm'], most['upper_ppm'], measure)}."
    )


def _known(tables: Tables, name: str) -> str:
    rows: list[dict[str, Any]] = tables["totals"].rows if "totals" in tables else []
    if not rows or not rows[0]["remembered"]:
        return ""
    if name:
        return "Gemessen sind Wege, die wir uns merken durften und die zu Verträgen führten. "
    of = counted(rows[0]["reservations"], "einer Reservierung", "Reservierungen")
    return f"Gemessen sind die Wege von {number(rows[0]['remembered'])} von {of}. "


def _amount(ppm: int, measure: _Measure) -> str:
    return number(round(ppm / measure.parts)) if measure.parts else pieces(ppm)


def _between(fewest: int, most: int, measure: _Measure) -> str:
    low, high = _amount(fewest, measure), _amount(most, measure)
    return high if low == high else f"{low} bis {high}"
