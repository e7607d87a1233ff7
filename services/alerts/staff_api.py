"""Staff API for alerts and their rules."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import BaseModel
from sqlalchemy import select
from sqlalchemy.orm import Session

from services.alerts import edit, kinds, lists
from services.alerts.errors import MOST_RULES
from services.alerts.figures import FIGURES
from services.alerts.inputs import ComparisonName, NewRuleIn, RuleEditIn, ScopeName
from services.alerts.judging import State
from services.alerts.lists import Listed
from services.alerts.mails import advice_of, entered_addresses, recipients_of
from services.alerts.models import AlertRule
from services.alerts.preview import preview
from services.alerts.rules import Addressing, Choices, checked_values, choices, title_of
from services.alerts.words import value_words
from services.core.german import numeric_day
from services.core.http.answers import Answer, Extended
from services.core.http.openapi import problems
from services.core.http.paging import ListQuery
from services.core.inputs import RowId
from services.reports.run import ReportContext
from services.staff.access import AnyStaffOf, CallOf, StaffRouter
from services.staff.actor_names import actor_names
from services.staff.call import Call, Staff
from services.staff.colleagues import colleagues_by_address
from services.staff.stale import acts, stale, with_current
from services.store.place import store_of

router = StaffRouter(tag="alerts")

UnitName = Literal["percent", "minutes", "cents", "count", "share_ppm", "days"]


class AlertsQuery(ListQuery):
    """`state` open: all there are, on one page."""

    state: Literal["open", "closed"] = "open"
    order: Literal["asc", "desc"] = "desc"


class NotedOut(BaseModel):
    at: datetime
    by_name: str | None


class AlertMailOut(BaseModel):
    """`words` in German: what became of the mails about an alert."""

    state: Literal["none", "waits", "queued", "sent", "failed", "dropped"]
    words: str


class AlertOut(Answer):
    """`title`: the rule. `path` is an address of the console, called `action`."""

    id: int
    kind: str
    subject: str
    title: str
    headline: str
    words: str
    advice: str
    action: str
    path: str
    opened_at: datetime
    closed_at: datetime | None
    noted: NotedOut | None
    mail: AlertMailOut


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
    """`when_words` say when an alert opens, and `state_words` of a figure how it stands. Built-in rules have no
    `comparison`. `told` are the addresses that get a mail as things stand. Times are `HH:MM` in Berlin.
    """

    id: int
    kind: str
    title: str
    when_words: str
    state_words: str
    comparison: ComparisonName | None
    scope: ScopeName
    scope_value: str | None
    unit: UnitName | None
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
    """A figure that the caller may make a rule on. `is_level`: it does not add up over days. `ripens`: only days that
    are old enough are judged.
    """

    name: str
    label: str
    meaning: str
    unit: UnitName
    comparisons: list[ComparisonName]
    scopes: list[ScopeName]
    is_level: bool
    ripens: bool


class RulesOut(BaseModel):
    """The rules that the caller may change, the built-in ones last; and what new ones can be on. `options`: what a
    figure can be watched of, by scope.
    """

    data: list[RuleOut]
    figures: list[AlertFigureOut]
    options: dict[str, list[ChoiceOut]]
    may_add: bool


class RulePreviewOut(BaseModel):
    """What the rule would have done: its title, and German sentences."""

    title: str
    words: list[str]


@router.get("/alerts", operation_id="list_alerts", responses=problems(401, 403, 422, 503))
def list_alerts(wanted: Annotated[AlertsQuery, Query()], call: CallOf, staff: AnyStaffOf) -> AlertsOut:
    """What concerns the caller's role: open alerts, or those that are over."""
    with call.db.read() as session:
        if wanted.state == "open":
            found = lists.open_alerts(session, staff.role, call.now)
            has_next, total = False, len(found)
        else:
            found, has_next, total = lists.past_alerts(session, staff.role, wanted, call.now)
        checked = lists.checked_at(session)
    return AlertsOut(
        data=[_out(each) for each in found],
        has_next=has_next,
        total=total,
        checked_at=checked,
        is_late=lists.is_late(checked, call.now),
    )


@router.post("/alerts/{alert}/note", operation_id="note_alert", responses=problems(401, 403, 404, 422, 503))
def note_alert(alert: RowId, call: CallOf, staff: AnyStaffOf) -> AlertOut:
    """Note that a member of staff knows of it."""
    now = call.now

    def unit(session: Session) -> Listed:
        noted = edit.note(session, alert, staff, now)
        return lists.listed(session, noted, staff.role, now)

    return _out(call.db.write(unit))


@router.get("/alert-rules", operation_id="list_alert_rules", responses=problems(401, 403, 503))
def list_alert_rules(call: CallOf, staff: AnyStaffOf) -> RulesOut:
    """The rules that the caller may change: those on figures of their role, for the administration all."""
    order = {name: place for place, name in enumerate((*kinds.KINDS, *FIGURES))}
    with call.db.read() as session:
        known = choices(session)
        rules = [
            rule
            for rule in session.scalars(select(AlertRule).order_by(AlertRule.id))
            if edit.may_change(rule.kind, rule.comparison is None, staff.role)
        ]
        rules.sort(key=lambda rule: (rule.comparison is None, order.get(rule.kind, len(order))))
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
            may_add=edit.count(session) < MOST_RULES,
        )


