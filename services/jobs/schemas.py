"""Request and response schemas of jobs and runs in the console."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from pydantic import BaseModel
from sqlalchemy.orm import Session

from services.core.http.answers import Answer, Extended
from services.core.inputs import Body, ShortReason
from services.core.job_queue.job import Job, Kind
from services.core.schedules import SlotOut, upcoming
from services.jobs.health import Health, Rows, health_of
from services.jobs.models import JobRun, KnownJob
from services.staff.actor_names import actor_names


class JobPauseOut(BaseModel):
    """Since when and why a job is paused. `by_name` is null if it was no account."""

    at: datetime
    by_name: str | None
    reason: str


class JobRunOut(Answer):
    """One run. `missed`: slots before it that nobody ran; `waited_for`: the run that was not over when this one, or the
    first of those, was due; `duration_ms` is of the last attempt, null until it is over;
    `error`: why the last attempt failed, also while another one is to come.
    """

    id: int
    scheduled_for: datetime
    trigger: Literal["schedule", "catch_up", "manual"]
    state: Literal["queued", "running", "done", "failed", "lost"]
    attempts: int
    started_at: datetime | None
    finished_at: datetime | None
    duration_ms: int | None
    missed: int
    waited_for: int | None
    result: str | None
    error: str | None
    asked_by_name: str | None


class JobOut(BaseModel):
    """A job. `title`, `does`, `turn` and `health_words` are German; `next` has five slots, none for continuous work."""

    name: str
    title: str
    does: str
    kind: Kind
    turn: str
    paused: JobPauseOut | None
    next: list[SlotOut]
    last: JobRunOut | None
    health: Health
    health_words: str


class JobsOut(BaseModel):
    """`is_alive`: some instance runs jobs; `seen_at`: when the last one was heard of."""

    data: list[JobOut]
    is_alive: bool
    seen_at: datetime | None


class JobRunsOut(BaseModel):
    data: list[JobRunOut]
    has_next: bool
    total: int


class JobPauseIn(Body):
    """Why a job takes no slots for now."""

    reason: ShortReason


def runs_out(session: Session, runs: Sequence[JobRun]) -> list[JobRunOut]:
    """Runs with the names of those who asked for them."""
    names = actor_names(session, {run.asked_by for run in runs if run.asked_by})
    return [_run_out(run, names) for run in runs]


def _run_out(run: JobRun, names: dict[str, str]) -> JobRunOut:
    duration = None
    if run.started_at is not None and run.finished_at is not None:
        duration = round((run.finished_at - run.started_at).total_seconds() * 1000)
    name = names.get(run.asked_by or "")
    return JobRunOut.model_validate(Extended(run, duration_ms=duration, asked_by_name=name))


def jobs_out(session: Session, jobs: Sequence[Job], rows: Rows, now: datetime) -> list[JobOut]:
    actors = {row.paused_by for row in rows.known.values() if row.paused_by}
    actors |= {run.asked_by for run in rows.last.values() if run.asked_by}
    names = actor_names(session, actors)
    return [_job_out(job, rows, names, now) for job in jobs]


def _job_out(job: Job, rows: Rows, names: dict[str, str], now: datetime) -> JobOut:
    known, last = rows.known.get(job.name), rows.last.get(job.name)
    health, words = health_of(job, rows, now)
    return JobOut(
        name=job.name,
        title=job.title,
        does=job.does,
        kind=job.kind,
        turn=job.turn,
        paused=_pause_out(known, names) if known else None,
        next=[] if job.is_continuous else upcoming(job.rule, now),
        last=_run_out(last, names) if last else None,
        health=health,
        health_words=words,
    )


def _pause_out(known: KnownJob, names: dict[str, str]) -> JobPauseOut | None:
    if known.paused_at is None:
        return None
    by_name = names.get(known.paused_by or "")
    return JobPauseOut(at=known.paused_at, by_name=by_name, reason=known.paused_reason or "")
