"""Evaluates all rules and opens, keeps and closes alerts. Safe to run in several processes at once.

Readings are taken first, without locks; then one short transaction compares those of the built-in rules with open
alerts, one more settles each rule on a figure that is due, and the last one queues mails. Each locks its rules, and if
two processes find the same problem, the unique index lets only one open an alert.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

import structlog
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from services.alerts import kinds
from services.alerts.evaluate import Verdict, evaluate
from services.alerts.figures import FIGURES
from services.alerts.inputs import LONGEST_DAYS
from services.alerts.judging import ONE_DAY, Data, Finding, State, Step, advance, days_between
from services.alerts.links import nameless_path_of
from services.alerts.load import ScopeGone, Watched, load
from services.alerts.mails import order_due_mails, withdraw_mails
from services.alerts.models import IS_OPEN, Alert, AlertRule
from services.alerts.built_in import SOURCES, Findings, Reading, Readings, Unjudged, no_findings, troubles
from services.alerts.rules import choices, condition_of, subject_of, watched_of
from services.alerts.words import finding_words, headline_of
from services.core.clock import Clock, berlin_day
from services.core.db.db import Database
from services.core.db.rows import Insertion
from services.reports.run import ReportContext
from services.settings import Settings
from services.staff import audit
from services.store.place import store_of

KEPT = timedelta(days=400)
"""How long closed alerts are kept."""
SYSTEM = "system"
_CAUGHT_UP: Final = 14
"""At most so many missed days are judged one by one."""
_AGAIN: Final = timedelta(minutes=15)
"""How often a rule on a figure is judged again on the same day, where costs that arrive late or an end may be told."""
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Looked:
    """Number of alerts a check opened and closed."""

    opened: int
    closed: int


class NotJudged(Exception):
    """Readings of some kinds failed; the others were evaluated."""


def _once(insert: Any) -> Any:
    one_open = {"index_elements": ["rule_id", "subject"], "index_where": IS_OPEN}
    return insert.on_conflict_do_nothing(**one_open).returning(Alert.id)


_OPENING = Insertion(Alert.__table__, _once)
_BUILT_IN = AlertRule.comparison.is_(None)


def check_alerts(db: Database, settings: Settings, clock: Clock, extra_findings: Findings = no_findings) -> Looked:
    """Run one check; returns what it did. `extra_findings` supplies problems of periodic work.

    Raises NotJudged after everything else is done if the readings of a rule failed: its alerts stay as they are.
    """
    now = clock()
    readings = _read_all(db, now, extra_findings)
    looks = [db.write(lambda session: settle(session, readings, now))]
    missing = [name for name in kinds.KINDS if name not in readings]
    loaded = _loader(ReportContext(db, store_of(settings), now))
    for rule, is_open in _due_figures(db, now):
        try:
            looks.append(_judge(db, rule, is_open, loaded, now))
        except Exception as error:
            # One that cannot be read must not keep the others from being judged.
            log.error("alert_figure_unreadable", rule=rule.id, error=type(error).__name__)
            missing.append(f"rule {rule.id}")
    db.write(lambda session: _finish(session, settings, now))
    if missing:
        raise NotJudged(", ".join(missing))
    return Looked(sum(look.opened for look in looks), sum(look.closed for look in looks))


def _read_all(db: Database, now: datetime, extra_findings: Findings) -> dict[str, Readings]:
    """The readings of each kind that could be taken."""
    sources = SOURCES | {kinds.JOB: troubles(extra_findings)}
    found: dict[str, Readings] = {}
    with db.read() as session:
        rules = {rule.kind: rule for rule in session.scalars(select(AlertRule).where(_BUILT_IN))}
    for name, source in sources.items():
        try:
            # Each in its own session: a failing one breaks its transaction.
            with db.read() as session:
                found[name] = source(session, now, rules[name])
        except Exception as error:
            log.error("alert_figures_unreadable", kind=name, error=type(error).__name__)
    return found


def settle(session: Session, readings: Mapping[str, Readings], now: datetime) -> Looked:
    """Open, keep and close alerts of the built-in rules by these readings."""
    rules = session.scalars(select(AlertRule).where(_BUILT_IN).order_by(AlertRule.kind).with_for_update()).all()
    opened = closed = 0
    for rule in rules:
        found = readings.get(rule.kind)
        if found is None:
            continue
        rule.checked_at = now
        if found is Unjudged.UNKNOWN:
            continue
        if found is Unjudged.MEANINGLESS:
            rule.excused_at, found = now, ()
        verdict = evaluate(rule, found, _open_alerts(session, rule))
        opened += _open(session, rule, verdict.opening, now)
        _keep(rule, verdict, now)
        closed += close(session, verdict.closing, now)
    session.flush()
    return Looked(opened, closed)


def _finish(session: Session, settings: Settings, now: datetime) -> None:
    """Queue mails that are due, and forget what has been over for long."""
    rules = session.scalars(select(AlertRule).order_by(AlertRule.id).with_for_update()).all()
    order_due_mails(session, rules, settings, now)
    session.execute(delete(Alert).where(Alert.closed_at < now - KEPT))


def _open_alerts(session: Session, rule: AlertRule) -> Sequence[Alert]:
    return session.scalars(select(Alert).where(Alert.rule_id == rule.id, IS_OPEN)).all()


def _open(
    session: Session, rule: AlertRule, readings: Sequence[Reading], now: datetime, day: date | None = None
) -> int:
    rows = [
        {
            "rule_id": rule.id,
            "kind": rule.kind,
            "subject": reading.subject,
            "headline": reading.headline[:200],
            "words": reading.words[:500],
            "value": reading.value,
            "threshold": rule.threshold,
            "day": day,
            "opened_at": now,
            "seen_at": now,
        }
        for reading in readings
    ]
    ids = [id_ for result in _OPENING.run(session, rows) for (id_,) in result.all()]
    found = session.scalars(select(Alert).where(Alert.id.in_(ids)).order_by(Alert.id)).all() if ids else ()
    _tell(session, found, "alert.opened", now)
    return len(ids)


def _tell(session: Session, alerts: Sequence[Alert], action: str, now: datetime) -> None:
    """Into the audit log, from which webhooks are made. Names of campaigns stay out: entries cannot be erased."""
    events = []
    for alert in alerts:
        details: dict[str, Any] = {
            "rule": alert.rule_id, "kind": alert.kind, "about": alert.subject, "value": alert.value
        }  # fmt: skip
        if alert.day is not None and alert.kind in FIGURES:
            rule = session.get_one(AlertRule, alert.rule_id)
            details |= {
                "title": FIGURES[alert.kind].label,
                "comparison": rule.comparison,
                "day": alert.day.isoformat(),
                "path": nameless_path_of(rule, alert.day),
            }
        events.append(audit.Event(SYSTEM, action, f"alert:{alert.id}", details))
    if events:
        audit.append(session, events, now)


def _keep(rule: AlertRule, verdict: Verdict, now: datetime, day: date | None = None) -> None:
    for alert, reading in verdict.staying:
        alert.day = day
        alert.value, alert.seen_at, alert.threshold = reading.value, now, rule.threshold
        alert.headline, alert.words = reading.headline[:200], reading.words[:500]


def close(session: Session, alerts: Sequence[Alert], now: datetime) -> int:
    """Close alerts. Mails about them that have not been sent are withdrawn."""
    for alert in alerts:
        alert.closed_at = now
    session.flush()
    _tell(session, alerts, "alert.closed", now)
    withdraw_mails(session, [alert.id for alert in alerts], now)
    return len(alerts)


# Rules on figures: once a day is over, and again while that may change something.

Loader = Callable[[Watched], Data]


def _loader(context: ReportContext) -> Loader:
    """Reads each figure once a check, however many rules are on it."""
    known: dict[Watched, Data] = {}

    def loaded(watched: Watched) -> Data:
        if watched not in known:
            known[watched] = load(context, watched, _CAUGHT_UP + LONGEST_DAYS)
        return known[watched]

    return loaded


def _due_figures(db: Database, now: datetime) -> list[tuple[AlertRule, bool]]:
    """The rules to be judged, and whether an alert of theirs is open."""
    query = select(AlertRule).where(~_BUILT_IN, AlertRule.is_on, AlertRule.kind.in_(FIGURES)).order_by(AlertRule.id)
    with db.read() as session:
        opened = set(session.scalars(select(Alert.rule_id).where(IS_OPEN)))
        rules = session.scalars(query).all()
    return [(rule, rule.id in opened) for rule in rules if _is_due(rule, rule.id in opened, now)]


def _is_due(rule: AlertRule, is_open: bool, now: datetime) -> bool:
    if rule.checked_at is None or berlin_day(rule.checked_at) < berlin_day(now):
        return True
    return (is_open or watched_of(rule).awaits_costs) and now - rule.checked_at >= _AGAIN


def _judge(db: Database, rule: AlertRule, is_open: bool, loaded: Loader, now: datetime) -> Looked:
    try:
        data = loaded(watched_of(rule))
    except ScopeGone:
        return db.write(lambda session: _settle_figure(session, rule, [], State.GONE, now))
    yesterday = berlin_day(now) - ONE_DAY
    last = max((series.last for series in data.values()), default=yesterday)
    condition, steps = condition_of(rule), []
    for day in _days(rule.judged_day, last):
        step, finding = advance(condition, data, day, is_open=is_open)
        is_open = step is Step.OPEN or (is_open and step is not Step.CLOSE)
        steps.append((day, step, finding))
    return db.write(lambda session: _settle_figure(session, rule, steps, steps[-1][2].state, now))


def _days(judged: date | None, last: date) -> list[date]:
    """The days to be judged: those that were missed one by one; else the last one again."""
    if judged is None or judged >= last:
        return [last]
    return list(days_between(max(judged + ONE_DAY, last - (_CAUGHT_UP - 1) * ONE_DAY), last))


def _settle_figure(
    session: Session, read: AlertRule, steps: Sequence[tuple[date, Step, Finding]], state: State, now: datetime
) -> Looked:
    """Carry out the steps, unless the rule was changed or judged elsewhere since it was read."""
    rule = session.get(AlertRule, read.id, with_for_update=True, populate_existing=True)
    if rule is None or (rule.version, rule.checked_at) != (read.version, read.checked_at):
        return Looked(0, 0)
    opened = closed = 0
    subject, condition = subject_of(rule, choices(session)), condition_of(rule)
    for day, step, finding in steps:
        headline, words = headline_of(subject, condition, finding), finding_words(subject, condition, finding, day)
        about = rule.scope if rule.scope_value is None else f"{rule.scope}:{rule.scope_value}"
        reading = Reading(about, finding.value or 0, headline, words)
        if step is Step.OPEN:
            opened += _open(session, rule, [reading], now, day)
        elif step is Step.CLOSE:
            closed += close(session, _open_alerts(session, rule), now)
        elif finding.state is State.MET:
            _keep(rule, Verdict(staying=[(alert, reading) for alert in _open_alerts(session, rule)]), now, day)
    if state is State.GONE:
        closed += close(session, _open_alerts(session, rule), now)
    rule.checked_at, rule.state, rule.value = now, state.value, steps[-1][2].value if steps else None
    rule.judged_day = steps[-1][0] if steps else None
    session.flush()
    return Looked(opened, closed)
