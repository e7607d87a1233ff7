"""Judges every alert on a figure once a day is over, and open ones at each check, so that they end at once.

Days missed are caught up one by one: a check after a stop does what daily checks would have done.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

import structlog
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from services.alerts.check import KEPT, SYSTEM, Looked, NotJudged
from services.alerts.figures.catalogue import FIGURES
from services.alerts.figures.edit import is_resting
from services.alerts.figures.judging.conditions import Finding, State, Step, advance
from services.alerts.figures.judging.series import ONE_DAY, Data, days_between
from services.alerts.figures.links import judged_days, nameless_path_of
from services.alerts.figures.load import ScopeGone, Watched, load
from services.alerts.figures.mails import order_due, withdraw
from services.alerts.figures.models import IS_OPEN, FigureAlert, FigureAlertOpening
from services.alerts.figures.rules import choices, condition_of, stored_values, subject_of, watched_of
from services.alerts.figures.words import awaits_costs, finding_words, headline_of
from services.core.clock import Clock, berlin_day
from services.core.db.db import Database
from services.reports.run import ReportContext
from services.settings import Settings
from services.staff import audit
from services.staff.models import Account
from services.store.place import store_of

GONE: Final = "gone"
_CAUGHT_UP: Final = 14
"""At most so many missed days are caught up."""
log = structlog.get_logger()
Loader = Callable[[Watched], Data]


@dataclass(frozen=True, slots=True)
class _Due:
    """An alert to be judged, as it was read; a save since then makes the judgement void."""

    alert: FigureAlert
    is_open: bool

    @property
    def awaits_costs(self) -> bool:
        """Whether days are judged later than at their end, once their costs are entered."""
        return awaits_costs(condition_of(stored_values(self.alert)), FIGURES[self.alert.figure])

    def days(self, last: date) -> list[date]:
        """The days to be judged; the last one again for an open alert."""
        judged = self.alert.judged_day
        if judged is None or judged >= last:
            return [last]
        return list(days_between(max(judged + ONE_DAY, last - timedelta(days=_CAUGHT_UP - 1)), last))


@dataclass(frozen=True, slots=True)
class _Judged:
    """What the days came to. `last`: the step that the alert now stands at; None: none of its days is known yet, so
    that they are judged again by the next check. `lag`: how much earlier the days end that a judgement covers.
    """

    steps: list[tuple[date, Step, Finding]]
    last: tuple[date, Step, Finding] | None
    lag: int


def check_figures(db: Database, settings: Settings, clock: Clock) -> Looked:
    """One check. Raises NotJudged after everything else if the values of some alerts could not be read."""
    now = clock()
    context = ReportContext(db, store_of(settings), now)
    last = berlin_day(now) - ONE_DAY
    opened = closed = failed = 0
    known: dict[Watched, Data] = {}

    def loaded(watched: Watched) -> Data:
        if watched not in known:
            known[watched] = load(context, watched, _CAUGHT_UP + _LONGEST)
        return known[watched]

    for due in _due(db, last):
        try:
            looked = _judge(db, due, loaded, last, now)
        except Exception as error:
            # One that cannot be read must not keep the others from being judged.
            log.error("figure_alert_unreadable", alert=due.alert.id, error=type(error).__name__)
            failed += 1
            continue
        opened, closed = opened + looked.opened, closed + looked.closed
    db.write(lambda session: _finish(session, settings, now))
    if failed:
        raise NotJudged(f"{failed} figure alerts")
    return Looked(opened, closed)


_LONGEST: Final = 90


def _due(db: Database, last: date) -> list[_Due]:
    is_live = FigureAlert.removed_at.is_(None) & FigureAlert.paused_at.is_(None)
    query = select(FigureAlert, Account).join(Account, Account.id == FigureAlert.owner_id).where(is_live)
    with db.read() as session:
        opened = set(session.scalars(select(FigureAlertOpening.alert_id).where(IS_OPEN)))
        rows = session.execute(query.order_by(FigureAlert.id)).all()
    found = [_Due(alert, alert.id in opened) for alert, owner in rows if not is_resting(alert, owner)]
    return [one for one in found if one.is_open or one.alert.judged_day is None or one.alert.judged_day < last]


def _judge(db: Database, due: _Due, loaded: Loader, last: date, now: datetime) -> Looked:
    values = stored_values(due.alert)
    try:
        data = loaded(watched_of(values))
    except ScopeGone:
        return db.write(lambda session: _note_gone(session, due.alert, last, now))
    condition = condition_of(values)
    is_open, steps = due.is_open, []
    for day in due.days(last):
        step, finding = advance(condition, data, day, is_open=is_open)
        is_open = step is Step.OPEN or (is_open and step is not Step.CLOSE)
        steps.append((day, step, finding))
    lag = max((series.lag_days for series in data.values()), default=0)
    known = [step for step in steps if step[2].state is not State.UNKNOWN]
    last_known = known[-1] if known else None
    judged = _Judged(steps, last_known if due.awaits_costs else steps[-1], lag)
    return db.write(lambda session: _settle(session, due.alert, judged, now))


def _locked(session: Session, read: FigureAlert) -> FigureAlert | None:
    """The alert, unless it was changed or judged elsewhere since it was read."""
    row = session.get(FigureAlert, read.id, with_for_update=True, populate_existing=True)
    is_same = row is not None and (row.version, row.judged_at) == (read.version, read.judged_at)
    return row if is_same else None


def _settle(session: Session, read: FigureAlert, judged: _Judged, now: datetime) -> Looked:
    row = _locked(session, read)
    if row is None:
        return Looked(0, 0)
    opened = closed = 0
    for day, step, finding in judged.steps:
        if step is Step.OPEN:
            _open(session, row, day, finding, judged.lag, now)
            opened += 1
        elif step is Step.CLOSE:
            _close(session, row, day, now)
            closed += 1
    _note_state(row, judged, now)
    session.flush()
    return Looked(opened, closed)


def _note_state(row: FigureAlert, judged: _Judged, now: datetime) -> None:
    """What the last day says that is known; where its costs are awaited, what was known before stands for a while."""
    row.judged_at = now
    if judged.last is not None:
        day, _, finding = judged.last
        row.judged_day, row.state, row.value = day, finding.state.value, finding.value
    elif row.judged_day is None or row.judged_day < judged.steps[0][0] - ONE_DAY:
        row.state, row.value = State.UNKNOWN.value, None


def _open(session: Session, row: FigureAlert, day: date, finding: Finding, lag: int, now: datetime) -> None:
    values = stored_values(row)
    subject, condition = subject_of(values, choices(session)), condition_of(values)
    covered = day - timedelta(days=lag)
    opening = FigureAlertOpening(
        alert_id=row.id,
        headline=headline_of(subject, condition, finding)[:200],
        words=finding_words(subject, condition, finding, covered)[:500],
        day=covered,
        opened_at=now,
    )
    session.add(opening)
    session.flush()
    _tell(session, row, opening, day, finding.value, now)


def _close(session: Session, row: FigureAlert, day: date | None, now: datetime) -> None:
    opening = session.scalar(select(FigureAlertOpening).where(FigureAlertOpening.alert_id == row.id, IS_OPEN))
    if opening is None:
        return
    opening.closed_at, opening.over_day = now, day
    if opening.mailed_at is not None:
        withdraw(session, opening, now)
    session.flush()
    _tell(session, row, opening, day, None, now)


def _tell(
    session: Session, row: FigureAlert, opening: FigureAlertOpening, day: date | None, value: int | None, now: datetime
) -> None:
    """Into the audit log, from which webhooks are made. Names of campaigns stay out: entries cannot be erased."""
    values = stored_values(row)
    action = "alert.opened" if opening.closed_at is None else "alert.closed"
    details = {
        "own": True,
        "figure": row.figure,
        "title": FIGURES[row.figure].label,
        "kind": row.kind,
        "scope": row.scope,
        "scope_value": row.scope_value,
        "day": None if day is None else day.isoformat(),
        "value": value,
        "path": nameless_path_of(values, judged_days(values, opening.day)),
    }
    audit.append(session, [audit.Event(SYSTEM, action, f"figure_alert:{row.id}", details)], now)


def _note_gone(session: Session, read: FigureAlert, last: date, now: datetime) -> Looked:
    row = _locked(session, read)
    if row is None:
        return Looked(0, 0)
    was_open = session.scalar(select(FigureAlertOpening.id).where(FigureAlertOpening.alert_id == row.id, IS_OPEN))
    _close(session, row, last, now)
    row.judged_day, row.judged_at, row.state, row.value = last, now, GONE, None
    session.flush()
    return Looked(0, int(was_open is not None))


def _finish(session: Session, settings: Settings, now: datetime) -> None:
    """Queue mails that are due, and forget what has been over for long."""
    query = select(FigureAlert, Account).join(Account, Account.id == FigureAlert.owner_id)
    query = query.where(FigureAlert.removed_at.is_(None))
    eligible = {alert.id: owner for alert, owner in session.execute(query) if not is_resting(alert, owner)}
    order_due(session, settings, eligible, now)
    session.execute(delete(FigureAlertOpening).where(FigureAlertOpening.closed_at < now - KEPT))
