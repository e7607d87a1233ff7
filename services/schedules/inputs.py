"""Input types of a schedule. What depends on its report, the role or the day is checked in `validation.py`."""

import datetime
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Final, Literal
from zoneinfo import available_timezones

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator
from pydantic.config import JsonDict

from services.core.contact_details import EmailAddress
from services.core.fields import Refused
from services.core.inputs import (
    Body,
    Choice,
    ImpersonalLine,
    Line,
    Needed,
    Otherwise,
    Rule,
    ShortReason,
    Version,
    Weekdays,
    Whole,
)
from services.core.schedules import LAST_DAY
from services.reports.segments.schemas import Filters
from services.schedules.gate.inputs import GateIn, within_a_day
from services.schedules.pack.inputs import FurtherReports, ParametersIn, PeriodIn
from services.schedules.timing import CLOCK_SCHEMA, read_clock

FORMATS: Final = ("xlsx", "csv", "parquet", "pdf", "body")
MOST_RECIPIENTS: Final = 20
_MOST: Final = 10**12
_KIND: Final = "Bitte wählen Sie täglich, wöchentlich, monatlich, vierteljährlich oder jährlich."
_TIME: Final = "Bitte geben Sie eine Uhrzeit an, zum Beispiel 06:00."
_WEEKDAYS: Final = "Bitte wählen Sie mindestens einen Wochentag."
_MONTH_DAY: Final = "Bitte wählen Sie einen Tag von 1 bis 31; 31 ist immer der letzte."
_MONTH: Final = "Bitte wählen Sie einen Monat des Jahres."
_MONTH_OF_QUARTER: Final = "Bitte wählen Sie den ersten, zweiten oder dritten Monat des Quartals."
_FORMATS: Final = "Bitte wählen Sie mindestens ein Format."
_RECIPIENTS: Final = f"Bitte nennen Sie 1 bis {MOST_RECIPIENTS} Empfänger."
_OWN_FILTERS: Final = "Bitte prüfen Sie die eigenen Filter der Empfänger."
_WHEN: Final = "Bitte wählen Sie, wann gesendet wird."
_TABLE: Final = "Diese Tabelle hat der Bericht nicht."
_COLUMN: Final = "Diese Zahl hat die Tabelle nicht."
_IS: Final = "Bitte wählen Sie „unter“ oder „über“."
_LEAST: Final = "Bitte geben Sie an, ab wie vielen Zeilen gesendet wird."
_VALUE: Final = "Bitte geben Sie den Schwellenwert an."


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def _zone(value: object) -> str:
    if not isinstance(value, str) or value not in _zones():
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

    bounded = Whole(least, most)
    return Rule(read, bounded.schema)


_LIST_OF_FORMATS = {"type": "array", "items": {"type": "string", "enum": list(FORMATS)}, "minItems": 1}
_MISSING_OF_FIGURES = {
    "column": ("unknown_choice", _COLUMN),
    "is_": ("unknown_choice", _IS),
    "value": ("missing", _VALUE),
}
_FEW: JsonDict = {"minItems": 1, "maxItems": MOST_RECIPIENTS}


_DAY_OF_MONTH = _within(1, LAST_DAY, Refused("out_of_range", _MONTH_DAY))
_MONTH_OF_YEAR = _within(1, 12, Refused("out_of_range", _MONTH))
_MONTHS_OF: Final[Mapping[str, tuple[int, str]]] = {"quarterly": (3, _MONTH_OF_QUARTER), "yearly": (12, _MONTH)}


