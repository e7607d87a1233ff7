"""Evaluates all readings and opens, keeps and closes alerts. Safe to run in several processes at once.

The readings are taken first, without locks; then one short transaction compares them with rules and open alerts. It
locks the rules, and if two processes find the same problem, the unique index lets only one open an alert.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from services.alerts import kinds
from services.alerts.evaluate import Verdict, evaluate
from services.alerts.mails import order_due_mails, withdraw_mails
from services.alerts.models import IS_OPEN, Alert, AlertRule
from services.alerts.readings import SOURCES, Findings, Reading, Readings, Unjudged, no_findings, troubles
from services.core.clock import Clock
from services.core.db.db import Database
from services.core.db.rows import Insertion
from services.settings import Settings
from services.staff import audit

KEPT = timedelta(days=400)
"""How long closed alerts are kept."""
SYSTEM = "system"
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Looked:
    """Number of alerts a check opened and closed."""

    opened: int
    closed: int


class NotJudged(Exception):
    """Readings of some kinds failed; the others were evaluated."""


def _once(insert: Any) -> Any:
    one_open = {"index_elements": ["kind", "subject"], "index_where": IS_OPEN}
    return insert.on_conflict_do_nothing(**one_open).returning(Alert.id)


_OPENING = Insertion(Alert.__table__, _once)


def check_alerts(db: Database, settings: Settings, clock: Clock, extra_findings: Findings = no_findings) -> Looked:
    """Run one check; returns what it did. `extra_findings` supplies problems of periodic work.

    Raises NotJudged after everything else is done if a kind's readings failed: its alerts stay as they are.
    """
    now = clock()
    readings = _read_all(db, now, extra_findings)
    looked = db.write(lambda session: settle(session, readings, settings, now))
    if missing := [name for name in kinds.KINDS if name not in readings]:
        raise NotJudged(", ".join(missing))
    return looked


def _read_all(db: Database, now: datetime, extra_findings: Findings) -> dict[str, Readings]:
    """The readings of each kind that could be taken."""
    sources = SOURCES | {kinds.JOB: troubles(extra_findings)}
    found: dict[str, Readings] = {}
    with db.read() as session:
        rules = {rule.kind: rule for rule in session.scalars(select(AlertRule))}
    for name, source in sources.items():
        try:
            # Each in its own session: a failing one breaks its transaction.
            with db.read() as session:
                found[name] = source(session, now, rules[name])
        except Exception as error:
            log.error("alert_figures_unreadable", kind=name, error=type(error).__name__)
    return found


def settle(session: Session, readings: Mapping[str, Readings], settings: Settings, now: datetime) -> Looked:
    """Open, keep and close alerts by these readings and queue due mails; counts opened and closed alerts."""
    rules = session.scalars(select(AlertRule).order_by(AlertRule.kind).with_for_update()).all()
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
        open_alerts = session.scalars(select(Alert).where(Alert.kind == rule.kind, IS_OPEN)).all()
        verdict = evaluate(rule, found, open_alerts)
        opened += _open(session, rule, verdict.opening, now)
        _keep(rule, verdict, now)
        closed += close(session, verdict.closing, now)
    session.flush()
    order_due_mails(session, rules, settings, now)
    session.execute(delete(Alert).where(Alert.closed_at < now - KEPT))
    return Looked(opened, closed)


def _open(session: Session, rule: AlertRule, readings: Sequence[Reading], now: datetime) -> int:
    rows = [
        {
            "kind": rule.kind,
            "subject": reading.subject,
            "headline": reading.headline[:160],
            "words": reading.words[:300],
            "value": reading.value,
            "threshold": rule.threshold,
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
    """Into the audit log, from which webhooks are made."""
    events = [
        audit.Event(
            SYSTEM,
            action,
            f"alert:{alert.id}",
            {"own": False, "kind": alert.kind, "about": alert.subject, "value": alert.value},
        )
        for alert in alerts
    ]
    if events:
        audit.append(session, events, now)


def _keep(rule: AlertRule, verdict: Verdict, now: datetime) -> None:
    for alert, reading in verdict.staying:
        alert.value, alert.seen_at, alert.threshold = reading.value, now, rule.threshold
        alert.headline, alert.words = reading.headline[:160], reading.words[:300]


def close(session: Session, alerts: Sequence[Alert], now: datetime) -> int:
    """Close alerts. Mails about them that have not been sent are withdrawn."""
    for alert in alerts:
        alert.closed_at = now
    session.flush()
    _tell(session, alerts, "alert.closed", now)
    withdraw_mails(session, [alert.id for alert in alerts], now)
    return len(alerts)
