"""Checks an alert on a figure as entered, with the role and the rows it names; and reads one that is stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.alerts.figures.catalogue import FIGURES, PPM, Figure, Scope
from services.alerts.figures.inputs import FigureAlertIn
from services.alerts.figures.judging.band import Direction
from services.alerts.figures.judging.conditions import Condition, Kind
from services.alerts.figures.judging.cost_band import SPANS
from services.alerts.figures.load import Watched
from services.alerts.figures.models import FigureAlert
from services.alerts.figures.words import Subject, value_words
from services.campaigns.models import Campaign
from services.core.fields import Refused
from services.core.http.errors import FieldError, ValidationProblem
from services.parks.models import Park
from services.reports.daily.daily import CHANNEL_GROUPS
from services.staff.models import Role

_MOST: Final = {"count": 10_000_000, "cents": 1_000_000_000, "share_ppm": PPM, "days": 365}
_SCOPE_MISSING: Final = {
    "campaign": "Bitte wählen Sie eine Kampagne, die es gibt.",
    "source": "Bitte wählen Sie eine Quelle, die eine Kampagne hat.",
    "channel_group": "Bitte wählen Sie eine Kanalgruppe.",
    "park": "Bitte wählen Sie einen Park, den es gibt.",
}
_PREFIX: Final = {"campaign": "Kampagne", "source": "Quelle", "channel_group": "", "park": ""}
COLUMNS: Final = (
    *("figure", "scope", "scope_value", "kind", "threshold", "days", "direction", "false_alarms"),
    *("by_mail", "quiet_from", "quiet_to", "quiet_days"),
)
"""Columns that are entered."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What figures can be watched of: value and label each, by scope."""

    options: Mapping[Scope, Sequence[tuple[str, str]]]

    def label(self, scope: str, value: str | None) -> str | None:
        """„Kampagne Frühling“; "" for all; None if it does not exist any more."""
        if scope == "all":
            return ""
        found = dict(self.options.get(scope, ())).get(value or "")  # type: ignore[call-overload]
        return None if found is None else f"{_PREFIX[scope]} {found}".strip()


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


def values_of(body: FigureAlertIn, role: Role, known: Choices) -> dict[str, Any]:
    """Column values of an alert. Raises ValidationProblem with every fault."""
    figure = FIGURES[body.figure]
    if role not in figure.roles:
        raise ValidationProblem([_fault("figure", "unknown_choice", "Diese Zahl sieht Ihre Rolle nicht.")])
    values = {name: getattr(body, name) for name in COLUMNS}
    values["scope_value"] = None if body.scope == "all" else body.scope_value
    faults = [*_scope_faults(figure, body, known), *_quiet_faults(body), *_span_faults(figure, body)]
    if body.kind not in figure.kinds:
        faults.append(_fault("kind", "unknown_choice", f"Für „{figure.label}“ gibt es diese Bedingung nicht."))
    try:
        values["threshold"] = _threshold(figure, body)
    except Refused as refused:
        faults.append(_fault("threshold", refused.code, refused.sentence))
    if faults:
        raise ValidationProblem(faults)
    if figure.is_level or (Kind(body.kind) is Kind.OUTSIDE and not figure.is_cost_per_case):
        values["days"] = 1
    return values


def condition_of(values: Mapping[str, Any]) -> Condition:
    """The condition that these column values make."""
    direction: Direction = values["direction"]
    return Condition(
        Kind(values["kind"]), values["days"], values["threshold"], direction, false_alarms=values["false_alarms"]
    )


def watched_of(values: Mapping[str, Any]) -> Watched:
    """What these column values look at."""
    return Watched(FIGURES[values["figure"]], values["scope"], values["scope_value"])


def stored_values(row: FigureAlert) -> dict[str, Any]:
    """The entered columns of a row."""
    return {name: getattr(row, name) for name in COLUMNS}


def subject_of(values: Mapping[str, Any], known: Choices) -> Subject:
    """What an alert is about, in words."""
    label = known.label(values["scope"], values["scope_value"])
    gone = f"{_PREFIX.get(values['scope'], '')} (gibt es nicht mehr)".strip()
    names = dict(known.options["campaign"])
    names |= {source: f"Quelle {source}" for source, _ in known.options["source"]}
    return Subject(FIGURES[values["figure"]], gone if label is None else label, names)


def _scope_faults(figure: Figure, body: FigureAlertIn, known: Choices) -> list[FieldError]:
    if body.scope not in figure.scopes:
        return [_fault("scope", "unknown_choice", f"„{figure.label}“ lässt sich danach nicht auswählen.")]
    if body.scope != "all" and known.label(body.scope, body.scope_value) is None:
        return [_fault("scope_value", "unknown_choice", _SCOPE_MISSING[body.scope])]
    return []


def _span_faults(figure: Figure, body: FigureAlertIn) -> list[FieldError]:
    if Kind(body.kind) is not Kind.OUTSIDE or not figure.is_cost_per_case or body.days in SPANS:
        return []
    return [_fault("days", "unknown_choice", "Bitte wählen Sie einen Tag, 7 oder 14 Tage.")]


def _quiet_faults(body: FigureAlertIn) -> list[FieldError]:
    given = [body.quiet_from is not None, body.quiet_to is not None, bool(body.quiet_days)]
    if all(given) or not any(given):
        return []
    words = "Bitte geben Sie zur Ruhezeit Beginn, Ende und Wochentage an."
    return [_fault("quiet_days", "missing", words)]


def _threshold(figure: Figure, body: FigureAlertIn) -> int | None:
    if body.kind not in (Kind.BELOW, Kind.ABOVE):
        return None
    least, most = (1 if Kind(body.kind) is Kind.BELOW else 0), _MOST[figure.unit]
    if body.threshold is None:
        raise Refused("missing", "Bitte geben Sie eine Grenze an.")
    if not least <= body.threshold <= most:
        low, high = value_words(figure.unit, least), value_words(figure.unit, most)
        if figure.unit == "share_ppm":
            low = "0,1\u00a0%"
        raise Refused("out_of_range", f"Bitte geben Sie eine Grenze von {low} bis {high} an.")
    return body.threshold


def _fault(member: str, code: str, message: str) -> FieldError:
    return {"field": member, "code": code, "message": message}
