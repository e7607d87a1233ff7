"""Who runs a slot: the unique row decides, a lease says for how long, and only its owner's result counts.

Every function is a unit of work for `db.write`. Whoever inserts the row of a slot runs it. A run whose lease is over
belongs to nobody: another instance takes it with one attempt more, and from then on the result of the first is refused.

No two runs of one job go on at once while both leases are alive: whoever takes one locks the job's row first, looks for
another, and leaves the slot for later.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, CursorResult, and_, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from services.core.schedules import Every, Slot, missed_between
from services.jobs.job import Job
from services.jobs.models import LONGEST_WORDS, OPEN, JobRun, KnownJob, RunState, Trigger

LEASE: Final = timedelta(seconds=60)
MOST_ATTEMPTS: Final = 3
LATE: Final = timedelta(seconds=60)
"""A run that begins later than that after its slot is shown as caught up."""
_SEEN_ANEW: Final = timedelta(seconds=25)
_INSERTS: Final[dict[str, Any]] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}


@dataclass(frozen=True, slots=True)
class Taken:
    """A run that this instance holds. `owner` and `attempts` name the lease."""

    id: int
    job: str
    slot: datetime
    owner: str
    attempts: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ended: with a sentence, or with the reason why it failed."""

    result: str | None = None
    error: str | None = None


class UnderWay(Exception):
    """The slot is due, but another run of the same job is not over yet; it is to be taken after that."""


def note_plan(session: Session, names: Sequence[str], seen: Sequence[str], now: datetime) -> None:
    """Register jobs of a living instance, and date those that are `seen`; several instances share that work."""
    register(session, names, now)
    is_due = or_(KnownJob.seen_at.is_(None), KnownJob.seen_at < now - _SEEN_ANEW)
    session.execute(update(KnownJob).where(KnownJob.name.in_(seen), is_due).values(seen_at=now))


def register(session: Session, names: Sequence[str], now: datetime) -> None:
    """Note jobs that nobody knew: their slots count from now on."""
    if names:
        rows = [{"name": name, "known_since": now} for name in names]
        session.execute(_insert(session, KnownJob).values(rows).on_conflict_do_nothing())


def take_slot(
    session: Session, job: Job, slot: Slot, owner: str, now: datetime, *, is_owed: bool = False
) -> Taken | None:
    """Take the slot of a job; None when somebody has it already, the job is paused, or the slot is from before its
    time. `is_owed`: it could not be taken when it was due. Raises UnderWay while another run of the job goes on.
    """
    register(session, [job.name], now)
    known = _locked(session, job.name)
    if known.paused_at is not None:
        return None
    since = max(known.known_since, job.since) if job.since else known.known_since
    newest = newest_slot(session, job.name)
    if not _counts(job, slot.at, since) or (newest is not None and newest >= slot.at):
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
        "lease_until": now + LEASE,
        "missed": missed,
        "waited_for": _holder(session, job, slot, covered, missed) if is_late else None,
        "created_at": now,
        "started_at": now,
    }
    claim = _insert(session, JobRun).values(row).on_conflict_do_nothing().returning(JobRun.id)
    id_ = session.scalar(claim)
    return Taken(id_, job.name, slot.at, owner, 1) if id_ is not None else None


def _locked(session: Session, name: str) -> KnownJob:
    """The row of a job, so that two who take runs of it look one after the other."""
    return session.get_one(KnownJob, name, with_for_update=True, populate_existing=True)


def is_under_way(session: Session, name: str, now: datetime, besides: int | None = None) -> bool:
    """Whether anybody runs the job under a living lease."""
    is_alive = (JobRun.state == RunState.RUNNING.value) & (JobRun.lease_until > now)
    going = select(JobRun.id).where(JobRun.job == name, JobRun.id.is_distinct_from(besides), OPEN, is_alive).limit(1)
    return session.scalar(going) is not None


def _holder(session: Session, job: Job, slot: Slot, covered: datetime, missed: int) -> int | None:
    """The run that was under way when the slot, or the first one missed before it, was due."""
    due = next(iter(job.rule.after(covered))).at if missed else slot.at
    was_going = (JobRun.started_at <= slot.at) & (JobRun.finished_at > due)
    query = select(JobRun.id).where(JobRun.job == job.name, was_going).order_by(JobRun.id.desc()).limit(1)
    return session.scalar(query)


def newest_slot(session: Session, name: str) -> datetime | None:
    """The last slot that anybody took; runs that were asked for are none."""
    is_slot = (JobRun.job == name) & (JobRun.trigger != Trigger.MANUAL.value)
    newest = select(JobRun.scheduled_for).where(is_slot).order_by(JobRun.scheduled_for.desc()).limit(1)
    return session.scalar(newest)


def _counts(job: Job, slot: datetime, since: datetime) -> bool:
    """A time of day counts from `since` on. An interval counts already while it runs: work of minutes is done at once
    where it was never done.
    """
    step = timedelta(seconds=job.rule.seconds) if isinstance(job.rule, Every) else timedelta(0)
    return slot + step > since


