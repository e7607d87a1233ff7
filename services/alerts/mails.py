"""Alert notifications: whom to mail and when. Each alert is mailed once, when it opens, but not in quiet times."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.alerts.figures import FIGURES
from services.alerts.kinds import KINDS, Way
from services.alerts.links import path_of
from services.alerts.models import IS_OPEN, Alert, AlertRule
from services.alerts.quiet import quiet_of, quiet_until
from services.alerts.rules import condition_of, roles_of
from services.alerts.words import over_words
from services.core.clock import BERLIN, CLOCKS_DIFFER
from services.core.contact_details import deliverable_address, read_email
from services.mail import outbox
from services.mail.catalogue import AlertOpened, to_values
from services.mail.models import Mail
from services.mail.outbox import Order
from services.settings import Settings
from services.staff.models import Account, AccountState, Role

CONSOLE = "/admin"


def order_due_mails(session: Session, rules: Iterable[AlertRule], settings: Settings, now: datetime) -> None:
    """Queue the mails of open alerts not yet sent. The rules are locked, so no other process does it too."""
    for rule in rules:
        if quiet_end(rule, now) is not None:
            continue
        untold = (Alert.rule_id == rule.id, IS_OPEN, Alert.mailed_at.is_(None))
        alerts = session.scalars(select(Alert).where(*untold).order_by(Alert.id)).all()
        recipients = recipients_of(session, rule) if alerts else []
        if not recipients or pause_end(session, rule, now) is not None:
            continue
        for alert in alerts:
            alert.mailed_at = now
            outbox.order(session, _orders(session, rule, alert, recipients, settings), now)
    session.flush()


def quiet_end(rule: AlertRule, now: datetime) -> datetime | None:
    """End of the rule's current quiet time; None if it is not quiet."""
    return quiet_until(quiet_of(rule.quiet_from, rule.quiet_to, rule.quiet_days), now)


def pause_end(session: Session, rule: AlertRule, now: datetime) -> datetime | None:
    """Until when the rule sends no mail because it has just sent one; None if it may."""
    kind = KINDS.get(rule.kind)
    pause = kind.mail_pause if kind else None
    if pause is None:
        return None
    told_at: datetime | None = session.scalar(select(func.max(Alert.mailed_at)).where(Alert.rule_id == rule.id))
    if told_at is None or told_at > now + CLOCKS_DIFFER:  # by a clock that was set back since
        return None
    return told_at + pause if told_at + pause > now else None


@dataclass(frozen=True, slots=True)
class Recipient:
    """A recipient of a rule's mails; the role decides which console pages the links lead to."""

    address: str
    role: Role


def recipients_of(session: Session, rule: AlertRule) -> list[Recipient]:
    """Recipients of a rule, each address once however spelled. Colleagues get it at their current address, as long as
    the account is active and the kind concerns its role.
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


def way_of(session: Session, rule: AlertRule, alert: Alert, role: Role) -> Way:
    """The page on which a role can act on an alert, or see the figure over the days that it is about."""
    if rule.kind in KINDS:
        return KINDS[rule.kind].way(alert.subject.partition(":")[2], role)
    return Way("Zahl ansehen", path_of(session, rule, alert.day) if rule.kind in FIGURES else "/alerts")


def advice_of(rule: AlertRule) -> str:
    """What to do about it."""
    if rule.kind in KINDS:
        return KINDS[rule.kind].advice
    if rule.kind not in FIGURES:
        return "Diese Zahl gibt es nicht mehr. Bitte löschen Sie die Regel."
    return f"Sehen Sie nach, woran es liegt. {over_words(condition_of(rule))}"


def _orders(
    session: Session, rule: AlertRule, alert: Alert, recipients: Sequence[Recipient], settings: Settings
) -> list[Order]:
    orders = []
    for recipient in recipients:
        way = way_of(session, rule, alert, recipient.role)
        mail = AlertOpened(
            headline=alert.headline,
            words=alert.words,
            advice=advice_of(rule),
            since=f"{alert.opened_at.astimezone(BERLIN):%d.%m.%Y, %H:%M} Uhr",
            action=way.label,
            link=f"{settings.public_url}{CONSOLE}{way.path}",
            all_link=f"{settings.public_url}{CONSOLE}/alerts",
        )
        key = f"alert:{alert.id}:{_digest(recipient.address)}"
        orders.append(Order(mail.kind, recipient.address, _subject(alert.id), key, to_values(mail)))
    return orders


def _digest(address: str) -> str:
    return hashlib.sha256(address.encode()).hexdigest()[:24]
