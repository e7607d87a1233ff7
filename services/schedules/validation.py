"""Checks of a schedule as entered that need its report, the role, the day or the accounts; every fault at once."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from analytics.definitions import Definition, definitions
from services.core.fields import Refused
from services.core.http.errors import FieldError, ValidationProblem
from services.reports.diff.compare import as_given
from services.reports.kept.keep import may_see
from services.reports.parameters import read_parameters
from services.schedules.conditions import condition_of
from services.schedules.inputs import ScheduleIn
from services.schedules.periods import period_parameters
from services.schedules.recipients.validation import Addressing, choose
from services.staff.models import Role


@dataclass(frozen=True, slots=True)
class Reading:
    """Who enters it, when, and to whom they may send it."""

    role: Role
    today: date
    addressing: Addressing


def values_of(body: ScheduleIn, reading: Reading) -> dict[str, Any]:
    """Column values of the schedule. Raises ValidationProblem."""
    faults: list[FieldError] = []
    definition = definitions().get(body.report)
    if definition is None or not may_see(body.report, reading.role):
        raise ValidationProblem([_fault("report", Refused("unknown_choice", "Diesen Bericht gibt es nicht."))])
    values = {
        "name": body.name,
        "report": definition.name,
        "parameters": _parameters(body, definition, reading.today, faults),
        "period": _period(body, definition, faults),
        "timing": body.timing.stored(),
        "zone": body.zone,
        "recipients": choose(body.recipients, reading.addressing, definition, faults),
        "formats": body.formats,
        "condition": None,
        "cool_down_hours": body.cool_down_hours,
        "retention_days": body.retention_days,
    }
    if body.condition is not None:
        values["condition"] = condition_of(body.condition, definition, faults)
    if faults:
        raise ValidationProblem(faults)
    return values


def _fault(member: str, refused: Refused) -> FieldError:
    return {"field": member, "code": refused.code, "message": refused.sentence}


def _parameters(body: ScheduleIn, definition: Definition, today: date, faults: list[FieldError]) -> dict[str, Any]:
    """Only parameters that are given, as JSON; the others take the report's defaults at every run."""
    try:
        values = read_parameters(definition, as_given(body.parameters), today)
    except ValidationProblem as problem:
        faults += problem.errors
        return {}
    told = {name: value.isoformat() if isinstance(value, date) else value for name, value in values.items()}
    return {name: told[name] for name in body.parameters if told.get(name) is not None}


def _period(body: ScheduleIn, definition: Definition, faults: list[FieldError]) -> str | None:
    if "from_day" in definition.parameters and body.period is None:
        faults.append(_fault("period", Refused("missing", "Bitte wählen Sie einen Zeitraum.")))
    if period_parameters(definition.parameters) is None and body.period is not None:
        faults.append(_fault("period", Refused("unknown_choice", "Dieser Bericht hat keinen Zeitraum.")))
    return body.period
