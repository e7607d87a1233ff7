"""What staff may do to a job: ask for a run, pause it, resume it. Each is a unit of work with its audit entry."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.fields import Fields, text
from services.core.http.errors import ValidationProblem
from services.jobs.claims import register
from services.jobs.models import LONGEST_WORDS, OPEN, JobRun, KnownJob, RunState, Trigger
from services.staff import audit
from services.staff.audit import Event


def read_reason(given: Mapping[str, Any]) -> str:
    """Why a job is paused; ValidationProblem when that is missing."""
    fields = Fields(given, [])
    reason = fields.read("reason", lambda value: text(value, LONGEST_WORDS), "Bitte nennen Sie den Grund.")
    if fields.errors or reason is None:
        raise ValidationProblem(fields.errors)
    return reason


def ask(session: Session, name: str, actor: str, now: datetime) -> JobRun:
    """Have the job run as soon as an instance is free, also while it is paused. Asking again while a run that was asked
    for is not over answers that one.
    """
    register(session, [name], now)
    is_asked_for = (JobRun.job == name) & (JobRun.trigger == Trigger.MANUAL.value)
    # Locked, so that two who ask at once see each other.
    session.execute(select(KnownJob.name).where(KnownJob.name == name).with_for_update())
    waiting = session.scalar(select(JobRun).where(is_asked_for, OPEN).limit(1))
    if waiting is not None:
        return waiting
    run = JobRun(
        job=name,
        scheduled_for=_free_moment(session, name, now),
        trigger=Trigger.MANUAL.value,
        state=RunState.QUEUED.value,
        attempts=0,
        missed=0,
        asked_by=actor,
        created_at=now,
    )
    session.add(run)
    session.flush()
    audit.append(session, [Event(actor, "job.run_asked", f"job:{name}")], now)
    return run


def _free_moment(session: Session, name: str, now: datetime) -> datetime:
    """`now`, or shortly after it where that moment is taken: a slot of the job may be the same."""
    newest = session.scalar(select(func.max(JobRun.scheduled_for)).where(JobRun.job == name))
    return now if newest is None or newest < now else newest + timedelta(microseconds=1)


def pause(session: Session, name: str, reason: str, actor: str, now: datetime) -> KnownJob:
    """Take no slot of it from now on; what runs is finished. Pausing again changes the reason."""
    register(session, [name], now)
    job = session.get_one(KnownJob, name)
    job.paused_at, job.paused_by, job.paused_reason = job.paused_at or now, actor, reason
    session.flush()
    audit.append(session, [Event(actor, "job.paused", f"job:{name}")], now)
    return job


def resume(session: Session, name: str, actor: str, now: datetime) -> KnownJob:
    """Take its slots again, from the next one on: what lay in the pause is not caught up."""
    register(session, [name], now)
    job = session.get_one(KnownJob, name)
    if job.paused_at is not None:
        job.paused_at = job.paused_by = job.paused_reason = None
        job.known_since = now
        session.flush()
        audit.append(session, [Event(actor, "job.resumed", f"job:{name}")], now)
    return job
