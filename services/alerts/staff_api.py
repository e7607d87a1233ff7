"""Staff API for alerts and their rules."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal

from fastapi import Query
from pydantic import BaseModel
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.alerts import edit
from services.alerts.built_in import BuiltIn, Unit
from services.alerts.check import checked_at, is_late
from services.alerts.figures import FIGURES, Scope, load
from services.alerts.inputs import ComparisonName, NewRuleIn, RuleEditIn, checked_values
from services.alerts.judging import State, last_day, replay
from services.alerts.mails import cause_of, entered_addresses, mail_states, quiet_end, recipients_of
from services.alerts.models import IS_OPEN, Alert, AlertRule
from services.alerts.words import (
    IS_KNOWN,
    KNOWN,
    YEAR_DAYS,
    Choices,
    advice_of,
    amount_words,
    choices,
    condition_of,
    over_words,
    replayed_words,
    title_of,
    way_of,
    when_words,
)
from services.core.clock import BERLIN, berlin_day
from services.core.german import WEEKDAYS, numeric_day
from services.core.http.answers import Answer, Extended
from services.core.http.paging import ListQuery, page_of
from services.core.http.transactions import Reads, Writes
from services.core.inputs import RowId
from services.mail.models import MailState
from services.reports.run import ReportContext
from services.staff.access import AnyStaffOf, CallOf, StaffRouter
from services.staff.actor_names import actor_names
from services.staff.call import Call
from services.staff.models import Role
from services.staff.stale import acts, stale, with_current
from services.store.place import store_of

router = StaffRouter(tag="alerts")

_WAITING = {MailState.QUEUED.value, MailState.RETRYING.value}


class AlertsQuery(ListQuery):
    """`state` open: all there are, on one page."""

    state: Literal["open", "closed"] = "open"
    order: Literal["asc", "desc"] = "desc"


class NotedOut(BaseModel):
    at: datetime
    by_name: str | None


class AlertOut(Answer):
    """`path` is an address of the console, called `action`. `mail_words`: what became of the mails about it."""

    id: int
    kind: str
    headline: str
    words: str
    advice: str
    action: str
    path: str
    opened_at: datetime
    closed_at: datetime | None
    noted: NotedOut | None
    mail_words: str


class AlertsOut(BaseModel):
    """`checked_at`: since when the list is what it is. `is_late`: the rules should have been evaluated since."""

    data: list[AlertOut]
    has_next: bool
    total: int
    checked_at: datetime | None
    is_late: bool


class RuleChangeOut(BaseModel):
    at: datetime
    by_name: str | None


class RuleOut(Answer):
    """`when_words` say when an alert opens, `state_words` the state of a rule on a figure. Built-in rules have no
    `comparison`. `told`: how many addresses would get a mail now. Times are `HH:MM` in Berlin.
    """

    id: int
    kind: str
    title: str
    when_words: str
    state_words: str
    comparison: ComparisonName | None
    scope: Scope
    scope_value: str | None
    unit: Unit | None
    threshold: int | None
    days: int
    is_on: bool
    to_admins: bool
    recipients: list[str]
    told: int
    quiet_from: str | None
    quiet_to: str | None
    quiet_days: list[int]
    note: str | None
    version: int
    changed: RuleChangeOut | None


class ChoiceOut(BaseModel):
    value: str
    label: str


class AlertFigureOut(Answer):
    """A figure that the caller may make a rule on. `is_level`: it does not add up over days."""

    name: str
    label: str
    meaning: str
    unit: Unit
    comparisons: list[ComparisonName]
    scopes: list[Scope]
    is_level: bool


class RulesOut(BaseModel):
    """The rules that the caller may change, the built-in ones last; and what new ones can be on. `options`: what a
    figure can be watched of, by scope.
    """

    data: list[RuleOut]
    figures: list[AlertFigureOut]
    options: dict[str, list[ChoiceOut]]


class RulePreviewOut(BaseModel):
    """What the rule would have done, in German sentences."""

    words: list[str]


@router.get("/alerts")
def list_alerts(wanted: Annotated[AlertsQuery, Query()], session: Reads, call: CallOf, staff: AnyStaffOf) -> AlertsOut:
    """Alerts of the caller's role: open ones, or those that have ended."""
    concerning = select(Alert).where(Alert.kind.in_([name for name, one in KNOWN.items() if staff.role in one.roles]))
    if wanted.state == "open":
        latest_first = (Alert.opened_at.desc(), Alert.id.desc())
        found = session.scalars(concerning.where(IS_OPEN).order_by(*latest_first)).all()
        has_next, total = False, len(found)
    else:
        over = concerning.where(Alert.closed_at.is_not(None))
        found, has_next = page_of(session, over, wanted, (Alert.closed_at, Alert.id))
        total = session.scalar(select(func.count()).select_from(over.subquery())) or 0
    checked = checked_at(session)
    data = _alerts_out(session, found, staff.role, call.now)
    return AlertsOut(data=data, has_next=has_next, total=total, checked_at=checked, is_late=is_late(checked, call.now))


