"""Staff API for schedules of reports: list, add, change, pause, remove."""

from collections.abc import Collection
from typing import Annotated

from fastapi import Query, Response
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.responses import StreamingResponse

from services.core.clock import berlin_day
from services.core.http.errors import ValidationProblem
from services.core.http.paging import page_of
from services.core.http.transactions import Reads, Writes
from services.core.inputs import RowId
from services.core.storage.installed import files_of
from services.core.table_files.sending import FileResponse
from services.reports.models import ReportRun
from services.schedules import files
from services.schedules import schedules as store
from services.schedules.inputs import ScheduleIn, SchedulePauseIn, values_of
from services.schedules.models import ReportSchedule
from services.schedules.preview import preview
from services.schedules.recipients import Reading, judged, rows_of
from services.schedules.views import (
    OffersOut,
    RecipientOut,
    RecipientsOut,
    RecipientsQuery,
    ScheduledRunOut,
    ScheduledRunsOut,
    ScheduledRunsQuery,
    ScheduleOut,
    SchedulePreviewOut,
    SchedulesOut,
    offers,
    runs_out,
    schedules_out,
)
from services.staff.access import AdminOf, AnyStaffOf, CallOf, StaffRouter
from services.staff.call import Call, Staff
from services.staff.colleagues import colleagues_by_address
from services.staff.stale import acts, stale, with_current

router = StaffRouter(tag="report-schedules")
_EDITS = stale(ScheduleOut)
_CHANGING = tuple(f"report_schedule.{what}" for what in ("changed", "paused", "resumed"))


@router.get("/report-schedules")
def list_report_schedules(session: Reads, call: CallOf, staff: AnyStaffOf) -> SchedulesOut:
    """All schedules of reports that this role may see, by name; at most two hundred."""
    rows = store.schedules(session, staff.role)
    data = schedules_out(session, rows, staff, call.now)
    return SchedulesOut(data=data, has_next=False, total=len(data))


@router.get("/report-schedules/offers")
def list_report_schedule_offers(staff: AnyStaffOf) -> OffersOut:
    """Ready-made schedules for this role, addressed to the person asking."""
    return OffersOut.model_validate({"data": offers(staff)})


@router.get("/report-schedules/recipients")
def list_report_schedule_recipients(
    session: Reads, _staff: AnyStaffOf, wanted: Annotated[RecipientsQuery, Query()]
) -> RecipientsOut:
    """Colleagues who may receive this report."""
    found = store.colleagues(session, wanted.report)
    return RecipientsOut(data=[RecipientOut(name=one.name, email=one.email) for one in found])


@router.post("/report-schedules", status_code=201)
def add_report_schedule(body: ScheduleIn, session: Writes, call: CallOf, staff: AnyStaffOf) -> ScheduleOut:
    """Save a new schedule; it belongs to the person who saves it."""
    values = values_of(body, _reading(session, call, staff))
    return _out(session, call, staff, store.add(session, values, staff, call.now))


@router.get("/report-schedules/{schedule_id:int}")
def get_report_schedule(schedule_id: RowId, session: Reads, call: CallOf, staff: AnyStaffOf) -> ScheduleOut:
    """One schedule."""
    return _shown(session, schedule_id, call, staff)


@router.put("/report-schedules/{schedule_id:int}", responses=_EDITS)
def change_report_schedule(
    schedule_id: RowId, body: ScheduleIn, session: Writes, call: CallOf, staff: AnyStaffOf
) -> ScheduleOut:
    """Replace a schedule; a stale save is refused with the present schedule."""
    present = store.find(session, schedule_id, staff.role)
    rows = rows_of(session, [schedule_id])
    known = {one.address.lower() for one in judged(session, rows, present.report, call.now)}
    values = values_of(body, _reading(session, call, staff, known))
    version = body.version
    if version is None:
        message = "Bitte laden Sie den Zeitplan neu."
        raise ValidationProblem([{"field": "version", "code": "missing", "message": message}])
    edits = acts(f"report_schedule:{schedule_id}", *_CHANGING)
    with with_current(session, lambda: _shown(session, schedule_id, call, staff), edits):
        return _out(session, call, staff, store.edit(session, schedule_id, version, values, staff, call.now))


@router.delete("/report-schedules/{schedule_id:int}", status_code=204)
def remove_report_schedule(schedule_id: RowId, session: Writes, call: CallOf, staff: AnyStaffOf) -> None:
    """Remove a schedule; its files remain until they expire."""
    store.remove(session, schedule_id, staff, call.now)


@router.post("/report-schedules/{schedule_id:int}/pause")
def pause_report_schedule(
    schedule_id: RowId, body: SchedulePauseIn, session: Writes, call: CallOf, staff: AnyStaffOf
) -> ScheduleOut:
    """Pause it until it is resumed."""
    return _out(session, call, staff, store.pause(session, schedule_id, body.reason, staff, call.now))


