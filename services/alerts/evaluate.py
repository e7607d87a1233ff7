"""Decides which readings of a built-in rule open, keep and close an alert. Pure apart from the rows given."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from services.alerts.kinds import CAMPAIGN_BUDGET, KINDS
from services.alerts.models import Alert, AlertRule
from services.alerts.built_in import Reading


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of evaluating the readings of one kind."""

    opening: list[Reading] = field(default_factory=list)
    staying: list[tuple[Alert, Reading]] = field(default_factory=list)
    closing: list[Alert] = field(default_factory=list)


def evaluate(rule: AlertRule, readings: Sequence[Reading], open_alerts: Sequence[Alert]) -> Verdict:
    """Compare readings with a rule. A subject without a reading closes its alert."""
    found: Mapping[str, Reading] = {reading.subject: reading for reading in readings} if rule.is_on else {}
    verdict = Verdict()
    for alert in open_alerts:
        reading = found.get(alert.subject)
        if reading is not None and reading.value >= _end_of(rule, alert):
            verdict.staying.append((alert, reading))
        else:
            verdict.closing.append(alert)
    known = {alert.subject for alert in open_alerts}
    for subject, reading in found.items():
        if subject not in known and reading.value >= _line(rule):
            verdict.opening.append(reading)
    return verdict


def _line(rule: AlertRule) -> int:
    """The reading from which an alert opens, including the threshold itself. A budget just used up is not exceeded."""
    least = 1 if rule.kind == CAMPAIGN_BUDGET else 0
    return max(rule.threshold or 0, least)


def _end_of(rule: AlertRule, alert: Alert) -> int:
    """The reading below which an open alert closes. A threshold changed since then applies without a margin."""
    has_margin = alert.threshold == rule.threshold
    return _line(rule) - (KINDS[rule.kind].margin(_line(rule)) if has_margin else 0)
