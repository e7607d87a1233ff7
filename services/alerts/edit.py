"""Staff actions on alerts: acknowledge them; add, change, delete and hand over rules. Units of `Database.write`."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Any, Final

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from services.alerts.check import close
from services.alerts.errors import BuiltInRule, UnknownAlert, UnknownRule
from services.alerts.models import IS_OPEN, Alert, AlertRule
from services.alerts.words import IS_KNOWN, choices, roles_of, title_of
from services.core.contact_details import read_email
from services.core.db.edits import assign, differing
from services.staff import audit
from services.staff.call import Staff
from services.staff.errors import Stale
from services.staff.holdings import Holding, Leaving
from services.staff.models import Account, Role

_WATCHED: Final = ("comparison", "scope", "scope_value", "threshold", "days")
"""Columns that decide what a rule finds, without those that say who is notified."""
_TOLD: Final = ("is_on", "threshold")


def note(session: Session, alert_id: int, staff: Staff, now: datetime) -> Alert:
    """Acknowledge an alert; only the first acknowledgement is kept. UnknownAlert."""
    alert = session.get(Alert, alert_id, with_for_update=True)
    if alert is None or staff.role not in roles_of(alert.kind):
        raise UnknownAlert
    if alert.noted_at is None:
        alert.noted_at, alert.noted_by = now, staff.actor
        session.flush()
        details = {"kind": alert.kind, "about": alert.subject}
        audit.append(session, [audit.Event(staff.actor, "alert.noted", f"alert:{alert.id}", details)], now)
    return alert


def may_change(rule: AlertRule, role: Role) -> bool:
    """Built-in rules are the administration's; others belong to all whose role sees the figure."""
    return role is Role.ADMIN or (rule.comparison is not None and role in roles_of(rule.kind))


def find(session: Session, rule_id: int, staff: Staff, *, lock: bool = False) -> AlertRule:
    """A rule that the caller may change. UnknownRule."""
    rule = session.get(AlertRule, rule_id, with_for_update=lock, populate_existing=True)
    if rule is None or not may_change(rule, staff.role):
        raise UnknownRule
    return rule


def add(session: Session, kind: str, values: Mapping[str, Any], staff: Staff, now: datetime) -> AlertRule:
    rule = AlertRule(kind=kind, **values, version=1, changed_at=now, changed_by=staff.actor)
    session.add(rule)
    session.flush()
    _tell(session, rule, "added", staff.actor, now, {"kind": kind, "comparison": rule.comparison})
    return rule


def change(
    session: Session, rule_id: int, version: int, values: Mapping[str, Any], staff: Staff, now: datetime
) -> AlertRule:
    """Save changed values. UnknownRule, Stale. One that is turned off, or on a figure and watches something
    else from now on, closes its open alerts at once; another threshold of a built-in one decides at the next check.
    """
    rule = find(session, rule_id, staff, lock=True)
    if rule.version != version:
        raise Stale("diese Regel", rule.version)
    changes = differing(rule, values)
    if not changes:
        return rule
    assign(rule, changes)
    rule.version += 1
    rule.changed_at, rule.changed_by, rule.note = now, staff.actor, None
    begins_again = rule.comparison is not None and changes.keys() & set(_WATCHED)
    if begins_again or "is_on" in changes:
        _close_all(session, rule, now)
    session.flush()
    # Addresses are personal data; log entries cannot be erased.
    details: dict[str, Any] = {"changed": sorted(changes), **{name: changes[name] for name in _TOLD if name in changes}}
    _tell(session, rule, "changed", staff.actor, now, details)
    return rule


def remove(session: Session, rule_id: int, staff: Staff, now: datetime) -> None:
    """Delete a rule on a figure with what it found. UnknownRule, BuiltInRule."""
    rule = find(session, rule_id, staff, lock=True)
    if rule.comparison is None:
        raise BuiltInRule
    _close_all(session, rule, now)
    session.execute(delete(Alert).where(Alert.rule_id == rule.id))
    _tell(session, rule, "removed", staff.actor, now, {"kind": rule.kind, "comparison": rule.comparison})
    session.delete(rule)
    session.flush()


def _close_all(session: Session, rule: AlertRule, now: datetime) -> None:
    """Close the open alerts of a rule, which is judged afresh."""
    close(session, session.scalars(select(Alert).where(Alert.rule_id == rule.id, IS_OPEN)).all(), now)
    rule.judged_day = rule.state = rule.value = rule.checked_at = None


def _tell(session: Session, rule: AlertRule, what: str, actor: str, now: datetime, details: dict[str, Any]) -> None:
    audit.append(session, [audit.Event(actor, f"alert_rule.{what}", f"alert_rule:{rule.id}", details)], now)


def held(leaving: Leaving) -> Iterator[Holding]:
    """Each rule in which the account is entered; administrators who get it by their role are not entered."""
    session, account = leaving.session, leaving.account
    concerned = [rule.id for rule in session.scalars(select(AlertRule).where(IS_KNOWN)) if _entered_as(rule, account)]
    known = choices(session)
    found = select(AlertRule).where(AlertRule.id.in_(concerned)).order_by(AlertRule.id)
    for rule in session.scalars(leaving.rows(found)).all():
        if _entered_as(rule, account):
            replace = partial(_hand_over, leaving, rule)
            subject = f"alert_rule:{rule.id}"
            yield Holding("alert_rule", subject, title_of(rule, known), roles_of(rule.kind), replace)


def _entered_as(rule: AlertRule, account: Account) -> list[int | str]:
    """Entries that are this account, by its id or, if it joined the team later, by its address."""
    return [
        one
        for one in rule.recipients
        if one == account.id
        or (isinstance(one, str) and read_email(one, allow_test_domains=True)[1] == account.email_normalized)
    ]


def _hand_over(leaving: Leaving, rule: AlertRule, heir: Account) -> bool:
    theirs = _entered_as(rule, leaving.account)
    after = [one for one in rule.recipients if one not in theirs]
    if not _entered_as(rule, heir):
        after.insert(rule.recipients.index(theirs[0]), heir.id)
    rule.recipients = after
    rule.version += 1
    rule.changed_at, rule.changed_by = leaving.now, leaving.actor
    leaving.session.flush()
    return True
