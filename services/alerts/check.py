"""Looks at every figure and opens, keeps and ends alerts. Any number of processes may do it at once.

The figures are read first, without holding anybody up; then one short transaction holds them against rules and open
alerts. It locks the rules, and of two processes that found the same the unique index lets one open it.
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

KEPT = timedelta(days=400)
"""How long the history reaches back."""
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Looked:
    """How many alerts a look opened and how many it ended."""

    opened: int
    closed: int


class NotJudged(Exception):
    """Figures of some kinds could not be read; the others were judged."""


def _once(insert: Any) -> Any:
    one_open = {"index_elements": ["kind", "subject"], "index_where": IS_OPEN}
    return insert.on_conflict_do_nothing(**one_open).returning(Alert.id)


_OPENING = Insertion(Alert.__table__, _once)


def check_alerts(db: Database, settings: Settings, clock: Clock, extra_findings: Findings = no_findings) -> Looked:
    """Look once; answers what came of it. `extra_findings` tells what is wrong with periodic work.

    Raises NotJudged after everything else is done when a kind's figures could not be read: its alerts stay.
    """
    now = clock()
    readings = _read_all(db, now, extra_findings)
    looked = db.write(lambda session: settle(session, readings, settings, now))
    if missing := [name for name in kinds.KINDS if name not in readings]:
        raise NotJudged(", ".join(missing))
    return looked


def _read_all(db: Database, now: datetime, extra_findings: Findings) -> dict[str, Readings]:
    """The figures of each kind that could be read."""
    sources = SOURCES | {kinds.JOB: troubles(extra_findings)}
    found: dict[str, Readings] = {}
    with db.read() as session:
        rules = {rule.kind: rule for rule in session.scalars(select(AlertRule))}
    for name, source in sources.items():
        try:
            # Each in a session of its own: one that fails spoils its transaction.
            with db.read() as session:
                found[name] = source(session, now, rules[name])
        except Exception as error:
            log.error("alert_figures_unreadable", kind=name, error=type(error).__name__)
    return found


def settle(session: Session, readings: Mapping[str, Readings], settings: Settings, now: datetime) -> Looked:
    """Open, keep and end alerts by these figures and order the mails that are due; counts what opened and ended."""
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
    return sum(len(result.all()) for result in _OPENING.run(session, rows))


def _keep(rule: AlertRule, verdict: Verdict, now: datetime) -> None:
    for alert, reading in verdict.staying:
        alert.value, alert.seen_at, alert.threshold = reading.value, now, rule.threshold
        alert.headline, alert.words = reading.headline[:160], reading.words[:300]


def close(session: Session, alerts: Sequence[Alert], now: datetime) -> int:
    """End alerts. What was to be told about them and has not left stays here."""
    for alert in alerts:
        alert.closed_at = now
    session.flush()
    withdraw_mails(session, [alert.id for alert in alerts], now)
    return len(alerts)
