"""What a stored rule is about: its condition, its German sentences, and the page that shows the figure."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Final
from urllib.parse import urlencode

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.alerts.built_in import BUILT_IN, BuiltIn, Unit, Way, lasting
from services.alerts.figures import FIGURES, Figure, filters_of
from services.alerts.judging import ENDED_DAYS, USUAL, Comparison, Condition, Finding
from services.alerts.models import Alert, AlertRule
from services.campaigns.models import Campaign
from services.core.german import WEEKDAYS, counted, listed, number, numeric_day
from services.core.money import format_decimal, format_eur
from services.parks.models import Park
from services.reports.daily import CHANNEL_GROUPS
from services.staff.models import Role

KNOWN: Final[Mapping[str, BuiltIn | Figure]] = {**BUILT_IN, **FIGURES}
"""What rules can be on, by kind, in the order of the console."""
IS_KNOWN: Final = AlertRule.kind.in_(KNOWN)
"""Not so while an upgrade runs, of a rule that only the next release knows."""
YEAR_DAYS: Final = 365
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
_PREFIX: Final = {"campaign": "Kampagne ", "source": "Quelle "}
_LISTED: Final = 3


@dataclass(frozen=True, slots=True)
class Choices:
    """What figures can be watched of: value and label each, by scope."""

    options: Mapping[str, Sequence[tuple[str, str]]]

    def has(self, scope: str, value: str | None) -> bool:
        """Whether a rule can be on this."""
        return scope == "all" or value in dict(self.options[scope])

    def label(self, scope: str, value: str | None) -> str:
        """„Kampagne Frühling“; "" for all."""
        return _PREFIX.get(scope, "") + dict(self.options.get(scope, ())).get(value or "", value or "")

    def name(self, figure: Figure, key: str) -> str:
        """What a series is about, by its key: a campaign, or a source."""
        return self.label("source", key) if figure.source == "cost_files" else dict(self.options["campaign"])[key]


def choices(session: Session) -> Choices:
    """Campaigns by name, their sources, the channel groups and the parks."""
    campaigns = session.execute(select(Campaign.id, Campaign.name, Campaign.utm_source).order_by(Campaign.name)).all()
    parks = session.execute(select(Park.id, Park.name).order_by(Park.name)).all()
    sources = sorted({source for _, _, source in campaigns if source})
    return Choices(
        {
            "campaign": [(str(id_), name) for id_, name, _ in campaigns],
            "source": [(source, source) for source in sources],
            "channel_group": list(CHANNEL_GROUPS.items()),
            "park": [(id_, name) for id_, name in parks],
        }
    )


def roles_of(kind: str) -> frozenset[Role]:
    """Whom it concerns."""
    known = KNOWN.get(kind)
    return known.roles if known else frozenset()


def condition_of(rule: AlertRule) -> Condition:
    """The condition of a rule on a figure."""
    is_unvisited = FIGURES[rule.kind].source == "campaign_costs"
    return Condition(Comparison(str(rule.comparison)), rule.days, rule.threshold or 0, is_unvisited)


# What is watched


def title_of(rule: AlertRule, known: Choices) -> str:
    """„Park voll oder fast voll“, „Besuche: unter 3 in 7 Tagen“."""
    about = KNOWN[rule.kind]
    if isinstance(about, BuiltIn):
        return about.label
    return f"{_subject(rule, known)}: {_condition_words(about, condition_of(rule))}"


def when_words(rule: AlertRule) -> str:
    """When it opens, or what the figure is."""
    about = KNOWN[rule.kind]
    if isinstance(about, Figure):
        return about.meaning
    if about.unit is None or rule.threshold is None:
        return about.when
    if about.unit == "cents" and rule.threshold == 0:
        return about.when.replace("{} ", "")
    said = amount_words(about.unit, rule.threshold)
    return about.when.format(f"{said} oder mehr" if about.unit == "cents" else said)


def advice_of(rule: AlertRule) -> str:
    """What to do about it."""
    about = KNOWN[rule.kind]
    if isinstance(about, BuiltIn):
        return about.advice
    return f"Sehen Sie nach, woran es liegt. {over_words(condition_of(rule))}"


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


def replayed_words(openings: Sequence[date], judged: int) -> str:
    """„Im letzten Jahr hätte die Regel 7-mal angeschlagen, zuletzt am …“, and over how much history that is."""
    if judged == 0:
        return "Dafür ist noch zu wenig bekannt. Speichern können Sie die Regel trotzdem: Sie prüft, sobald es reicht."
    span = "Im letzten Jahr" if judged == YEAR_DAYS else f"An den {judged} Tagen, die sich beurteilen lassen,"
    if not openings:
        return f"{span} hätte die Regel nie angeschlagen."
    days = listed([numeric_day(day) for day in openings[-_LISTED:]])
    if len(openings) == 1:
        return f"{span} hätte die Regel einmal angeschlagen, am {days}."
    return f"{span} hätte die Regel {len(openings)}-mal angeschlagen, zuletzt am {days}."


def _subject(rule: AlertRule, known: Choices) -> str:
    """„Besuche, Kampagne Frühling“."""
    return ", ".join(filter(None, (FIGURES[rule.kind].label, known.label(rule.scope, rule.scope_value))))


def _condition_words(figure: Figure, condition: Condition) -> str:
    match condition.comparison:
        case Comparison.SILENT:
            return f"nichts seit {_days(condition.days)}"
        case Comparison.COSTS_MISSING:
            return f"keine neuen Kosten seit {_days(condition.days)}"
        case Comparison.BELOW | Comparison.ABOVE:
            limit = _limit_words(figure, condition)
            return limit if figure.is_level else f"{limit} {_within(condition.days)}"
    share = f"um mehr als {condition.limit}\u00a0% {_DIFFERENCES[condition.comparison]}"
    if condition.days == 1:
        return f"{share} als an den gleichen Wochentagen der letzten acht Wochen"
    return f"{_within(condition.days)} {share} als an den gleichen Tagen der letzten acht Wochen"


def _limit_words(figure: Figure, condition: Condition) -> str:
    side = "unter" if condition.comparison is Comparison.BELOW else "über"
    return f"{side} {amount_words(figure.unit, condition.limit)}"


# What was found


def headline_of(rule: AlertRule, known: Choices, finding: Finding) -> str:
    """What was found, for a list and the subject of a mail."""
    figure, condition, subject = FIGURES[rule.kind], condition_of(rule), _subject(rule, known)
    value = amount_words(figure.unit, finding.value or 0)
    if condition.comparison is Comparison.SILENT:
        return f"{subject}: nichts seit {_days(condition.days)}"
    if condition.comparison is Comparison.COSTS_MISSING:
        return f"Kosten fehlen: {_names(figure, known, finding)}"
    if condition.is_unvisited:
        return f"{value} ohne einen Besuch: {_names(figure, known, finding)}"
    if condition.comparison in USUAL:
        return f"{subject}: {value}, üblich sind {amount_words(figure.unit, finding.usual or 0)}"
    return f"{subject}: {value}, {_limit_words(figure, condition)}"


def finding_words(rule: AlertRule, known: Choices, finding: Finding, last: date) -> str:
    """What was found, and on which days up to the last one."""
    figure, condition = FIGURES[rule.kind], condition_of(rule)
    value, span = amount_words(figure.unit, finding.value or 0), _span(last, condition.days)
    if condition.comparison is Comparison.SILENT:
        return f"{span} kam nichts dazu."
    if condition.comparison is Comparison.COSTS_MISSING:
        names = _names(figure, known, finding)
        return f"Bis zum {numeric_day(last)} kamen keine neuen Kosten: {names}. Vorher kamen sie regelmäßig."
    if condition.is_unvisited:
        return f"{span} kostete das {value}, und niemand kam damit: {_names(figure, known, finding)}."
    if figure.is_level:
        return f"Am Ende des {numeric_day(last)} waren es {value}."
    said = f"{span} waren es {value}{_counts_words(figure, finding)}."
    if condition.comparison not in USUAL:
        return said
    before = f"acht {WEEKDAYS[last.weekday()]}en" if condition.days == 1 else "gleichen Tagen der acht Wochen"
    mean = "zusammengerechnet" if figure.base else "im Durchschnitt"
    return f"{said} An den {before} davor waren es {mean} {amount_words(figure.unit, finding.usual or 0)}."


def amount_words(unit: Unit, value: float) -> str:
    """`1.204`, `12,50 €`, `34,6 %`, `5 Tage`, `48 Stunden`."""
    match unit:
        case "percent":
            return f"{round(value)}\u00a0%"
        case "share_ppm":
            return f"{format_decimal(Decimal(round(value)) / 10_000, 1)}\u00a0%"
        case "cents":
            return format_eur(round(value), short=True)
        case "days":
            return counted(round(value), "Tag", "Tage")
        case "minutes":
            return lasting(round(value))
        case "count":
            return number(round(value))


def _counts_words(figure: Figure, finding: Finding) -> str:
    """„ (3 von 100)“, „ (302,40 € für 7 Reservierungen)“."""
    if finding.counts is None:
        return ""
    first, second = finding.counts
    if figure.unit == "cents":
        return f" ({amount_words('cents', first)} für {counted(second, *_CASES[figure.base])})"
    return f" ({number(first)} von {number(second)})"


def _names(figure: Figure, known: Choices, finding: Finding) -> str:
    names = [known.name(figure, key) for key in finding.subjects]
    more = len(names) - _LISTED
    return ", ".join(names[:_LISTED]) + (f" und {more} weitere" if more > 0 else "")


def _span(last: date, days: int) -> str:
    if days == 1:
        return f"Am {numeric_day(last)}"
    return f"Vom {numeric_day(last - timedelta(days=days - 1))} bis zum {numeric_day(last)}"


def _days(count: int) -> str:
    return "einem Tag" if count == 1 else f"{count} Tagen"


def _within(days: int) -> str:
    return "an einem Tag" if days == 1 else f"in {days} Tagen"


# Where it is seen


def way_of(session: Session, rule: AlertRule, alert: Alert, role: Role) -> Way:
    """The page on which a role can act on an alert, or see the figure over the days that it is about."""
    about = KNOWN[rule.kind]
    if isinstance(about, BuiltIn):
        return about.way(alert.subject.partition(":")[2], role)
    return Way("Zahl ansehen", path_of(rule, alert.day, filters_of(session, rule)))


def nameless_path_of(rule: AlertRule, last: date) -> str:
    """The page without the tags of a campaign, for what is kept where nothing can be erased."""
    value = rule.scope_value or ""
    known = {"source": {"only_utm_source": [value]}, "channel_group": {"only_channel_group": [value]}}
    return path_of(rule, last, known.get(rule.scope, {}))


def path_of(rule: AlertRule, last: date | None, filters: Mapping[str, Sequence[str]]) -> str:
    """The page within the console, with the days up to the last one that was judged; without: as it opens by itself."""
    figure = FIGURES[rule.kind]
    days = None if last is None else (last - timedelta(days=rule.days - 1), last)
    query = [] if days is None else [("from", str(days[0])), ("to", str(days[1]))]
    match figure.source:
        case "marketing":
            query += [(name, one) for name, ones in filters.items() for one in ones]
        case "park":
            query += [("park", rule.scope_value or "")]
        case "cost_files":
            query = []
        case "waiting_list":
            query = _listed({"part": "all"}, "joined", days)
        case "mails":
            query = _listed({"state": "failed"}, "created", days)
    return f"{figure.path}?{urlencode(query)}" if query else figure.path


def _listed(conditions: dict[str, str], moment: str, days: tuple[date, date] | None) -> list[tuple[str, str]]:
    """Of a list of the console, whose conditions are one parameter."""
    within = {} if days is None else {f"{moment}_from": str(days[0]), f"{moment}_to": str(days[1])}
    return [("filter", json.dumps(conditions | within, separators=(",", ":")))]
