"""Deletes old job runs: rows of a job that runs every minute would soon make up most of the database."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import and_, delete, func, select, update
from sqlalchemy.orm import Session

from services.jobs.models import OPEN, JobRun, KnownJob, RunState

KEPT: Final = timedelta(days=90)
MOST_RUNS: Final = 500
"""Per job."""
_STRANDED: Final = timedelta(days=1)
_NOBODYS: Final = {"state": RunState.LOST.value, "error": "Diesen Ablauf gibt es nicht mehr.", "owner": None}


def forget_old_runs(session: Session, now: datetime) -> int:
    """Delete runs older than 90 days or beyond the latest 500 of a job, and jobs not seen for 90 days; returns how many
    runs. Unfinished runs stay.
    """
    is_old = (JobRun.created_at < now - KEPT) & JobRun.finished_at.is_not(None)
    count = session.execute(delete(JobRun).where(is_old)).rowcount  # type: ignore[attr-defined]
    crowded = select(JobRun.job).group_by(JobRun.job).having(func.count() > MOST_RUNS)
    for job in session.scalars(crowded).all():
        newest = select(JobRun.id).where(JobRun.job == job).order_by(JobRun.id.desc()).offset(MOST_RUNS).limit(1)
        oldest_kept = session.scalar(newest)
        is_beyond = (JobRun.job == job) & (JobRun.id <= oldest_kept) & JobRun.finished_at.is_not(None)
        count += session.execute(delete(JobRun).where(is_beyond)).rowcount  # type: ignore[attr-defined]
    is_stranded = and_(OPEN, JobRun.created_at < now - _STRANDED)
    is_stranded &= func.coalesce(JobRun.leased_until, JobRun.created_at) < now - _STRANDED
    session.execute(update(JobRun).where(is_stranded).values(_NOBODYS | {"finished_at": now}))
    is_gone = (func.coalesce(KnownJob.seen_at, KnownJob.known_since) < now - KEPT) & KnownJob.paused_at.is_(None)
    session.execute(delete(KnownJob).where(is_gone))
    return int(count)
