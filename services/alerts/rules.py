"""Checks a rule as entered, with the role and the rows it names; and says what a stored one looks at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.alerts.figures import FIGURES, PPM, Figure
from services.alerts.inputs import NewRuleIn, RuleIn
from services.alerts.judging import USUAL, Comparison, Condition
from services.alerts.kinds import KINDS, Kind, measured
from services.alerts.load import Watched
from services.alerts.models import AlertRule
from services.alerts.quiet import quiet_of
from services.alerts.words import Subject, rule_words, value_words
from services.campaigns.models import Campaign
from services.core.contact_details import Email, read_email
from services.core.db.edits import columns_of
from services.core.fields import Refused
from services.core.http.errors import FieldError, ValidationProblem
from services.parks.models import Park
from services.reports.daily.daily import CHANNEL_GROUPS
from services.staff.colleagues import Colleague
from services.staff.models import AccountState, Role

WATCHED: Final = ("comparison", "scope", "scope_value", "threshold", "days")
"""Columns that decide what is found; without the ways of being told."""
_QUIET: Final = {
    "quiet_from": "Bitte geben Sie an, wann die Ruhe beginnt.",
    "quiet_to": "Bitte geben Sie an, wann die Ruhe endet.",
    "quiet_days": "Bitte wählen Sie, an welchen Tagen die Ruhe beginnt.",
}
_UNITS: Final = {"percent": "einen Wert", "minutes": "eine Zeit", "cents": "einen Betrag", "count": "eine Zahl"}
_MOST: Final = {"count": 10_000_000, "cents": 1_000_000_000, "share_ppm": PPM, "days": 365}
_SHARES: Final = {Comparison.LESS: 95, Comparison.MORE: 500, Comparison.UNUSUAL: 95}
_LEAST_SHARE: Final = 5
_WEEK: Final = 7
_SCOPE_MISSING: Final = {
    "campaign": "Bitte wählen Sie eine Kampagne, die es gibt.",
    "source": "Bitte wählen Sie eine Quelle, die eine Kampagne hat.",
    "channel_group": "Bitte wählen Sie eine Kanalgruppe.",
    "park": "Bitte wählen Sie einen Park, den es gibt.",
}
_PREFIX: Final = {"campaign": "Kampagne", "source": "Quelle", "channel_group": "", "park": ""}


@dataclass(frozen=True, slots=True)
class Choices:
    """What figures can be watched of: value and label each, by scope."""

    options: Mapping[str, Sequence[tuple[str, str]]]

    def label(self, scope: str, value: str | None) -> str | None:
        """„Kampagne Frühling“; "" for all; None if it does not exist any more."""
        if scope == "all":
            return ""
        found = dict(self.options.get(scope, ())).get(value or "")
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


# What a rule looks at


def roles_of(kind: str) -> frozenset[Role]:
    """Whom it concerns; nobody any more where a release took the figure away."""
    known = KINDS.get(kind) or FIGURES.get(kind)
    return known.roles if known else frozenset()


def seen_by(role: Role) -> list[str]:
    """The kinds and figures relevant to a role."""
    return [name for name in (*KINDS, *FIGURES) if role in roles_of(name)]


def condition_of(row: Any) -> Condition:
    """The condition that these columns make."""
    is_unvisited = FIGURES[row.kind].source == "campaign_costs"
    return Condition(Comparison(row.comparison), row.days, row.threshold or 0, is_unvisited)


def watched_of(row: Any) -> Watched:
    """What these columns look at."""
    figure, scope = FIGURES[row.kind], row.scope
    awaits_costs = figure.amount == "cost_cents" and row.comparison != Comparison.SILENT
    return Watched(figure, scope, row.scope_value, awaits_costs)


def subject_of(row: Any, known: Choices) -> Subject:
    """What a rule on a figure is about, in words."""
    label = known.label(row.scope, row.scope_value)
    gone = f"{_PREFIX.get(row.scope, '')} (gibt es nicht mehr)".strip()
    names = dict(known.options["campaign"]) | {name: f"Quelle {name}" for name, _ in known.options["source"]}
    return Subject(FIGURES[row.kind], gone if label is None else label, names)


def title_of(rule: AlertRule, known: Choices) -> str:
    """„Park voll oder fast voll“, „Besuche: unter 3 in 7 Tagen“."""
    if rule.kind in KINDS:
        return KINDS[rule.kind].title
    if rule.kind not in FIGURES:
        return "Eine Zahl, die es nicht mehr gibt"
    return rule_words(subject_of(rule, known), condition_of(rule))


# What is entered


@dataclass(frozen=True, slots=True)
class Addressing:
    """Accounts by address, to match addresses to colleagues. `kept`: what the rule had before; only the administration
    enters others from outside.
    """

    accounts: Mapping[str, Colleague]
    allow_test_domains: bool
    role: Role
    kept: Sequence[int | str] = ()


def checked_values(kind: str, body: RuleIn, addressing: Addressing, known: Choices) -> dict[str, Any]:
    """Values of a rule by column; ValidationProblem with all errors at once."""
    figure = FIGURES.get(kind)
    built_in = None if isinstance(body, NewRuleIn) else KINDS.get(kind)
    concerned = figure or built_in
    if concerned is None or addressing.role not in concerned.roles:
        raise ValidationProblem([_fault("kind", "unknown_choice", "Diese Zahl sieht Ihre Rolle nicht.")])
    faults = _quiet_faults(body)
    values: dict[str, Any] = {"is_on": body.is_on, "to_admins": body.to_admins}
    try:
        values["recipients"] = _recipients(concerned.roles, body.recipients, addressing)
    except Refused as fault:
        faults.append(_fault("recipients", fault.code, fault.sentence))
    try:
        if figure is None:
            values["threshold"] = _reading(KINDS[kind], body.threshold)
        else:
            values |= _watched_values(figure, body, faults, known)
    except Refused as fault:
        faults.append(_fault("threshold", fault.code, fault.sentence))
    if faults:
        raise ValidationProblem(faults)
    return columns_of(body, _QUIET) | values


def _watched_values(figure: Figure, body: RuleIn, faults: list[FieldError], known: Choices) -> dict[str, Any]:
    """What a rule on a figure looks at; adds to `faults`. Raises Refused for the threshold."""
    if body.scope not in figure.scopes:
        faults.append(_fault("scope", "unknown_choice", f"„{figure.label}“ lässt sich danach nicht auswählen."))
    elif body.scope != "all" and known.label(body.scope, body.scope_value) is None:
        faults.append(_fault("scope_value", "unknown_choice", _SCOPE_MISSING[body.scope]))
    if body.comparison is None or body.comparison not in figure.comparisons:
        said = "Bitte wählen Sie, wann Sie es wissen möchten."
        if body.comparison is not None:
            said = f"Für „{figure.label}“ gibt es diese Bedingung nicht."
        faults.append(_fault("comparison", "unknown_choice", said))
        return {}
    comparison = Comparison(body.comparison)
    if comparison in USUAL and body.days > _WEEK:
        faults.append(_fault("days", "out_of_range", "Mit den letzten Wochen lassen sich 1 bis 7 Tage vergleichen."))
    return {
        "comparison": comparison.value,
        "scope": body.scope,
        "scope_value": None if body.scope == "all" else body.scope_value,
        "threshold": _limit(figure, comparison, body.threshold),
        "days": 1 if figure.is_level else body.days,
    }


def _limit(figure: Figure, comparison: Comparison, given: int | None) -> int | None:
    if comparison in (Comparison.SILENT, Comparison.COSTS_MISSING):
        return None
    if given is None:
        raise Refused("missing", "Bitte geben Sie eine Grenze an.")
    if comparison in USUAL:
        if not _LEAST_SHARE <= given <= _SHARES[comparison]:
            message = f"Bitte geben Sie {_LEAST_SHARE} bis {_SHARES[comparison]} Prozent an."
            raise Refused("out_of_range", message)
        return given
    least, most = (1 if comparison is Comparison.BELOW else 0), _MOST[figure.unit]
    if not least <= given <= most:
        low, high = value_words(figure.unit, least), value_words(figure.unit, most)
        if figure.unit == "share_ppm":
            low = "0,1\u00a0%"
        raise Refused("out_of_range", f"Bitte geben Sie eine Grenze von {low} bis {high} an.")
    return given


def _reading(kind: Kind, given: int | None) -> int | None:
    if not kind.unit:
        return None
    if given is None:
        raise Refused("missing", "Bitte füllen Sie dieses Feld aus.")
    if not kind.least <= given <= kind.most:
        between = f"{measured(kind.unit, kind.least)} bis {measured(kind.unit, kind.most)}"
        raise Refused("out_of_range", f"Bitte geben Sie {_UNITS[kind.unit]} von {between} an.")
    return given


def _recipients(roles: frozenset[Role], typed: Sequence[str], addressing: Addressing) -> list[int | str]:
    """Each once: colleagues by the id of their account, others by address."""
    found: dict[str, int | str] = {}
    for position, one in enumerate(typed, start=1):
        address, normalized = _address(one, position, addressing.allow_test_domains)
        account = addressing.accounts.get(normalized)
        if account is not None:
            _require_concerned(account, roles, position)
        elif addressing.role is not Role.ADMIN and address not in addressing.kept:
            message = f"Die {position}. Adresse gehört niemandem im Team. Solche trägt die Administration ein."
            raise Refused("outside", message)
        found.setdefault(normalized, account.id if account else address)
    return list(found.values())


def _address(typed: str, position: int, allow_test_domains: bool) -> Email:
    """The address at this position; refused by the position, since an error never repeats what was typed."""
    try:
        return read_email(typed, allow_test_domains)
    except Refused as fault:
        message = f"Bitte prüfen Sie die {position}. Adresse, zum Beispiel name@beispiel.de."
        raise Refused("email_invalid", message) from fault


def _require_concerned(account: Colleague, roles: frozenset[Role], position: int) -> None:
    if account.state is not AccountState.ACTIVE:
        message = f"Die {position}. Adresse gehört zu einem Konto, das abgeschaltet oder noch nicht eingerichtet ist."
        raise Refused("inactive", message)
    if account.role not in roles:
        raise Refused(
            "role", f"Die {position}. Adresse gehört zu einem Konto, dessen Rolle diesen Hinweis nicht sieht."
        )


def _quiet_faults(body: RuleIn) -> list[FieldError]:
    """Quiet times need start, end and days, or none of them, and must leave some time for mails."""
    given = columns_of(body, _QUIET)
    missing = [name for name, value in given.items() if value is None or value == []]
    if missing and len(missing) < len(given):
        return [_fault(name, "missing", _QUIET[name]) for name in missing]
    quiet = quiet_of(body.quiet_from, body.quiet_to, body.quiet_days)
    if quiet is None or not quiet.never_ends:
        return []
    return [
        _fault("quiet_days", "never_ends", "So käme nie eine Mail. Lassen Sie einen Tag oder eine Uhrzeit ohne Ruhe.")
    ]


def _fault(member: str, code: str, message: str) -> FieldError:
    return {"field": member, "code": code, "message": message}