@router.post("/report-schedules/{schedule_id:int}/resume")
def resume_report_schedule(schedule_id: RowId, session: Writes, call: CallOf, staff: AnyStaffOf) -> ScheduleOut:
    """Resume it from its next slot on."""
    return _out(session, call, staff, store.resume(session, schedule_id, staff, call.now))


@router.post("/report-schedules/{schedule_id:int}/recipients/{recipient_id:int}/confirm")
def confirm_report_schedule_recipient(
    schedule_id: RowId, recipient_id: RowId, session: Writes, call: CallOf, staff: AdminOf
) -> ScheduleOut:
    """Confirm an external address for another year."""
    return _out(session, call, staff, store.confirm_recipient(session, schedule_id, recipient_id, staff, call.now))


@router.post("/report-schedules/preview")
def preview_report_schedule(body: ScheduleIn, call: CallOf, staff: AnyStaffOf) -> SchedulePreviewOut:
    """What a schedule would send now; nothing is kept or sent. One at a time per person: the next call stops the
    previous one, which gets a 409 `replaced`.
    """
    with call.db.read() as session:
        values = values_of(body, _reading(session, call, staff))
    return preview(call, staff, store.columns_of(values))


@router.get("/report-schedules/{schedule_id:int}/runs")
def list_report_schedule_runs(
    schedule_id: RowId, wanted: Annotated[ScheduledRunsQuery, Query()], session: Reads, call: CallOf, staff: AnyStaffOf
) -> ScheduledRunsOut:
    """The runs of a schedule, including tests."""
    store.find(session, schedule_id, staff.role)
    query = select(ReportRun).where(ReportRun.schedule_id == schedule_id)
    rows, has_next = page_of(session, query, wanted, (ReportRun.id,))
    total = session.scalar(select(func.count()).select_from(query.subquery())) or 0
    data = runs_out(session, rows, call.now)
    return ScheduledRunsOut(data=data, has_next=has_next, total=total)


@router.post("/report-schedules/{schedule_id:int}/run", status_code=202)
def run_report_schedule(
    schedule_id: RowId, session: Writes, call: CallOf, staff: AnyStaffOf, response: Response
) -> ScheduledRunOut:
    """Queue a run for all recipients, or return the pending one; poll `Location` for its progress."""
    run = store.ask(session, schedule_id, staff, call.now, is_test=False)
    return _asked(session, call, run, response)


@router.post("/report-schedules/{schedule_id:int}/test", status_code=202)
def test_report_schedule(
    schedule_id: RowId, session: Writes, call: CallOf, staff: AnyStaffOf, response: Response
) -> ScheduledRunOut:
    """Queue a test run, sent to the caller only."""
    run = store.ask(session, schedule_id, staff, call.now, is_test=True)
    return _asked(session, call, run, response)


@router.post("/report-deliveries/{run_id}/repeat", status_code=202)
def repeat_report_delivery(run_id: RowId, session: Writes, call: CallOf, staff: AnyStaffOf) -> ScheduledRunOut:
    """Repeat a failed run."""
    return runs_out(session, [store.repeat(session, run_id, staff, call.now)], call.now)[0]


@router.get("/report-deliveries/{run_id}")
def get_report_delivery(run_id: RowId, session: Reads, call: CallOf, staff: AnyStaffOf) -> ScheduledRunOut:
    """One run with its deliveries and files."""
    run = files.find_run(session, run_id, staff.role)
    return runs_out(session, [run], call.now)[0]


@router.get("/report-runs/{run_id}/artefacts/{artefact_id}", response_class=StreamingResponse)
def fetch_report_artefact(run_id: RowId, artefact_id: RowId, call: CallOf, staff: AnyStaffOf) -> FileResponse:
    """A file of a run, byte for byte as sent."""
    with call.db.read() as session:
        artefact = files.artefact(session, run_id, artefact_id, staff.role, call.now)
    return FileResponse(files.download(files_of(call.settings), artefact))


def _reading(session: Session, call: Call, staff: Staff, known: Collection[str] = ()) -> Reading:
    """The context against which this person's schedule is validated. `known`: recipients it has."""
    accounts = colleagues_by_address(session)
    return Reading(staff.role, berlin_day(call.now), accounts, known, call.settings.environment == "local")


def _shown(session: Session, schedule_id: int, call: Call, staff: Staff) -> ScheduleOut:
    return _out(session, call, staff, store.find(session, schedule_id, staff.role))


def _out(session: Session, call: Call, staff: Staff, schedule: ReportSchedule) -> ScheduleOut:
    return schedules_out(session, [schedule], staff, call.now)[0]


def _asked(session: Session, call: Call, run: ReportRun, response: Response) -> ScheduledRunOut:
    told = runs_out(session, [run], call.now)[0]
    response.headers["Location"] = f"/api/staff/report-deliveries/{told.id}"
    return told