@router.post("/alert-rules/preview", operation_id="preview_alert_rule", responses=problems(401, 403, 422, 503))
def preview_alert_rule(body: NewRuleIn, call: CallOf, staff: AnyStaffOf) -> RulePreviewOut:
    """What it would have done in the last year. Nothing is kept."""
    values, known = _entered(body, call, staff)
    rule = AlertRule(kind=body.kind, **values)
    context = ReportContext(call.db, store_of(call.settings), call.now)
    return RulePreviewOut(title=title_of(rule, known), words=preview(context, rule, known))


@router.post(
    "/alert-rules", status_code=201, operation_id="add_alert_rule", responses=problems(401, 403, 409, 422, 503)
)
def add_alert_rule(body: NewRuleIn, call: CallOf, staff: AnyStaffOf) -> RuleOut:
    """Save a new rule on a figure."""
    values, known = _entered(body, call, staff)
    now = call.now

    def unit(session: Session) -> RuleOut:
        return _rule_out(session, edit.add(session, body.kind, values, staff, now), known)

    return call.db.write(unit)


_EDITS = problems(401, 403, 404, 409, 422, 503) | stale(RuleOut)


@router.put("/alert-rules/{rule}", operation_id="change_alert_rule", responses=_EDITS)
def change_alert_rule(rule: RowId, body: RuleEditIn, call: CallOf, staff: AnyStaffOf) -> RuleOut:
    """Change a rule as a whole."""
    with call.db.read() as session:
        known, found = choices(session), edit.find(session, rule, staff)
        values = checked_values(found.kind, body, _addressing(session, call, staff, found.recipients), known)
    now = call.now

    def unit(session: Session) -> RuleOut:
        return _rule_out(session, edit.change(session, rule, body.version, values, staff, now), known)

    edits = acts(f"alert_rule:{rule}", "alert_rule.changed")
    with with_current(call.db, lambda session: _rule_out(session, edit.find(session, rule, staff), known), edits):
        return call.db.write(unit)


@router.delete(
    "/alert-rules/{rule}",
    status_code=204,
    operation_id="remove_alert_rule",
    responses=problems(401, 403, 404, 409, 422, 503),
)
def remove_alert_rule(rule: RowId, call: CallOf, staff: AnyStaffOf) -> None:
    """Delete a rule on a figure, with what it found."""
    call.db.write(lambda session: edit.remove(session, rule, staff, call.now))


def _entered(body: NewRuleIn, call: Call, staff: Staff) -> tuple[dict[str, Any], Choices]:
    """The columns of a new rule, and what the words about it need."""
    with call.db.read() as session:
        known = choices(session)
        addressing = _addressing(session, call, staff)
    return checked_values(body.kind, body, addressing, known), known


def _addressing(session: Session, call: Call, staff: Staff, kept: Sequence[int | str] = ()) -> Addressing:
    is_test = call.settings.environment != "production"
    return Addressing(colleagues_by_address(session), is_test, staff.role, kept)


def _out(listed: Listed) -> AlertOut:
    alert = listed.alert
    source = Extended(
        alert,
        title=listed.title,
        advice=advice_of(listed.rule),
        action=listed.way.label,
        path=listed.way.path,
        noted=NotedOut(at=alert.noted_at, by_name=listed.noted_by_name) if alert.noted_at else None,
        mail=AlertMailOut(state=listed.mail_state, words=listed.mail_words),
    )
    return AlertOut.model_validate(source)


def _rule_out(session: Session, rule: AlertRule, known: Choices) -> RuleOut:
    kind, figure = kinds.KINDS.get(rule.kind), FIGURES.get(rule.kind)
    names = actor_names(session, {rule.changed_by} if rule.changed_by else ())
    changed = RuleChangeOut(at=rule.changed_at, by_name=names.get(rule.changed_by or "")) if rule.changed_at else None
    source = Extended(
        rule,
        title=title_of(rule, known),
        when_words=kinds.when_words(kind, rule.threshold) if kind else figure.meaning if figure else "",
        state_words=_state_words(rule, known),
        unit=kind.unit if kind else figure.unit if figure else None,
        recipients=entered_addresses(session, rule),
        told=len(recipients_of(session, rule)),
        quiet_from=f"{rule.quiet_from:%H:%M}" if rule.quiet_from else None,
        quiet_to=f"{rule.quiet_to:%H:%M}" if rule.quiet_to else None,
        changed=changed,
    )
    return RuleOut.model_validate(source)


def _state_words(rule: AlertRule, known: Choices) -> str:
    """How a rule on a figure stands; empty for a built-in one, and while it is off."""
    if rule.comparison is None or not rule.is_on:
        return ""
    if rule.state == State.GONE or known.label(rule.scope, rule.scope_value) is None:
        return (
            "Ruht: Die Kampagne, die Quelle oder den Park gibt es nicht mehr. Bitte ändern oder löschen Sie die Regel."
        )
    if rule.judged_day is None:
        return "Noch nicht geprüft. Die erste Prüfung folgt in wenigen Minuten."
    if rule.state == State.UNKNOWN:
        return "Lässt sich noch nicht beurteilen: Dafür ist zu wenig bekannt."
    value = "" if rule.value is None else f", zuletzt: {value_words(FIGURES[rule.kind].unit, rule.value)}"
    return f"Geprüft bis zum {numeric_day(rule.judged_day)}{value}."
