"""A schedule as entered: the types, and what depends on its report, the role, the day or the accounts."""

import datetime
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal
from zoneinfo import available_timezones

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator
from pydantic.config import JsonDict

from analytics.definitions import Definition
from services.core.contact_details import EmailAddress
from services.core.fields import FieldError, Refused, choice
from services.core.http.errors import ValidationProblem
from services.core.inputs import (
    Body,
    Choice,
    ClockTime,
    Default,
    ImpersonalLine,
    Integer,
    Line,
    Required,
    Rule,
    ShortReason,
    Version,
    Weekdays,
)
from services.core.schedules import FIRST_WORKING_DAY, LAST_DAY
from services.reports.kept.keep import definition_for
from services.reports.kept.schemas import Parameter
from services.reports.parameters import as_given, read_parameters
from services.schedules.recipients import Reading, choose
from services.schedules.timing import PERIOD_WORDS, period_parameters

FORMATS: Final = ("xlsx", "csv", "parquet", "pdf", "body")
MOST_RECIPIENTS: Final = 20
_KIND: Final = "Bitte wählen Sie täglich, wöchentlich, monatlich, vierteljährlich oder jährlich."
_TIME: Final = "Bitte geben Sie eine Uhrzeit an, zum Beispiel 06:00."
_WEEKDAYS: Final = "Bitte wählen Sie mindestens einen Wochentag."
_MONTH_DAY: Final = "Bitte wählen Sie einen Tag von 1 bis 31 oder den ersten Werktag; 31 ist immer der letzte."
_MONTH: Final = "Bitte wählen Sie einen Monat des Jahres."
_MONTH_OF_QUARTER: Final = "Bitte wählen Sie den ersten, zweiten oder dritten Monat des Quartals."
_FORMATS: Final = "Bitte wählen Sie mindestens ein Format."
_RECIPIENTS: Final = f"Bitte nennen Sie 1 bis {MOST_RECIPIENTS} Empfänger."
_PERIOD: Final = "Bitte wählen Sie einen Zeitraum."
_NO_PERIOD: Final = "Dieser Bericht hat keinen Zeitraum."
_PARAMETERS: Final = "Bitte prüfen Sie die Angaben zum Bericht."
_LEAST: Final = "Bitte geben Sie an, ab wie vielen Zeilen Tabellen kommen: 0 bis 1.000."
_FIXED_DAYS: Final = {"from", "to", "reserved_from", "reserved_to"}
_PERIODS: Final[JsonDict] = {"type": "string", "enum": list(PERIOD_WORDS)}


def _zone(value: object) -> str:
    if not isinstance(value, str) or value not in available_timezones():
        raise Refused("unknown_choice", "Diese Zeitzone gibt es nicht.")
    return value


def _formats(value: object) -> list[str]:
    """Each once, in the order in which they are attached."""
    if not isinstance(value, list) or not value:
        raise Refused("missing", _FORMATS)
    if any(form not in FORMATS for form in value):
        raise Refused("unknown_choice", "Dieses Format gibt es nicht.")
    return [form for form in FORMATS if form in value]


def _few(value: object) -> object:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_RECIPIENTS:
        raise Refused("out_of_range" if value else "missing", _RECIPIENTS)
    return value


def _within(least: int, most: int, fault: Refused) -> Rule:
    """A whole number of at least so much, and not beyond all reason; `fault` for any other value."""

    def read(value: object) -> int:
        try:
            return int(bounded.read(value))
        except Refused:
            raise fault from None

    bounded = Integer(least, most)
    return Rule(read, bounded.schema)


_LIST_OF_FORMATS = {"type": "array", "items": {"type": "string", "enum": list(FORMATS)}, "minItems": 1}
_FEW: JsonDict = {"minItems": 1, "maxItems": MOST_RECIPIENTS}


_DAY_OF_MONTH = _within(FIRST_WORKING_DAY, LAST_DAY, Refused("out_of_range", _MONTH_DAY))
_MONTH_OF_YEAR = _within(1, 12, Refused("out_of_range", _MONTH))
_NEEDED: Final[Mapping[str, Mapping[str, str]]] = {
    "weekly": {"weekdays": _WEEKDAYS},
    "monthly": {"month_day": _MONTH_DAY},
    "quarterly": {"month_day": _MONTH_DAY, "month": _MONTH_OF_QUARTER},
    "yearly": {"month_day": _MONTH_DAY, "month": _MONTH},
}


