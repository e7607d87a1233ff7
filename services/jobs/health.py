"""Health of the jobs, computed from their rows alone, so that any process can tell, even one that runs none."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.clock import BERLIN, CLOCKS_DIFFER
from services.core.job_queue.job import Job
from services.core.schedules import AtTime, Slot
from services.jobs.models import JobRun, KnownJob, RunState, Trigger

Health = Literal["ok", "running", "paused", "missed", "failed", "never"]
FindingKind = Literal["missing", "failing"]

PATIENCE: Final = timedelta(minutes=5)
"""A slot not claimed within this time is missing."""
_SILENCE: Final = timedelta(minutes=15)
"""Continuous work may take this long to clear a backlog."""
ALIVE: Final = timedelta(seconds=90)
_MANY_FAILURES: Final = 3


def is_alive(seen_at: datetime | None, now: datetime) -> bool:
    """Whether an instance that last reported its jobs at `seen_at` still runs. One that does mends a moment that lies
    ahead, since the clock was set back, within half a minute.
    """
    return seen_at is not None and -CLOCKS_DIFFER <= now - seen_at < ALIVE


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem for staff to look at. `since`: the first missing slot, or the last failure."""

    kind: FindingKind
    job: str
    title: str
    since: datetime
    count: int
    """Consecutive failures; 1 for a missing run."""
    words: str


@dataclass(frozen=True, slots=True)
class Rows:
    """What the database knows about each job: its own row, its last run, and the last claimed slot."""

    known: dict[str, KnownJob]
    last: dict[str, JobRun]
    newest: dict[str, datetime]

    def is_alive(self, now: datetime) -> bool:
        """Whether any instance is running jobs."""
        return is_alive(self.seen_at, now)

    @property
    def seen_at(self) -> datetime | None:
        """When any instance last reported its jobs."""
        return max((row.seen_at for row in self.known.values() if row.seen_at), default=None)


def read_rows(session: Session, names: Sequence[str] | None = None) -> Rows:
    """Read what `health_of` and `finding_of` need, for all jobs or some."""
    wanted = KnownJob.name.in_(names) if names is not None else KnownJob.name.is_not(None)
    of = JobRun.job.in_(names) if names is not None else JobRun.job.is_not(None)
    last = select(func.max(JobRun.id)).where(of).group_by(JobRun.job)
    is_slot = JobRun.trigger != Trigger.MANUAL.value
    newest = select(JobRun.job, func.max(JobRun.scheduled_for).label("newest")).where(of, is_slot).group_by(JobRun.job)
    return Rows(
        {row.name: row for row in session.scalars(select(KnownJob).where(wanted))},
        {row.job: row for row in session.scalars(select(JobRun).where(JobRun.id.in_(last)))},
        {row.job: row.newest for row in session.execute(newest)},
    )


def findings(session: Session, jobs: Iterable[Job], now: datetime) -> list[Finding]:
    """Missing runs and repeated failures of jobs that are not paused."""
    listed = list(jobs)
    rows = read_rows(session, [job.name for job in listed])
    return [found for job in listed if (found := finding_of(job, rows, now)) is not None]


def finding_of(job: Job, rows: Rows, now: datetime) -> Finding | None:
    """The problem with a job, if any: a missing run takes precedence over failures."""
    known = rows.known.get(job.name)
    if known is None or known.paused_at is not None:
        return None
    missing = _silent_since(known, now) if job.is_continuous else _first_missing(job, known, rows, now)
    if missing is not None:
        words = (
            f"„{job.title}“ hätte am {_moment(missing)} laufen sollen und ist nicht gelaufen{_held_up(job, rows, now)}."
        )
        if job.is_continuous:
            words = f"„{job.title}“ läuft seit {_moment(missing)} nicht mehr."
        return Finding("missing", job.name, job.title, missing, 1, words)
    # For a daily job, the first failure already costs a day.
    bearable = 1 if isinstance(job.rule, AtTime) else _MANY_FAILURES
    if known.failures >= bearable and known.failed_at is not None:
        times = "ist zuletzt gescheitert" if known.failures == 1 else f"ist {known.failures}-mal in Folge gescheitert"
        words = f"„{job.title}“ {times}, am {_moment(known.failed_at)}: {known.last_error}"
        return Finding("failing", job.name, job.title, known.failed_at, known.failures, words)
    return None


def _held_up(job: Job, rows: Rows, now: datetime) -> str:
    """The run in progress that blocks its slots, in words, if there is one."""
    last = rows.last.get(job.name)
    is_going = last is not None and last.state == RunState.RUNNING and (last.leased_until or now) > now
    if not is_going or last is None or last.started_at is None:
        return ""
    return f": Der Lauf, der am {_moment(last.started_at)} begonnen hat, ist noch nicht zu Ende"


def _silent_since(known: KnownJob, now: datetime) -> datetime | None:
    seen = max(known.seen_at or known.known_since, known.known_since)
    return seen if now - seen > _SILENCE and not known.failures else None


def _first_missing(job: Job, known: KnownJob, rows: Rows, now: datetime) -> datetime | None:
    """The earliest unclaimed slot that was due long enough ago."""
    since = max(known.known_since, job.since) if job.since else known.known_since
    newest = rows.newest.get(job.name)
    due: Slot = job.rule.latest(now - PATIENCE)
    covered = max(since, newest) if newest else since
    if due.at <= covered:
        return None
    return next(iter(job.rule.after(covered))).at


def health_of(job: Job, rows: Rows, now: datetime) -> tuple[Health, str]:
    """Health of a job, as a code for programs and a German sentence."""
    known, last = rows.known.get(job.name), rows.last.get(job.name)
    if known is not None and known.paused_at is not None:
        return "paused", f"Angehalten seit {_moment(known.paused_at)}."
    found = finding_of(job, rows, now)
    # Before the running state: a hanging job is running, too, and misses its slots.
    if found is not None and found.kind == "missing":
        return "missed", found.words
    if last is not None and last.state in (RunState.RUNNING, RunState.QUEUED):
        return "running", _under_way(last, now)
    if found is not None:
        return "failed", found.words
    if known is not None and known.failures:
        return "failed", f"Zuletzt gescheitert: {known.last_error}"
    was_done = known is not None and known.seen_at is not None if job.is_continuous else last is not None
    return ("ok", "In Ordnung.") if was_done else ("never", "Noch nie gelaufen.")


def _under_way(last: JobRun, now: datetime) -> str:
    if last.state == RunState.QUEUED:
        return "Wartet darauf, dass ein Prozess sie übernimmt."
    if last.leased_until is not None and last.leased_until <= now:
        return "Der Prozess, der sie ausführte, meldet sich nicht mehr. Ein anderer übernimmt sie."
    return f"Läuft seit {_moment(last.started_at)}." if last.started_at else "Läuft."


def _moment(moment: datetime) -> str:
    local = moment.astimezone(BERLIN)
    return f"{local:%d.%m.%Y} um {local.hour}:{local.minute:02} Uhr"
