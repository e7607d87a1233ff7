"""Validates a schedule as entered and turns it into column values; reports every error at once, in German."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any, Final
from zoneinfo import available_timezones

from analytics.definitions import Definition, definitions
from services.core.fields import Fields, Refused, choice, fault, line, number, refuse_faults
from services.core.http.errors import ValidationProblem
from services.core.personal_text import holds_personal_data
from services.core.schedules import LAST_DAY
from services.reports.diff.compare import as_given
from services.reports.kept.keep import may_see
from services.reports.parameters import read_parameters
from services.schedules.conditions import read_condition
from services.schedules.periods import PERIOD_WORDS
from services.schedules.recipients.validation import Addressing, read_recipients
from services.staff.models import Role

LONGEST_NAME: Final = 80
LONGEST_REASON: Final = 300
FORMATS: Final = ("xlsx", "csv", "parquet", "pdf", "body")
KINDS: Final = ("daily", "weekly", "monthly")
_CLOCK: Final = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
_NAME: Final = "Bitte geben Sie dem Zeitplan einen Namen."
_PERSONAL: Final = "Bitte keine E-Mail-Adresse und keine Telefonnummer."
_REPORT: Final = "Diesen Bericht gibt es nicht."
_PARAMETERS: Final = "Bitte prüfen Sie die Angaben zum Bericht."
_PERIOD: Final = "Bitte wählen Sie einen Zeitraum."
_NO_PERIOD: Final = "Dieser Bericht hat keinen Zeitraum."
_KIND: Final = "Bitte wählen Sie täglich, wöchentlich oder monatlich."
_TIME: Final = "Bitte geben Sie eine Uhrzeit an, zum Beispiel 06:00."
_WEEKDAYS: Final = "Bitte wählen Sie mindestens einen Wochentag."
_MONTH_DAY: Final = "Bitte wählen Sie einen Tag von 1 bis 31; 31 ist immer der letzte."
_ZONE: Final = "Diese Zeitzone gibt es nicht."
_FORMATS: Final = "Bitte wählen Sie mindestens ein Format."
_UNKNOWN_FORMAT: Final = "Dieses Format gibt es nicht."
_REASON: Final = "Bitte nennen Sie den Grund."


@dataclass(frozen=True, slots=True)
class Reading:
    """Who enters it, when, and to whom they may send it."""

    role: Role
    today: date
    addressing: Addressing


def read_schedule(given: Mapping[str, Any], reading: Reading) -> dict[str, Any]:
    """Column values of the schedule. Raises ValidationProblem."""
    fields = Fields(given, [])
    definition = _definition(fields, reading.role)
    values: dict[str, Any] = {
        "name": fields.read("name", _name, _NAME),
        "report": definition.name if definition else "",
        "parameters": _parameters(fields, definition, reading.today),
        "period": _period(fields, definition),
        "timing": _timing(fields),
        "zone": fields.read_optional("zone", _zone, "Europe/Berlin"),
        "recipients": read_recipients(fields, reading.addressing, definition),
        "formats": _formats(fields),
        "condition": read_condition(fields, definition),
        "cool_down_hours": fields.read_optional("cool_down_hours", _whole(0, 24 * 366), 0),
        "retention_days": fields.read_optional("retention_days", _whole(1, 3_660), 90),
    }
    refuse_faults(fields)
    return values


def read_reason(given: object) -> str:
    """The reason for pausing. Raises ValidationProblem."""
    fields = Fields({"reason": given}, [])
    reason = fields.read("reason", line(LONGEST_REASON), _REASON)
    refuse_faults(fields)
    return reason or ""


def _name(value: object) -> str:
    name = line(LONGEST_NAME)(value)
    if holds_personal_data(name):
        raise Refused("personal", _PERSONAL)
    return name


def _definition(fields: Fields, role: Role) -> Definition | None:
    given = fields.body.get("report")
    definition = definitions().get(given) if isinstance(given, str) else None
    if definition is None or not may_see(definition.name, role):
        fields.errors.append(fault("report", "unknown_choice", _REPORT))
        return None
    return definition


def _parameters(fields: Fields, definition: Definition | None, today: date) -> dict[str, Any]:
    """Only parameters that are given, as JSON; the others take the report's defaults at every run."""
    given = fields.body.get("parameters") or {}
    if not isinstance(given, Mapping) or {"from", "to"} & set(given):
        fields.errors.append(fault("parameters", "wrong_type", _PARAMETERS))
        return {}
    if definition is None:
        return {}
    try:
        values = read_parameters(definition, as_given(given), today)
    except ValidationProblem as problem:
        fields.errors += problem.errors
        return {}
    told = {name: value.isoformat() if isinstance(value, date) else value for name, value in values.items()}
    return {name: told[name] for name in given if told.get(name) is not None}


def _period(fields: Fields, definition: Definition | None) -> str | None:
    given = fields.body.get("period")
    if definition is None:
        return None
    if "from_day" in definition.parameters:
        return fields.read("period", choice(tuple(PERIOD_WORDS), _PERIOD), _PERIOD)
    if given not in (None, ""):
        fields.errors.append(fault("period", "unknown_choice", _NO_PERIOD))
    return None


def _timing(fields: Fields) -> dict[str, Any]:
    """`weekdays` and `month_day` only if the kind has them."""
    given = fields.body.get("timing")
    inner = Fields(given if isinstance(given, Mapping) else {}, [])
    kind = inner.read("kind", choice(KINDS, _KIND), _KIND)
    timing = {
        "kind": kind,
        "time": inner.read("time", _clock, _TIME),
        "weekdays": inner.read("weekdays", _weekdays, _WEEKDAYS) if kind == "weekly" else [],
        "month_day": inner.read("month_day", _month_day, _MONTH_DAY) if kind == "monthly" else None,
    }
    fields.errors += [{**error, "field": f"timing.{error['field']}"} for error in inner.errors]
    return timing


def _clock(value: object) -> str:
    if not isinstance(value, str) or not _CLOCK.fullmatch(value):
        raise Refused("not_a_time", _TIME)
    return value


def _weekdays(value: object) -> list[int]:
    days = value if isinstance(value, list) else []
    if not days or not all(type(day) is int and 1 <= day <= 7 for day in days):
        raise Refused("unknown_choice", _WEEKDAYS)
    return sorted(set(days))


def _month_day(value: object) -> int:
    if type(value) is not int or not 1 <= value <= LAST_DAY:
        raise Refused("out_of_range", _MONTH_DAY)
    return value


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def _zone(value: object) -> str:
    if not isinstance(value, str) or value not in _zones():
        raise Refused("unknown_choice", _ZONE)
    return value


def _formats(fields: Fields) -> list[str]:
    given: Sequence[Any] = fields.body.get("formats") or []
    if not isinstance(given, list) or not given:
        fields.errors.append(fault("formats", "missing", _FORMATS))
        return []
    if any(form not in FORMATS for form in given):
        fields.errors.append(fault("formats", "unknown_choice", _UNKNOWN_FORMAT))
    return [form for form in FORMATS if form in given]


def _whole(least: int, most: int) -> Any:
    def rule(value: object) -> int:
        found = number(value)
        if found != int(found) or not least <= found <= most:
            raise Refused("out_of_range", f"Bitte geben Sie eine ganze Zahl von {least} bis {most} ein.")
        return int(found)

    return rule
