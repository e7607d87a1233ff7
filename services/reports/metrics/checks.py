"""Confirmations that a metric's definition was read and is right. They lapse when the definition changes."""

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from analytics.metrics.catalogue import Metric
from analytics.metrics.lock import locked
from services.reports.errors import DefinitionChanged
from services.reports.metrics.models import MetricCheck
from services.staff import audit


def latest_checks(session: Session) -> Mapping[str, MetricCheck]:
    """The newest confirmation of each metric that has one, by key."""
    newest = select(func.max(MetricCheck.id)).group_by(MetricCheck.metric)
    return {one.metric: one for one in session.scalars(select(MetricCheck).where(MetricCheck.id.in_(newest)))}


def holds(check: MetricCheck, metric: Metric) -> bool:
    """Whether the definition is still the one that was confirmed."""
    return check.version == metric.version and check.fingerprint == fingerprint_of(metric)


def fingerprint_of(metric: Metric) -> str:
    """Of its definition as the lock file has it."""
    return locked()[metric.key].fingerprint


def confirm(session: Session, metric: Metric, fingerprint: str, actor: str, now: datetime) -> MetricCheck:
    """Note that this definition is right. Raises DefinitionChanged if it is no longer the one that was read."""
    if fingerprint != fingerprint_of(metric):
        raise DefinitionChanged
    check = MetricCheck(
        metric=metric.key, version=metric.version, fingerprint=fingerprint, checked_at=now, checked_by=actor
    )
    session.add(check)
    session.flush()
    details = {"metric": metric.name, "fingerprint": fingerprint}
    audit.append(session, [audit.Event(actor, "metric.checked", f"metric:{metric.key}", details)], now)
    return check
