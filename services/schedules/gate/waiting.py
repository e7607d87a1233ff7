"""Holds a run back until its data are there or its time is up. A unit of work.

The wait is a fact of two rows: the run says what it waits for, and its row of the queue is free again a minute later.
So it survives a restart, and whichever process looks next decides with the rows of that moment.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from services.core.german import numeric_day
from services.core.job_queue.queue import NotYet
from services.reports.freshness import Gap, provisional_words, waiting_words
from services.reports.models import ReportRun
from services.schedules.gate.gate import deadline, missing
from services.schedules.models import ReportSchedule
from services.schedules.runs.claim import ClaimedRun, held
from services.schedules.runs.commit_result import add_note
from services.schedules.schedules import SYSTEM
from services.schedules.timing import clock_words

LOOK_EVERY: Final = timedelta(minutes=1)
_CAME: Final = "Gewartet auf {what} bis {when}: Alles war da."
_UP: Final = "Gewartet auf {what} bis {when}: Das kam nicht."


@dataclass(frozen=True, slots=True)
class Held:
    """The run waits; look again after `wait`."""

    wait: NotYet


def admit(session: Session, claimed: ClaimedRun, now: datetime) -> ClaimedRun | Held | None:
    """The run to compute, with what its data lack; or that it waits. None: another worker has taken it over.

    Only slots wait: who asks for a run wants it now, and is told what it lacks.
    """
    run = held(session, claimed)
    if run is None:
        return None
    schedule = claimed.schedule
    found = missing(session, schedule, claimed.slot, now)
    if schedule.gate is not None and found and claimed.actor == SYSTEM and not claimed.is_test:
        until = deadline(schedule.gate, schedule.zone, claimed.slot)
        if now < until:
            return _hold(session, run, found, until, now)
    if run.waits_until is not None:
        _note_wait(run, schedule, found, now)
    session.flush()
    return replace(claimed, note=run.note or "", provisional=provisional_words(found))


def _hold(session: Session, run: ReportRun, found: list[Gap], until: datetime, now: datetime) -> Held:
    """It has not begun: neither this look nor the next ones are attempts to compute it."""
    run.waits_until, run.waits_for = until, waiting_words(found)[:300]
    run.attempts = 0
    session.flush()
    words = f"Wartet auf {run.waits_for}."
    return Held(NotYet(min(LOOK_EVERY, until - now), words))


def _note_wait(run: ReportRun, schedule: ReportSchedule, found: list[Gap], now: datetime) -> None:
    at = now.astimezone(ZoneInfo(schedule.zone))
    when = f"{numeric_day(at.date())}, {clock_words(at.time())}"
    add_note(run, (_UP if found else _CAME).format(what=run.waits_for, when=when))
    run.waits_until = run.waits_for = None
