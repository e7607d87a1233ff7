"""Claims job slots: a unique row decides who runs one, a lease for how long, and only the owner's result counts.

Every function is a unit of work for `db.write`. The instance that inserts the row of a slot runs it; leases of rows are
those of the queue (`core/job_queue/queue.py`).

Two runs of one job never overlap while both leases are valid: an instance locks the job's row first, checks for another
run, and if there is one leaves the slot for later.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from services.core.clock import CLOCKS_DIFFER
from services.core.db.rows import Insert
from services.core.job_queue import queue
from services.core.job_queue.job import Job
from services.core.job_queue.queue import Outcome, Taken
from services.core.schedules import Every, Slot, missed_between
from services.jobs.models import LONGEST_WORDS, OPEN, JobRun, KnownJob, RunState, Trigger
from services.staff import audit
from services.staff.audit import Event

MOST_ATTEMPTS: Final = 3
LATE: Final = timedelta(seconds=60)
"""A run that begins later than this after its slot is shown as caught up."""
_SEEN_ANEW: Final = timedelta(seconds=25)


class UnderWay(Exception):
    """The slot is due, but another run of the same job is not finished; take the slot afterwards."""


def note_plan(session: Session, names: Sequence[str], seen: Sequence[str], now: datetime) -> None:
    """Register the jobs of a running instance and update `seen_at` of those in `seen`; instances share that work."""
    register(session, names, now)
    seen_at = KnownJob.seen_at
    is_due = or_(seen_at.is_(None), seen_at < now - _SEEN_ANEW, seen_at > now + CLOCKS_DIFFER)
    session.execute(update(KnownJob).where(KnownJob.name.in_(seen), is_due).values(seen_at=now))


def register(session: Session, names: Sequence[str], now: datetime) -> None:
    """Add unknown jobs: their slots count from now on."""
    if names:
        rows = [{"name": name, "known_since": now} for name in names]
        session.execute(_insert(session, KnownJob).values(rows).on_conflict_do_nothing())


def take_slot(
    session: Session, job: Job, slot: Slot, owner: str, now: datetime, *, is_owed: bool = False
) -> Taken | None:
    """Claim the slot of a job; None if it is already taken, the job is paused, or the slot is too old. `is_owed`: it
    could not be claimed when due. Raises UnderWay while another run of the job is running.
    """
    known = locked(session, job.name, now)
    if known.paused_at is not None:
        return None
    since = counted_since(job, known, now)
    newest = newest_slot(session, job.name)
    if newest is not None and newest > now + CLOCKS_DIFFER:
        _mend_slots(session, job.name, since, now)
        newest = newest_slot(session, job.name)
    # A time of day counts from `since` on. An interval in progress counts too: a job that runs every few minutes and
    # has never run starts at once.
    step = timedelta(seconds=job.rule.seconds) if isinstance(job.rule, Every) else timedelta(0)
    counts = slot.at + step > since
    if not counts or (newest is not None and newest >= slot.at):
        return None
    if is_under_way(session, job.name, now):
        raise UnderWay
    covered = max(newest, since) if newest else since
    missed = missed_between(job.rule, covered, slot.at)
    is_late = slot.at > since and (missed > 0 or is_owed or now - slot.at > LATE)
    row = {
        "job": job.name,
        "scheduled_for": slot.at,
        "trigger": (Trigger.CATCH_UP if is_late else Trigger.SCHEDULE).value,
        "state": RunState.RUNNING.value,
        "attempts": 1,
        "owner": owner,
        "leased_until": now + queue.LEASES.length,
        "missed": missed,
        "waited_for": _holder(session, job, slot, covered, missed) if is_late else None,
        "created_at": now,
        "started_at": now,
    }
    claim = _insert(session, JobRun).values(row).on_conflict_do_nothing().returning(JobRun.id)
    id_ = session.scalar(claim)
    return Taken(id_, job.name, slot.at, owner, 1) if id_ is not None else None


def counted_since(job: Job, known: KnownJob, now: datetime) -> datetime:
    """The moment from which on its slots count; a clock that was ahead may have written a later one than now."""
    return min(max(known.known_since, job.since or known.known_since), now)


def _mend_slots(session: Session, name: str, since: datetime, now: datetime) -> None:
    """Runs of slots that are yet to come were claimed while the clock was ahead, before it was set back. They get the
    moments after the last slot that was claimed before them, so that none of the slots from now on is taken.
    """
    is_ahead = (JobRun.job == name) & (JobRun.scheduled_for > now)
    rows = session.scalars(select(JobRun).where(is_ahead).order_by(JobRun.scheduled_for)).all()
    last = session.scalar(select(func.max(JobRun.scheduled_for)).where(JobRun.job == name, ~is_ahead)) or since
    for number, row in enumerate(rows, 1):
        row.scheduled_for = last + timedelta(microseconds=number)
    session.flush()


def locked(session: Session, name: str, now: datetime) -> KnownJob:
    """The job's row, locked: instances that claim its runs, and people who request them, do so one after another."""
    register(session, [name], now)
    return session.get_one(KnownJob, name, with_for_update=True, populate_existing=True)


