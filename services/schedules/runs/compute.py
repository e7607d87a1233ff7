"""Computes what a schedule sends: the report of its slot with all rows, the condition, the mail."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from analytics.definitions import Definition, definitions
from analytics.reporting import Parameters
from services.core.clock import berlin_day
from services.core.german import numeric_day
from services.core.http.errors import ValidationProblem
from services.core.schedules import next_slots
from services.mail.report_letters import ReportArrived
from services.reports.links.narrow import narrowed
from services.reports.parameters import as_given, read_parameters
from services.reports.render.mail import Occasion, letter_of
from services.reports.run import Question, ReportAnswer
from services.schedules.conditions import is_met
from services.schedules.models import ReportSchedule
from services.schedules.pack.reports import reports_of
from services.schedules.periods import period_at, period_parameters
from services.schedules.recipients.narrowing import Filters, short_words
from services.schedules.runs.claim import ClaimedRun
from services.schedules.timing import clock_words, rule_of
from services.settings import Settings

BODY: Final = "body"
_GONE: Final = "Diesen Bericht gibt es nicht mehr."
_PARAMETERS: Final = "Der Bericht nimmt seine Angaben nicht mehr an: "
_NARROWING: Final = "Der eigene Filter passt nicht mehr zum Zeitplan: "
_CONDITION: Final = "Nicht gesendet: Die Bedingung ist nicht erfüllt."
_COOL_DOWN: Final = "Nicht gesendet: Zuletzt wurde vor weniger als {hours} Stunden gesendet."


class NotComputable(Exception):
    """The report cannot be computed with these parameters; the message is German."""


@dataclass(frozen=True, slots=True)
class Files:
    """What the mail says about its files and rows. If not attached, they are downloaded in the console."""

    names: tuple[str, ...]
    is_attached: bool
    kept_until: datetime
    filters: Filters | None = None
    """Filters of the recipients themselves."""


def definition_of(report: str) -> Definition:
    """The report's definition. Raises NotComputable."""
    definition = definitions().get(report)
    if definition is None:
        raise NotComputable(_GONE)
    return definition


def questions_of(plan: ReportSchedule, slot: datetime, now: datetime, filters: Filters | None = None) -> list[Question]:
    """What each report of the schedule is asked. Raises NotComputable, which names the report of several."""
    pack, found = reports_of(plan), []
    for one in pack:
        try:
            definition = definition_of(one.report)
            found.append((definition, parameters_of(definition, one.parameters, plan, slot, now, filters)))
        except NotComputable as error:
            if len(pack) == 1:
                raise
            raise NotComputable(in_report(one.report, str(error))) from error
    return found


def given_in(schedule: ReportSchedule, owner: str) -> str:
    """Who answers for the assumptions of a schedule, and since when they are as they are."""
    return f"aus dem Versand von {owner}, zuletzt geändert am {numeric_day(berlin_day(schedule.changed_at))}"


def in_report(report: str, words: str) -> str:
    """„Bericht „Überblick“: Diesen Bericht gibt es nicht mehr.“"""
    definition = definitions().get(report)
    return f"Bericht „{definition.title if definition else report}“: {words}"


def parameters_of(
    definition: Definition,
    given: Mapping[str, Any],
    plan: ReportSchedule,
    slot: datetime,
    now: datetime,
    filters: Filters | None = None,
) -> Parameters:
    """All resolved parameters of a slot, narrowed to the filters of a recipient. Raises NotComputable.

    The period is that of the slot, however late the run is; the data is as of now.
    """
    try:
        asked = as_given(narrowed(definition, given, filters or {}, "filters"))
    except ValidationProblem as problem:
        raise NotComputable(_NARROWING + problem.errors[0]["message"]) from problem
    names = period_parameters(definition.parameters)
    if plan.period is not None and names is not None:
        days = period_at(plan.period, slot, ZoneInfo(plan.zone))
        asked += [(name, day.isoformat()) for name, day in zip(names, days, strict=True)]
    try:
        return read_parameters(definition, asked, berlin_day(now))
    except ValidationProblem as problem:
        raise NotComputable(_PARAMETERS + problem.errors[0]["message"]) from problem


def why_not_sent(
    schedule: ReportSchedule, answer: ReportAnswer, last_sent_at: datetime | None, now: datetime
) -> str | None:
    """The German reason why this report is not sent to anyone; None if it is sent. `answer`, of the first report, and
    `last_sent_at` are of one narrowing: what one recipient gets does not depend on the figures of another.
    """
    if schedule.condition is not None and not is_met(schedule.condition, answer.tables):
        return _CONDITION
    rest = timedelta(hours=schedule.cool_down_hours)
    if last_sent_at is not None and now < last_sent_at + rest:
        return _COOL_DOWN.format(hours=schedule.cool_down_hours)
    return None


def letter(
    settings: Settings,
    claimed: ClaimedRun,
    answers: Sequence[ReportAnswer],
    files: Files,
    park_names: Mapping[str, str],
) -> ReportArrived:
    """The mail of a run or of one of its parts, identical for all its recipients."""
    schedule = claimed.schedule
    occasion = Occasion(
        name=schedule.name,
        link=f"{settings.public_url}/admin/reports/schedules/{schedule.id}",
        owner=claimed.owner,
        owner_email=claimed.owner_email,
        next_words=_next_words(schedule, claimed.asked_at or claimed.slot),
        kept_until=numeric_day(files.kept_until.date()) if files.names else "",
        note=claimed.note,
        is_test=claimed.is_test,
        file_names=files.names,
        is_attached=files.is_attached,
        narrowed=short_words(files.filters),
    )
    return letter_of(answers, occasion, park_names, with_figures=BODY in schedule.formats)


def _next_words(schedule: ReportSchedule, slot: datetime) -> str:
    """„23.11.2026, 6:00 Uhr“, in the schedule's time zone."""
    [following] = next_slots(rule_of(schedule.timing, schedule.zone), slot, 1)
    return f"{numeric_day(following.local.date())}, {clock_words(following.local.time())}"
