"""Staff API for periodic jobs: plan, history, run now, pause, resume."""

from typing import Annotated, Literal

from fastapi import Path, Query
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.http.dependencies import ClockOf
from services.core.http.paging import ListQuery, page_of
from services.core.http.transactions import Reads, Writes
from services.core.job_queue.job import Job
from services.jobs import claims
from services.jobs.errors import RunsAllTheTime, UnknownJob
from services.jobs.health import read_rows
from services.jobs.models import LONGEST_NAME, JobRun
from services.jobs.registry import planned_jobs
from services.jobs.schemas import JobOut, JobPauseIn, JobRunOut, JobRunsOut, JobsOut, jobs_out, runs_out
from services.staff.access import AdminOf, CallOf, StaffRouter
from services.staff.call import Call

router = StaffRouter(tag="jobs")

JobName = Annotated[str, Path(min_length=1, max_length=LONGEST_NAME)]


class JobRunQuery(ListQuery):
    sort: Literal["id"] = "id"
    order: Literal["asc", "desc"] = "desc"


@router.get("/jobs")
def list_jobs(call: CallOf, _staff: AdminOf, clock: ClockOf) -> JobsOut:
    """Every job with its next five slots and its last run."""
    jobs = planned_jobs(call.settings, call.db, clock)
    with call.db.read() as session:
        rows = read_rows(session)
        data = jobs_out(session, jobs, rows, call.now)
    return JobsOut(data=data, is_alive=rows.is_alive(call.now), seen_at=rows.seen_at)


@router.get("/jobs/{name}")
def get_job(name: JobName, session: Reads, call: CallOf, _staff: AdminOf, clock: ClockOf) -> JobOut:
    """One job."""
    job = _named(call, clock, name)
    return _out(session, job, call)


@router.get("/jobs/{name}/runs")
def list_job_runs(
    name: JobName,
    session: Reads,
    call: CallOf,
    _staff: AdminOf,
    clock: ClockOf,
    wanted: Annotated[JobRunQuery, Query()],
) -> JobRunsOut:
    """Its runs, the latest first, of the last 90 days and at most 500."""
    job = _named(call, clock, name)
    query = select(JobRun).where(JobRun.job == job.name)
    rows, has_next = page_of(session, query, wanted, (JobRun.id,))
    total = session.scalar(select(func.count()).select_from(query.subquery())) or 0
    return JobRunsOut(data=runs_out(session, rows), has_next=has_next, total=total)


@router.post("/jobs/{name}/run", status_code=202)
def run_job(name: JobName, session: Writes, call: CallOf, staff: AdminOf, clock: ClockOf) -> JobRunOut:
    """Request a run, or return the pending one; an instance takes it within two seconds."""
    job = _named(call, clock, name)
    if job.is_continuous:
        raise RunsAllTheTime
    return runs_out(session, [claims.ask(session, job.name, staff.actor, call.now)])[0]


@router.post("/jobs/{name}/pause")
def pause_job(name: JobName, body: JobPauseIn, session: Writes, call: CallOf, staff: AdminOf, clock: ClockOf) -> JobOut:
    """Skip its slots until it is resumed."""
    job = _named(call, clock, name)
    claims.pause(session, job.name, body.reason, staff.actor, call.now)
    return _out(session, job, call)


@router.post("/jobs/{name}/resume")
def resume_job(name: JobName, session: Writes, call: CallOf, staff: AdminOf, clock: ClockOf) -> JobOut:
    """Resume it from the next slot on."""
    job = _named(call, clock, name)
    claims.resume(session, job.name, staff.actor, call.now)
    return _out(session, job, call)


def _named(call: Call, clock: Clock, name: str) -> Job:
    for job in planned_jobs(call.settings, call.db, clock):
        if job.name == name:
            return job
    raise UnknownJob


def _out(session: Session, job: Job, call: Call) -> JobOut:
    return jobs_out(session, [job], read_rows(session, [job.name]), call.now)[0]
