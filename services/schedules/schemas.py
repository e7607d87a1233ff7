"""Request and response schemas of schedules, runs, previews and offers."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from services.core.http.answers import Answer
from services.core.http.paging import ListQuery
from services.core.inputs import Parameters, RowId
from services.core.schedule_labels import SlotOut
from services.reports.kept.schemas import AskedOut
from services.schedules.pack.reports import MOST_REPORTS
from services.schedules.recipients.eligibility import RecipientState

DeliveryState = Literal["queued", "retrying", "sent", "failed", "cancelled", "left_out"]
RunStateName = Literal["queued", "running", "generated", "delivered", "failed", "delivery_failed"]


class TimingOut(BaseModel):
    """`weekdays` 1 Monday … 7 Sunday, of weekly ones; `month_day` of monthly, quarterly and yearly ones, 31 for the
    last; `month` of yearly ones, and 1 to 3, within each quarter, of quarterly ones.
    """

    kind: Literal["daily", "weekly", "monthly", "quarterly", "yearly"]
    time: str
    weekdays: list[int]
    month_day: int | None
    month: int | None


class RowsConditionOut(BaseModel):
    """Sent only if the table has so many rows."""

    kind: Literal["rows"]
    table: str
    least: int


class FigureConditionOut(BaseModel):
    """Sent only if the figure of a row is beyond the value, which is in the column's own unit."""

    kind: Literal["figure"]
    table: str
    column: str
    is_: Literal["below", "above"] = Field(alias="is")
    value: int

    model_config = ConfigDict(populate_by_name=True)


class GateOut(BaseModel):
    """What is waited for, and until when at the latest: on the day it is due, or on the next."""

    needs: list[Literal["visits", "costs", "self_check"]]
    until: str
    is_next_day: bool


class PackedReportOut(BaseModel):
    """A further report, and what it is asked."""

    report: str
    parameters: dict[str, Any]


class SchedulePlanOut(Answer):
    """What a user enters of a schedule. `recipients` are addresses; those of colleagues are as of today.
    `own_filters`: by address, what narrows the reports for this recipient alone.
    """

    name: str
    report: str
    parameters: dict[str, Any]
    further_reports: list[PackedReportOut]
    period: str | None
    timing: TimingOut
    zone: str
    recipients: list[str]
    own_filters: dict[str, dict[str, list[str]]]
    formats: list[str]
    condition: RowsConditionOut | FigureConditionOut | None
    gate: GateOut | None
    cool_down_hours: int
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


class PackedRunOut(Answer):
    """What was computed of a further report; its files are those that hold this report alone."""

    id: int
    report: str
    title: str
    rows: int | None
    has_result: bool
    artefacts: list[ArtefactOut]


class RunPartOut(Answer):
    """A run of a schedule, or the part of one for recipients with a filter of their own, which `asked` tells.
    `state_words` say in German how far it is, `error` why it failed, `note` what else there is
    to say. `queued` waits for a process; `started_at` is then when it was asked for. `generated` is not `delivered`:
    with a note and no deliveries it was sent to nobody. While it waits for data, `waits_for` names them and it goes out
    by `waits_until`; `provisional` says which were missing, empty if none. `has_result`: what was computed is still
    kept, and `GET /report-runs/{id}` shows it. `title` is that of the first report, `further` are the others of a pack.
    """

    id: int
    schedule_id: int
    name: str
    report: str
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
    asked: list[AskedOut]
    title: str
    further: list[PackedRunOut]


class ScheduledRunOut(RunPartOut):
    """A run with its parts; its own deliveries are those to recipients without a filter of their own."""

    parts: list[RunPartOut]


class ScheduledRunsOut(BaseModel):
    data: list[ScheduledRunOut]
    has_next: bool
    total: int


class TestQuery(Parameters):
    """`recipient`: as this recipient of the schedule gets it."""

    recipient: RowId | None = None


class PreviewQuery(Parameters):
    """`recipient`: as the recipient at this position gets it, from 0 on."""

    recipient: int | None = Field(None, ge=0, le=19)


class ScheduledRunsQuery(ListQuery):
    """The latest first."""

    sort: Literal["id"] = "id"
    order: Literal["asc", "desc"] = "desc"


class ScheduleRecipientOut(Answer):
    """A recipient as things stand. `left_out` says in German why nothing is sent; `filters` are their
    own, `asked` the same in words. Outside, `name` is null, and
    `confirmed_until` is the last day for which an admin has answered for the address.
    """

    id: int
    address: str
    name: str | None
    is_outside: bool
    state: RecipientState
    left_out: str | None
    filters: dict[str, list[str]] | None
    asked: list[AskedOut]
    entered_by_name: str | None
    entered_at: datetime
    confirmed_by_name: str | None
    confirmed_at: datetime | None
    confirmed_until: date | None


class ScheduleOut(SchedulePlanOut):
    """A schedule, with its `recipients` one by one in `whom`. `title` is that of its first report, `titles`
    are those of all. `failures`: so many runs in a row that failed; at five it is paused.
    """

    id: int
    title: str
    titles: list[str]
    period_words: str
    timing_words: str
    condition_words: str
    gate_words: str
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
    """What would be sent now. `condition_met` is null without a condition; `rows` of each table."""

    period: PeriodOut | None
    next: list[SlotOut]
    subject: str
    text: str
    html: str
    files: list[FileOut]
    condition_met: bool | None
    condition_words: str
    rows: dict[str, int]


class RecipientsQuery(Parameters):
    """Those who may see all these reports; without one, those who may see any."""

    report: list[Annotated[str, Field(max_length=60)]] = Field(default_factory=list, max_length=MOST_REPORTS)


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
