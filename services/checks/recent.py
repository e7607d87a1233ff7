"""Figures of the last day for the page: runs of jobs by the hour, mails, and when each job last succeeded."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.job_queue.job import Job
from services.jobs.models import JobRun, RunState
from services.mail.models import Mail, MailState
from services.mail.waiting import waiting_mails

HOURS: Final = 24
_FAILED: Final = (RunState.FAILED.value, RunState.LOST.value)


@dataclass(frozen=True, slots=True)
class Hour:
    """Runs of jobs that ended within an hour."""

    begins_at: datetime
    done: int
    failed: int


@dataclass(frozen=True, slots=True)
class LastSuccess:
    """When a job with slots last succeeded; None: never, or longer ago than runs are kept."""

    job: Job
    at: datetime | None


@dataclass(frozen=True, slots=True)
class Recent:
    """What the last 24 hours were like. `oldest_due_since`: of the mails that wait, None if none does."""

    hours: Sequence[Hour]
    mails_waiting: int
    oldest_due_since: datetime | None
    mails_sent: int
    last_successes: Sequence[LastSuccess]


def recent(session: Session, jobs: Sequence[Job], now: datetime) -> Recent:
    """As of now; the last hour is the one that has begun."""
    waiting = waiting_mails(session, now)
    is_sent = (Mail.state == MailState.SENT.value) & (Mail.sent_at > now - timedelta(hours=HOURS))
    return Recent(
        hours=_hours(session, now),
        mails_waiting=waiting.count if waiting else 0,
        oldest_due_since=waiting.since if waiting else None,
        mails_sent=session.scalar(select(func.count()).select_from(Mail).where(is_sent)) or 0,
        last_successes=_last_successes(session, jobs),
    )


def _hours(session: Session, now: datetime) -> list[Hour]:
    this_hour = now.replace(minute=0, second=0, microsecond=0)
    begins = [this_hour - timedelta(hours=back) for back in reversed(range(HOURS))]
    done, failed = dict.fromkeys(begins, 0), dict.fromkeys(begins, 0)
    ended = select(JobRun.finished_at, JobRun.state).where(JobRun.finished_at >= begins[0])
    for at, state in session.execute(ended):
        counts = failed if state in _FAILED else done
        hour = at.replace(minute=0, second=0, microsecond=0) if at else None
        if hour in counts:
            counts[hour] += 1
    return [Hour(at, done[at], failed[at]) for at in begins]


def _last_successes(session: Session, jobs: Sequence[Job]) -> list[LastSuccess]:
    """Of every job that has slots, the one that has waited longest first; never ones come before all."""
    listed = [job for job in jobs if not job.is_continuous]
    is_done = (JobRun.state == RunState.DONE.value) & JobRun.job.in_([job.name for job in listed])
    last = select(JobRun.job, func.max(JobRun.finished_at).label("at")).where(is_done).group_by(JobRun.job)
    ended = {row.job: row.at for row in session.execute(last)}
    found = [LastSuccess(job, ended.get(job.name)) for job in listed]
    return sorted(found, key=lambda one: one.at.timestamp() if one.at else 0.0)
