"""Bodies and answers: the queue, the page Heute, an account that is switched off, mails that were refused."""

from datetime import date, datetime
from typing import Annotated, Final, Literal

from pydantic import BaseModel, Field

from services.core.contact_details import EmailAddress
from services.core.http.paging import PageQuery
from services.core.inputs import Body, CalendarDay, Default, Integer, Reason, Required, RowIdIn, Version
from services.reservations.desk.refunded import Cents, ReferenceIn, Refunded
from services.reservations.states import ReservationState
from services.staff.holdings import HoldingKind
from services.staff.models import Role
from services.tasks.source import Act, Band, Ending, Whose
from services.waiting_list.desk.schemas import EntryStateOut

Snooze = Literal["tomorrow", "monday", "week"]
SNOOZES: Final[tuple[Snooze, ...]] = ("tomorrow", "monday", "week")
SeenVersion = Annotated[int, Integer(0, 2**31 - 1), Required()]
"""0: nobody has changed the line yet."""


class WorkQuery(PageQuery):
    """`whose`: a tab; `escalated` includes what is due for escalation."""

    whose: Whose = "team"
    kind: Annotated[str | None, Field(max_length=30)] = None


class WorkStepIn(Body):
    """The version of the line that was seen."""

    version: SeenVersion


class DoneIn(WorkStepIn):
    """`cents` and `day` of a refund, where that is the work; `reference`: how it can be found in the account."""

    cents: Annotated[int | None, Cents, Default(None)] = None
    day: Annotated[CalendarDay | None, Default(None)] = None
    reference: ReferenceIn = ""

    @property
    def refund(self) -> Refunded | None:
        return Refunded(self.cents, self.day, self.reference) if self.cents and self.day else None


class AssignIn(WorkStepIn):
    """The assignee; null: nobody."""

    assignee_id: Annotated[RowIdIn | None, Default(None)] = None


class SnoozeIn(WorkStepIn):
    """The day until which to snooze; null: wake it up."""

    until: Annotated[CalendarDay | None, Default(None)] = None


class PersonOut(BaseModel):
    """A colleague whom work can be assigned to."""

    id: int
    name: str


class TermOut(BaseModel):
    """A term in calendar days: today is `day` of `days`, counted from the day after it began.

    `legal_ends_on` is later than `ends_on` where § 193 BGB moves the end to the next working day.
    """

    starts_on: date
    ends_on: date
    legal_ends_on: date
    day: int
    days: int


class SnoozeChoiceOut(BaseModel):
    """A day to snooze until; not allowed: after the end of the term."""

    name: Snooze
    day: date
    is_allowed: bool


class FactOut(BaseModel):
    label: str
    value: str


class WorkLineOut(BaseModel):
    """One line with everything for its pane. `act`: what its verb does; `path`: the page for the work. `ending`: `mark`
    and `step` end by `done`, `page` on a separate page. `step_sentence`: the consequences of `done`, if it cannot be
    undone. `message`: what waits for an answer. `owed_cents`: to be refunded, at most.
    """

    kind: str
    subject_id: str
    verb: str
    label: str
    title: str
    detail: str
    path: str
    act: Act
    band: Band
    due_on: date
    due_at: datetime | None
    term: TermOut | None
    ending: Ending
    step_words: str
    step_sentence: str
    is_final: bool
    reservation_id: int | None
    park_id: str | None
    spot_number: int | None
    state: str | None
    phone: str | None
    message: str | None
    owed_cents: int | None
    facts: list[FactOut]
    assignee: PersonOut | None
    snoozed_until: date | None
    snooze_choices: list[SnoozeChoiceOut]
    is_escalated: bool
    can_undo: bool
    version: int


class WorkCountsOut(BaseModel):
    """Lines of each tab, and those ended today by anybody."""

    mine: int
    team: int
    free: int
    snoozed: int
    escalated: int
    done_today: int


