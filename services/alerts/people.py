"""Alerts of one person, the rules that mail them and those they set up, and how a colleague takes them over."""

from collections.abc import Iterator
from functools import partial

from sqlalchemy import select

from services.alerts.errors import MOST_FIGURE_ALERTS
from services.alerts.figures.catalogue import FIGURES
from services.alerts.figures.edit import drop, give, own_alerts, watches_the_same
from services.alerts.figures.models import FigureAlert
from services.alerts.figures.rules import Choices, choices, condition_of, stored_values, subject_of
from services.alerts.figures.words import rule_words
from services.alerts.kinds import KINDS
from services.alerts.models import AlertRule
from services.core.contact_details import read_email
from services.staff.holdings import Holding, Leaving
from services.staff.models import Account


def held(leaving: Leaving) -> Iterator[Holding]:
    """Each rule in which the account is entered, and each live alert of its own."""
    yield from _rules(leaving)
    mine = (FigureAlert.owner_id == leaving.account.id) & FigureAlert.removed_at.is_(None)
    known = choices(leaving.session)
    for alert in leaving.session.scalars(leaving.rows(select(FigureAlert).where(mine).order_by(FigureAlert.id))).all():
        figure = FIGURES.get(alert.figure)
        roles = figure.roles if figure else frozenset()
        give_it = partial(_give, leaving, alert)
        yield Holding("figure_alert", f"figure_alert:{alert.id}", _name(alert, known), roles, give_it)


def _rules(leaving: Leaving) -> Iterator[Holding]:
    session, account = leaving.session, leaving.account
    concerned = [rule.kind for rule in session.scalars(select(AlertRule)) if _entered_as(rule, account)]
    found = select(AlertRule).where(AlertRule.kind.in_(concerned)).order_by(AlertRule.kind)
    for rule in session.scalars(leaving.rows(found)).all():
        kind = KINDS.get(rule.kind)
        if kind is not None and _entered_as(rule, account):
            replace = partial(_replace, leaving, rule)
            yield Holding("alert_rule", f"alert_rule:{rule.kind}", kind.title, kind.roles, replace)


def _entered_as(rule: AlertRule, account: Account) -> list[int | str]:
    """How an account is entered: by its id or, if it joined the team later, by its address."""
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


def _give(leaving: Leaving, alert: FigureAlert, heir: Account) -> bool:
    session, theirs = leaving.session, own_alerts(leaving.session, heir.id)
    if any(watches_the_same(alert, other) for other in theirs):
        drop(session, alert, leaving.now)
    elif len(theirs) >= MOST_FIGURE_ALERTS:
        return False
    else:
        give(session, alert, heir.id, leaving.now)
    return True


def _name(alert: FigureAlert, known: Choices) -> str:
    if alert.figure not in FIGURES:
        return "Eine Zahl, die es nicht mehr gibt"
    values = stored_values(alert)
    return rule_words(subject_of(values, known), condition_of(values))
