"""Bodies and answers of the queue."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from services.core.http.paging import PageQuery
from services.core.inputs import Body, CalendarDay, Needed, Otherwise, RowIdIn, Whole

WhoseIn = Literal["mine", "team", "free", "snoozed", "escalated"]
SeenVersion = Annotated[int, Whole(0, 2**31 - 1), Needed()]
"""0: nobody has done anything with the line yet."""


class WorkQuery(PageQuery):
    """`whose`: a tab; `escalated` holds what the administrators were or are to be told of."""

    whose: WhoseIn = "team"
    kind: Annotated[str | None, Field(max_length=30)] = None


class WorkStepIn(Body):
    """The version of the line that was seen."""

    version: SeenVersion


class AssignIn(WorkStepIn):
    """Who takes the line; null: nobody."""

    assignee_id: Annotated[RowIdIn | None, Otherwise(None)] = None


class SnoozeIn(WorkStepIn):
    """The day on which the line is back; null: now."""

    until: Annotated[CalendarDay | None, Otherwise(None)] = None


class PersonOut(BaseModel):
    """A colleague who may have work."""

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
    """A day to put the line off to; not allowed: its term ends before."""

    name: Literal["tomorrow", "monday", "week"]
    day: date
    is_allowed: bool


class FactOut(BaseModel):
    label: str
    value: str


class WorkLineOut(BaseModel):
    """One line, with all that its pane shows. `path`: where the work is done. `ending`: `mark` and `step` end by
    `done`, `page` on its own page. `step_sentence`: what `done` does, where it cannot be taken back.
    """

    kind: str
    subject_id: str
    verb: str
    label: str
    title: str
    detail: str
    path: str
    group: Literal["overdue", "today", "week", "later"]
    due_on: date
    due_at: datetime | None
    term: TermOut | None
    ending: Literal["mark", "step", "page"]
    step_words: str
    step_sentence: str
    is_final: bool
    reservation_id: int | None
    park_id: str | None
    spot_number: int | None
    state: str | None
    phone: str | None
    note: str | None
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


class WorkOut(BaseModel):
    """One page of a tab. `colleagues`: whom work can be given to."""

    data: list[WorkLineOut]
    total: int
    has_next: bool
    counts: WorkCountsOut
    kinds: list[WorkKindOut]
    colleagues: list[PersonOut]


class WorkDoneOut(BaseModel):
    """The version of the line after the change, by which it is taken back, and whether it can be."""

    version: int
    can_undo: bool