class TimingIn(Body):
    """When it is due: `weekdays` 1 Monday … 7 Sunday of weekly ones; `month_day` of monthly, quarterly and yearly ones,
    31 for the last day and 0 for the first working day; `month` 1 to 12 of yearly ones, and 1 to 3, within each
    quarter, of quarterly ones.
    """

    kind: Annotated[Literal["daily", "weekly", "monthly", "quarterly", "yearly"], Choice(_KIND), Required(_KIND)]
    time: Annotated[str, ClockTime(_TIME), Required(_TIME)]
    weekdays: Annotated[list[int], Weekdays(_WEEKDAYS), Default([])] = Field([], validate_default=True)
    month_day: Annotated[int | None, _DAY_OF_MONTH, Default(None)] = Field(None, validate_default=True)
    month: Annotated[int | None, _MONTH_OF_YEAR, Default(None)] = Field(None, validate_default=True)

    @field_validator("weekdays", "month_day", "month")
    @classmethod
    def _of_its_kind(cls, value: Any, member: ValidationInfo) -> Any:
        """Needed by some kinds; the others have none."""
        name = member.field_name or ""
        sentence = _NEEDED.get(str(member.data.get("kind")), {}).get(name)
        if sentence is None:
            return [] if name == "weekdays" else None
        if value is None or value == []:
            raise Refused("missing", sentence)
        if sentence is _MONTH_OF_QUARTER and value > 3:
            raise Refused("out_of_range", sentence)
        return value

    def stored(self) -> dict[str, Any]:
        """As kept: `month` only where it means something, as in rows from before there were quarters."""
        return self.model_dump(exclude=None if self.month else {"month"})


def _require_no_days(value: object) -> object:
    """The parameters as they came; Refused for fixed days, since the period moves with the schedule."""
    if not isinstance(value, Mapping) or _FIXED_DAYS & set(value):
        raise Refused("wrong_type", _PARAMETERS)
    return value


class ScheduleIn(Body):
    """A whole schedule as entered. `version` only for a change."""

    name: Annotated[str, ImpersonalLine(80), Required("Bitte geben Sie dem Zeitplan einen Namen.")]
    report: Annotated[str, Line(60), Required("Diesen Bericht gibt es nicht.")]
    parameters: Annotated[dict[str, Parameter], BeforeValidator(_require_no_days), Default({})] = Field(
        default_factory=dict
    )
    period: Annotated[str | None, Rule(choice(tuple(PERIOD_WORDS), _PERIOD), _PERIODS), Default(None)] = None
    timing: Annotated[TimingIn, Required(_KIND)]
    zone: Annotated[str, Rule(_zone, {"type": "string"}), Default("Europe/Berlin")] = "Europe/Berlin"
    recipients: Annotated[
        list[EmailAddress], BeforeValidator(_few), Field(json_schema_extra=_FEW), Required(_RECIPIENTS)
    ]
    formats: Annotated[list[str], Rule(_formats, _LIST_OF_FORMATS), Required(_FORMATS)]
    least_rows: Annotated[int, _within(0, 1_000, Refused("out_of_range", _LEAST)), Default(1)] = 1
    retention_days: Annotated[int, Integer(1, 3_660), Default(90)] = 90
    version: Version | None = None


def values_of(body: ScheduleIn, reading: Reading) -> dict[str, Any]:
    """Column values of the schedule. Raises ValidationProblem."""
    faults: list[FieldError] = []
    definition = definition_for(body.report, reading.role)
    values = {
        "name": body.name,
        "report": definition.name,
        "parameters": _parameters(body.parameters, definition, reading.today, faults),
        "period": body.period,
        "timing": body.timing.stored(),
        "zone": body.zone,
        "recipients": choose(body.recipients, reading, definition.name, faults),
        "formats": body.formats,
        "least_rows": body.least_rows,
        "retention_days": body.retention_days,
    }
    if body.period is None and "from_day" in definition.parameters:
        faults.append({"field": "period", "code": "missing", "message": _PERIOD})
    if body.period is not None and period_parameters(definition.parameters) is None:
        faults.append({"field": "period", "code": "unknown_choice", "message": _NO_PERIOD})
    if faults:
        raise ValidationProblem(faults)
    return values


def _parameters(
    given: Mapping[str, Any], definition: Definition, today: datetime.date, faults: list[FieldError]
) -> dict[str, Any]:
    """Only parameters that are given, as JSON; the others take the report's defaults at every run."""
    try:
        values = read_parameters(definition, as_given(given), today)
    except ValidationProblem as problem:
        faults += problem.errors
        return {}
    told = {name: value.isoformat() if isinstance(value, datetime.date) else value for name, value in values.items()}
    return {name: told[name] for name in given if told.get(name) is not None}


class SchedulePauseIn(Body):
    """The reason of a pause."""

    reason: ShortReason