class TimingIn(Body):
    """When it is due: `weekdays` 1 Monday … 7 Sunday of weekly ones; `month_day` of monthly, quarterly and yearly ones,
    31 for the last; `month` 1 to 12 of yearly ones, and 1 to 3, within each quarter, of quarterly ones.
    """

    kind: Annotated[Literal["daily", "weekly", "monthly", "quarterly", "yearly"], Choice(_KIND), Needed(_KIND)]
    time: Annotated[str, Rule(lambda value: read_clock(value, _TIME), CLOCK_SCHEMA), Needed(_TIME)]
    weekdays: Annotated[list[int], Weekdays(_WEEKDAYS), Otherwise([])] = Field([], validate_default=True)
    month_day: Annotated[int | None, _DAY_OF_MONTH, Otherwise(None)] = Field(None, validate_default=True)
    month: Annotated[int | None, _MONTH_OF_YEAR, Otherwise(None)] = Field(None, validate_default=True)

    @field_validator("weekdays")
    @classmethod
    def _of_weekly_ones(cls, weekdays: list[int], before: ValidationInfo) -> list[int]:
        if before.data.get("kind") != "weekly":
            return []
        if not weekdays:
            raise Refused("missing", _WEEKDAYS)
        return weekdays

    @field_validator("month_day")
    @classmethod
    def _of_monthly_ones(cls, month_day: int | None, before: ValidationInfo) -> int | None:
        if before.data.get("kind") not in ("monthly", "quarterly", "yearly"):
            return None
        if month_day is None:
            raise Refused("missing", _MONTH_DAY)
        return month_day

    @field_validator("month")
    @classmethod
    def _of_quarterly_and_yearly_ones(cls, month: int | None, before: ValidationInfo) -> int | None:
        most, sentence = _MONTHS_OF.get(str(before.data.get("kind")), (0, ""))
        if not most:
            return None
        if month is None or month > most:
            raise Refused("missing" if month is None else "out_of_range", sentence)
        return month

    @property
    def clock(self) -> datetime.time:
        """The time of day."""
        return datetime.time.fromisoformat(self.time)

    def stored(self) -> dict[str, Any]:
        """As kept: `month` only where it means something, as in rows from before there were quarters."""
        return self.model_dump(exclude=None if self.month else {"month"})


Side = Literal["below", "above"]


class ConditionIn(Body):
    """Sent only if the table has `least` rows, or if the figure of a row is below or above the value."""

    kind: Annotated[Literal["rows", "figure"], Choice(_WHEN), Needed(_WHEN)]
    table: Annotated[str, Line(60), Needed(_TABLE)]
    least: Annotated[int, _within(1, _MOST, Refused("out_of_range", _LEAST))] = 1
    column: Annotated[str | None, Line(60), Otherwise(None)] = None
    is_: Annotated[Side | None, Choice(_IS), Otherwise(None)] = Field(None, alias="is")
    value: Annotated[int | None, _within(-_MOST, _MOST, Refused("not_whole", _VALUE)), Otherwise(None)] = None

    @model_validator(mode="before")
    @classmethod
    def _ask_for_members_of_figures(cls, given: Any) -> Any:
        """One left out is told like one that is null, at the name it has in the body."""
        return {"column": None, "is": None, "value": None, **given} if isinstance(given, Mapping) else given

    @field_validator("column", "is_", "value")
    @classmethod
    def _of_figures(cls, given: object, before: ValidationInfo) -> object:
        if before.data.get("kind") != "figure":
            return None
        if given is None:
            code, sentence = _MISSING_OF_FIGURES[before.field_name or ""]
            raise Refused(code, sentence)
        return given


def _own_filters(value: object) -> object:
    if value is not None and (not isinstance(value, Mapping) or len(value) > MOST_RECIPIENTS):
        raise Refused("wrong_type", _OWN_FILTERS)
    return value


class ScheduleIn(Body):
    """A whole schedule as entered. `own_filters`: by the address of a recipient, what narrows the report for them
    alone; left out, every recipient keeps the filters they have. `further_reports` are sent with the first, of the same
    period; left out, the schedule keeps those it has. `version` only for a change.
    """

    name: Annotated[str, ImpersonalLine(80), Needed("Bitte geben Sie dem Zeitplan einen Namen.")]
    report: Annotated[str, Line(60), Needed("Diesen Bericht gibt es nicht.")]
    parameters: ParametersIn = Field(default_factory=dict)
    further_reports: FurtherReports = None
    period: PeriodIn = None
    timing: Annotated[TimingIn, Needed(_KIND)]
    zone: Annotated[str, Rule(_zone, {"type": "string"}), Otherwise("Europe/Berlin")] = "Europe/Berlin"
    recipients: Annotated[list[EmailAddress], BeforeValidator(_few), Field(json_schema_extra=_FEW), Needed(_RECIPIENTS)]
    own_filters: Annotated[dict[str, Filters] | None, BeforeValidator(_own_filters), Otherwise(None)] = None
    formats: Annotated[list[str], Rule(_formats, _LIST_OF_FORMATS), Needed(_FORMATS)]
    condition: ConditionIn | None = None
    gate: GateIn | None = None
    cool_down_hours: Annotated[int, Whole(0, 24 * 366), Otherwise(0)] = 0
    retention_days: Annotated[int, Whole(1, 3_660), Otherwise(90)] = 90
    version: Version | None = None

    @field_validator("gate")
    @classmethod
    def _after_its_time(cls, gate: GateIn | None, before: ValidationInfo) -> GateIn | None:
        return within_a_day(gate, before)


class SchedulePauseIn(Body):
    """Why a schedule rests."""

    reason: ShortReason
