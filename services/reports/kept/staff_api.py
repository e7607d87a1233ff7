"""Staff API for kept report runs: keep, list, show, compare, remove."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from fastapi import Body, Path, Query
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.responses import StreamingResponse

from analytics.definitions import definitions
from services.core.clock import berlin_day
from services.core.http.answers import Extended
from services.core.http.paging import page_of
from services.core.http.transactions import Reads, Writes
from services.core.inputs import RowId
from services.core.storage.installed import files_of
from services.core.table_files.sending import FileResponse, files_folder
from services.parks.names import park_labels
from services.reports.answer import answer_of
from services.reports.errors import NoSuchTable
from services.reports.export.table_file import FileFormat, file_of, table_of
from services.reports.kept import keep
from services.reports.kept.compare import compare, kept_side, side_of_now
from services.reports.kept.keep import KeepRequest, answer_of_run, own_words
from services.reports.kept.schemas import (
    MOST_LINES,
    AnswerOut,
    ComparisonOut,
    KeptRunOut,
    RemovalIn,
    ReportRunIn,
    ReportRunOut,
    ReportRunsOut,
    RunsQuery,
)
from services.reports.labels import title_of
from services.reports.models import ReportRun
from services.reports.parameters import as_given, read_parameters
from services.reports.run import SCREEN_ROWS, ReportContext
from services.staff.access import AnyStaffOf, CallOf, StaffRouter
from services.staff.actor_names import actor_names, with_actor_names
from services.staff.call import Call, Staff
from services.staff.models import Role
from services.store.place import store_of

router = StaffRouter(tag="report-runs")
Against = Annotated[str, Query(pattern="^(now|[1-9][0-9]{0,17})$")]


@router.post("/report-runs", status_code=201)
def keep_report(body: ReportRunIn, call: CallOf, staff: AnyStaffOf) -> ReportRunOut:
    """Compute a report with these parameters and keep the result."""
    definition = keep.definition_for(body.report, staff.role)
    parameters = read_parameters(definition, as_given(body.parameters), berlin_day(call.now))
    wanted = KeepRequest(_context(call), files_of(call.settings), staff.actor, body.label)
    run = keep.keep_report(wanted, definition, parameters)
    return _shown(call, run, staff)


@router.get("/report-runs")
def list_report_runs(wanted: Annotated[RunsQuery, Query()], session: Reads, staff: AnyStaffOf) -> ReportRunsOut:
    """Kept runs of the reports that this role may see."""
    query = keep.runs(staff.role, wanted.report)
    rows, has_next = page_of(session, query, wanted, (ReportRun.id,))
    total = session.scalar(select(func.count()).select_from(query.subquery())) or 0
    data = _runs_out(session, rows, staff)
    return ReportRunsOut(data=data, has_next=has_next, total=total)


@router.get("/report-runs/{run_id}")
def get_report_run(run_id: RowId, call: CallOf, staff: AnyStaffOf) -> KeptRunOut:
    """A kept run as it was; nothing is recomputed."""
    run = _found(call, run_id, staff)
    answer = answer_of(answer_of_run(call.db, files_of(call.settings), run, SCREEN_ROWS))
    return KeptRunOut(run=_shown(call, run, staff), answer=AnswerOut(**answer))


@router.get("/report-runs/{run_id}/changes")
def compare_report_run(run_id: RowId, call: CallOf, staff: AnyStaffOf, against: Against = "now") -> ComparisonOut:
    """Figures that differ from now, or from another kept run, and what happened in between."""
    run = _found(call, run_id, staff)
    one = kept_side(call.db, files_of(call.settings), run)
    if against == "now":
        other = side_of_now(_context(call), run)
    else:
        other = kept_side(call.db, files_of(call.settings), _found(call, int(against), staff))
    found = compare(call.db, one, other, staff.role)
    with call.db.read() as session:
        lines = with_actor_names(session, found.happened[:MOST_LINES], "actor")
    return ComparisonOut.model_validate(Extended(found, happened=lines, total_happened=len(found.happened)))


@router.delete("/report-runs/{run_id}", status_code=204)
def remove_report_run(
    run_id: RowId, body: Annotated[RemovalIn, Body()], session: Writes, call: CallOf, staff: AnyStaffOf
) -> None:
    """Remove a kept run for good; its file is deleted an hour later."""
    keep.remove(session, run_id, body.reason, staff, call.now)


@router.get("/report-runs/{run_id}/files/{table}.{form}", response_class=StreamingResponse)
def fetch_report_run_file(
    run_id: RowId, table: Annotated[str, Path(max_length=60)], form: FileFormat, call: CallOf, staff: AnyStaffOf
) -> FileResponse:
    """One table of a kept run with all rows, as kept."""
    answer = answer_of_run(call.db, files_of(call.settings), _found(call, run_id, staff))
    if table not in answer.tables:
        raise NoSuchTable
    with call.db.read() as session:
        park_names = {park: label.name for park, label in park_labels(session).items()}
    return FileResponse(file_of(table_of(answer, table), form, files_folder(call.settings.data_dir), park_names))


def _context(call: Call) -> ReportContext:
    return ReportContext(call.db, store_of(call.settings), call.now)


def _found(call: Call, run_id: int, staff: Staff) -> ReportRun:
    with call.db.read() as session:
        return keep.find(session, run_id, staff.role)


def _shown(call: Call, run: ReportRun, staff: Staff) -> ReportRunOut:
    with call.db.read() as session:
        return _runs_out(session, [run], staff)[0]


def _runs_out(session: Session, runs: Sequence[ReportRun], staff: Staff) -> list[ReportRunOut]:
    names = actor_names(session, {run.created_by for run in runs})
    park_names = {park: label.name for park, label in park_labels(session).items()}
    return [_run_out(run, names, park_names, staff) for run in runs]


def _run_out(run: ReportRun, names: Mapping[str, str], park_names: Mapping[str, str], staff: Staff) -> ReportRunOut:
    definition = definitions().get(run.report)
    stand: Mapping[str, Any] = run.stand or {}
    source = Extended(
        run,
        title=title_of(run.report),
        asked=[{"label": label, "words": words} for label, words in own_words(run.parameters, park_names)],
        stand={"known_from": None, "behind_seconds": None}
        | {name: value for name, value in stand.items() if name not in ("marks", "watermarks")},
        is_current_sql=definition is not None and definition.version == run.sql_version,
        created_by_name=names.get(run.created_by),
        may_remove=run.created_by == staff.actor or staff.role is Role.ADMIN,
    )
    return ReportRunOut.model_validate(source)
