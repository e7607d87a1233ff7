"""Alert rules that mail one person, and how a colleague takes them over."""

from collections.abc import Iterator
from functools import partial

from sqlalchemy import select

from services.alerts.models import AlertRule
from services.alerts.words import IS_KNOWN, choices, roles_of, title_of
from services.core.contact_details import read_email
from services.staff.holdings import Holding, Leaving
from services.staff.models import Account


def held(leaving: Leaving) -> Iterator[Holding]:
    """Each rule in which the account is entered; administrators who get it by their role are not entered."""
    session, account = leaving.session, leaving.account
    concerned = [rule.id for rule in session.scalars(select(AlertRule).where(IS_KNOWN)) if _entered_as(rule, account)]
    known = choices(session)
    found = select(AlertRule).where(AlertRule.id.in_(concerned)).order_by(AlertRule.id)
    for rule in session.scalars(leaving.rows(found)).all():
        if _entered_as(rule, account):
            replace = partial(_replace, leaving, rule)
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


def _replace(leaving: Leaving, rule: AlertRule, heir: Account) -> bool:
    theirs = _entered_as(rule, leaving.account)
    after = [one for one in rule.recipients if one not in theirs]
    if not _entered_as(rule, heir):
        after.insert(rule.recipients.index(theirs[0]), heir.id)
    rule.recipients = after
    rule.version += 1
    rule.changed_at, rule.changed_by = leaving.now, leaving.actor
    leaving.session.flush()
    return True
