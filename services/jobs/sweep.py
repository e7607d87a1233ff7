"""Deletes what has expired in every room, and old job runs: rows of a job that runs every minute would soon make up
most of the database.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import and_, delete, func, select, update
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.db.db import Database
from services.core.http.callers.rate_limit import forget_old_counts
from services.core.http.idempotency import forget_expired
from services.exports import download
from services.household.hand_over import deadlines as hand_overs
from services.household_links import links as household_links
from services.household_links import sessions as household_sessions
from services.integrations.queue import forget_old_deliveries
from services.jobs.models import OPEN, JobRun, KnownJob, RunState
from services.messages.answers.uploads import forget_unsent
from services.payments import change_account
from services.payments.bank.runs import forget_files
from services.payments.check_card import forget_references
from services.reservations.abuse.bursts import forget_labels
from services.reservations.imports.carry_out import forget_waiting
from services.staff.passkeys import challenges as passkey_challenges
from services.staff.sign_in import one_time_links, sessions
from services.waiting_list.sign_in import keys as waiting_keys

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


_EVERY: Final[tuple[Callable[[Session, datetime], object], ...]] = (
    forget_expired,
    forget_old_counts,
    forget_labels,
    sessions.forget_ended,
    one_time_links.forget_expired,
    passkey_challenges.forget_expired,
    household_sessions.forget_ended,
    household_links.forget_expired,
    hand_overs.forget_ended,
    waiting_keys.forget_expired,
    forget_old_deliveries,
    download.forget_expired,
    forget_old_runs,
    forget_waiting,
    forget_unsent,
    forget_references,
    change_account.forget_expired,
    forget_files,
)


def forget_all_expired(db: Database, clock: Clock) -> None:
    """Delete expired answers, sessions, links and imports that were never carried out, old counts, deliveries and runs;
    a transaction each.
    """
    now = clock()
    for forget in _EVERY:
        db.write(lambda session, forget=forget: forget(session, now))  # type: ignore[misc]
