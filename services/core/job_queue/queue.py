"""The queue of job runs: each requested run is a row of `job_runs`, and its lease decides which process executes it.
Every function is a unit of work.

The lowest layer, so that every room can request a run of its job; `jobs/` registers the jobs by name, and one of its
instances takes a waiting run within two seconds. After a lease has expired another instance takes the run as a further
attempt, and the first one's result is rejected.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, func, select
from sqlalchemy.orm import Session

from services.core.db.leases import Leases
from services.core.job_queue.models import LONGEST_WORDS, OPEN, JobRun, RunState, Trigger

LEASES: Final = Leases(JobRun, timedelta(seconds=60), longest_wait=timedelta(minutes=10))

Payload = Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Taken:
    """A run held by this instance. `owner` and `attempts` identify the lease."""

    id: int
    job: str
    slot: datetime
    owner: str
    attempts: int
    payload: Payload = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a run: a sentence, or the reason for its failure."""

    result: str | None = None
    error: str | None = None


class NotYet(Exception):
    """The run has to wait: it is free again after `wait`, and this was no attempt. The message is German."""

    def __init__(self, wait: timedelta, words: str) -> None:
        super().__init__(words)
        self.wait = wait


class Unchanged(Exception):
    """Continuous work that waits for its next attempt after one that failed: whether it works is known no better than
    before, so this turn counts neither as a success nor as a failure.
    """


def waiting(session: Session, job: str, payload: Payload = None) -> JobRun | None:
    """The latest unfinished run of a job that was asked for with this payload."""
    is_asked_for = (JobRun.job == job) & (JobRun.trigger == Trigger.MANUAL.value)
    runs = session.scalars(select(JobRun).where(OPEN, is_asked_for).order_by(JobRun.id.desc()))
    return next((run for run in runs if run.payload == payload), None)


def enqueue(session: Session, job: str, actor: str, now: datetime, payload: Payload = None) -> JobRun:
    """Have a job run as soon as an instance is free. Callers that want one run for several requests look for a
    `waiting` one first, under a lock of their own.
    """
    # `now`, or just after the job's newest slot, so that no two runs share one
    newest = session.scalar(select(func.max(JobRun.scheduled_for)).where(JobRun.job == job))
    scheduled_for = now if newest is None or newest < now else newest + timedelta(microseconds=1)
    run = JobRun(
        job=job,
        scheduled_for=scheduled_for,
        trigger=Trigger.MANUAL.value,
        state=RunState.QUEUED.value,
        attempts=0,
        missed=0,
        asked_by=actor,
        created_at=now,
        payload=payload,
    )
    session.add(run)
    session.flush()
    return run


def is_free(now: datetime) -> ColumnElement[bool]:
    """Runs that any instance may take."""
    return and_(OPEN, LEASES.is_free(now))


def take(session: Session, run_id: int, owner: str, now: datetime) -> Taken | None:
    """Claim a waiting or abandoned run, with one more attempt; None if it is not free."""
    begun = {"state": RunState.RUNNING.value, "started_at": now, "finished_at": None}
    is_open = and_(OPEN, JobRun.id == run_id)
    if not LEASES.take(session, is_open, now, owner=owner, attempts=JobRun.attempts + 1, **begun):
        return None
    row = session.get_one(JobRun, run_id, populate_existing=True)
    return Taken(row.id, row.job, row.scheduled_for, owner, row.attempts, row.payload)


def renew(session: Session, run_ids: Sequence[int], owner: str, now: datetime) -> None:
    """Extend the leases of these runs, if they still belong to this owner."""
    is_running = (JobRun.owner == owner) & (JobRun.state == RunState.RUNNING.value)
    LEASES.renew(session, JobRun.id.in_(run_ids) & is_running, now)


def finish(session: Session, taken: Taken, outcome: Outcome, now: datetime) -> bool:
    """Record the result of a run. False: it was taken over, and the new owner will record the result."""
    state = RunState.FAILED if outcome.error is not None else RunState.DONE
    result, error = _cut(outcome.result), _cut(outcome.error)
    return LEASES.release(session, _is_ours(taken), state=state.value, finished_at=now, result=result, error=error)


def give_back(session: Session, taken: Taken, not_before: datetime, error: str | None) -> bool:
    """Release a run to another instance. False: it was taken over before."""
    waits = {"state": RunState.QUEUED.value, "owner": None, "error": _cut(error)}
    return LEASES.release(session, _is_ours(taken), not_before=not_before, **waits)


def put_off(session: Session, taken: Taken, not_before: datetime) -> bool:
    """Release a run that has to wait; its attempts are counted from when it no longer does. False: it was taken over
    before.
    """
    waits = {"state": RunState.QUEUED.value, "owner": None, "error": None, "attempts": 0}
    return LEASES.release(session, _is_ours(taken), not_before=not_before, **waits)


def _is_ours(taken: Taken) -> ColumnElement[bool]:
    is_ours = (JobRun.owner == taken.owner) & (JobRun.attempts == taken.attempts)
    return (JobRun.id == taken.id) & is_ours & (JobRun.state == RunState.RUNNING.value)


def _cut(words: str | None) -> str | None:
    return words and words[:LONGEST_WORDS]
