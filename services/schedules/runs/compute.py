"""Computes what a schedule sends: the report of its slot with all rows, the condition, the mail."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from analytics.definitions import Definition, definitions
from analytics.reporting import Parameters
from services.core.clock import berlin_day
from services.core.german import numeric_day
from services.core.http.errors import ValidationProblem
from services.core.schedules import next_slots
from services.mail.report_letters import ReportArrived
from services.reports.diff.compare import as_given
from services.reports.parameters import read_parameters
from services.reports.render.mail import Occasion, letter_of
from services.reports.run import ReportAnswer
from services.schedules.conditions import is_met
from services.schedules.models import ReportSchedule
from services.schedules.periods import period_at, period_parameters
from services.schedules.runs.claim import ClaimedRun
from services.schedules.timing import clock_words, rule_of
from services.settings import Settings

BODY: Final = "body"
_GONE: Final = "Diesen Bericht gibt es nicht mehr."
_PARAMETERS: Final = "Der Bericht nimmt seine Angaben nicht mehr an: "
_CONDITION: Final = "Nicht gesendet: Die Bedingung ist nicht erfüllt."
_COOL_DOWN: Final = "Nicht gesendet: Zuletzt wurde vor weniger als {hours} Stunden gesendet."


class NotComputable(Exception):
    """The report cannot be computed with these parameters; the message is German."""


@dataclass(frozen=True, slots=True)
class Files:
    """What the mail says about its files. If not attached, they are downloaded in the console."""

    names: tuple[str, ...]
    is_attached: bool
    kept_until: datetime


def definition_of(report: str) -> Definition:
    """The report's definition. Raises NotComputable."""
    definition = definitions().get(report)
    if definition is None:
        raise NotComputable(_GONE)
    return definition


def parameters_of(definition: Definition, plan: ReportSchedule, slot: datetime, now: datetime) -> Parameters:
    """All resolved parameters of a slot. Raises NotComputable.

    The period is that of the slot, however late the run is; the data is as of now.
    """
    given = as_given(plan.parameters)
    names = period_parameters(definition.parameters)
    if plan.period is not None and names is not None:
        days = period_at(plan.period, slot, ZoneInfo(plan.zone))
        given += [(name, day.isoformat()) for name, day in zip(names, days, strict=True)]
    try:
        return read_parameters(definition, given, berlin_day(now))
    except ValidationProblem as problem:
        raise NotComputable(_PARAMETERS + problem.errors[0]["message"]) from problem


def why_not_sent(schedule: ReportSchedule, answer: ReportAnswer, now: datetime) -> str | None:
    """The German reason why this report is not sent to anyone; None if it is sent."""
    if schedule.condition is not None and not is_met(schedule.condition, answer.tables):
        return _CONDITION
    rest = timedelta(hours=schedule.cool_down_hours)
    if schedule.last_sent_at is not None and now < schedule.last_sent_at + rest:
        return _COOL_DOWN.format(hours=schedule.cool_down_hours)
    return None


def letter(
    settings: Settings, claimed: ClaimedRun, answer: ReportAnswer, files: Files, park_names: Mapping[str, str]
) -> ReportArrived:
    """The mail of a run, identical for every recipient."""
    schedule = claimed.schedule
    occasion = Occasion(
        name=schedule.name,
        link=f"{settings.public_url}/admin/reports/schedules/{schedule.id}",
        owner=claimed.owner,
        owner_email=claimed.owner_email,
        next_words=_next_words(schedule, claimed.slot),
        kept_until=numeric_day(files.kept_until.date()) if files.names else "",
        note=claimed.note,
        is_test=claimed.is_test,
        file_names=files.names,
        is_attached=files.is_attached,
    )
    return letter_of(answer, occasion, park_names, with_figures=BODY in schedule.formats)


def _next_words(schedule: ReportSchedule, slot: datetime) -> str:
    """„23.11.2026, 6:00 Uhr“, in the schedule's time zone."""
    [following] = next_slots(rule_of(schedule.timing, schedule.zone), slot, 1)
    return f"{numeric_day(following.local.date())}, {clock_words(following.local.time())}"
