"""Staff API for alerts and alert rules."""

from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import Path, Query
from pydantic import BaseModel
from sqlalchemy import select

from services.alerts import edit, kinds, lists
from services.alerts.inputs import RuleIn
from services.alerts.lists import Listed
from services.alerts.mails import entered_addresses, recipients_of
from services.alerts.models import AlertRule
from services.core.http.answers import Answer, Extended
from services.core.http.openapi import problems
from services.core.http.paging import ListQuery
from services.core.inputs import RowId
from services.staff.access import AdminOf, AnyStaffOf, CallOf, StaffRouter
from services.staff.actor_names import actor_names
from services.staff.colleagues import colleagues_by_address
from services.staff.stale import acts, stale, with_current

router = StaffRouter(tag="alerts")

KindName = Literal[
    "capacity",
    "no_reservation",
    "reservation_burst",
    "campaign_budget",
    "mail_queue",
    "job",
    "unlisted_proxy",
    "report_recipient",
    "refund_due",
    "invariant",
    "setup_check",
    "many_refusals",
]
UnitName = Literal["percent", "minutes", "cents", "count"]


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
    """`value` and `threshold` in the unit, as last seen; `path` is an address of the console, called `action`."""

    id: int
    kind: KindName
    subject: str
    title: str
    headline: str
    words: str
    advice: str
    action: str
    path: str
    unit: UnitName | None
    value: int
    threshold: int | None
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
    """`when_words` say when it is raised. `told` are the addresses that get a mail as things stand. Times are `HH:MM`
    in Berlin.
    """

    kind: KindName
    title: str
    when_words: str
    unit: UnitName | None
    threshold: int | None
    least: int
    most: int
    is_on: bool
    to_admins: bool
    recipients: list[str]
    told: int
    quiet_from: str | None
    quiet_to: str | None
    quiet_days: list[int]
    version: int
    changed: RuleChangeOut | None


class RulesOut(BaseModel):
    data: list[RuleOut]


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

    def unit(session: Any) -> Listed:
        noted = edit.note(session, alert, staff.role, staff.actor, now)
        return lists.listed(session, noted, staff.role, now)

    return _out(call.db.write(unit))


@router.get("/alert-rules", operation_id="list_alert_rules", responses=problems(401, 403, 503))
def list_alert_rules(call: CallOf, _staff: AdminOf) -> RulesOut:
    """Every rule, in the order of the console."""
    with call.db.read() as session:
        rules = {rule.kind: rule for rule in session.scalars(select(AlertRule))}
        return RulesOut(data=[_rule_out(session, rules[name]) for name in kinds.KINDS])


_EDITS = problems(401, 403, 404, 422, 503) | stale(RuleOut)


@router.put("/alert-rules/{kind}", operation_id="change_alert_rule", responses=_EDITS)
def change_alert_rule(kind: Annotated[str, Path(max_length=40)], body: RuleIn, call: CallOf, staff: AdminOf) -> RuleOut:
    """Change a rule as a whole."""
    is_test = call.settings.environment != "production"
    with call.db.read() as session:
        addressing = edit.Addressing(colleagues_by_address(session), is_test)
    values = edit.checked_values(kind, body, addressing)
    now = call.now

    def unit(session: Any) -> RuleOut:
        return _rule_out(session, edit.change_rule(session, kind, body.version, values, staff.actor, now))

    edits = acts(f"alert_rule:{kind}", "alert_rule.changed")
    with with_current(call.db, lambda session: _rule_out(session, session.get_one(AlertRule, kind)), edits):
        return call.db.write(unit)


def _out(listed: Listed) -> AlertOut:
    alert, kind = listed.alert, kinds.KINDS[listed.alert.kind]
    source = Extended(
        alert,
        title=kind.title,
        advice=kind.advice,
        action=listed.way.label,
        path=listed.way.path,
        unit=kind.unit,
        noted=NotedOut(at=alert.noted_at, by_name=listed.noted_by_name) if alert.noted_at else None,
        mail=AlertMailOut(state=listed.mail_state, words=listed.mail_words),
    )
    return AlertOut.model_validate(source)


def _rule_out(session: Any, rule: AlertRule) -> RuleOut:
    kind = kinds.KINDS[rule.kind]
    names = actor_names(session, {rule.changed_by} if rule.changed_by else ())
    changed = RuleChangeOut(at=rule.changed_at, by_name=names.get(rule.changed_by or "")) if rule.changed_at else None
    source = Extended(
        rule,
        title=kind.title,
        when_words=kinds.when_words(kind, rule.threshold),
        unit=kind.unit,
        least=kind.least,
        most=kind.most,
        recipients=entered_addresses(session, rule),
        told=len(recipients_of(session, rule)),
        quiet_from=f"{rule.quiet_from:%H:%M}" if rule.quiet_from else None,
        quiet_to=f"{rule.quiet_to:%H:%M}" if rule.quiet_to else None,
        changed=changed,
    )
    return RuleOut.model_validate(source)
