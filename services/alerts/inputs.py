"""Rules as they are entered, and checked with the role and the rows that they name."""

from collections.abc import Callable, Sequence
from datetime import time
from typing import Annotated, Any, Final, Literal

from pydantic import Field
from sqlalchemy.orm import Session

from services.alerts.built_in import BuiltIn, Unit
from services.alerts.figures import PPM, Figure, Scope
from services.alerts.judging import USUAL, Comparison
from services.alerts.mails import quiet_of
from services.alerts.words import amount_words, choices
from services.core.contact_details import read_email
from services.core.db.edits import columns_of
from services.core.fields import LARGEST, FieldError, Refused
from services.core.http.errors import ValidationProblem
from services.core.inputs import (
    BOOLEAN,
    Body,
    Choice,
    ClockTime,
    Default,
    Integer,
    Line,
    Required,
    Rule,
    Version,
    Weekdays,
    whole,
)
from services.staff.colleagues import colleagues_by_address
from services.staff.models import AccountState, Role

MOST_RECIPIENTS: Final = 20
LONGEST_DAYS: Final = 90
_WEEK: Final = 7
_QUIET: Final = {
    "quiet_from": "Bitte geben Sie an, wann die Ruhe beginnt.",
    "quiet_to": "Bitte geben Sie an, wann die Ruhe endet.",
    "quiet_days": "Bitte wählen Sie, an welchen Tagen die Ruhe beginnt.",
}
_MOST: Final = {"count": 10_000_000, "cents": 1_000_000_000, "share_ppm": PPM, "days": 365}
_LEAST_BELOW: Final = {"share_ppm": PPM // 1000}
_SHARES: Final = {Comparison.LESS: (5, 95), Comparison.MORE: (5, 500), Comparison.UNUSUAL: (5, 95)}


def _addresses(value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise Refused("wrong_type", "Diese Angabe muss eine Liste sein.")
    if len(value) > MOST_RECIPIENTS:
        raise Refused("too_many", f"Bitte nennen Sie höchstens {MOST_RECIPIENTS} Adressen.")
    return value


_CLOCK: Final = ClockTime("Bitte geben Sie eine Uhrzeit an, zum Beispiel 22:00.")


def _time_of_day(value: object) -> time:
    return time.fromisoformat(_CLOCK.read(value))


YesOrNo = Annotated[bool, BOOLEAN, Required("Bitte füllen Sie dieses Feld aus.")]
_ADDRESSES = {"type": "array", "items": {"type": "string"}, "maxItems": MOST_RECIPIENTS}
Addresses = Annotated[list[str], Rule(_addresses, _ADDRESSES), Default([])]
_COUNT = {"type": "integer", "minimum": 0, "maximum": LARGEST}
TimeOfDay = Annotated[time | None, Rule(_time_of_day, _CLOCK.schema), Default(None)]
QuietDays = Annotated[list[int], Weekdays("Bitte wählen Sie Wochentage."), Default([])]
ComparisonName = Literal["below", "above", "less_than_usual", "more_than_usual", "unusual", "silent", "costs_missing"]
_COMPARISON = Choice("Diese Bedingung gibt es nicht.")
_SCOPE = Choice("Danach lässt sich nicht auswählen.")


class RuleIn(Body):
    """All of a rule. `comparison`, `scope`, `scope_value` and `days` belong to rules on figures; of the built-in ones
    they are not read. `threshold` is in the unit of the kind, millionths of one for a rate, and per cent where days are
    compared with like days. What it may be, and who may be a recipient, depends on the kind.
    """

    is_on: YesOrNo
    comparison: Annotated[ComparisonName | None, _COMPARISON, Default(None)] = None
    scope: Annotated[Scope, _SCOPE, Default("all")] = "all"
    scope_value: Annotated[str | None, Line(100), Default(None)] = None
    threshold: Annotated[int | None, Rule(whole, _COUNT), Default(None)] = None
    days: Annotated[int, Integer(1, LONGEST_DAYS), Default(1)] = 1
    to_admins: YesOrNo
    recipients: Addresses = Field(default_factory=list)
    quiet_from: TimeOfDay = None
    quiet_to: TimeOfDay = None
    quiet_days: QuietDays = Field(default_factory=list)


class NewRuleIn(RuleIn):
    kind: Annotated[str, Line(40), Required("Bitte wählen Sie eine Zahl.")]


class RuleEditIn(RuleIn):
    """`version`: the one it was read at. What a rule is on never changes."""

    version: Version


def checked_values(
    session: Session,
    about: BuiltIn | Figure | None,
    body: RuleIn,
    role: Role,
    *,
    is_test: bool,
    kept: Sequence[int | str] = (),
) -> dict[str, Any]:
    """Values of a rule by column; ValidationProblem with all errors at once. `kept`: recipients that it had before;
    only the administration enters others from outside.
    """
    if about is None or role not in about.roles:
        raise ValidationProblem([_fault("kind", "unknown_choice", "Diese Zahl sieht Ihre Rolle nicht.")])
    faults = _quiet_faults(body)
    values: dict[str, Any] = {"is_on": body.is_on, "to_admins": body.to_admins}
    try:
        values["recipients"] = _recipients(
            session, about.roles, body.recipients, lambda one: role is Role.ADMIN or one in kept, is_test=is_test
        )
    except Refused as fault:
        faults.append(_fault("recipients", fault.code, fault.sentence))
    comparison = None
    if isinstance(about, Figure):
        faults += _watched_faults(session, about, body)
        comparison = Comparison(body.comparison) if body.comparison in about.comparisons else None
        values |= {
            "comparison": comparison and comparison.value,
            "scope": body.scope,
            "scope_value": None if body.scope == "all" else body.scope_value,
            "days": 1 if about.is_level else body.days,
        }
    try:
        values["threshold"] = _threshold(_bounds(about, comparison), body.threshold)
    except Refused as fault:
        faults.append(_fault("threshold", fault.code, fault.sentence))
    if faults:
        raise ValidationProblem(faults)
    return columns_of(body, _QUIET) | values


def _watched_faults(session: Session, figure: Figure, body: RuleIn) -> list[FieldError]:
    """What is wrong with what a rule on a figure looks at."""
    faults = []
    if body.scope not in figure.scopes:
        faults.append(_fault("scope", "unknown_choice", f"„{figure.label}“ lässt sich danach nicht auswählen."))
    elif not choices(session).has(body.scope, body.scope_value):
        faults.append(_fault("scope_value", "unknown_choice", "Bitte wählen Sie einen Eintrag, den es gibt."))
    if body.comparison is None:
        faults.append(_fault("comparison", "unknown_choice", "Bitte wählen Sie, wann Sie es wissen möchten."))
    elif body.comparison not in figure.comparisons:
        said = f"Für „{figure.label}“ gibt es diese Bedingung nicht."
        faults.append(_fault("comparison", "unknown_choice", said))
    elif body.comparison in USUAL and body.days > _WEEK:
        faults.append(_fault("days", "out_of_range", "Mit den letzten Wochen lassen sich 1 bis 7 Tage vergleichen."))
    return faults


def _bounds(about: BuiltIn | Figure, comparison: Comparison | None) -> tuple[Unit, int, int] | None:
    """Unit, least and most of the threshold; None if there is none."""
    if isinstance(about, BuiltIn):
        return about.bounds
    if comparison in (None, Comparison.SILENT, Comparison.COSTS_MISSING):
        return None
    if comparison in USUAL:
        return ("percent", *_SHARES[comparison])
    return about.unit, _LEAST_BELOW.get(about.unit, 1) if comparison is Comparison.BELOW else 0, _MOST[about.unit]


def _threshold(bounds: tuple[Unit, int, int] | None, given: int | None) -> int | None:
    if bounds is None:
        return None
    if given is None:
        raise Refused("missing", "Bitte geben Sie eine Grenze an.")
    unit, least, most = bounds
    if not least <= given <= most:
        between = f"{amount_words(unit, least)} bis {amount_words(unit, most)}"
        raise Refused("out_of_range", f"Bitte geben Sie eine Grenze von {between} an.")
    return given


def _recipients(
    session: Session, roles: frozenset[Role], typed: Sequence[str], is_ours: Callable[[str], bool], *, is_test: bool
) -> list[int | str]:
    """Each once: colleagues by the id of their account, others by address. An error names the position, since it never
    repeats what was typed.
    """
    accounts = colleagues_by_address(session)
    found: dict[str, int | str] = {}
    for position, one in enumerate(typed, start=1):
        try:
            address, normalized = read_email(one, is_test)
        except Refused as fault:
            message = f"Bitte prüfen Sie die {position}. Adresse, zum Beispiel name@beispiel.de."
            raise Refused("email_invalid", message) from fault
        account, which = accounts.get(normalized), f"Die {position}. Adresse gehört"
        if account is None and not is_ours(address):
            raise Refused("outside", f"{which} niemandem im Team. Solche trägt die Administration ein.")
        if account and account.state is not AccountState.ACTIVE:
            raise Refused("inactive", f"{which} zu einem Konto, das abgeschaltet oder noch nicht eingerichtet ist.")
        if account and account.role not in roles:
            raise Refused("role", f"{which} zu einem Konto, dessen Rolle diesen Hinweis nicht sieht.")
        found.setdefault(normalized, account.id if account else address)
    return list(found.values())


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
