"""German sentences of rules on figures: what is watched, what was found, and when it is over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from services.alerts.figures import Figure, Unit
from services.alerts.judging import ENDED_DAYS, USUAL, Comparison, Condition, Finding
from services.core.german import counted, number, numeric_day
from services.core.money import format_decimal, format_eur

_CASES: Final[Mapping[str | None, tuple[str, str]]] = {
    "reservations": ("Reservierung", "Reservierungen"),
    "contracted": ("Vertrag", "Verträge"),
}
"""Words for the cases that costs are divided by, by their column."""
_DIFFERENCES: Final = {
    Comparison.LESS: "weniger",
    Comparison.MORE: "mehr",
    Comparison.UNUSUAL: "weniger oder mehr",
}
_WEEKDAYS: Final = ("Montagen", "Dienstagen", "Mittwochen", "Donnerstagen", "Freitagen", "Samstagen", "Sonntagen")


@dataclass(frozen=True, slots=True)
class Subject:
    """What a rule is about, in words: the figure, and of what. `names` tells series of `Data` by their keys."""

    figure: Figure
    scope_label: str
    names: Mapping[str, str]

    @property
    def title(self) -> str:
        """„Besuche, Kampagne Frühling“."""
        return f"{self.figure.label}, {self.scope_label}" if self.scope_label else self.figure.label


def value_words(unit: Unit, value: float) -> str:
    """`1.204`, `12,50 €`, `34,6 %`, `5 Tage`."""
    if unit == "cents":
        return format_eur(round(value), short=True)
    if unit == "share_ppm":
        return f"{format_decimal(Decimal(round(value)) / 10_000, 1)}\u00a0%"
    if unit == "days":
        return counted(round(value), "Tag", "Tage")
    return number(round(value))


def rule_words(subject: Subject, condition: Condition) -> str:
    """What is watched: „Reservierungen: unter 3 in 7 Tagen“."""
    return f"{subject.title}: {_rule(subject.figure, condition)}"


def _rule(figure: Figure, condition: Condition) -> str:
    match condition.comparison:
        case Comparison.SILENT:
            return f"nichts seit {_days(condition.days)}"
        case Comparison.COSTS_MISSING:
            return f"keine neuen Kosten seit {_days(condition.days)}"
        case Comparison.BELOW | Comparison.ABOVE:
            side = "unter" if condition.comparison is Comparison.BELOW else "über"
            limit = value_words(figure.unit, condition.limit)
            return f"{side} {limit}{'' if figure.is_level else f' {_within(condition.days)}'}"
    share = f"um mehr als {condition.limit}\u00a0% {_DIFFERENCES[condition.comparison]}"
    if condition.days == 1:
        return f"{share} als an den gleichen Wochentagen der letzten acht Wochen"
    return f"{_within(condition.days)} {share} als an den gleichen Tagen der letzten acht Wochen"


def over_words(condition: Condition) -> str:
    """When an open alert is over."""
    if condition.comparison is Comparison.SILENT:
        return "Vorbei ist es am ersten Tag, an dem wieder etwas kommt."
    if condition.comparison is Comparison.COSTS_MISSING:
        return (
            "Vorbei ist es, sobald neue Kosten da sind. "
            f"Nach {ENDED_DAYS} Tagen ohne Kosten gilt die Quelle als beendet."
        )
    return "Vorbei ist es, sobald an zwei Tagen nacheinander nichts mehr auffällt."


def headline_of(subject: Subject, condition: Condition, finding: Finding) -> str:
    """What was found, for a list and the subject of a mail."""
    value = value_words(subject.figure.unit, finding.value or 0)
    if condition.comparison is Comparison.SILENT:
        return f"{subject.title}: nichts seit {_days(condition.days)}"
    if condition.comparison is Comparison.COSTS_MISSING:
        return f"Kosten fehlen: {_names(subject, finding.subjects)}"
    if condition.is_unvisited:
        return f"{value} ohne einen Besuch: {_names(subject, finding.subjects)}"
    if condition.comparison in USUAL:
        usual = value_words(subject.figure.unit, finding.usual or 0)
        return f"{subject.title}: {value}, üblich sind {usual}"
    limit = value_words(subject.figure.unit, condition.limit)
    return f"{subject.title}: {value}, {'unter' if condition.comparison is Comparison.BELOW else 'über'} {limit}"


def finding_words(subject: Subject, condition: Condition, finding: Finding, last: date) -> str:
    """What was found, and on which days up to the last one."""
    figure = subject.figure
    value, span = value_words(figure.unit, finding.value or 0), _span(last, condition.days)
    if condition.comparison is Comparison.SILENT:
        return f"{span} kam nichts dazu."
    if condition.comparison is Comparison.COSTS_MISSING:
        names = _names(subject, finding.subjects)
        return f"Bis zum {numeric_day(last)} kamen keine neuen Kosten: {names}. Vorher kamen sie regelmäßig."
    if condition.is_unvisited:
        names = _names(subject, finding.subjects)
        return f"{span} kostete das {value}, und niemand kam damit: {names}."
    if figure.is_level:
        return f"Am Ende des {numeric_day(last)} waren es {value}."
    said = f"{span} waren es {value}{_counts_words(figure, finding)}."
    if condition.comparison not in USUAL:
        return said
    before = f"acht {_WEEKDAYS[last.weekday()]}" if condition.days == 1 else "gleichen Tagen der acht Wochen"
    mean = "zusammengerechnet" if figure.base else "im Durchschnitt"
    return f"{said} An den {before} davor waren es {mean} {value_words(figure.unit, finding.usual or 0)}."


def _counts_words(figure: Figure, finding: Finding) -> str:
    """„ (3 von 100)“, „ (302,40 € für 7 Reservierungen)“."""
    if finding.counts is None:
        return ""
    first, second = finding.counts
    if figure.unit == "cents":
        return f" ({value_words('cents', first)} für {counted(second, *_CASES[figure.base])})"
    return f" ({number(first)} von {number(second)})"


def _names(subject: Subject, keys: Sequence[str], most: int = 3) -> str:
    names = [subject.names.get(key, key) or subject.title for key in keys]
    more = len(names) - most
    return ", ".join(names[:most]) + (f" und {more} weitere" if more > 0 else "")


def _span(last: date, days: int) -> str:
    if days == 1:
        return f"Am {numeric_day(last)}"
    return f"Vom {numeric_day(last - timedelta(days=days - 1))} bis zum {numeric_day(last)}"


def _days(count: int) -> str:
    return "einem Tag" if count == 1 else f"{count} Tagen"


def _within(days: int) -> str:
    return "an einem Tag" if days == 1 else f"in {days} Tagen"
