"""Alert notifications: whom to mail and when. Each alert is mailed once, when it opens; not in quiet times, nor if it
follows from a silence that was mailed.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Final

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from services.alerts.judging import Comparison
from services.alerts.models import IS_OPEN, Alert, AlertRule
from services.alerts.words import advice_of, roles_of, way_of
from services.core.clock import BERLIN
from services.core.contact_details import deliverable_address, read_email
from services.core.schedules import AtTime
from services.mail import outbox
from services.mail.catalogue import AlertOpened, to_values
from services.mail.models import Mail
from services.mail.outbox import Order
from services.settings import Settings
from services.staff.models import Account, AccountState, Role

_CONSOLE: Final = "/admin"
_EVERY_DAY: Final = frozenset(range(1, 8))


def order_due_mails(session: Session, rules: Sequence[AlertRule], settings: Settings, now: datetime) -> None:
    """Queue the mails of open alerts not yet sent. The rules are locked, so no other process does it too.

    A recipient of a mail about a silence gets none about its consequences while it lasts.
    """
    for rule in sorted(rules, key=_upstream):
        if quiet_end(rule, now) is not None:
            continue
        untold = (Alert.rule_id == rule.id, IS_OPEN, Alert.mailed_at.is_(None))
        alerts = session.scalars(select(Alert).where(*untold).order_by(Alert.id)).all()
        if not alerts:
            continue
        causes = [
            one for one in rules if explains(one, rule) and _open_alerts(session, one, Alert.mailed_at.is_not(None))
        ]
        told = {one.address for cause in causes for one in recipients_of(session, cause)}
        if not (recipients := [one for one in recipients_of(session, rule) if one.address not in told]):
            continue
        for alert in alerts:
            alert.mailed_at = now
            follow = [one for other in rules if explains(rule, other) for one in _open_alerts(session, other)]
            orders = [_order(session, rule, alert, follow, one, settings) for one in recipients]
            outbox.order(session, orders, now)
        session.flush()


_STREAM: Final = {
    "sessions": 0, "visitors": 0, "form_started": 1, "reservations": 2, "no_reservation": 2, "contracts": 3
}  # fmt: skip
"""Who does not come cannot go on: each of these figures follows from those before it."""


def explains(cause: AlertRule, rule: AlertRule) -> bool:
    """Whether one silence is why another rule finds nothing, or less: of the same origin, or of all."""
    return (
        cause.id != rule.id
        and _is_silence(cause)
        and (_is_silence(rule) or rule.comparison in (Comparison.BELOW, Comparison.LESS))
        and (cause.scope == "all" or (cause.scope, cause.scope_value) == (rule.scope, rule.scope_value))
        and _STREAM.get(cause.kind, len(_STREAM)) <= _STREAM.get(rule.kind, -1)
    )


def cause_of(session: Session, rule: AlertRule) -> Alert | None:
    """The open alert whose mail is also that of this rule."""
    rules = session.scalars(select(AlertRule).where(AlertRule.is_on).order_by(AlertRule.id)).all()
    causes = (_open_alerts(session, one, Alert.mailed_at.is_not(None)) for one in rules if explains(one, rule))
    return next((alerts[0] for alerts in causes if alerts), None)


def _upstream(rule: AlertRule) -> tuple[int, bool, int]:
    """Causes before what follows from them."""
    return _STREAM.get(rule.kind, len(_STREAM)), not _is_silence(rule), rule.id


def _is_silence(rule: AlertRule) -> bool:
    return rule.kind == "no_reservation" or rule.comparison == Comparison.SILENT


def _open_alerts(session: Session, rule: AlertRule, *also: ColumnElement[bool]) -> Sequence[Alert]:
    return session.scalars(select(Alert).where(Alert.rule_id == rule.id, IS_OPEN, *also).order_by(Alert.id)).all()


def _order(
    session: Session,
    rule: AlertRule,
    alert: Alert,
    follow: Sequence[Alert],
    recipient: "Recipient",
    settings: Settings,
) -> Order:
    way = way_of(session, rule, alert, recipient.role)
    concern = [one.headline for one in follow if recipient.role in roles_of(one.kind)]
    mail = AlertOpened(
        headline=alert.headline,
        words=f"{alert.words} Aus demselben Grund: {'; '.join(concern)}." if concern else alert.words,
        advice=advice_of(rule),
        since=f"{alert.opened_at.astimezone(BERLIN):%d.%m.%Y, %H:%M} Uhr",
        action=way.label,
        link=f"{settings.public_url}{_CONSOLE}{way.path}",
        all_link=f"{settings.public_url}{_CONSOLE}/alerts",
    )
    key = f"alert:{alert.id}:{hashlib.sha256(recipient.address.encode()).hexdigest()[:24]}"
    return Order(mail.kind, recipient.address, _subject(alert.id), key, to_values(mail))


def withdraw_mails(session: Session, alert_ids: Sequence[int], now: datetime) -> None:
    """Withdraw unsent mails about these alerts: they are no longer true."""
    if alert_ids:
        subjects = [_subject(id_) for id_ in alert_ids]
        keys = session.scalars(select(Mail.dedupe_key).where(Mail.subject_ref.in_(subjects))).all()
        outbox.cancel(session, keys, now)


def mail_states(session: Session, alert_ids: Sequence[int]) -> dict[int, list[str]]:
    """States of the mails about each of these alerts."""
    found: dict[int, list[str]] = {id_: [] for id_ in alert_ids}
    about = Mail.subject_ref.in_([_subject(id_) for id_ in alert_ids])
    for subject, state in session.execute(select(Mail.subject_ref, Mail.state).where(about)):
        found[int(subject.partition(":")[2])].append(state)
    return found


def _subject(alert_id: int) -> str:
    return f"alert:{alert_id}"


# Whom


@dataclass(frozen=True, slots=True)
class Recipient:
    """A recipient of a rule's mails; the role decides which console pages the links lead to."""

    address: str
    role: Role