@router.post("/alerts/{alert}/note")
def note_alert(alert: RowId, session: Writes, call: CallOf, staff: AnyStaffOf) -> AlertOut:
    """Acknowledge an alert."""
    noted = edit.note(session, alert, staff, call.now)
    return _alerts_out(session, [noted], staff.role, call.now)[0]


@router.get("/alert-rules")
def list_alert_rules(session: Reads, staff: AnyStaffOf) -> RulesOut:
    """The rules that the caller may change: those on figures of their role; all for administrators."""
    order = {name: place for place, name in enumerate(KNOWN)}
    known = choices(session)
    found = session.scalars(select(AlertRule).where(IS_KNOWN).order_by(AlertRule.id))
    rules = [rule for rule in found if edit.may_change(rule, staff.role)]
    rules.sort(key=lambda rule: (rule.comparison is None, order[rule.kind]))
    figures = [figure for figure in FIGURES.values() if staff.role in figure.roles]
    scopes = {scope for figure in figures for scope in figure.scopes}
    return RulesOut(
        data=[_rule_out(session, rule, known) for rule in rules],
        figures=[AlertFigureOut.model_validate(figure) for figure in figures],
        options={
            scope: [ChoiceOut(value=value, label=label) for value, label in found]
            for scope, found in known.options.items()
            if scope in scopes
        },
    )


@router.post("/alert-rules/preview")
def preview_alert_rule(body: NewRuleIn, call: CallOf, staff: AnyStaffOf) -> RulePreviewOut:
    """The alerts that the rule would have opened in the last year. Nothing is stored."""
    with call.db.read() as session:
        values = checked_values(session, FIGURES.get(body.kind), body, staff.role, is_test=_is_test(call))
    rule = AlertRule(kind=body.kind, **values)
    data = load(ReportContext(call.db, store_of(call.settings), call.now), rule, YEAR_DAYS + rule.days, as_it_went=True)
    condition, last = condition_of(rule), last_day(data, berlin_day(call.now))
    words = replayed_words(*replay(condition, data, last, YEAR_DAYS))
    return RulePreviewOut(words=[words, over_words(condition)])


@router.post("/alert-rules", status_code=201)
def add_alert_rule(body: NewRuleIn, session: Writes, call: CallOf, staff: AnyStaffOf) -> RuleOut:
    """Save a new rule on a figure."""
    values = checked_values(session, FIGURES.get(body.kind), body, staff.role, is_test=_is_test(call))
    return _rule_out(session, edit.add(session, body.kind, values, staff, call.now), choices(session))


_EDITS = stale(RuleOut)


@router.put("/alert-rules/{rule}", responses=_EDITS)
def change_alert_rule(rule: RowId, body: RuleEditIn, session: Writes, call: CallOf, staff: AnyStaffOf) -> RuleOut:
    """Replace a rule."""

    def shown() -> RuleOut:
        return _rule_out(session, edit.find(session, rule, staff), choices(session))

    kind, kept = (found := edit.find(session, rule, staff)).kind, found.recipients
    values = checked_values(session, KNOWN.get(kind), body, staff.role, is_test=_is_test(call), kept=kept)
    with with_current(session, shown, acts(f"alert_rule:{rule}", "alert_rule.changed")):
        edit.change(session, rule, body.version, values, staff, call.now)
    return shown()


