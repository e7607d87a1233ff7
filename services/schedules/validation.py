"""Checks of a schedule as entered that need its report, the role, the day or the accounts; every fault at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from analytics.definitions import Definition, definitions
from services.core.fields import Refused
from services.core.http.errors import FieldError, ValidationProblem
from services.reports.kept.keep import may_see
from services.reports.parameters import as_given, read_parameters
from services.schedules.conditions import condition_of
from services.schedules.inputs import ScheduleIn
from services.schedules.pack.fields import field_of, within
from services.schedules.pack.inputs import PackedReportIn
from services.schedules.periods import period_parameters
from services.schedules.recipients.validation import Addressing, Asked, Narrowing, choose
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
    first = Asked(definition, _parameters(body.parameters, definition, reading.today, faults))
    further = _further(body.further_reports or [], reading, faults)
    pack = [first, *further]
    narrowing = Narrowing(pack, body.own_filters)
    values = {
        "name": body.name,
        "report": definition.name,
        "parameters": first.parameters,
        "further_reports": [{"report": one.definition.name, "parameters": one.parameters} for one in further],
        "period": _period(body, [one.definition for one in pack], faults),
        "timing": body.timing.stored(),
        "zone": body.zone,
        "recipients": choose(body.recipients, reading.addressing, narrowing, faults),
        "formats": body.formats,
        "condition": None,
        "gate": body.gate.model_dump() if body.gate else None,
        "cool_down_hours": body.cool_down_hours,
        "retention_days": body.retention_days,
    }
    if body.condition is not None:
        values["condition"] = condition_of(body.condition, definition, faults)
    if faults:
        raise ValidationProblem(faults)
    return values


def joining_report(body: PackedReportIn, reading: Reading) -> Asked:
    """A report that joins a schedule, as entered. Raises ValidationProblem with names as in the body."""
    definition = definitions().get(body.report)
    if definition is None or not may_see(body.report, reading.role):
        raise ValidationProblem([_fault("report", Refused("unknown_choice", "Diesen Bericht gibt es nicht."))])
    faults: list[FieldError] = []
    asked = Asked(definition, _parameters(body.parameters, definition, reading.today, faults))
    if faults:
        raise ValidationProblem(faults)
    return asked


def _fault(member: str, refused: Refused) -> FieldError:
    return {"field": member, "code": refused.code, "message": refused.sentence}


def _further(wanted: Sequence[PackedReportIn], reading: Reading, faults: list[FieldError]) -> list[Asked]:
    """Each further report; its faults are named with its position: `further_reports.0.years`."""
    known, found = definitions(), []
    for place, one in enumerate(wanted):
        field = field_of(place)
        definition = known.get(one.report)
        if definition is None or not may_see(one.report, reading.role):
            faults.append(_fault(f"{field}.report", Refused("unknown_choice", "Diesen Bericht gibt es nicht.")))
            continue
        own: list[FieldError] = []
        found.append(Asked(definition, _parameters(one.parameters, definition, reading.today, own)))
        faults += [within(field, fault) for fault in own]
    return found


def _parameters(
    given: Mapping[str, Any], definition: Definition, today: date, faults: list[FieldError]
) -> dict[str, Any]:
    """Only parameters that are given, as JSON; the others take the report's defaults at every run."""
    try:
        values = read_parameters(definition, as_given(given), today)
    except ValidationProblem as problem:
        faults += problem.errors
        return {}
    told = {name: value.isoformat() if isinstance(value, date) else value for name, value in values.items()}
    return {name: told[name] for name in given if told.get(name) is not None}


def _period(body: ScheduleIn, pack: Sequence[Definition], faults: list[FieldError]) -> str | None:
    """The one period of all reports; those without days do not need it."""
    if any("from_day" in one.parameters for one in pack) and body.period is None:
        faults.append(_fault("period", Refused("missing", "Bitte wählen Sie einen Zeitraum.")))
    if all(period_parameters(one.parameters) is None for one in pack) and body.period is not None:
        words = "Dieser Bericht hat keinen Zeitraum." if len(pack) == 1 else "Diese Berichte haben keinen Zeitraum."
        faults.append(_fault("period", Refused("unknown_choice", words)))
    return body.period