def is_under_way(session: Session, name: str, now: datetime, besides: int | None = None) -> bool:
    """Whether the job is running under a valid lease."""
    is_alive = (JobRun.state == RunState.RUNNING.value) & queue.LEASES.is_held(now)
    going = select(JobRun.id).where(JobRun.job == name, JobRun.id.is_distinct_from(besides), OPEN, is_alive).limit(1)
    return session.scalar(going) is not None


def _holder(session: Session, job: Job, slot: Slot, covered: datetime, missed: int) -> int | None:
    """The run in progress when the slot, or the first one missed before it, was due."""
    due = next(iter(job.rule.after(covered))).at if missed else slot.at
    was_going = (JobRun.started_at <= slot.at) & (JobRun.finished_at > due)
    query = select(JobRun.id).where(JobRun.job == job.name, was_going).order_by(JobRun.id.desc()).limit(1)
    return session.scalar(query)


def newest_slot(session: Session, name: str) -> datetime | None:
    """The latest slot ever claimed; manual runs do not count."""
    is_slot = (JobRun.job == name) & (JobRun.trigger != Trigger.MANUAL.value)
    newest = select(JobRun.scheduled_for).where(is_slot).order_by(JobRun.scheduled_for.desc()).limit(1)
    return session.scalar(newest)


def take_free(session: Session, run_id: int, owner: str, now: datetime) -> Taken | None:
    """Claim a waiting or abandoned run; None if it is no longer free, waits for another run of the same job, or has had
    too many attempts: then it is lost.
    """
    row = session.get(JobRun, run_id)
    if row is None:
        return None
    known = locked(session, row.job, now)
    if _give_up(session, row, known, now) or is_under_way(session, row.job, now, besides=row.id):
        return None
    return queue.take(session, run_id, owner, now)


def _give_up(session: Session, row: JobRun, known: KnownJob, now: datetime) -> bool:
    """Whether an abandoned run should get no further attempt; it is then marked as lost."""
    if row.state != RunState.RUNNING.value:
        return False
    if row.attempts < MOST_ATTEMPTS and known.paused_at is None:
        return False
    times = "Einmal" if row.attempts == 1 else f"{row.attempts}-mal"
    words = f"{times} begonnen und nie beendet: Der Prozess brach jedes Mal ab."
    is_left = (JobRun.id == row.id) & (JobRun.attempts == row.attempts) & queue.is_free(now)
    if queue.LEASES.release(session, is_left, state=RunState.LOST.value, finished_at=now, error=words, owner=None):
        _note(session, row.job, Outcome(error=words), now, is_asked=row.payload is not None)
    return True


def finish(session: Session, taken: Taken, outcome: Outcome, now: datetime) -> bool:
    """Record the result of a run. False: it was taken over, and the new owner will record the result."""
    # The job before its run: the same lock order as when claiming.
    session.get(KnownJob, taken.job, with_for_update=True)
    if not queue.finish(session, taken, outcome, now):
        return False
    _note(session, taken.job, outcome, now, is_asked=taken.payload is not None)
    return True


def _note(session: Session, job: str, outcome: Outcome, now: datetime, *, is_asked: bool) -> None:
    """Count a failure of the job, or that it works again. A requested run reports to the room that asked for it
    instead: a failed test of a report is no failure of its schedule, and a successful one does not make up for a failed
    slot.
    """
    if is_asked:
        return
    if outcome.error is not None:
        note_failure(session, job, outcome.error, 1, now)
    else:
        note_success(session, job)


def note_failure(session: Session, name: str, error: str, times: int, now: datetime) -> None:
    """Count consecutive failures."""
    values = {"failures": KnownJob.failures + times, "failed_at": now, "last_error": error[:LONGEST_WORDS]}
    session.execute(update(KnownJob).where(KnownJob.name == name).values(values))


def note_success(session: Session, name: str) -> None:
    """Reset the count of consecutive failures."""
    session.execute(update(KnownJob).where(KnownJob.name == name, KnownJob.failures > 0).values(failures=0))


def note_recovery(session: Session, name: str, now: datetime) -> bool:
    """Continuous work succeeded for the first time since a start or a failure."""
    note_plan(session, [name], [name], now)
    note_success(session, name)
    return True


def _insert(session: Session, table: type[KnownJob | JobRun]) -> Insert:
    return sqlite.insert(table) if session.connection().dialect.name == "sqlite" else postgresql.insert(table)


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
