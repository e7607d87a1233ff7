"""Request and response schemas of schedules, runs, previews and offers."""

from datetime import date, datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from services.core.http.answers import Answer
from services.core.http.paging import ListQuery
from services.core.inputs import Parameters
from services.core.schedule_labels import SlotOut
from services.schedules.recipients import RecipientState

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
    """A recipient as things stand. `left_out` says in German why nothing is sent. Outside, `name` is null, and
    `confirmed_until` is the last day for which an admin has answered for the address.
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
