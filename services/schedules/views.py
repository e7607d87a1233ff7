"""Schedules, their runs and the ready-made ones as the console shows them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from analytics.definitions import definitions
from services.core.german import counted
from services.core.http.answers import Answer, Extended
from services.core.http.paging import ListQuery
from services.core.inputs import Parameters
from services.core.schedules import SlotOut, turn_words, upcoming
from services.mail.models import Mail, MailState
from services.reports.kept.keep import may_see
from services.reports.labels import title_of
from services.reports.models import ReportRun, RunState
from services.schedules.files import is_gone
from services.schedules.models import ReportArtefact, ReportDelivery, ReportRecipient, ReportSchedule, ScheduleState
from services.schedules.recipients import Addressee, RecipientState, confirmed_until, is_entitled, judged, rows_of
from services.schedules.schedules import may_change
from services.schedules.timing import PERIOD_WORDS, days_told, rule_of
from services.staff.accounts.accounts import SYSTEM
from services.staff.actor_names import actor_names
from services.staff.call import Staff
from services.staff.models import Account

DeliveryState = Literal["queued", "retrying", "sent", "failed", "cancelled", "left_out"]
RunStateName = Literal["queued", "running", "generated", "delivered", "failed", "delivery_failed"]


class TimingOut(BaseModel):
    """`weekdays` 1 Monday … 7 Sunday, of weekly ones; `month_day` of monthly, quarterly and yearly ones, 31 for the
    last, 0 for the first working day; `month` of yearly ones, and 1 to 3, within each quarter, of quarterly ones.
    """

    kind: Literal["daily", "weekly", "monthly", "quarterly", "yearly"]
    time: str
    weekdays: list[int]
    month_day: int | None
    month: int | None


class SchedulePlanOut(Answer):
    """What a user enters of a schedule. `recipients` are addresses; those of colleagues are as of today."""

    name: str
    report: str
    parameters: dict[str, Any]
    period: str | None
    timing: TimingOut
    zone: str
    recipients: list[str]
    formats: list[str]
    least_rows: int
    retention_days: int


class SchedulePauseOut(Answer):
    at: datetime
    reason: str
    by_system: bool


class OwnerOut(BaseModel):
    """`is_entitled`: works here and may see the report."""

    id: int
    name: str
    is_entitled: bool


class PeriodOut(BaseModel):
    """Days, both included."""

    from_: date = Field(alias="from")
    to: date

    model_config = ConfigDict(populate_by_name=True)


class DeliveryOut(Answer):
    """How far the mail to one recipient is. `next_attempt_at` only while another one is planned; `left_out` says in
    German why there is none.
    """

    recipient: str
    state: DeliveryState
    attempts: int
    left_out: str | None
    last_error: str | None
    next_attempt_at: datetime | None
    sent_at: datetime | None


class ArtefactOut(Answer):
    """A file of a run. `is_gone`: it has expired or was removed."""

    id: int
    name: str
    form: str
    bytes: int
    sha256: str
    expires_at: datetime
    is_gone: bool


class ScheduledRunOut(Answer):
    """A run of a schedule. `state_words` say in German how far it is, `error` why it failed, `note` what else there is
    to say. `queued` waits for a process; `started_at` is then when it was asked for. While it waits for data,
    `waits_for` names them and it goes out by `waits_until`; `provisional` says which were missing, empty if none.
    `has_result`: what was computed is still kept, and `GET /report-runs/{id}` shows it.
    """

    id: int
    schedule_id: int
    name: str
    report: str
    title: str
    scheduled_for: datetime | None
    is_test: bool
    state: RunStateName
    state_words: str
    error: str | None
    note: str | None
    attempts: int
    started_at: datetime
    finished_at: datetime | None
    rows: int | None
    waits_for: str | None
    waits_until: datetime | None
    provisional: str
    has_result: bool
    period: PeriodOut | None
    deliveries: list[DeliveryOut]
    artefacts: list[ArtefactOut]


class ScheduledRunsOut(BaseModel):
    data: list[ScheduledRunOut]
    has_next: bool
    total: int


class ScheduledRunsQuery(ListQuery):
    """The latest first."""

    sort: Literal["id"] = "id"
    order: Literal["asc", "desc"] = "desc"


class ScheduleRecipientOut(Answer):
    """A recipient. `left_out` says in German why nothing is sent. For external addresses `name` is null, and
    `confirmed_until` is the last day of an admin's confirmation.
    """

    id: int
    address: str
    name: str | None
    is_outside: bool
    state: RecipientState
    left_out: str | None
    entered_by_name: str | None
    entered_at: datetime
    confirmed_by_name: str | None
    confirmed_at: datetime | None
    confirmed_until: date | None


class ScheduleOut(SchedulePlanOut):
    """A schedule, with its `recipients` one by one in `whom`. `title` is that of its report. `failures`: so many runs
    in a row that failed; at five it is paused.
    """

    id: int
    title: str
    period_words: str
    timing_words: str
    next: list[SlotOut]
    state: Literal["active", "paused"]
    paused: SchedulePauseOut | None
    failures: int
    owner: OwnerOut
    last_run: ScheduledRunOut | None
    whom: list[ScheduleRecipientOut]
    may_change: bool
    version: int


class SchedulesOut(BaseModel):
    data: list[ScheduleOut]
    has_next: bool
    total: int


class FileOut(BaseModel):
    name: str
    form: str


class SchedulePreviewOut(BaseModel):
    """What would be sent now. `too_few` says that it has too few rows; empty: it has enough."""

    period: PeriodOut | None
    next: list[SlotOut]
    subject: str
    text: str
    html: str
    files: list[FileOut]
    too_few: str


class RecipientsQuery(Parameters):
    """Those who may see this report; without one, everybody who works here."""

    report: str | None = Field(None, max_length=60)


class RecipientOut(BaseModel):
    name: str
    email: str


class RecipientsOut(BaseModel):
    data: list[RecipientOut]


class OfferOut(BaseModel):
    """A ready-made schedule, to be looked at and saved."""

    key: str
    title: str
    description: str
    schedule: SchedulePlanOut


class OffersOut(BaseModel):
    data: list[OfferOut]


_MONDAYS: Final = {"kind": "weekly", "time": "06:00", "weekdays": [1], "month_day": None, "month": None}
_DAILY: Final[dict[str, Any]] = {"kind": "daily", "time": "06:00", "weekdays": [], "month_day": None, "month": None}
_FIRST: Final = {"kind": "monthly", "time": "06:00", "weekdays": [], "month_day": 0, "month": None}
_ALL: Final = ["xlsx", "pdf", "body"]
_USUAL: Final[Mapping[str, Any]] = {
    "parameters": {},
    "period": None,
    "zone": "Europe/Berlin",
    "formats": ["body", "pdf"],
    "least_rows": 1,
    "retention_days": 90,
}
_OFFERS: Final[Mapping[str, tuple[str, str, dict[str, Any]]]] = {
    "weekly_overview": (
        "Wochenüberblick",
        "Montags früh: Besuche, Reservierungen und Kosten der Woche davor, verglichen mit der Woche davor.",
        {"report": "overview", "timing": _MONDAYS, "period": "last_week", "parameters": {"compare": "previous"}},
    ),
    "utm_attribution": (
        "UTM-Attribution",
        "Montags früh: welche Quellen die Reservierungen der letzten 30 Tage brachten. Nach allen sechs Modellen "
        "rechnet „Was bringt mein Geld“ in seiner Excel-Datei.",
        {
            "report": "breakdown",
            "timing": _MONDAYS,
            "period": "last_30_days",
            "formats": _ALL,
            "parameters": {"field": "utm_source"},
        },
    ),
    "money": (
        "Was bringt mein Geld",
        "Am ersten Werktag: welche Kampagnen des letzten reifen Quartals ihr Geld wert waren, und wo das offen ist.",
        {"report": "money", "timing": _FIRST, "period": "last_ripe_quarter", "formats": _ALL},
    ),
    "referrals": (
        "Empfehlungen",
        "Am ersten Werktag: welche Codes im Monat davor weitergegeben wurden und was daraus wurde.",
        {"report": "referrals", "timing": _FIRST, "period": "last_month", "formats": _ALL},
    ),
    "spot_capacity": (
        "Platzkapazität",
        "Jeden Morgen: wie voll der Park ist, was in den 30 Tagen davor dazukam und wann er voll sein wird.",
        {"report": "capacity", "timing": _DAILY, "period": "last_30_days"},
    ),
    "credit_scenarios": (
        "Gutschrift-Szenarien",
        "Am ersten Werktag: was Haushalte in jedem Szenario bekommen und was das den Park kostet.",
        {"report": "credits", "timing": _FIRST, "formats": _ALL, "retention_days": 365},
    ),
    "reservations_list": (
        "Liste der Reservierungen",
        "Jeden Morgen: die Reservierungen des Tages davor, ohne Namen.",
        {"report": "reservations", "timing": _DAILY, "period": "yesterday", "formats": ["xlsx", "body"]},
    ),
}


def offers(staff: Staff) -> list[OfferOut]:
    """Ready-made schedules of reports that this role may see, addressed to the caller."""
    found = []
    for key, (title, description, plan) in _OFFERS.items():
        if plan["report"] in definitions() and may_see(plan["report"], staff.role):
            schedule = SchedulePlanOut(**{**_USUAL, **plan, "name": title, "recipients": [staff.email]})
            found.append(OfferOut(key=key, title=title, description=description, schedule=schedule))
    return found


_WAITING: Final = (MailState.QUEUED.value, MailState.RETRYING.value)
_LEFT_OUT: Final = "left_out"
_TOGETHER: Final = "In der Mail eines anderen Berichts zugestellt"
"""For runs from when one mail carried several reports."""
_NO_MAIL: Final = "Konto abgeschaltet"
"""For runs from before other reasons existed."""


def schedules_out(session: Session, rows: Sequence[ReportSchedule], staff: Staff, now: datetime) -> list[ScheduleOut]:
    """Schedules with their owners, recipients and last runs."""
    owners = {row.id: row for row in session.scalars(select(Account).where(Account.id.in_({r.owner_id for r in rows})))}
    last = {run.schedule_id: run for run in runs_out(session, _last_runs(session, rows), now)}
    recipients = rows_of(session, [row.id for row in rows])
    names = actor_names(session, {by for one in recipients for by in (one.entered_by, one.confirmed_by) if by})
    whom: dict[int, list[ScheduleRecipientOut]] = {}
    for row in rows:
        own = [one for one in recipients if one.schedule_id == row.id]
        standing = judged(session, own, row.report, now)
        whom[row.id] = [_recipient_out(one, stands, names) for one, stands in zip(own, standing, strict=True)]
    return [_schedule_out(row, owners.get(row.owner_id), whom[row.id], last.get(row.id), staff, now) for row in rows]


def _recipient_out(row: ReportRecipient, stands: Addressee, names: dict[str, str]) -> ScheduleRecipientOut:
    source = Extended(
        row,
        address=stands.address,
        name=stands.account.name if stands.account else None,
        is_outside=row.address is not None,
        state=stands.state,
        left_out=stands.left_out,
        entered_by_name=names.get(row.entered_by),
        confirmed_by_name=names.get(row.confirmed_by or ""),
        confirmed_until=confirmed_until(row.confirmed_at) if row.confirmed_at else None,
    )
    return ScheduleRecipientOut.model_validate(source)


def runs_out(session: Session, runs: Sequence[ReportRun], now: datetime) -> list[ScheduledRunOut]:
    """Runs with their deliveries and files."""
    ids = [run.id for run in runs]
    deliveries: dict[int, list[DeliveryOut]] = defaultdict(list)
    mails = (
        select(ReportDelivery, Mail)
        .outerjoin(Mail, Mail.dedupe_key == ReportDelivery.mail_key)
        .where(ReportDelivery.run_id.in_(ids))
        .order_by(ReportDelivery.id)
    )
    for delivery, mail in session.execute(mails):
        deliveries[delivery.run_id].append(_delivery_out(delivery, mail))
    artefacts: dict[int, list[ReportArtefact]] = defaultdict(list)
    kept = select(ReportArtefact).where(ReportArtefact.run_id.in_(ids)).order_by(ReportArtefact.id)
    for artefact in session.scalars(kept):
        artefacts[artefact.run_id].append(artefact)
    return [_run_out(run, deliveries[run.id], artefacts[run.id], now) for run in runs]


def _last_runs(session: Session, rows: Sequence[ReportSchedule]) -> Sequence[ReportRun]:
    newest = (
        select(func.max(ReportRun.id))
        .where(ReportRun.schedule_id.in_([row.id for row in rows]))
        .where(ReportRun.is_test.is_(False))
        .group_by(ReportRun.schedule_id)
    )
    return session.scalars(select(ReportRun).where(ReportRun.id.in_(newest))).all()


def _schedule_out(
    row: ReportSchedule,
    owner: Account | None,
    whom: list[ScheduleRecipientOut],
    last_run: ScheduledRunOut | None,
    staff: Staff,
    now: datetime,
) -> ScheduleOut:
    is_active, rule = row.state == ScheduleState.ACTIVE.value, rule_of(row.timing, row.zone)
    paused = Extended(row, at=row.paused_at, reason=row.paused_reason or "", by_system=row.paused_by == SYSTEM)
    source = Extended(
        row,
        timing={"month": None, **row.timing},
        recipients=[one.address for one in whom],
        whom=whom,
        title=title_of(row.report),
        period_words=PERIOD_WORDS.get(row.period or "", ""),
        timing_words=turn_words(rule),
        next=upcoming(rule, now) if is_active else [],
        paused=None if is_active else paused,
        owner=OwnerOut(id=row.owner_id, name=owner.name if owner else "", is_entitled=is_entitled(owner, row.report)),
        last_run=last_run,
        may_change=may_change(row, staff),
    )
    return ScheduleOut.model_validate(source)


def _run_out(
    run: ReportRun, deliveries: list[DeliveryOut], artefacts: Sequence[ReportArtefact], now: datetime
) -> ScheduledRunOut:
    days = days_told(run.parameters or {})
    source = Extended(
        run,
        state="queued" if _is_waiting(run) else run.state,
        name=run.label,
        title=title_of(run.report),
        state_words=_TOGETHER
        if run.pack_of is not None
        else state_words(run, [one.state for one in deliveries if one.state != _LEFT_OUT]),
        provisional=(run.stand or {}).get("provisional", ""),
        has_result=run.result_path is not None and run.removed_at is None,
        period={"from": days[0], "to": days[1]} if days else None,
        deliveries=deliveries,
        artefacts=[Extended(one, is_gone=is_gone(one, run, now)) for one in artefacts],
    )
    return ScheduledRunOut.model_validate(source)


def _is_waiting(run: ReportRun) -> bool:
    """Whether the run was requested and has not begun yet."""
    return run.state == RunState.RUNNING.value and run.attempts == 0


def state_words(run: ReportRun, mails: Sequence[str]) -> str:
    """State of a run in one German line. `mails` are the states of its deliveries."""
    sent, count = mails.count("sent"), len(mails)
    people = counted(count, "Empfänger", "Empfängern")
    match run.state:
        case RunState.RUNNING:
            return _going_words(run)
        case RunState.FAILED:
            return "Nicht berechnet"
        case RunState.DELIVERED:
            return f"Zugestellt an {counted(count, 'Empfänger', 'Empfänger')}"
        case RunState.DELIVERY_FAILED:
            return f"Nicht an alle zugestellt: {sent} von {people}"
        case _ if not mails:
            return "Berechnet, nicht gesendet"
        case _:
            return f"Berechnet, Versand läuft: {sent} von {people}"


def _going_words(run: ReportRun) -> str:
    if run.waits_for is not None:
        return f"Wartet auf {run.waits_for}"
    if _is_waiting(run):
        return "Wartet auf die Berechnung"
    return "Wird berechnet" if run.attempts == 1 else f"Wird berechnet, Versuch {run.attempts}"


def _delivery_out(delivery: ReportDelivery, mail: Mail | None) -> DeliveryOut:
    left_out = delivery.left_out or (None if mail else _NO_MAIL)
    state = _LEFT_OUT if left_out or mail is None else mail.state
    source = Extended(
        delivery,
        state=state,
        attempts=mail.attempts if mail else 0,
        left_out=left_out,
        last_error=mail.last_error if mail else None,
        next_attempt_at=mail.next_attempt_at if mail and state in _WAITING else None,
        sent_at=mail.sent_at if mail else None,
    )
    return DeliveryOut.model_validate(source)
