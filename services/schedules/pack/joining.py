"""A report joins a schedule that there is: from its page it becomes the last one of the pack. A unit of work."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy.orm import Session

from analytics.definitions import Definition
from services.core.clock import berlin_day
from services.core.fields import Refused
from services.core.german import listed
from services.core.http.errors import ValidationProblem
from services.reports.parameters import as_given, read_parameters
from services.schedules.errors import AlreadyInPack, NotForAll, PackFull
from services.schedules.models import ReportSchedule
from services.schedules.pack.reports import MOST_REPORTS, PackedReport, names_of, reports_of
from services.schedules.recipients.eligibility import is_entitled, judged, rows_of
from services.schedules.recipients.narrowing import require_narrower
from services.schedules.recipients.validation import Asked
from services.schedules.schedules import locked, require_park, tell
from services.staff.call import Staff
from services.staff.errors import Stale
from services.staff.models import Account

_PERIOD: Final = "Bitte wählen Sie einen Zeitraum."


@dataclass(frozen=True, slots=True)
class Joining:
    """The report with its own parameters, and the version of the schedule it is added to. `period` becomes that of the
    schedule where it has none.
    """

    asked: Asked
    period: str | None
    version: int


def join(session: Session, schedule_id: int, wanted: Joining, staff: Staff, now: datetime) -> ReportSchedule:
    """Append the report. Raises UnknownSchedule, OthersSchedule, Stale, PackFull, AlreadyInPack, NotForAll,
    ValidationProblem.
    """
    joining = wanted.asked
    row = locked(session, schedule_id, staff)
    if row.version != wanted.version:
        raise Stale("diese Zustellung", row.version)
    _require_room(row, joining, now)
    _require_readers(session, row, joining, now)
    require_park(session, {"parameters": joining.parameters})
    changed = ["further_reports"]
    if row.period is None and "from_day" in joining.definition.parameters:
        if wanted.period is None:
            raise ValidationProblem([{"field": "period", "code": "missing", "message": _PERIOD}])
        row.period = wanted.period
        changed.append("period")
    one = {"report": joining.definition.name, "parameters": joining.parameters}
    row.further_reports = [*(row.further_reports or []), one]
    row.version += 1
    row.changed_at = now
    session.flush()
    tell(session, row, "changed", staff.actor, now, fields=changed)
    return row


def _require_room(row: ReportSchedule, joining: Asked, now: datetime) -> None:
    title = joining.definition.title
    if any(_is_same(one, joining, now) for one in reports_of(row)):
        raise AlreadyInPack(row.name, title)
    if len(reports_of(row)) >= MOST_REPORTS:
        raise PackFull(row.name)


def _is_same(one: PackedReport, joining: Asked, now: datetime) -> bool:
    """Whether both show the same, also where only one of them names what is a default."""
    if one.report != joining.definition.name:
        return False
    return _resolved(joining.definition, one.parameters, now) == _resolved(joining.definition, joining.parameters, now)


def _resolved(definition: Definition, parameters: Mapping[str, Any], now: datetime) -> Mapping[str, Any]:
    """All parameters; filters in one order. Those that the report no longer takes are compared as they are."""
    try:
        read = read_parameters(definition, as_given(parameters), berlin_day(now))
    except ValidationProblem:
        return parameters
    return {name: sorted(value) if isinstance(value, list | tuple) else value for name, value in read.items()}


def _require_readers(session: Session, row: ReportSchedule, joining: Asked, now: datetime) -> None:
    """Owner and recipients who have the schedule's reports today have to be entitled to this one, too: the pack would
    stop for an owner and silently leave out a recipient who is not.
    """
    before, after = names_of(row), [*names_of(row), joining.definition.name]
    recipients = rows_of(session, [row.id])
    pairs = zip(judged(session, recipients, before, now), judged(session, recipients, after, now), strict=True)
    lost = [two.account.name for one, two in pairs if one.left_out is None and two.left_out is not None and two.account]
    owner = session.get(Account, row.owner_id)
    if is_entitled(owner, before) and not is_entitled(owner, after) and owner is not None:
        lost.append(owner.name)
    if lost:
        raise NotForAll(joining.definition.title, listed(list(dict.fromkeys(lost))))
    for place, one in enumerate(recipients):
        if one.filters:
            _require_filter(joining, one.filters, place)


def _require_filter(joining: Asked, filters: Mapping[str, list[str]], place: int) -> None:
    try:
        require_narrower(joining.definition, joining.parameters, filters)
    except Refused as refused:
        message = f"Ein Empfänger hat einen eigenen Filter. {refused.sentence}"
        raise ValidationProblem([{"field": f"recipients.{place}", "code": refused.code, "message": message}]) from None
