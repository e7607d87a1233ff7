"""Staff API for scheduled runs: list, delivery states, and files as sent."""

from typing import Annotated

from fastapi import Query, Response
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.responses import StreamingResponse

from services.core.http.openapi import problems
from services.core.http.paging import page_of
from services.core.inputs import RowId
from services.core.storage.installed import files_of
from services.core.table_files.sending import FileResponse
from services.reports.models import ReportRun
from services.schedules import schedules as store
from services.schedules.pack.runs import IS_FIRST
from services.schedules.runs import delivered as runs
from services.schedules.runs.run_requests import Asked, ask, repeat
from services.schedules.schemas import ScheduledRunOut, ScheduledRunsOut, ScheduledRunsQuery, TestQuery
from services.schedules.views import runs_out
from services.staff.access import AnyStaffOf, CallOf, StaffRouter
from services.staff.call import Call

router = StaffRouter(tag="report-schedules")
_READS = problems(401, 403, 404, 422, 503)


@router.get("/report-schedules/{schedule_id:int}/runs", operation_id="list_report_schedule_runs", responses=_READS)
def list_report_schedule_runs(
    schedule_id: RowId, wanted: Annotated[ScheduledRunsQuery, Query()], call: CallOf, staff: AnyStaffOf
) -> ScheduledRunsOut:
    """The runs of a schedule, tests among them."""
    with call.db.read() as session:
        store.find(session, schedule_id, staff.role)
        query = select(ReportRun).where(ReportRun.schedule_id == schedule_id, ReportRun.part_of.is_(None), IS_FIRST)
        rows, has_next = page_of(session, query, wanted, (ReportRun.id,))
        total = session.scalar(select(func.count()).select_from(query.subquery())) or 0
        data = runs_out(session, rows, call.now)
    return ScheduledRunsOut(data=data, has_next=has_next, total=total)


@router.post(
    "/report-schedules/{schedule_id:int}/run",
    status_code=202,
    operation_id="run_report_schedule",
    responses=problems(401, 403, 404, 409, 422, 503),
)
def run_report_schedule(schedule_id: RowId, call: CallOf, staff: AnyStaffOf, response: Response) -> ScheduledRunOut:
    """Have it computed and sent to all its recipients as soon as a process is free; `Location` tells how far it is. It
    is the same run when one was asked for already.
    """
    return _asked(schedule_id, call, Asked(staff, is_test=False), response)


@router.post(
    "/report-schedules/{schedule_id:int}/test",
    status_code=202,
    operation_id="test_report_schedule",
    responses=problems(401, 403, 404, 409, 422, 503),
)
def try_report_schedule(
    schedule_id: RowId, wanted: Annotated[TestQuery, Query()], call: CallOf, staff: AnyStaffOf, response: Response
) -> ScheduledRunOut:
    """The same as a test, sent to the person asking and to nobody else: as they get it themselves, or as the recipient
    gets it whose number is given.
    """
    return _asked(schedule_id, call, Asked(staff, is_test=True, recipient_id=wanted.recipient), response)


@router.post(
    "/report-deliveries/{run_id}/repeat",
    status_code=202,
    operation_id="repeat_report_delivery",
    responses=problems(401, 403, 404, 409, 422, 503),
)
def repeat_report_delivery(run_id: RowId, call: CallOf, staff: AnyStaffOf) -> ScheduledRunOut:
    """Have a failed run, or the failed part of one, computed again and sent to its own recipients only."""
    return call.db.write(lambda session: runs_out(session, [repeat(session, run_id, staff, call.now)], call.now)[0])


def _asked(schedule_id: int, call: Call, asked: Asked, response: Response) -> ScheduledRunOut:
    def unit(session: Session) -> ScheduledRunOut:
        run = ask(session, schedule_id, asked, call.now)
        return runs_out(session, [run], call.now)[0]

    told = call.db.write(unit)
    response.headers["Location"] = f"/api/staff/report-deliveries/{told.id}"
    return told


@router.get("/report-deliveries/{run_id}", operation_id="get_report_delivery", responses=_READS)
def get_report_delivery(run_id: RowId, call: CallOf, staff: AnyStaffOf) -> ScheduledRunOut:
    """One run with its deliveries and files."""
    with call.db.read() as session:
        run = runs.find(session, run_id, staff.role)
        return runs_out(session, [run], call.now)[0]


@router.get(
    "/report-runs/{run_id}/artefacts/{artefact_id}",
    operation_id="fetch_report_artefact",
    response_class=StreamingResponse,
    responses=problems(401, 403, 404, 410, 422, 503),
)
def fetch_report_artefact(run_id: RowId, artefact_id: RowId, call: CallOf, staff: AnyStaffOf) -> FileResponse:
    """A file of a run, byte for byte as it was sent."""
    with call.db.read() as session:
        artefact = runs.artefact(session, run_id, artefact_id, staff.role, call.now)
    return FileResponse(runs.download(files_of(call.settings), artefact))