@router.delete("/alert-rules/{rule}", status_code=204)
def remove_alert_rule(rule: RowId, session: Writes, call: CallOf, staff: AnyStaffOf) -> None:
    """Delete a rule on a figure and its alerts."""
    edit.remove(session, rule, staff, call.now)


def _is_test(call: Call) -> bool:
    return call.settings.environment != "production"


def _alerts_out(session: Session, alerts: Sequence[Alert], role: Role, now: datetime) -> list[AlertOut]:
    names = actor_names(session, {alert.noted_by for alert in alerts if alert.noted_by})
    states = mail_states(session, [alert.id for alert in alerts])
    rules = {rule.id: rule for rule in session.scalars(select(AlertRule).where(IS_KNOWN))}
    found = []
    for alert in alerts:
        rule = rules[alert.rule_id]
        way = way_of(session, rule, alert, role)
        noted = NotedOut(at=alert.noted_at, by_name=names.get(alert.noted_by or "")) if alert.noted_at else None
        source = Extended(
            alert,
            advice=advice_of(rule),
            action=way.label,
            path=way.path,
            noted=noted,
            mail_words=_mail_words(session, alert, rule, states[alert.id], now),
        )
        found.append(AlertOut.model_validate(source))
    return found


def _mail_words(session: Session, alert: Alert, rule: AlertRule, states: Sequence[str], now: datetime) -> str:
    if alert.mailed_at is None:
        return _not_ordered(session, alert, rule, now)
    sent = sum(state == MailState.SENT.value for state in states)
    if not states:
        return ""
    if MailState.FAILED.value in states:
        return "Eine Mail dazu ließ sich nicht zustellen. Sie finden sie unter Mails."
    if _WAITING & set(states):
        return "Die Mail dazu ist noch nicht hinausgegangen. Bis dahin steht es nur hier."
    if sent == 0:
        return "Vorbei, bevor eine Mail hinausging."
    return f"Per Mail gemeldet an {'eine Person' if sent == 1 else f'{sent} Personen'}."


def _not_ordered(session: Session, alert: Alert, rule: AlertRule, now: datetime) -> str:
    if alert.closed_at is not None:
        return "Ohne Mail: vorbei, bevor eine hinausging."
    if not recipients_of(session, rule):
        return "Ohne Mail: Für diese Regel ist niemand eingetragen."
    if cause := cause_of(session, rule):
        return f"Ohne eigene Mail: Dazu gehört „{cause.headline}“, und das ist gemeldet."
    if until := quiet_end(rule, now):
        local = until.astimezone(BERLIN)
        return f"Die Mail wartet die Ruhezeit ab, bis {WEEKDAYS[local.weekday()][:2]}, {local:%H:%M} Uhr."
    return "Die Mail geht mit der nächsten Prüfung hinaus."


def _rule_out(session: Session, rule: AlertRule, known: Choices) -> RuleOut:
    names = actor_names(session, {rule.changed_by} if rule.changed_by else ())
    changed = RuleChangeOut(at=rule.changed_at, by_name=names.get(rule.changed_by or "")) if rule.changed_at else None
    source = Extended(
        rule,
        title=title_of(rule, known),
        when_words=when_words(rule),
        state_words=_state_words(rule),
        unit=KNOWN[rule.kind].unit,
        recipients=entered_addresses(session, rule),
        told=len(recipients_of(session, rule)),
        quiet_from=f"{rule.quiet_from:%H:%M}" if rule.quiet_from else None,
        quiet_to=f"{rule.quiet_to:%H:%M}" if rule.quiet_to else None,
        changed=changed,
    )
    return RuleOut.model_validate(source)


def _state_words(rule: AlertRule) -> str:
    """The state of a rule on a figure; empty for a built-in one, and while it is off."""
    about = KNOWN[rule.kind]
    if isinstance(about, BuiltIn) or not rule.is_on:
        return ""
    if rule.judged_day is None:
        return "Noch nicht geprüft. Die erste Prüfung folgt in wenigen Minuten."
    if rule.state == State.UNKNOWN:
        return "Lässt sich noch nicht beurteilen: Dafür ist zu wenig bekannt."
    value = "" if rule.value is None else f", zuletzt: {amount_words(about.unit, rule.value)}"
    return f"Geprüft bis zum {numeric_day(rule.judged_day)}{value}."
