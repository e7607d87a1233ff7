"""Staff API for schedules of reports: list, add, change, pause, remove."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated

from fastapi import Query
from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.http.errors import ValidationProblem
from services.core.http.openapi import problems
from services.core.inputs import RowId
from services.schedules import schedules as store
from services.schedules.inputs import ScheduleIn, SchedulePauseIn
from services.schedules.models import ReportSchedule
from services.schedules.offers import offers
from services.schedules.pack.inputs import JoiningReportIn, kept_further
from services.schedules.pack.joining import Joining, join
from services.schedules.pack.reports import names_of
from services.schedules.recipients.eligibility import judged, rows_of
from services.schedules.recipients.narrowing import Filters
from services.schedules.recipients.validation import Addressing
from services.schedules.runs.preview import preview
from services.schedules.schemas import (
    OffersOut,
    PreviewQuery,
    RecipientOut,
    RecipientsOut,
    RecipientsQuery,
    ScheduleOut,
    SchedulePreviewOut,
    SchedulesOut,
)
from services.schedules.validation import Reading, joining_report, values_of
from services.schedules.views import schedules_out
from services.staff.access import AdminOf, AnyStaffOf, CallOf, StaffRouter
from services.staff.call import Call, Staff
from services.staff.colleagues import colleagues_by_address
from services.staff.stale import Changes, acts, stale, with_current

router = StaffRouter(tag="report-schedules")
_READS = problems(401, 403, 404, 422, 503)
_CHANGES = problems(401, 403, 404, 409, 422, 503)
_EDITS = _CHANGES | stale(ScheduleOut)
_CHANGING = tuple(f"report_schedule.{what}" for what in ("changed", "paused", "resumed"))


@router.get("/report-schedules", operation_id="list_report_schedules", responses=problems(401, 403, 503))
def list_report_schedules(call: CallOf, staff: AnyStaffOf) -> SchedulesOut:
    """All schedules of reports that this role may see, by name; there are at most two hundred."""
    with call.db.read() as session:
        rows = store.schedules(session, staff.role)
        data = schedules_out(session, rows, staff, call.now)
    return SchedulesOut(data=data, has_next=False, total=len(data))


@router.get("/report-schedules/offers", operation_id="list_report_schedule_offers", responses=problems(401, 403))
def list_report_schedule_offers(staff: AnyStaffOf) -> OffersOut:
    """Ready-made schedules for this role, addressed to the person asking."""
    return OffersOut.model_validate({"data": offers(staff)})


@router.get(
    "/report-schedules/recipients",
    operation_id="list_report_schedule_recipients",
    responses=problems(401, 403, 422, 503),
)
def list_report_schedule_recipients(
    call: CallOf, _staff: AnyStaffOf, wanted: Annotated[RecipientsQuery, Query()]
) -> RecipientsOut:
    """Colleagues whom these reports may be sent to: everybody who works here and may see all of them."""
    with call.db.read() as session:
        found = store.colleagues(session, wanted.report)
        return RecipientsOut(data=[RecipientOut(name=one.name, email=one.email) for one in found])


@router.post(
    "/report-schedules",
    status_code=201,
    operation_id="add_report_schedule",
    responses=problems(401, 403, 409, 422, 503),
)
def add_report_schedule(body: ScheduleIn, call: CallOf, staff: AnyStaffOf) -> ScheduleOut:
    """Save a new schedule; it belongs to the person who saves it."""
    values = values_of(body, reading_of(call, staff))
    return _changed(call, staff, lambda session: store.add(session, values, staff, call.now))


@router.get("/report-schedules/{schedule_id:int}", operation_id="get_report_schedule", responses=_READS)
def get_report_schedule(schedule_id: RowId, call: CallOf, staff: AnyStaffOf) -> ScheduleOut:
    """One schedule."""
    with call.db.read() as session:
        return _shown(schedule_id, call, staff, session)


@router.put("/report-schedules/{schedule_id:int}", operation_id="change_report_schedule", responses=_EDITS)
def change_report_schedule(schedule_id: RowId, body: ScheduleIn, call: CallOf, staff: AnyStaffOf) -> ScheduleOut:
    """Save a whole schedule; a stale save is refused with the schedule as it is now."""
    with call.db.read() as session:
        present = store.find(session, schedule_id, staff.role)
        rows = rows_of(session, [schedule_id])
        known = {one.address.lower(): one.filters for one in judged(session, rows, names_of(present), call.now)}
        if body.further_reports is None:
            body = body.model_copy(update={"further_reports": kept_further(present)})
    values = values_of(body, reading_of(call, staff, known))
    version = _version(body)
    with with_current(call.db, partial(_shown, schedule_id, call, staff), _edits_of(schedule_id)):
        return _changed(call, staff, lambda session: store.edit(session, schedule_id, version, values, staff, call.now))


@router.post("/report-schedules/{schedule_id:int}/reports", operation_id="join_report_schedule", responses=_EDITS)
def join_report_schedule(schedule_id: RowId, body: JoiningReportIn, call: CallOf, staff: AnyStaffOf) -> ScheduleOut:
    """Send one more report with a schedule, as the last of its pack. Nothing changes where the schedule has six, sends
    the same already, or has recipients who may not see it (409 `pack_full`, `already_in_pack`, `not_for_all`).
    """
    wanted = Joining(joining_report(body, reading_of(call, staff)), body.period, body.version)
    with with_current(call.db, partial(_shown, schedule_id, call, staff), _edits_of(schedule_id)):
        return _changed(call, staff, lambda session: join(session, schedule_id, wanted, staff, call.now))


@router.delete(
    "/report-schedules/{schedule_id:int}", status_code=204, operation_id="remove_report_schedule", responses=_READS
)
def remove_report_schedule(schedule_id: RowId, call: CallOf, staff: AnyStaffOf) -> None:
    """Remove a schedule; what has arrived can be fetched until it expires."""
    call.db.write(lambda session: store.remove(session, schedule_id, staff, call.now))


@router.post("/report-schedules/{schedule_id:int}/pause", operation_id="pause_report_schedule", responses=_READS)
def pause_report_schedule(schedule_id: RowId, body: SchedulePauseIn, call: CallOf, staff: AnyStaffOf) -> ScheduleOut:
    """Send nothing until it is resumed."""
    return _changed(call, staff, lambda session: store.pause(session, schedule_id, body.reason, staff, call.now))


@router.post("/report-schedules/{schedule_id:int}/resume", operation_id="resume_report_schedule", responses=_CHANGES)
def resume_report_schedule(schedule_id: RowId, call: CallOf, staff: AnyStaffOf) -> ScheduleOut:
    """Send again from its next turn on."""
    return _changed(call, staff, lambda session: store.resume(session, schedule_id, staff, call.now))


@router.post(
    "/report-schedules/{schedule_id:int}/recipients/{recipient_id:int}/confirm",
    operation_id="confirm_report_schedule_recipient",
    responses=_READS,
)
def confirm_report_schedule_recipient(
    schedule_id: RowId, recipient_id: RowId, call: CallOf, staff: AdminOf
) -> ScheduleOut:
    """Answer for an address outside for another year from today on."""
    return _changed(
        call, staff, lambda session: store.confirm_recipient(session, schedule_id, recipient_id, staff, call.now)
    )


@router.post(
    "/report-schedules/preview", operation_id="preview_report_schedule", responses=problems(401, 403, 409, 422, 503)
)
def preview_report_schedule(
    body: ScheduleIn, wanted: Annotated[PreviewQuery, Query()], call: CallOf, staff: AnyStaffOf
) -> SchedulePreviewOut:
    """What a schedule would send at this moment, to recipients without a filter of their own or to one of them;
    nothing is kept and nothing is sent. One at a time for each person: the next one stops it, which is then answered
    with 409 `replaced`.
    """
    return preview(call, staff, values_of(body, reading_of(call, staff)), wanted.recipient)


def reading_of(call: Call, staff: Staff, known: Mapping[str, Filters | None] | None = None) -> Reading:
    """The context against which this person's schedule is validated. `known`: recipients it has, with their filters."""
    with call.db.read() as session:
        accounts = colleagues_by_address(session)
    is_test = call.settings.environment == "local"
    return Reading(staff.role, berlin_day(call.now), Addressing(staff.role, accounts, known or {}, is_test))


def _version(body: ScheduleIn) -> int:
    if body.version is None:
        message = "Bitte laden Sie den Zeitplan neu."
        raise ValidationProblem([{"field": "version", "code": "missing", "message": message}])
    return body.version


def _shown(schedule_id: int, call: Call, staff: Staff, session: Session) -> ScheduleOut:
    return _out(session, store.find(session, schedule_id, staff.role), call, staff)


def _edits_of(schedule_id: int) -> Changes:
    return acts(f"report_schedule:{schedule_id}", *_CHANGING)


def _changed(call: Call, staff: Staff, unit: Callable[[Session], ReportSchedule]) -> ScheduleOut:
    return call.db.write(lambda session: _out(session, unit(session), call, staff))


def _out(session: Session, row: ReportSchedule, call: Call, staff: Staff) -> ScheduleOut:
    return schedules_out(session, [row], staff, call.now)[0]