def recipients_of(session: Session, rule: AlertRule) -> list[Recipient]:
    """Recipients of a rule, each address once however spelled. Colleagues get it at their current address, as long as
    the account is active and the rule concerns its role.
    """
    found: dict[str, Recipient] = {}
    for typed in (one for one in rule.recipients if isinstance(one, str)):
        address, normalized = read_email(typed, allow_test_domains=True)  # validated when it was saved
        found[normalized] = Recipient(deliverable_address(address, normalized), Role.ADMIN)
    is_admin = (Account.role == Role.ADMIN.value) & (Account.state == AccountState.ACTIVE.value)
    is_named = Account.email_normalized.in_(list(found)) | Account.id.in_(_account_ids(rule))
    is_told = is_named | is_admin if rule.to_admins else is_named
    for account in session.scalars(select(Account).where(is_told).order_by(Account.id)):
        # An external address may have become a colleague's since: then the rules for colleagues apply.
        found.pop(account.email_normalized, None)
        if account.state == AccountState.ACTIVE.value and Role(account.role) in roles_of(rule.kind):
            address = deliverable_address(account.email, account.email_normalized)
            found[account.email_normalized] = Recipient(address, Role(account.role))
    return list(found.values())


def entered_addresses(session: Session, rule: AlertRule) -> list[str]:
    """Addresses entered in a rule, in list order; colleagues by their current address."""
    named = select(Account.id, Account.email).where(Account.id.in_(_account_ids(rule)))
    emails = {row.id: row.email for row in session.execute(named)}
    return [emails[one] if isinstance(one, int) else one for one in rule.recipients]


def _account_ids(rule: AlertRule) -> list[int]:
    return [one for one in rule.recipients if isinstance(one, int)]


# Quiet times, in Berlin local time including clock changes


@dataclass(frozen=True, slots=True)
class Quiet:
    """From a time of day on some weekdays (1 Monday … 7 Sunday) until another time of day.

    An end that is not after the start is on the next day: 22:00 to 6:00 spans midnight and belongs to the day it begins
    on; equal times are a whole day.
    """

    start: time
    end: time
    days: frozenset[int]

    @property
    def never_ends(self) -> bool:
        """Whether it covers the whole week."""
        return self.start == self.end and self.days == _EVERY_DAY


def quiet_of(start: time | None, end: time | None, days: Sequence[int]) -> Quiet | None:
    """The quiet times of a rule; None if it has none."""
    return Quiet(start, end, frozenset(days)) if start is not None and end is not None and days else None


def quiet_end(rule: AlertRule, now: datetime) -> datetime | None:
    """End of the rule's current quiet time; None if it is not quiet."""
    return quiet_until(quiet_of(rule.quiet_from, rule.quiet_to, rule.quiet_days), now)


def quiet_until(quiet: Quiet | None, moment: datetime) -> datetime | None:
    """End in UTC of the quiet time at an aware timestamp; None: it is not quiet.

    Adjacent quiet days are merged. Local times skipped by a clock change are shifted by the length of the gap; repeated
    ones count as the first of the two.
    """
    if quiet is None or quiet.never_ends:
        return None
    until = None
    while (end := _end_of_latest(quiet, until or moment)) > (until or moment):
        until = end
    return until


def _end_of_latest(quiet: Quiet, moment: datetime) -> datetime:
    """The end of the last quiet time that began before then; it may be over."""
    # A window never extends past the start of the next one, so only the latest matters.
    began = AtTime(quiet.start, weekdays=quiet.days).latest(moment).local.date()
    last = began if quiet.end > quiet.start else began + timedelta(days=1)
    return datetime.combine(last, quiet.end, BERLIN).astimezone(UTC)
