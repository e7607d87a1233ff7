"""Staff actions on jobs: request a run, pause, resume. Each is a unit of work with its audit entry."""

from datetime import datetime

from sqlalchemy.orm import Session

from services.core.job_queue import queue
from services.jobs.claims import locked
from services.jobs.models import JobRun, KnownJob
from services.staff import audit
from services.staff.audit import Event


def ask(session: Session, name: str, actor: str, now: datetime) -> JobRun:
    """Request a run as soon as an instance is free, even while the job is paused. If a requested run is still
    unfinished, that one is returned.
    """
    locked(session, name, now)
    waiting = queue.waiting(session, name)
    if waiting is not None:
        return waiting
    run = queue.enqueue(session, name, actor, now)
    audit.append(session, [Event(actor, "job.run_asked", f"job:{name}")], now)
    return run


def pause(session: Session, name: str, reason: str, actor: str, now: datetime) -> KnownJob:
    """Claim none of its slots from now on; a running one finishes. Pausing again changes the reason."""
    job = locked(session, name, now)
    job.paused_at, job.paused_by, job.paused_reason = job.paused_at or now, actor, reason
    session.flush()
    audit.append(session, [Event(actor, "job.paused", f"job:{name}")], now)
    return job


def resume(session: Session, name: str, actor: str, now: datetime) -> KnownJob:
    """Claim its slots again, from the next one on: slots during the pause are not caught up."""
    job = locked(session, name, now)
    if job.paused_at is not None:
        job.paused_at = job.paused_by = job.paused_reason = None
        job.known_since = now
        session.flush()
        audit.append(session, [Event(actor, "job.resumed", f"job:{name}")], now)
    return job