def is_free(now: datetime) -> ColumnElement[bool]:
    """Runs that whoever comes first may take."""
    waits = (JobRun.state == RunState.QUEUED.value) & or_(JobRun.lease_until.is_(None), JobRun.lease_until <= now)
    is_left = (JobRun.state == RunState.RUNNING.value) & (JobRun.lease_until <= now)
    return and_(OPEN, or_(waits, is_left))


def take_free(session: Session, run_id: int, owner: str, now: datetime) -> Taken | None:
    """Take a run that waits, or that its owner left; None when it is no longer free, waits for another run of the same
    job, or was begun too often: then it is lost.
    """
    row = session.get(JobRun, run_id)
    if row is None:
        return None
    register(session, [row.job], now)
    _locked(session, row.job)
    if _give_up(session, row, now) or is_under_way(session, row.job, now, besides=row.id):
        return None
    taken = {
        "state": RunState.RUNNING.value,
        "owner": owner,
        "attempts": JobRun.attempts + 1,
        "lease_until": now + LEASE,
        "started_at": now,
        "finished_at": None,
    }
    if not _changed(session, (JobRun.id == run_id) & is_free(now), taken):
        return None
    session.refresh(row)
    return Taken(row.id, row.job, row.scheduled_for, owner, row.attempts)


def _give_up(session: Session, row: JobRun, now: datetime) -> bool:
    """Whether a run that was left is not worth another attempt; it is then marked as lost."""
    if row.state != RunState.RUNNING.value:
        return False
    known = session.get(KnownJob, row.job)
    is_paused = known is not None and known.paused_at is not None
    if row.attempts < MOST_ATTEMPTS and not is_paused:
        return False
    times = "Einmal" if row.attempts == 1 else f"{row.attempts}-mal"
    words = f"{times} begonnen und nie beendet: Der Prozess brach jedes Mal ab."
    lost = {"state": RunState.LOST.value, "finished_at": now, "error": words, "owner": None, "lease_until": None}
    is_left = (JobRun.id == row.id) & (JobRun.attempts == row.attempts) & is_free(now)
    if _changed(session, is_left, lost):
        note_failure(session, row.job, words, 1, now)
    return True


def beat(session: Session, ids: list[int], owner: str, now: datetime) -> None:
    """Hold on to these runs for another lease, as far as they are still this owner's."""
    is_ours = JobRun.id.in_(ids) & (JobRun.owner == owner) & (JobRun.state == RunState.RUNNING.value)
    _changed(session, is_ours, {"lease_until": now + LEASE})


def finish(session: Session, taken: Taken, outcome: Outcome, now: datetime) -> bool:
    """Note how a run ended. False: it was taken over meanwhile, and whoever did that will say how it ended."""
    # The job before its run, as whoever takes one locks them.
    session.get(KnownJob, taken.job, with_for_update=True)
    has_failed = outcome.error is not None
    values = {
        "state": (RunState.FAILED if has_failed else RunState.DONE).value,
        "finished_at": now,
        "lease_until": None,
        "result": outcome.result and outcome.result[:LONGEST_WORDS],
        "error": outcome.error and outcome.error[:LONGEST_WORDS],
    }
    if not _changed(session, _is_held(taken), values):
        return False
    if outcome.error is not None:
        note_failure(session, taken.job, outcome.error, 1, now)
    else:
        note_success(session, taken.job)
    return True


def give_back(session: Session, taken: Taken, now: datetime, delay: timedelta, error: str | None) -> bool:
    """Let another instance run it, not before `delay` is over."""
    values = {
        "state": RunState.QUEUED.value,
        "owner": None,
        "lease_until": now + delay,
        "error": error and error[:LONGEST_WORDS],
    }
    return _changed(session, _is_held(taken), values)


def note_failure(session: Session, name: str, error: str, times: int, now: datetime) -> None:
    """Count failures in a row."""
    values = {"failures": KnownJob.failures + times, "failed_at": now, "last_error": error[:LONGEST_WORDS]}
    session.execute(update(KnownJob).where(KnownJob.name == name).values(values))


def note_success(session: Session, name: str) -> None:
    """End a row of failures."""
    session.execute(update(KnownJob).where(KnownJob.name == name, KnownJob.failures > 0).values(failures=0))


def note_recovery(session: Session, name: str, now: datetime) -> bool:
    """Continuous work was done for the first time since a start or a failure."""
    note_plan(session, [name], [name], now)
    note_success(session, name)
    return True


def _is_held(taken: Taken) -> ColumnElement[bool]:
    is_ours = (JobRun.owner == taken.owner) & (JobRun.attempts == taken.attempts)
    return (JobRun.id == taken.id) & is_ours & (JobRun.state == RunState.RUNNING.value)


def _changed(session: Session, which: ColumnElement[bool], values: dict[str, Any]) -> bool:
    statement = update(JobRun).where(which).values(values).execution_options(synchronize_session=False)
    result = session.execute(statement)
    assert isinstance(result, CursorResult)
    return result.rowcount > 0


def _insert(session: Session, table: type[KnownJob | JobRun]) -> Any:
    return _INSERTS[session.connection().dialect.name](table)
