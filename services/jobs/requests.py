"""Staff actions on jobs: request a run, pause, resume. Each is a unit of work with its audit entry."""

from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.jobs.claims import register
from services.jobs.models import OPEN, JobRun, KnownJob, RunState, Trigger
from services.staff import audit
from services.staff.audit import Event


def ask(session: Session, name: str, actor: str, now: datetime) -> JobRun:
    """Request a run as soon as an instance is free, even while the job is paused. If a requested run is still
    unfinished, that one is returned.
    """
    register(session, [name], now)
    is_asked_for = (JobRun.job == name) & (JobRun.trigger == Trigger.MANUAL.value)
    # Locked, so that concurrent requests see each other.
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
    """`now`, or just after the job's newest slot, so that no two runs share one."""
    newest = session.scalar(select(func.max(JobRun.scheduled_for)).where(JobRun.job == name))
    return now if newest is None or newest < now else newest + timedelta(microseconds=1)


def pause(session: Session, name: str, reason: str, actor: str, now: datetime) -> KnownJob:
    """Claim none of its slots from now on; a running one finishes. Pausing again changes the reason."""
    register(session, [name], now)
    job = session.get_one(KnownJob, name)
    job.paused_at, job.paused_by, job.paused_reason = job.paused_at or now, actor, reason
    session.flush()
    audit.append(session, [Event(actor, "job.paused", f"job:{name}")], now)
    return job


def resume(session: Session, name: str, actor: str, now: datetime) -> KnownJob:
    """Claim its slots again, from the next one on: slots during the pause are not caught up."""
    register(session, [name], now)
    job = session.get_one(KnownJob, name)
    if job.paused_at is not None:
        job.paused_at = job.paused_by = job.paused_reason = None
        job.known_since = now
        session.flush()
        audit.append(session, [Event(actor, "job.resumed", f"job:{name}")], now)
    return job
