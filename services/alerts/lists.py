"""Alerts as the console lists them: text, page to act on them, and state of their mails."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from services.alerts.kinds import Way
from services.alerts.mails import mail_states, pause_end, quiet_end, recipients_of, way_of
from services.alerts.models import IS_OPEN, Alert, AlertRule
from services.alerts.built_in import LATE
from services.alerts.rules import choices, seen_by, title_of
from services.core.clock import BERLIN
from services.core.http.paging import ListQuery, page_of
from services.mail.models import MailState
from services.staff.actor_names import actor_names
from services.staff.models import Role

_WEEKDAYS = ("Mo", "Di", "Mi", "Do", "Fr", "Sa", "So")
_WAITING = {MailState.QUEUED.value, MailState.RETRYING.value}


@dataclass(frozen=True, slots=True)
class Listed:
    """An alert with related data. `mail_state`: none, waits, queued, sent, failed, dropped."""

    alert: Alert
    rule: AlertRule
    title: str
    way: Way
    noted_by_name: str | None
    mail_state: str
    mail_words: str


def open_alerts(session: Session, role: Role, now: datetime) -> list[Listed]:
    """Open alerts relevant to a role, latest first."""
    query = _of(role).where(IS_OPEN).order_by(Alert.opened_at.desc(), Alert.id.desc())
    return _listed(session, session.scalars(query).all(), role, now)


def past_alerts(session: Session, role: Role, wanted: ListQuery, now: datetime) -> tuple[list[Listed], bool, int]:
    """One page of closed alerts, latest first; whether there are more; and the total."""
    query = _of(role).where(Alert.closed_at.is_not(None))
    rows, has_next = page_of(session, query, wanted, (Alert.closed_at, Alert.id))
    total = session.scalar(select(func.count()).select_from(query.subquery())) or 0
    return _listed(session, rows, role, now), has_next, total


def listed(session: Session, alert: Alert, role: Role, now: datetime) -> Listed:
    """One alert as in the lists."""
    return _listed(session, [alert], role, now)[0]


def checked_at(session: Session) -> datetime | None:
    """Time of the last check; None: never. For the built-in kind checked longest ago."""
    return session.scalar(select(func.min(AlertRule.checked_at)).where(AlertRule.comparison.is_(None)))


def is_late(checked: datetime | None, now: datetime) -> bool:
    """Whether a check is overdue. Before the first one none is."""
    return checked is not None and now - checked > LATE


def _of(role: Role) -> Select[Alert]:
    return select(Alert).where(Alert.kind.in_(seen_by(role)))


def _listed(session: Session, alerts: Sequence[Alert], role: Role, now: datetime) -> list[Listed]:
    names = actor_names(session, {alert.noted_by for alert in alerts if alert.noted_by})
    states = mail_states(session, [alert.id for alert in alerts])
    rules = {rule.id: rule for rule in session.scalars(select(AlertRule))}
    known = choices(session)
    found = []
    for alert in alerts:
        rule = rules[alert.rule_id]
        state, words = _mail(session, alert, rule, states[alert.id], now)
        way = way_of(session, rule, alert, role)
        found.append(Listed(alert, rule, title_of(rule, known), way, names.get(alert.noted_by or ""), state, words))
    return found


def _mail(session: Session, alert: Alert, rule: AlertRule, states: Sequence[str], now: datetime) -> tuple[str, str]:
    """State of the mails about an alert: a code for programs and a sentence for people."""
    if alert.mailed_at is None:
        return _not_ordered(session, alert, rule, now)
    if not states:
        return "none", ""
    if MailState.FAILED.value in states:
        return "failed", "Eine Mail dazu ließ sich nicht zustellen. Sie finden sie unter Mails."
    if _WAITING & set(states):
        return "queued", "Die Mail dazu ist noch nicht hinausgegangen. Bis dahin steht es nur hier."
    sent = sum(state == MailState.SENT.value for state in states)
    if sent == 0:
        return "dropped", "Vorbei, bevor eine Mail hinausging."
    return "sent", f"Per Mail gemeldet an {'eine Person' if sent == 1 else f'{sent} Personen'}."


def _not_ordered(session: Session, alert: Alert, rule: AlertRule, now: datetime) -> tuple[str, str]:
    if alert.closed_at is not None:
        return "dropped", "Ohne Mail: vorbei, bevor eine hinausging."
    if not recipients_of(session, rule):
        return "none", "Ohne Mail: Für diese Regel ist niemand eingetragen."
    if until := quiet_end(rule, now):
        local = until.astimezone(BERLIN)
        return "waits", f"Die Mail wartet die Ruhezeit ab, bis {_WEEKDAYS[local.weekday()]}, {local:%H:%M} Uhr."
    if until := pause_end(session, rule, now):
        return "waits", f"Die letzte Mail dazu ist noch keine Stunde her; die nächste geht nach {_clock(until)} hinaus."
    return "waits", "Die Mail geht mit der nächsten Prüfung hinaus."


def _clock(moment: datetime) -> str:
    return f"{moment.astimezone(BERLIN):%H:%M} Uhr"
