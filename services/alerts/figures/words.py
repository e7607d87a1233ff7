"""German sentences of alerts on figures: what is watched, what was found, and when it is over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from services.alerts.figures.catalogue import Figure, Unit
from services.alerts.figures.judging.conditions import CALM_DAYS, ENDED_DAYS, Condition, Finding, Kind
from services.core.german import counted, number, numeric_day, short_day
from services.core.money import format_decimal, format_eur

_AMOUNTS = {"low": "ungewöhnlich wenig", "high": "ungewöhnlich viel", "both": "ungewöhnlich wenig oder viel"}
_CASES: Mapping[str | None, tuple[str, str]] = {
    "reservations": ("Reservierung", "Reservierungen"),
    "contracted": ("Vertrag", "Verträge"),
}
_NONE: Mapping[str | None, str] = {"reservations": "keine Reservierung", "contracted": "kein Vertrag"}
_PER: Mapping[str | None, str] = {"reservations": "je Reservierung", "contracted": "je Vertrag"}
"""Words for the cases that costs are divided by, by their column."""
_RATES = {"low": "ungewöhnlich niedrig", "high": "ungewöhnlich hoch", "both": "ungewöhnlich niedrig oder hoch"}


@dataclass(frozen=True, slots=True)
class Subject:
    """What an alert is about, in words: the figure, and of what. `names` tells series of `Data` by their keys."""

    figure: Figure
    scope_label: str
    names: dict[str, str]

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
    """What is watched: „Reservierungen: weniger als 3 in 7 Tagen“."""
    return f"{subject.title}: {_rule(subject.figure, condition)}"


def _rule(figure: Figure, condition: Condition) -> str:
    match condition.kind:
        case Kind.BELOW | Kind.ABOVE:
            side = "unter" if condition.kind is Kind.BELOW else "über"
            limit = value_words(figure.unit, condition.limit or 0)
            return f"{side} {limit}{'' if figure.is_level else f' {_within(condition.days)}'}"
        case Kind.SILENT:
            return f"nichts seit {_days(condition.days)}"
        case Kind.OUTSIDE:
            span = "für so einen Tag" if condition.days == 1 else _within(condition.days)
            return f"{_sides(figure)[condition.direction]} {span}"
        case Kind.UNVISITED:
            return f"Geld ausgegeben, aber kein Besuch {_within(condition.days)}"
        case Kind.COSTS_MISSING:
            return f"keine neuen Kosten seit {_days(condition.days)}"


def unknown_words(condition: Condition, figure: Figure) -> str:
    """Why a day could not be judged."""
    if not awaits_costs(condition, figure):
        return "Dafür ist zu wenig bekannt."
    if condition.kind is not Kind.OUTSIDE:
        return "Aus diesen Tagen sind keine Kosten eingetragen, oder es gab keinen Fall."
    return "Es fehlen Kosten der letzten Tage, oder davor gab es zu wenige gleiche Tage mit Kosten."


def awaits_costs(condition: Condition, figure: Figure) -> bool:
    """Whether a day is judged only once its costs are entered, which may be some days later."""
    return condition.kind in (Kind.BELOW, Kind.ABOVE, Kind.OUTSIDE) and figure.is_cost_per_case


def over_words(condition: Condition) -> str:
    """When an open alert is over."""
    match condition.kind:
        case Kind.SILENT:
            return "Vorbei ist er am ersten Tag, an dem wieder etwas kommt."
        case Kind.UNVISITED:
            return "Vorbei ist er mit dem ersten Besuch, oder wenn keine Kosten mehr im Zeitraum liegen."
        case Kind.COSTS_MISSING:
            return (
                "Vorbei ist er, sobald neue Kosten da sind. "
                f"Nach {ENDED_DAYS} Tagen ohne Kosten gilt die Quelle als beendet."
            )
    return f"Vorbei ist er, sobald es an {CALM_DAYS[condition.kind]} Tagen nacheinander wieder anders ist."


def headline_of(subject: Subject, condition: Condition, finding: Finding) -> str:
    """What was found, for a list and the subject of a mail."""
    value = value_words(subject.figure.unit, finding.value or 0)
    match condition.kind:
        case Kind.SILENT:
            return f"{subject.title}: nichts seit {_days(condition.days)}"
        case Kind.OUTSIDE if finding.value is None:
            return f"{subject.title}: {_nothing_for(subject.figure, finding)}"
        case Kind.OUTSIDE:
            side = _sides(subject.figure)["low" if _is_low(finding) else "high"]
            return f"{subject.title}: {value}, {side}"
        case Kind.UNVISITED:
            return f"{value} ohne einen Besuch: {_names(subject, finding.subjects)}"
        case Kind.COSTS_MISSING:
            return f"Kosten fehlen: {_names(subject, finding.subjects)}"
    limit = value_words(subject.figure.unit, condition.limit or 0)
    return f"{subject.title}: {value}, {'unter' if condition.kind is Kind.BELOW else 'über'} {limit}"


def finding_words(subject: Subject, condition: Condition, finding: Finding, judged: date) -> str:
    """What was found on which days, in a sentence."""
    value = value_words(subject.figure.unit, finding.value or 0)
    match condition.kind:
        case Kind.OUTSIDE:
            return _outside_words(subject.figure, condition, finding, judged)
        case Kind.SILENT:
            return f"{_span(judged, condition.days)} kam nichts dazu."
        case Kind.UNVISITED:
            names = _names(subject, finding.subjects)
            return f"{_span(judged, condition.days)} kostete das {value}, und niemand kam damit: {names}."
        case Kind.COSTS_MISSING:
            names = _names(subject, finding.subjects)
            return f"Bis zum {numeric_day(judged)} kamen keine neuen Kosten: {names}. Vorher kamen sie regelmäßig."
    if subject.figure.is_level:
        return f"Am Ende des {numeric_day(judged)} waren es {value}."
    return f"{_span(judged, condition.days)} waren es {value}{_counts_words(subject.figure, finding)}."


def _outside_words(figure: Figure, condition: Condition, finding: Finding, judged: date) -> str:
    low, high = (None if one is None else value_words(figure.unit, one) for one in _bounds(finding))
    expected = " und ".join(part for part in (low and f"mindestens {low}", high and f"höchstens {high}") if part)
    when = f"Am {short_day(judged)}" if condition.days == 1 else _span(judged, condition.days)
    usual = "an so einem Tag" if condition.days == 1 else f"in {condition.days} Tagen"
    if finding.value is None:
        return f"{when} waren es {_nothing_for(figure, finding)}. Üblich sind {usual} {expected} {_PER[figure.base]}."
    value = value_words(figure.unit, finding.value)
    return f"{when} waren es {value}{_counts_words(figure, finding)}. Üblich sind {usual} {expected}."


def _counts_words(figure: Figure, finding: Finding) -> str:
    """„ (3 von 100)“, „ (302,40 € für 7 Reservierungen)“."""
    if finding.counts is None:
        return ""
    first, second = finding.counts
    if figure.is_cost_per_case:
        return f" ({value_words('cents', first)} für {counted(second, *_CASES[figure.base])})"
    return f" ({number(first)} von {number(second)})"


def _nothing_for(figure: Figure, finding: Finding) -> str:
    """What costs without a case come to: „302,40 € und keine Reservierung“."""
    cents, _ = finding.counts or (0, 0)
    return f"{value_words('cents', cents)} und {_NONE[figure.base]}"


def _sides(figure: Figure) -> dict[str, str]:
    return _RATES if figure.base else _AMOUNTS


def _is_low(finding: Finding) -> bool:
    return finding.low is not None and (finding.value or 0) < finding.low


def _bounds(finding: Finding) -> tuple[float | None, float | None]:
    """Whole numbers inside of the band: from the first one that is usual to the last."""
    low = None if finding.low is None else -(-finding.low // 1)
    return low, None if finding.high is None else finding.high // 1


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