class WorkKindOut(BaseModel):
    """A kind with its lines in the tab."""

    name: str
    label: str
    count: int


class BandOut(BaseModel):
    """A band with its lines, of those that are shown on all pages."""

    name: Band
    count: int


class WorkOut(BaseModel):
    """One page of a tab. `colleagues`: possible assignees."""

    data: list[WorkLineOut]
    total: int
    has_next: bool
    counts: WorkCountsOut
    bands: list[BandOut]
    kinds: list[WorkKindOut]
    colleagues: list[PersonOut]


class WorkDoneOut(BaseModel):
    """The version of the line after the change, to pass for undoing it, and whether that is possible."""

    version: int
    can_undo: bool


class ItemOut(BaseModel):
    """A park that is nearly full; `level` in per cent."""

    id: str
    title: str
    detail: str
    level: int | None


class TaskOut(BaseModel):
    """The number of tasks of a kind, and the first few."""

    kind: Literal["capacity"]
    count: int
    items: list[ItemOut]


class DayOut(BaseModel):
    day: date
    count: int


class PackageOut(BaseModel):
    annual_kwh: int
    count: int


class PlanCountOut(BaseModel):
    payment_plan: str
    count: int


class ParkPlacesOut(BaseModel):
    id: str
    name: str
    free: int
    total: int


class ChartsOut(BaseModel):
    """Reservations on each of the last thirty days; choices of the active ones; free places."""

    per_day: list[DayOut]
    packages: list[PackageOut]
    plans: list[PlanCountOut]
    parks: list[ParkPlacesOut]


class SetupOut(BaseModel):
    """The titles of open set-up checks, and the number of all."""

    open: list[str]
    total: int


class TodayOut(BaseModel):
    """`new_since_yesterday` counts from midnight of yesterday in Berlin. `cost_files`: undecided cost files, for
    marketing and administrators. `setup` is for administrators.
    """

    tasks: list[TaskOut]
    new_since_yesterday: int
    cost_files: int | None
    charts: ChartsOut
    setup: SetupOut | None


class HoldingOut(BaseModel):
    """One responsibility of the account. `roles` are those of colleagues who may take it over."""

    kind: HoldingKind
    subject: str
    name: str
    roles: list[Role]


class HoldingsOut(BaseModel):
    holdings: list[HoldingOut]


class LeavingIn(Body):
    """Who takes the account's responsibilities over; empty: they stay."""

    hand_over_to: RowIdIn | None = None


class RefusedReservationOut(BaseModel):
    """The household's place. `confirm_by`: the deadline for confirming its address; null once that is done, or the
    state is no longer `reserved`.
    """

    id: int
    reference: str
    spot_number: int
    phone: str
    """Masked."""
    version: int
    state: ReservationState
    holds_spot: bool
    """False: the place is gone, and refused mails about the future are not resent."""
    confirm_by: datetime | None


class RefusedEntryOut(BaseModel):
    """The household's entry on the waiting list. `confirm_by`: the deadline for confirming its address; null once that
    is done, while an offer runs, and once the entry has ended. An ended entry has no address to correct.
    """

    id: int
    version: int
    state: EntryStateOut
    is_open: bool
    confirm_by: datetime | None


class RefusedMailOut(BaseModel):
    """A household whose mailbox refuses our mails. It has either a reservation or an entry on the waiting list."""

    mail_id: int
    subject: str
    refused_at: datetime
    count: int
    """How many of its mails were refused."""
    words: str
    """Why, in German."""
    answer: str
    """What the server said."""
    recipient: str
    """Masked."""
    name: str
    park_name: str
    reservation: RefusedReservationOut | None
    waiting_entry: RefusedEntryOut | None


class CorrectAddressIn(Body):
    """The correct address, and the version of the reservation or entry that was seen."""

    email: Annotated[EmailAddress, Required("Bitte geben Sie die richtige Adresse an.")]
    version: Version


class SettleIn(Body):
    """Why nothing more has to be done."""

    reason: Reason
