"""Evaluates all rules and opens, keeps and closes alerts. Safe to run in several processes at once.

What each rule finds is read first, without locks; then one short transaction locks the rules, settles their alerts and
queues mails.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

import structlog
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from services.alerts.built_in import BUILT_IN, LATE, Asked, Reading, Readings, Troubles, Unjudged
from services.alerts.figures import FIGURES, awaits_costs, load
from services.alerts.inputs import LONGEST_DAYS
from services.alerts.judging import ONE_DAY, State, days_between, judge, last_day, lasts
from services.alerts.mails import order_due_mails, withdraw_mails
from services.alerts.models import IS_OPEN, Alert, AlertRule
from services.alerts.words import IS_KNOWN, choices, condition_of, finding_words, headline_of, nameless_path_of
from services.core.clock import Clock, berlin_day
from services.core.db.db import Database
from services.reports.run import ReportContext
from services.settings import Settings
from services.staff import audit
from services.store.place import store_of

_KEPT: Final = timedelta(days=400)
"""How long closed alerts are kept."""
_CAUGHT_UP: Final = 14
"""At most this many missed days are judged one by one."""
_AGAIN: Final = timedelta(minutes=15)
"""How often a rule on a figure is judged again on the same day, for costs that arrive late and alerts that end."""
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Looked:
    """Number of alerts a check opened and closed."""

    opened: int
    closed: int


@dataclass(frozen=True, slots=True)
class Look:
    """What a rule found; of a figure at the end of a day, with its value."""

    readings: Readings
    day: date | None = None
    state: str | None = None
    value: int | None = None


class NotJudged(Exception):
    """Some rules could not be read; the others were evaluated."""


def check_alerts(db: Database, settings: Settings, clock: Clock, troubles: Troubles = lambda *_: ()) -> Looked:
    """Run one check; returns what it did. `troubles` supplies problems of periodic work.

    Raises NotJudged after everything else is done if a rule could not be read: its alerts stay as they are.
    """
    now = clock()
    context = ReportContext(db, store_of(settings), now)
    looks, missing = {}, []
    for rule in _due(db, now):
        try:
            looks[rule.id] = rule, _look(context, rule, troubles)
        except Exception as error:
            # One that cannot be read must not keep the others from being judged.
            log.error("alert_rule_unreadable", rule=rule.id, kind=rule.kind, error=type(error).__name__)
            missing.append(f"{rule.kind} {rule.id}")

    def settle(session: Session) -> Looked:
        rules = session.scalars(select(AlertRule).where(IS_KNOWN).order_by(AlertRule.id).with_for_update()).all()
        done = [_settle(session, rule, *looks[rule.id], now) for rule in rules if rule.id in looks]
        order_due_mails(session, rules, settings, now)
        session.execute(delete(Alert).where(Alert.closed_at < now - _KEPT))
        return Looked(sum(one.opened for one in done), sum(one.closed for one in done))

    looked = db.write(settle)
    if missing:
        raise NotJudged(", ".join(missing))
    return looked


def checked_at(session: Session) -> datetime | None:
    """Time of the last check; None: never. For the built-in rule checked longest ago."""
    is_checked = AlertRule.comparison.is_(None) & AlertRule.is_on
    return session.scalar(select(func.min(AlertRule.checked_at)).where(is_checked))


def is_late(checked: datetime | None, now: datetime) -> bool:
    """Whether a check is overdue. Before the first one none is."""
    return checked is not None and now - checked > LATE


def _due(db: Database, now: datetime) -> list[AlertRule]:
    """Built-in rules at every check; those on figures once a day is over, and again while that may change something."""
    with db.read() as session:
        opened = set(session.scalars(select(Alert.rule_id).where(IS_OPEN)))
        rules = session.scalars(select(AlertRule).where(IS_KNOWN, AlertRule.is_on).order_by(AlertRule.id)).all()
    return [rule for rule in rules if rule.kind in BUILT_IN or _is_figure_due(rule, rule.id in opened, now)]


def _is_figure_due(rule: AlertRule, is_open: bool, now: datetime) -> bool:
    if rule.checked_at is None or berlin_day(rule.checked_at) < berlin_day(now):
        return True
    return (is_open or awaits_costs(rule)) and now - rule.checked_at >= _AGAIN


def _look(context: ReportContext, rule: AlertRule, troubles: Troubles) -> list[Look]:
    """One session each: a reading that fails aborts its transaction."""
    if rule.kind in BUILT_IN:
        with context.db.read() as session:
            return [Look(BUILT_IN[rule.kind].read(Asked(session, context.now, rule, troubles)))]
    data, condition = load(context, rule, _CAUGHT_UP + LONGEST_DAYS), condition_of(rule)
    with context.db.read() as session:
        known = choices(session)
        found_on = session.scalar(select(func.max(Alert.day)).where(Alert.rule_id == rule.id, IS_OPEN))
    about = rule.scope if rule.scope_value is None else f"{rule.scope}:{rule.scope_value}"
    looks = []
    for day in _days(rule.judged_day, last_day(data, berlin_day(context.now))):
        finding = judge(condition, data, day)
        stands = found_on is not None and lasts(condition, data, day, found_on)
        readings: Readings = Unjudged.UNKNOWN if stands else ()
        if finding.state is State.MET:
            found_on = day
            words = headline_of(rule, known, finding), finding_words(rule, known, finding, day)
            readings = [Reading(about, finding.value or 0, *words)]
        looks.append(Look(readings, day, finding.state.value, finding.value))
    return looks


def _days(judged: date | None, last: date) -> list[date]:
    """The days to be judged: those that were missed one by one; else the last one again."""
    if judged is None or judged >= last:
        return [last]
    return list(days_between(max(judged + ONE_DAY, last - (_CAUGHT_UP - 1) * ONE_DAY), last))


def _settle(session: Session, rule: AlertRule, read: AlertRule, looks: Sequence[Look], now: datetime) -> Looked:
    """Open, keep and close its alerts, unless the rule was changed or checked elsewhere since it was read."""
    if (rule.version, rule.checked_at) != (read.version, read.checked_at):
        return Looked(0, 0)
    opened = closed = 0
    for look in looks:
        readings = look.readings
        if readings is Unjudged.UNKNOWN:
            continue
        if readings is Unjudged.MEANINGLESS:
            rule.excused_at, readings = now, ()
        found = {reading.subject: reading for reading in readings}
        closing = []
        for alert in session.scalars(select(Alert).where(Alert.rule_id == rule.id, IS_OPEN)).all():
            reading = found.pop(alert.subject, None)
            if reading is None or reading.value < _end_of(rule, alert):
                closing.append(alert)
            else:
                alert.day, alert.value, alert.seen_at, alert.threshold = look.day, reading.value, now, rule.threshold
                alert.headline, alert.words = reading.headline[:200], reading.words[:500]
        opened += _open(session, rule, [one for one in found.values() if one.value >= _line_of(rule)], look.day, now)
        closed += close(session, closing, now)
    rule.checked_at, rule.judged_day = now, looks[-1].day
    rule.state, rule.value = looks[-1].state, looks[-1].value
    session.flush()
    return Looked(opened, closed)


def _line_of(rule: AlertRule) -> int:
    """The reading from which an alert opens. What is read of a figure has met its condition already."""
    return (rule.threshold or 0) if rule.kind in BUILT_IN else 0


def _end_of(rule: AlertRule, alert: Alert) -> int:
    """The reading below which an open alert closes. A threshold changed since then applies without a margin."""
    line = _line_of(rule)
    has_margin = rule.kind in BUILT_IN and alert.threshold == rule.threshold
    return line - (BUILT_IN[rule.kind].margin(line) if has_margin else 0)


def _open(session: Session, rule: AlertRule, readings: Sequence[Reading], day: date | None, now: datetime) -> int:
    """The rules are locked, so no other process opens the same at once; the unique index would refuse it."""
    alerts = [
        Alert(
            rule_id=rule.id,
            kind=rule.kind,
            subject=reading.subject,
            headline=reading.headline[:200],
            words=reading.words[:500],
            value=reading.value,
            threshold=rule.threshold,
            day=day,
            opened_at=now,
            seen_at=now,
        )
        for reading in readings
    ]
    session.add_all(alerts)
    session.flush()
    _tell(session, alerts, "opened", now)
    return len(alerts)


def close(session: Session, alerts: Sequence[Alert], now: datetime) -> int:
    """Close alerts. Mails about them that have not been sent are withdrawn."""
    for alert in alerts:
        alert.closed_at = now
    session.flush()
    _tell(session, alerts, "closed", now)
    withdraw_mails(session, [alert.id for alert in alerts], now)
    return len(alerts)


def _tell(session: Session, alerts: Sequence[Alert], what: str, now: datetime) -> None:
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
        events.append(audit.Event("system", f"alert.{what}", f"alert:{alert.id}", details))
    if events:
        audit.append(session, events, now)
